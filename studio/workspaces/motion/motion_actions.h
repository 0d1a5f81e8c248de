#pragma once

#include "studio/actions/action_table.h"
#include "studio/session/motion_document.h"
#include "studio/workspaces/motion/motion_display.h"
#include "widgets/motion/motion_timeline.h"

namespace sideline::studio {

/// Connects the actions that edit the selection in the timeline, or change its display. GUI thread
/// only.
void connectTimelineActions(ActionTable& actions, widgets::MotionTimeline* timeline);

/// Connects the actions that show the robot from a given direction. GUI thread only.
void connectViewActions(ActionTable& actions, MotionDisplay& display);

/// Enables the actions that the motion and the selection allow, and adds the names of the next
/// steps to the texts of *Undo* and *Redo*.
void updateMotionActions(ActionTable& actions, MotionDocument& document);

} // namespace sideline::studio
