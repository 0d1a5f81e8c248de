#pragma once

#include <QPainter>

#include "agentcore/field/field_model.h"
#include "widgets/localization/label_layout.h"
#include "widgets/localization/map_scene.h"

namespace sideline::widgets {

/// Residuals that are shorter on the screen get an arrow of so many times their length.
inline constexpr double kShortResidualPx = 6.0;
inline constexpr double kResidualTimes = 10.0;
/// Whether the distance of an end from where it belongs is drawn enlarged.
[[nodiscard]] bool isEnlarged(const SeenMark& mark, std::size_t end, const MapScale& scale);

/// What the camera can see of the ground, within the field and a little around it.
void paintView(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
               const field::FieldModel& field);
/// Seen lines, their partners on the field, and what is between them.
void paintSeenLine(QPainter& painter, const MapScale& scale, const SeenMark& mark,
                   const field::FieldModel& field, bool isHighlighted, LabelLayout& labels);
void paintSeenLandmark(QPainter& painter, const MapScale& scale, const SeenMark& mark,
                       bool isHighlighted, LabelLayout& labels);

} // namespace sideline::widgets
