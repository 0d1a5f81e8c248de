// Arbitrary text as an agent's belief messages, one per line: accepted values are finite and within
// bounds, and rejections have a reason.
#include <cmath>
#include <cstdint>
#include <string_view>

#include "agentcore/robot/nao.h"
#include "evaluation/belief_file.h"
#include "evaluation/belief_run.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

void check(const evaluation::BeliefMessage& message) {
    require(message.timeS || message.cycle, "it has a time or cycle");
    require(message.particles.size() <= evaluation::kMaxParticles, "not too many particles");
    for (const Eigen::Vector3d& particle : message.particles) {
        require(particle.allFinite(), "particles are finite");
    }
    require(!message.pose || (std::isfinite(message.pose->xM) && std::isfinite(message.pose->yM) &&
                              std::isfinite(message.pose->headingRad)),
            "the pose is finite");
    require(!message.covariance || message.covariance->allFinite(), "the spread is finite");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const evaluation::BeliefFile file = evaluation::beliefsIn(text, "fuzz");
    for (const base::Error& fault : file.faults) {
        require(!fault.message.empty() && fault.line, "a fault states what and where");
    }
    static const field::FieldModel field(field::newestField().dimensions);
    evaluation::AgentStream stream("fuzz", robot::naoModel(robot::NaoType::Standard), 0);
    for (int i = 0; i < 20; ++i) {
        stream.append("(See (F1L (pol 10.00 5.00 1.00)) (G1R (pol 12.00 -5.00 1.00)))", "");
    }
    evaluation::BeliefRun run(field);
    for (const evaluation::BeliefMessage& message : file.messages) {
        check(message);
        run.add(message);
    }
    run.advance(stream);
    for (const localization::PoseEstimate& estimate : run.estimates()) {
        require(estimate.X_ST.R.allFinite() && estimate.X_ST.p.allFinite(), "the pose is finite");
        require(std::isfinite(estimate.positionSigmaM) && std::isfinite(estimate.headingSigmaRad),
                "its spread is finite");
    }
    return 0;
}
