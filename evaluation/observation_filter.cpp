#include "evaluation/observation_filter.h"

#include <algorithm>
#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::evaluation {

namespace {

bool isLandmark(const protocol::SeenObject& object, char kind) {
    return object.name.size() == 3 && object.name.front() == kind;
}

class Shaker {
public:
    Shaker(const localization::VisionNoise& law, double factor, base::Rng& rng)
        : m_law(law), m_factor(factor), m_rng(rng) {}

    void shake(protocol::Polar& polar) {
        polar.distanceM *= 1.0 + m_factor * m_law.distanceRatio * m_rng.normal(1.0);
        polar.thetaDeg += math::degFromRad(m_factor * m_law.sidewaysRad) * m_rng.normal(1.0);
        polar.phiDeg += math::degFromRad(m_factor * m_law.upwardsRad) * m_rng.normal(1.0);
    }

    void shake(protocol::VisionPercept& vision) {
        for (protocol::SeenObject& object : vision.objects) {
            shake(object.polar);
        }
        for (protocol::SeenPlayer& player : vision.players) {
            for (protocol::SeenObject& part : player.parts) {
                shake(part.polar);
            }
        }
        for (auto& [from, to] : vision.lines) {
            shake(from);
            shake(to);
        }
    }

private:
    const localization::VisionNoise& m_law;
    double m_factor;
    base::Rng& m_rng;
};

} // namespace

void applyFilter(const ObservationFilter& filter, const localization::VisionNoise& law,
                 std::uint64_t visionNumber, base::Rng& rng, protocol::Percepts& percepts) {
    if (!filter.gyro) {
        percepts.gyros.clear();
    }
    if (!filter.accelerometer) {
        percepts.accelerometers.clear();
    }
    if (!filter.feet) {
        percepts.forces.clear();
    }
    if (percepts.vision) {
        protocol::VisionPercept& vision = *percepts.vision;
        if (filter.addedNoise > 0.0) { // adds noise before removing observations, so that the noise
                                       // of the others is unchanged
            Shaker(law, filter.addedNoise, rng).shake(vision);
        }
        std::erase_if(vision.objects, [&](const protocol::SeenObject& object) {
            return (!filter.cornerFlags && isLandmark(object, 'F')) ||
                   (!filter.goalPosts && isLandmark(object, 'G'));
        });
        if (!filter.lines) {
            vision.lines.clear();
            vision.cutLines.clear();
        }
        const auto every = static_cast<std::uint64_t>(std::max(filter.visionEvery, 1));
        if (visionNumber % every != 0) {
            percepts.vision.reset();
        } else {
            vision.order.clear(); // may refer to removed observations
        }
    }
    percepts.order.clear();
}

void takePercepts(const StreamCycle& cycle, const EstimatorSetup& setup, std::uint64_t& visionCount,
                  protocol::Percepts& percepts) {
    constexpr std::uint64_t kSeedStride = 0x9e3779b97f4a7c15U;
    if (!protocol::parsePercepts(cycle.percepts, percepts)) {
        percepts.clear();
    }
    const std::uint64_t number = visionCount;
    if (percepts.vision) {
        ++visionCount;
    }
    base::Rng rng(setup.seed + kSeedStride * number);
    applyFilter(setup.filter, {}, number, rng, percepts);
}

} // namespace sideline::evaluation
