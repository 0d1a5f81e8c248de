#pragma once

#include <optional>
#include <vector>

#include <QPointF>
#include <QString>

namespace sideline::widgets {

/// One trial of a skill, as shown.
struct SkillTrialRow {
    int number = 0; ///< index from 0, in the order in which the trials began
    bool isSuccess = false;
    double value = 0.0;           ///< value of the skill's figure of merit; NaN for none
    std::optional<QPointF> ballM; ///< ball position relative to the feet: x left, y forward
    QString group{};              ///< key of its group; empty for a success
    QString reason{};             ///< values and time of the failure
    [[nodiscard]] bool operator==(const SkillTrialRow& other) const;
};

/// Failures of one kind.
struct SkillFailureGroup {
    QString key;
    QString title; ///< such as `7 too wide (median 14 degrees)`
    [[nodiscard]] bool operator==(const SkillFailureGroup&) const = default;
};

/// Contents of the skill lab.
struct SkillLabView {
    std::vector<SkillTrialRow> trials;     ///< finished ones, in order of their numbers
    std::vector<SkillFailureGroup> groups; ///< groups of failures, the most frequent first
    int planned = 0;                       ///< number of planned trials
    bool isRunning = false;
    QString valueName; ///< figure of merit, such as `Distance`; empty before the first run
    QString unit;      ///< unit of the values
    QString fault;     ///< why the skill cannot be run; empty if it can
};

} // namespace sideline::widgets
