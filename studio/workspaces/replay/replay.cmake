sideline_qt_library(studio_replay
  HEADERS workspaces/replay/camera_controls.h workspaces/replay/export_controls.h
          workspaces/replay/live_place.h workspaces/replay/match_beliefs.h
          workspaces/replay/plot_controls.h workspaces/replay/match_display.h workspaces/replay/match_panels.h
          workspaces/replay/picture_dialog.h workspaces/replay/replay_controls.h
          workspaces/replay/replay_layouts.h workspaces/replay/replay_menus.h
          workspaces/replay/replay_workspace.h workspaces/replay/second_view.h
          workspaces/replay/situation_controls.h workspaces/replay/trail.h
          workspaces/replay/video_dialog.h
  SOURCES workspaces/replay/camera_controls.cpp workspaces/replay/export_controls.cpp
          workspaces/replay/live_place.cpp workspaces/replay/plot_controls.cpp
          workspaces/replay/match_display.cpp workspaces/replay/picture_dialog.cpp
          workspaces/replay/replay_controls.cpp workspaces/replay/replay_layouts.cpp
          workspaces/replay/replay_menus.cpp workspaces/replay/replay_workspace.cpp
          workspaces/replay/second_view.cpp workspaces/replay/situation_controls.cpp
          workspaces/replay/trail.cpp workspaces/replay/video_dialog.cpp
  PUBLIC studio_workspace studio_video)
