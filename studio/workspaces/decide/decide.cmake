sideline_qt_library(studio_decide
  HEADERS workspaces/decide/decide_layouts.h workspaces/decide/decide_workspace.h
          workspaces/decide/decision_controls.h workspaces/decide/formation_editing.h
          workspaces/decide/graph_controls.h workspaces/decide/text_editing.h
          workspaces/decide/what_if_controls.h
  SOURCES workspaces/decide/decide_layouts.cpp workspaces/decide/decide_workspace.cpp
          workspaces/decide/decision_controls.cpp workspaces/decide/formation_editing.cpp
          workspaces/decide/graph_controls.cpp workspaces/decide/text_editing.cpp
          workspaces/decide/what_if_controls.cpp
  PUBLIC studio_workspace)
