#pragma once

#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/vision_fit.h"

namespace sideline::localization {

/// Adds what was made of a vision frame to `diagnostics`: one report per landmark and line,
/// predicted by the belief that the fit started from, and the sums of what is used.
void reportVision(const VisionPoints& vision, const CameraBelief& belief, const VisionFit& fit,
                  const field::FieldModel& field, PoseDiagnostics& diagnostics);

/// The same while nobody knows from where it was seen: only what was measured, not used.
void reportUnplaced(const VisionPoints& vision, const field::FieldModel& field,
                    PoseDiagnostics& diagnostics);

} // namespace sideline::localization
