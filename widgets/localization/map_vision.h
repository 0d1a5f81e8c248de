#pragma once

#include <QPainter>

#include "agentcore/field/field_model.h"
#include "widgets/localization/label_layout.h"
#include "widgets/localization/map_scene.h"

namespace sideline::widgets {

/// Residuals that are shorter than this on the screen are enlarged by `kResidualTimes`.
inline constexpr double kShortResidualPx = 6.0;
inline constexpr double kResidualTimes = 10.0;
/// Whether the distance between an end and its true position is drawn enlarged.
[[nodiscard]] bool isEnlarged(const SeenMark& mark, std::size_t end, const MapScale& scale);

/// The part of the ground that the camera can see, within the field and slightly beyond it.
void paintView(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
               const field::FieldModel& field);
/// Observed lines, the matching field lines, and the residuals between them.
void paintSeenLine(QPainter& painter, const MapScale& scale, const SeenMark& mark,
                   const field::FieldModel& field, bool isHighlighted, LabelLayout& labels);
void paintSeenLandmark(QPainter& painter, const MapScale& scale, const SeenMark& mark,
                       bool isHighlighted, LabelLayout& labels);

} // namespace sideline::widgets
