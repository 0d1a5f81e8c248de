#include <algorithm>
#include <cmath>
#include <string_view>

#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/world/player_track.h"

namespace sideline::world {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;

// Relative position of the torso between head and feet. (Nao: the head is 0.15 m above the torso,
// the feet are 0.35 m below.)
constexpr double kTorsoRatio = 0.3;
// Standard deviation of the parts of a walking player relative to its torso.
constexpr double kHeadSwayM = 0.015;
constexpr double kFeetSwayM = 0.03;
constexpr double kOneFootM = 0.06;
constexpr double kArmsSwayM = 0.08;
constexpr double kLyingM = 0.15; // sigma for a lying player with only one end visible
// Standard deviation of the direction between two parts relative to the body.
constexpr double kArmsTwistRad = math::radFromDeg(8.0);
constexpr double kFeetTwistRad = math::radFromDeg(12.0);
constexpr double kMaxHeadingSigmaRad = math::radFromDeg(35.0);
constexpr double kMinPairDistanceM = 0.02;
// Height of a standing player's head and feet.
constexpr double kHeadM = 0.53;
constexpr double kFootM = 0.04;
constexpr double kLyingHeadM = 0.25;

struct Part {
    bool isSeen = false;
    SeenPoint point;
};
using Parts = std::array<Part, kPlayerPartCount>;

const Part& partOf(const Parts& parts, PlayerPart part) {
    return parts[static_cast<std::size_t>(part)];
}

std::optional<std::size_t> indexOf(std::string_view name) {
    constexpr std::array<std::string_view, kPlayerPartCount> kNames = {
        "head", "rlowerarm", "llowerarm", "rfoot", "lfoot"};
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    return found == kNames.end()
               ? std::nullopt
               : std::optional<std::size_t>(static_cast<std::size_t>(found - kNames.begin()));
}

// Mean of angles as unit vectors, weighted by their inverse variances.
class AngleMean {
public:
    void add(double angleRad, double varianceRad2) {
        m_sum += Vector2d(std::cos(angleRad), std::sin(angleRad)) / varianceRad2;
        m_weight += 1.0 / varianceRad2;
    }
    [[nodiscard]] std::optional<AngleMeasurement> mean() const {
        if (!(m_weight > 0.0) || !(m_sum.norm() > 1e-9)) {
            return std::nullopt;
        }
        return AngleMeasurement{std::atan2(m_sum.y(), m_sum.x()), 1.0 / m_weight};
    }

private:
    Vector2d m_sum = Vector2d::Zero();
    double m_weight = 0.0;
};

// Adds the forward direction of a robot from its right and left parts.
void addHeading(const Part& right, const Part& left, double twistRad, AngleMean& heading) {
    if (!right.isSeen || !left.isSeen) {
        return;
    }
    const Vector2d toRight_F = (right.point.p_F - left.point.p_F).head<2>();
    const double lengthM = toRight_F.norm();
    if (lengthM < kMinPairDistanceM) {
        return;
    }
    const Vector2d across_F = Vector2d(-toRight_F.y(), toRight_F.x()) / lengthM;
    const Matrix2d noise = (right.point.noise_FM2 + left.point.noise_FM2).topLeftCorner<2, 2>();
    const double variance =
        across_F.dot(noise * across_F) / (lengthM * lengthM) + twistRad * twistRad;
    if (variance < kMaxHeadingSigmaRad * kMaxHeadingSigmaRad) {
        heading.add(std::atan2(toRight_F.x(), -toRight_F.y()), variance);
    }
}

// Center of both feet, or of the visible one.
struct Feet {
    bool isSeen = false;
    Vector3d p_F = Vector3d::Zero();
    Eigen::Matrix3d noise_FM2 = Eigen::Matrix3d::Zero();
    Eigen::Matrix3d common_FM2 = Eigen::Matrix3d::Zero();
    double swayM = kFeetSwayM;
};

Feet middleOf(const Part& right, const Part& left, double swayM, double oneM) {
    Feet feet;
    const int count = (right.isSeen ? 1 : 0) + (left.isSeen ? 1 : 0);
    for (const Part* part : {&right, &left}) {
        if (part->isSeen) {
            feet.isSeen = true;
            feet.p_F += part->point.p_F / count;
            feet.noise_FM2 += part->point.noise_FM2 / (count * count);
            feet.common_FM2 += part->point.common_FM2 / count;
        }
    }
    feet.swayM = count == 1 ? oneM : swayM;
    return feet;
}

std::optional<AngleMeasurement> tiltOf(const Part& head, const Feet& feet) {
    if (!head.isSeen) {
        return std::nullopt;
    }
    constexpr double kLengthM = kHeadM - kFootM;
    constexpr double kModelRad = 0.1;
    if (!feet.isSeen) {
        const double heightM = std::clamp((head.point.p_F.z() - kFootM) / kLengthM, 0.0, 1.0);
        const double sigmaRad =
            std::sqrt(head.point.noise_FM2(2, 2) + head.point.common_FM2(2, 2)) / kLengthM;
        // A height near its maximum determines the angle poorly, so the variance has a lower limit.
        return AngleMeasurement{std::acos(heightM), sigmaRad * sigmaRad + 0.04};
    }
    const Vector3d up_F = head.point.p_F - feet.p_F;
    const double lengthM = std::max(up_F.norm(), 0.1);
    const double noiseM2 = (head.point.noise_FM2 + feet.noise_FM2).trace() / 3.0;
    const double leanRad = std::atan2(up_F.head<2>().norm(), up_F.z());
    // A sitting or squatting robot keeps its head above its feet; a robot on its back with bent
    // legs does not, but its head is low then.
    const bool isLow = head.point.p_F.z() < kLyingHeadM && up_F.z() < 0.5 * kLyingHeadM;
    return AngleMeasurement{isLow ? std::max(leanRad, math::kPi / 2.5) : leanRad,
                            noiseM2 / (lengthM * lengthM) + kModelRad * kModelRad};
}

// Position of the torso on the ground, from the most informative parts.
void readPlace(const Part& head, const Feet& feet, const Feet& arms, PlayerObservation& vision) {
    const auto set = [&vision](const Eigen::Vector3d& p_F, const Eigen::Matrix3d& noise_FM2,
                               const Eigen::Matrix3d& common_FM2, double swayM) {
        vision.p_F = p_F.head<2>();
        vision.noise_FM2 = noise_FM2.topLeftCorner<2, 2>() + swayM * swayM * Matrix2d::Identity();
        vision.common_FM2 = common_FM2.topLeftCorner<2, 2>();
    };
    const bool isLying = vision.tilt && vision.tilt->angleRad > math::radFromDeg(45.0);
    if (head.isSeen && feet.isSeen) {
        const double f = kTorsoRatio;
        set((1.0 - f) * head.point.p_F + f * feet.p_F,
            (1.0 - f) * (1.0 - f) * head.point.noise_FM2 + f * f * feet.noise_FM2,
            (1.0 - f) * head.point.common_FM2 + f * feet.common_FM2,
            isLying ? 0.05 : (1.0 - f) * kHeadSwayM + f * feet.swayM);
    } else if (head.isSeen) {
        set(head.point.p_F, head.point.noise_FM2, head.point.common_FM2,
            isLying ? kLyingM : kHeadSwayM);
    } else if (feet.isSeen) {
        set(feet.p_F, feet.noise_FM2, feet.common_FM2, feet.swayM);
    } else {
        set(arms.p_F, arms.noise_FM2, arms.common_FM2, arms.swayM);
    }
}

} // namespace

std::optional<PlayerObservation> readPlayer(const protocol::SeenPlayer& seen, const Viewpoint& view,
                                            bool isTeammate) {
    PlayerObservation vision;
    vision.isTeammate = isTeammate;
    vision.unum = std::max(seen.unum, 0);
    Parts parts;
    bool hasPart = false;
    for (const protocol::SeenObject& object : seen.parts) {
        // A server that does not report body parts reports one unnamed position, which is used as
        // the head.
        const auto index =
            object.name.empty() ? std::optional<std::size_t>(0) : indexOf(object.name);
        if (!index || !localization::isUsable(object.polar)) {
            continue;
        }
        const SeenPoint point = view.point(object.polar);
        if (point.p_F.allFinite()) {
            parts[*index] = {true, point};
            vision.parts[*index] = {true, point.p_F};
            hasPart = true;
        }
    }
    if (!hasPart) {
        return std::nullopt;
    }
    const Part& head = partOf(parts, PlayerPart::Head);
    const Part& rightArm = partOf(parts, PlayerPart::RightArm);
    const Part& leftArm = partOf(parts, PlayerPart::LeftArm);
    const Part& rightFoot = partOf(parts, PlayerPart::RightFoot);
    const Part& leftFoot = partOf(parts, PlayerPart::LeftFoot);
    const Feet feet = middleOf(rightFoot, leftFoot, kFeetSwayM, kOneFootM);
    const Feet arms = middleOf(rightArm, leftArm, kArmsSwayM, 2.0 * kArmsSwayM);
    vision.tilt = tiltOf(head, feet);
    readPlace(head, feet, arms, vision);
    AngleMean heading;
    addHeading(rightArm, leftArm, kArmsTwistRad, heading);
    addHeading(rightFoot, leftFoot, kFeetTwistRad, heading);
    vision.heading = heading.mean();
    return vision;
}

} // namespace sideline::world
