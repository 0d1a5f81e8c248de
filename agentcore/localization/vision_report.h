#pragma once

#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/vision_fit.h"

namespace sideline::localization {

/// Adds to `diagnostics` how a vision frame was processed: one report per landmark and line,
/// predicted from the belief that the fit started from, and the sums over the used observations.
void reportVision(const VisionPoints& vision, const CameraBelief& belief, const VisionFit& fit,
                  const field::FieldModel& field, PoseDiagnostics& diagnostics);

/// Adds a vision frame without a pose: measurements only, reported as not used.
void reportUnplaced(const VisionPoints& vision, const field::FieldModel& field,
                    PoseDiagnostics& diagnostics);

} // namespace sideline::localization
