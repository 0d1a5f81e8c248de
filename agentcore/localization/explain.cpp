#include "agentcore/localization/explain.h"

namespace sideline::localization {

void explainSight(const PoseInput& /*input*/, const PoseEstimate& /*belief*/,
                  const VisionNoise& /*noise*/, PoseDiagnostics& diagnostics) {
    diagnostics.clear();
}

} // namespace sideline::localization
