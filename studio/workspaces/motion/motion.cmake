sideline_qt_library(studio_motion
  HEADERS workspaces/motion/motion_actions.h workspaces/motion/motion_capture.h
          workspaces/motion/motion_checker.h workspaces/motion/motion_cursor.h
          workspaces/motion/motion_display.h workspaces/motion/motion_fall.h workspaces/motion/motion_files.h
          workspaces/motion/motion_layouts.h workspaces/motion/motion_library.h
          workspaces/motion/motion_menus.h workspaces/motion/motion_messages.h
          workspaces/motion/motion_playback.h workspaces/motion/motion_posing.h
          workspaces/motion/motion_robot.h workspaces/motion/motion_trial_controls.h
          workspaces/motion/motion_trial_report.h workspaces/motion/motion_workspace.h workspaces/motion/stored_poses.h
  SOURCES workspaces/motion/motion_actions.cpp workspaces/motion/motion_capture.cpp
          workspaces/motion/motion_checker.cpp workspaces/motion/motion_display.cpp
          workspaces/motion/motion_fall.cpp
          workspaces/motion/motion_files.cpp workspaces/motion/motion_layouts.cpp
          workspaces/motion/motion_library.cpp workspaces/motion/motion_menus.cpp
          workspaces/motion/motion_messages.cpp workspaces/motion/motion_playback.cpp
          workspaces/motion/motion_posing.cpp workspaces/motion/motion_robot.cpp
          workspaces/motion/motion_trial_controls.cpp workspaces/motion/motion_trial_report.cpp
          workspaces/motion/motion_workspace.cpp workspaces/motion/stored_poses.cpp
  PUBLIC studio_workspace)
