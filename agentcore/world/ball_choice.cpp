#include "agentcore/world/ball_choice.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/localization/camera.h"

namespace sideline::world {

namespace {

constexpr double kBallGotMps = 6.0;       // assumed maximum speed of a ball since it was last seen
constexpr double kBallGotM = 4.0;         // assumed maximum distance moved since then
constexpr double kBallOffM = 0.3;         // minimum tolerance
constexpr double kFitSigmas = 4.0;        // tolerance in standard deviations
constexpr double kSecondWithinS = 0.5;    // maximum time between two matching outliers
constexpr double kMaxFlightHeightM = 3.0; // maximum height of a flying ball
constexpr double kBallBesideM = 3.5;      // the server's border plus a margin

double ballSigmaM(const SeenPoint& seen) {
    return std::sqrt(std::max(0.0, (seen.noise_FM2 + seen.common_FM2).trace()));
}

} // namespace

bool BallChoice::isPossible(const SeenPoint& seen) const {
    const double slackM = kFitSigmas * ballSigmaM(seen) + kBallOffM;
    return std::abs(seen.p_F.x()) < m_field.lengthM / 2.0 + kBallBesideM + slackM &&
           std::abs(seen.p_F.y()) < m_field.widthM / 2.0 + kBallBesideM + slackM &&
           seen.p_F.z() > -slackM && seen.p_F.z() < kMaxFlightHeightM + slackM;
}

const protocol::SeenObject* BallChoice::choose(const protocol::VisionPercept& vision,
                                               const Viewpoint* view, const BallBelief& believed) {
    const protocol::SeenObject* best = nullptr;
    double bestOff = std::numeric_limits<double>::infinity(); // distance relative to the tolerance
    Eigen::Vector3d best_F = Eigen::Vector3d::Zero();
    double bestSigmaM = 0.0;
    for (const protocol::SeenObject& object : vision.objects) {
        if (object.name != "B" || !localization::isUsable(object.polar)) {
            continue;
        }
        if (!m_checksPlausibility || view == nullptr) {
            return &object;
        }
        const SeenPoint seen = view->point(object.polar);
        if (!isPossible(seen)) {
            continue;
        }
        const double sigma = ballSigmaM(seen);
        const double offM = believed.isKnown ? (seen.p_F - believed.p_F).norm()
                                             : std::abs(seen.p_F.z() - game::kBallRadiusM);
        const double mayBeM =
            kBallOffM + kFitSigmas * sigma +
            (believed.isKnown ? std::min(kBallGotMps * believed.ageS, kBallGotM) : 0.0);
        if (offM / mayBeM < bestOff) {
            bestOff = offM / mayBeM;
            best = &object;
            best_F = seen.p_F;
            bestSigmaM = sigma;
        }
    }
    if (best == nullptr || (believed.isKnown && bestOff <= 1.0)) {
        return best;
    }
    const bool isConfirmed = m_outlierAgeS <= kSecondWithinS &&
                             (best_F - m_outlier_F).norm() <=
                                 kBallOffM + kFitSigmas * bestSigmaM + kBallGotMps * m_outlierAgeS;
    m_outlier_F = best_F;
    m_outlierAgeS = 0.0;
    return isConfirmed ? best : nullptr;
}

} // namespace sideline::world
