sideline_qt_library(studio_localization
  HEADERS workspaces/localization/belief_receiver.h
          workspaces/localization/estimator_comparison.h workspaces/localization/live_stream.h
          workspaces/localization/localization_actions.h
          workspaces/localization/localization_layouts.h
          workspaces/localization/localization_view.h
          workspaces/localization/localization_workspace.h
          workspaces/localization/map_follower.h workspaces/localization/match_link.h
          workspaces/localization/reported_beliefs.h workspaces/localization/shown_stream.h
          workspaces/localization/stream_reader.h
  SOURCES workspaces/localization/belief_receiver.cpp
          workspaces/localization/estimator_comparison.cpp
          workspaces/localization/live_stream.cpp
          workspaces/localization/localization_actions.cpp
          workspaces/localization/localization_layouts.cpp
          workspaces/localization/localization_view.cpp
          workspaces/localization/localization_workspace.cpp
          workspaces/localization/map_follower.cpp workspaces/localization/match_link.cpp
          workspaces/localization/reported_beliefs.cpp workspaces/localization/stream_reader.cpp
  PUBLIC studio_workspace)
