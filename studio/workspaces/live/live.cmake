sideline_qt_library(studio_live
  HEADERS workspaces/live/agent_controls.h workspaces/live/agent_dialog.h
          workspaces/live/drawing_controls.h workspaces/live/drive_controls.h
          workspaces/live/live_controls.h workspaces/live/live_layouts.h
          workspaces/live/live_menus.h workspaces/live/live_workspace.h
          workspaces/live/match_report_controls.h workspaces/live/next_agent.h
          workspaces/live/pace_notice.h workspaces/live/referee_controls.h
          workspaces/live/server_controls.h workspaces/live/server_dialog.h
          workspaces/live/server_setup_dialog.h workspaces/live/session_controls.h
          workspaces/live/robot_start.h workspaces/live/simulator_switches.h
          workspaces/live/team_controls.h workspaces/live/team_editing.h
          workspaces/live/team_match.h
          workspaces/live/travel_speed.h workspaces/live/tuning_controls.h
  SOURCES workspaces/live/agent_controls.cpp workspaces/live/agent_dialog.cpp
          workspaces/live/drawing_controls.cpp workspaces/live/drive_controls.cpp
          workspaces/live/live_controls.cpp workspaces/live/live_layouts.cpp
          workspaces/live/live_menus.cpp workspaces/live/live_workspace.cpp
          workspaces/live/match_report_controls.cpp
          workspaces/live/next_agent.cpp workspaces/live/referee_controls.cpp
          workspaces/live/server_controls.cpp workspaces/live/server_dialog.cpp
          workspaces/live/server_setup_dialog.cpp workspaces/live/session_controls.cpp
          workspaces/live/robot_start.cpp workspaces/live/simulator_switches.cpp
          workspaces/live/team_controls.cpp workspaces/live/team_editing.cpp
          workspaces/live/team_match.cpp
          workspaces/live/tuning_controls.cpp workspaces/live/pace_notice.cpp
  PUBLIC studio_workspace)
