sideline_qt_library(studio_robot
  HEADERS workspaces/robot/robot_analyses.h workspaces/robot/robot_files.h
          workspaces/robot/robot_layouts.h workspaces/robot/robot_stage.h
          workspaces/robot/robot_workspace.h
  SOURCES workspaces/robot/robot_analyses.cpp workspaces/robot/robot_files.cpp
          workspaces/robot/robot_layouts.cpp workspaces/robot/robot_stage.cpp
          workspaces/robot/robot_workspace.cpp
  PUBLIC studio_workspace)
