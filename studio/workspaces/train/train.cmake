sideline_qt_library(studio_train
  HEADERS workspaces/train/experiment_dialog.h workspaces/train/experiment_values.h
          workspaces/train/individual_values.h workspaces/train/skill_lab_controls.h
          workspaces/train/train_actions.h workspaces/train/train_layouts.h
          workspaces/train/train_setup.h workspaces/train/train_stage.h
          workspaces/train/train_workspace.h
  SOURCES workspaces/train/experiment_dialog.cpp workspaces/train/experiment_values.cpp
          workspaces/train/individual_values.cpp workspaces/train/skill_lab_controls.cpp
          workspaces/train/train_actions.cpp workspaces/train/train_layouts.cpp
          workspaces/train/train_setup.cpp workspaces/train/train_stage.cpp
          workspaces/train/train_workspace.cpp
  PUBLIC studio_workspace)
