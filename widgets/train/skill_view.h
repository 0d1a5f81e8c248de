#pragma once

#include <optional>
#include <vector>

#include <QPointF>
#include <QString>

namespace sideline::widgets {

/// One trial of a skill, as it is shown.
struct SkillTrialRow {
    int number = 0; ///< from 0, in the order in which they began
    bool isSuccess = false;
    double value = 0.0;           ///< of the figure that counts; NaN for none
    std::optional<QPointF> ballM; ///< where the ball lay, from below the feet: x left, y forward
    [[nodiscard]] bool operator==(const SkillTrialRow& other) const;
};

/// What the skill lab shows.
struct SkillLabView {
    std::vector<SkillTrialRow> trials; ///< that are there, in order of their numbers
    int planned = 0;                   ///< how many there will be
    bool isRunning = false;
    QString valueName; ///< the figure that counts, such as `Distance`; empty before the first run
    QString unit;      ///< of it
    QString fault;     ///< why the skill cannot be tried; empty if it can
};

} // namespace sideline::widgets
