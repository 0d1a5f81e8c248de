#pragma once

#include <QPainter>

#include "agentcore/game/constants.h"
#include "widgets/localization/label_layout.h"
#include "widgets/localization/localize_view.h"
#include "widgets/localization/map_scene.h"

namespace sideline::widgets {

/// Ellipses whose semi-major axis is shorter than this are drawn as a ring of this size.
inline constexpr double kSmallestEllipsePx = 4.0;
inline constexpr double kBeliefPx = 8.0; ///< half the size of a belief's marker
inline constexpr double kTruthPx = 9.0;
inline constexpr double kPlayerRadiusM = 0.22;
using game::kBallRadiusM;
/// Half the size of a ball's or player's marker on the screen.
[[nodiscard]] double objectRadiusPx(const ObjectMark& thing, const MapScale& scale);

/// The last few seconds of truth (if `withTruth`) and beliefs (if `withBeliefs`); jumps are
/// omitted.
void paintTrails(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                 bool withTruth, bool withBeliefs);
/// The poses that the chosen estimator considered.
void paintCandidates(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant);
/// Two sigmas of every belief: position and heading.
void paintSpreads(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant);
/// A line from the truth to every belief, with its length once it is long enough on the screen.
void paintErrors(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                 LabelLayout& labels);
void paintTruth(QPainter& painter, const MapScale& scale, const TruthMark& truth);
/// The beliefs' markers and names; the chosen one above the others.
void paintBeliefs(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                  LabelLayout& labels);
/// Believed balls (`balls`) or players (otherwise) with their uncertainty, connected to the true
/// ones.
void paintObjects(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                  bool balls, LabelLayout& labels);

} // namespace sideline::widgets
