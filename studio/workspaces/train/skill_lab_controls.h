#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QString>

#include "studio/session/background_task.h"
#include "training/skill/skill_lab.h"
#include "widgets/train/skill_lab_panel.h"

namespace sideline::studio {

/// The skill lab: runs trials of a skill in the background, and one of them again to be watched.
/// GUI thread only.
class SkillLabControls : public QObject {
    Q_OBJECT
public:
    explicit SkillLabControls(QObject* parent = nullptr);

    /// Belongs to whoever docks it.
    [[nodiscard]] widgets::SkillLabPanel* panel() const { return m_panel; }
    /// For people, about the trial that was asked for last, such as `quick-kick, Nao type 0`.
    [[nodiscard]] const QString& title() const { return m_title; }

Q_SIGNALS:
    /// A trial is there to be watched. @param number of it, from 0
    void trialRecorded(const sideline::training::RecordedTrialPtr& trial, int number);
    /// A match log was written.
    void matchWritten(const QString& file);
    void failed(const QString& text);

private:
    using LabPtr = std::shared_ptr<const training::SkillLab>;

    void start();
    void show();
    void record(int number, bool asMatch);
    void writeMatch(const training::RecordedTrialPtr& trial, int number);

    QPointer<widgets::SkillLabPanel> m_panel;
    LabPtr m_lab;
    QString m_title;
    bool m_isExact = false;
    widgets::SkillLabView m_view;
    std::vector<training::SkillTrial> m_trials; ///< in order of their numbers, once all are there
    BackgroundTask m_run;
    BackgroundTask m_record;
};

} // namespace sideline::studio
