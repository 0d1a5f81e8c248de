sideline_qt_library(studio_analysis
  HEADERS workspaces/analysis/analysis_layouts.h workspaces/analysis/analysis_workspace.h
          workspaces/analysis/match_comparison.h workspaces/analysis/playlist_player.h
  SOURCES workspaces/analysis/analysis_layouts.cpp workspaces/analysis/analysis_workspace.cpp
          workspaces/analysis/match_comparison.cpp workspaces/analysis/playlist_player.cpp
  PUBLIC studio_workspace)
