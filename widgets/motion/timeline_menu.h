#pragma once

#include <functional>

#include <QString>
#include <QWidget>

#include "widgets/motion/timeline_state.h"

class QMenu;

namespace sideline::widgets {

/// Asks for a line of text in place: Enter accepts it, Esc or a click elsewhere cancels.
void askForText(QWidget* parent, const QRect& place, const QString& text, const QString& tip,
                const std::function<void(const QString&)>& take);

/// The place at which a menu of the timeline is opened.
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
/// Fills a menu with the edits of the ruler: markers, loop, range, time.
void fillRulerMenu(QMenu& menu, TimelineState& state, const TimelinePlace& place);

} // namespace sideline::widgets
