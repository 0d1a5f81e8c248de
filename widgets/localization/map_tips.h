#pragma once

#include <QString>
#include <QStringList>

#include "widgets/localization/map_scene.h"

namespace sideline::widgets {

/// Describes an observation, line by line: name, verdict, measured, expected, difference,
/// sigmas against the gate.
/// @param mark the observation on the map, for its residual on the ground
/// @param isEnlarged whether its residual is drawn enlarged
[[nodiscard]] QString tipOf(const localization::ObservationReport& report, const SeenMark& mark,
                            bool isEnlarged);
/// Describes a belief: position, heading, error, uncertainty.
/// @param isRing whether its ellipse is too small to be drawn to scale
[[nodiscard]] QString tipOf(const BeliefMark& belief, bool isChosen, bool isRing);
[[nodiscard]] QString tipOf(const TruthMark& truth);
[[nodiscard]] QString tipOf(const ObjectMark& thing);

} // namespace sideline::widgets
