#pragma once

#include <functional>

#include <QString>
#include <QWidget>

#include "widgets/motion/timeline_state.h"

class QMenu;

namespace sideline::widgets {

/// Asks for a line of text in place: Enter takes it, Esc or a click elsewhere leaves all as it was.
void askForText(QWidget* parent, const QRect& place, const QString& text, const QString& tip,
                const std::function<void(const QString&)>& take);

/// What a menu of the timeline is opened on.
struct TimelinePlace {
    double timeS = 0.0;
    QString joint; ///< empty outside of rows
    /// Asks the user for a number or name near the menu's place.
    std::function<void(const QString& text, const QString& tip,
                       const std::function<void(const QString&)>& take)>
        ask;
};

/// Fills a menu with all edits of the selection, the keyframe, the time and the range.
void fillKeyMenu(QMenu& menu, TimelineState& state, const TimelinePlace& place);
/// Fills a menu with what the ruler offers: markers, loop, range, time.
void fillRulerMenu(QMenu& menu, TimelineState& state, const TimelinePlace& place);

} // namespace sideline::widgets
