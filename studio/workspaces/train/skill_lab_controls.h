#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QString>

#include "studio/session/background_task.h"
#include "studio/workspaces/train/train_stage.h"
#include "studio/workspaces/workspace.h"
#include "training/skill/skill_lab.h"
#include "widgets/train/skill_lab_panel.h"

namespace sideline::studio {

/// The skill lab: runs trials of a skill in the background, and replays one of them. GUI thread
/// only.
class SkillLabControls : public QObject {
    Q_OBJECT
public:
    /// @param stage returns the stage that shows a watched trial; called for each of them
    explicit SkillLabControls(std::function<TrainStage*()> stage);

    /// Returns the panel, which belongs to its dock.
    [[nodiscard]] widgets::SkillLabPanel* panel() const { return m_panel; }

Q_SIGNALS:
    /// A trial was written as a match log, which should be opened.
    void openRequested(const sideline::studio::OpenRequest& request);
    void failed(const QString& text);

private:
    using LabPtr = std::shared_ptr<const training::SkillLab>;

    void start();
    /// Errors: NotFound for an unknown skill.
    [[nodiscard]] base::Expected<training::Skill> chosenSkill() const;
    void show();
    void takeTrials(std::vector<training::SkillTrial> trials);
    void record(int number, bool asMatch);
    void watch(const training::RecordedTrialPtr& trial, int number);
    void writeMatch(const training::RecordedTrialPtr& trial, int number);

    std::function<TrainStage*()> m_stage;
    QPointer<widgets::SkillLabPanel> m_panel;
    LabPtr m_lab;
    QString m_title; ///< title of the trials that are watched, such as `quick-kick, Nao type 0`
    bool m_isExact = false;
    widgets::SkillLabView m_view;
    std::vector<training::SkillTrial> m_trials; ///< finished trials, in order of their numbers
    BackgroundTask m_run;
    BackgroundTask m_record;
};

/// Returns the request to open a trial that was written as a match: a failed one is played from
/// shortly before its failure, with the camera on the robot.
[[nodiscard]] OpenRequest matchRequest(const training::RecordedTrial& trial, const QString& file);

} // namespace sideline::studio
