#pragma once

#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/sight_fit.h"

namespace sideline::localization {

/// Adds what was made of a sight to `diagnostics`: one report per landmark and line, predicted by
/// the belief that the fit started from, and the sums of what is used.
void reportSight(const SightPoints& sight, const CameraBelief& belief, const SightFit& fit,
                 const field::FieldModel& field, PoseDiagnostics& diagnostics);

/// The same while nobody knows from where it was seen: only what was measured, not used.
void reportUnplaced(const SightPoints& sight, const field::FieldModel& field,
                    PoseDiagnostics& diagnostics);

} // namespace sideline::localization
