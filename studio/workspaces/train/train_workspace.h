#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QPointer>
#include <QSettings>

#include "studio/actions/action_table.h"
#include "studio/session/experiment_list.h"
#include "studio/session/experiment_reader.h"
#include "studio/session/trial_replay.h"
#include "studio/workspaces/train/skill_lab_controls.h"
#include "studio/workspaces/train/train_layouts.h"
#include "studio/workspaces/train/train_setup.h"
#include "studio/workspaces/train/train_stage.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/message_bar.h"
#include "widgets/train/experiment_panel.h"
#include "widgets/train/individual_panel.h"
#include "widgets/train/parameter_panel.h"
#include "widgets/train/program_tree.h"
#include "widgets/train/scatter_panel.h"
#include "widgets/train/train_curves.h"
#include "widgets/train/train_trial_panel.h"

namespace sideline::studio {

/// Training: experiments with their progress, their individuals and their trials. GUI thread
/// only.
class TrainWorkspace : public Workspace {
    Q_OBJECT
public:
    /// These objects must outlive the workspace.
    struct Parts {
        ActionTable& actions;
        std::function<QString()> ownMotions; ///< returns the user's folder of motions
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };

    explicit TrainWorkspace(const Parts& parts);
    ~TrainWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override;
    [[nodiscard]] ActionScope scope() const override { return ActionScope::Train; }
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override { return trainLayouts(); }
    [[nodiscard]] Claim claim(const QString& path) const override;
    [[nodiscard]] Question fileQuestion() const override { return m_list.question(); }
    void open(const OpenRequest& request) override;
    void setActive(bool isActive) override;
    /// Returns the 3D view of the trial; created on the first call, as it costs time and memory.
    [[nodiscard]] TrainStage* stage();
    [[nodiscard]] std::optional<WorkspaceCenter> center() override;
    /// Returns the name of the experiment that is shown.
    [[nodiscard]] QString windowTitle() const override;
    void applySettings(const AppliedSettings& settings) override;

    /// Sets up a new experiment for a motion of a robot.
    void setUp(const keyframe::Motion& motion, const robot::RobotModel& model);
    /// Shows an experiment.
    void show(const QString& folder);
    /// Shows a trial of an individual of the current experiment.
    void watch(const widgets::IndividualId& id);
    [[nodiscard]] const ExperimentList& experiments() const { return m_list; }
    [[nodiscard]] const ExperimentReader& reader() const { return m_reader; }
    [[nodiscard]] const TrialReplay& replay() const { return m_replay; }

private:
    void connectPanels();
    void showOpened() { Q_EMIT arrived({QStringLiteral("Train")}); }
    void connectData();
    void connectActions();
    void askToOpen();
    void askToDelete(QString folder);
    void report(const QString& fault);
    void showExperiment();
    void showTrial();
    void showProgram(const training::IndividualRecord& record);
    void chooseGhost();
    void pin();
    void send();
    void openMatch();
    void addOpened(const QString& folder);
    void setOpened(const QStringList& folders);
    void enableActions();
    [[nodiscard]] const widgets::TrainIndividual* watched() const;

    Parts m_parts;
    ActionTable& m_actions;
    ExperimentList m_list;
    ExperimentReader m_reader;
    TrialReplay m_replay;
    TrainSetup m_setup;
    SkillLabControls m_lab{[this] { return stage(); }};
    QPointer<widgets::ExperimentPanel> m_experiments;
    QPointer<widgets::TrainCurves> m_curves;
    QPointer<widgets::ParameterPanel> m_parameters;
    QPointer<widgets::ScatterPanel> m_scatter;
    QPointer<widgets::IndividualPanel> m_individuals;
    QPointer<widgets::TrainTrialPanel> m_trial;
    QPointer<widgets::ProgramTree> m_program;
    QPointer<TrainStage> m_stage;
    viewer3d::SceneOptions m_options;
    std::optional<widgets::IndividualId> m_watched;
    bool m_hasShownChampion = false; ///< whether any experiment's champion was shown
    std::optional<training::IndividualRecord> m_pinned;
    QString m_fault; ///< error of the experiment, as shown
    bool m_isActive = false;
};

} // namespace sideline::studio
