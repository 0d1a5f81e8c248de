#include "agentcore/world/player_tracker.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"

namespace sideline::world {

namespace {

constexpr std::size_t kMaxPlayers = 32;
constexpr double kForgetS = 10.0;
constexpr double kSameM = 1.0;    // players without numbers this near to each other are the same
constexpr double kFollow = 0.6;   // share of a new sight in the believed position
constexpr double kFallenM = 0.25; // a standing robot's head is at 0.5 m
constexpr double kAimRad = math::radFromDeg(0.15); // noise of a direction
constexpr double kMinHeadingRatio = 4.0; // how much wider than its noise a pair of parts must be

// A part of a player's body, if it was seen; in F.
struct SeenPart {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    bool isSeen = false;

    SeenPart& operator=(const Eigen::Vector3d& seen_F) {
        p_F = seen_F;
        isSeen = true;
        return *this;
    }
    explicit operator bool() const { return isSeen; }
    const Eigen::Vector3d& operator*() const { return p_F; }
    const Eigen::Vector3d* operator->() const { return &p_F; }
};

// Where the named parts of one player were seen, in F.
struct SeenParts {
    Eigen::Vector3d sum_F = Eigen::Vector3d::Zero();
    int count = 0;
    double distanceM = 0.0;
    SeenPart head_F;
    SeenPart rightArm_F;
    SeenPart leftArm_F;
    SeenPart rightFoot_F;
    SeenPart leftFoot_F;

    void add(std::string_view name, const Eigen::Vector3d& p_F) {
        sum_F += p_F;
        ++count;
        if (name == "head") {
            head_F = p_F;
        } else if (name == "rlowerarm") {
            rightArm_F = p_F;
        } else if (name == "llowerarm") {
            leftArm_F = p_F;
        } else if (name == "rfoot") {
            rightFoot_F = p_F;
        } else if (name == "lfoot") {
            leftFoot_F = p_F;
        }
    }
};

// The direction that is forward for a robot whose right and left are known, if they are far enough
// from each other to tell.
std::optional<double> headingOf(const SeenPart& right_F, const SeenPart& left_F, double distanceM) {
    if (!right_F || !left_F) {
        return std::nullopt;
    }
    const Eigen::Vector3d toRight_F = *right_F - *left_F;
    if (toRight_F.head<2>().norm() < kMinHeadingRatio * (0.01 + distanceM * kAimRad)) {
        return std::nullopt;
    }
    return std::atan2(toRight_F.x(), -toRight_F.y());
}

PlayerBelief believed(const SeenParts& parts) {
    PlayerBelief player;
    player.p_F = parts.head_F ? *parts.head_F : Eigen::Vector3d(parts.sum_F / parts.count);
    player.isFallen = parts.head_F && parts.head_F->z() < kFallenM;
    player.p_F.z() = 0.0;
    auto headingRad = headingOf(parts.rightArm_F, parts.leftArm_F, parts.distanceM);
    if (!headingRad) {
        headingRad = headingOf(parts.rightFoot_F, parts.leftFoot_F, parts.distanceM);
    }
    player.hasHeading = headingRad.has_value();
    player.headingRad = headingRad.value_or(0.0);
    return player;
}

} // namespace

PlayerTracker::PlayerTracker() {
    m_players.reserve(kMaxPlayers);
}

void PlayerTracker::predict(double stepS) {
    for (PlayerBelief& player : m_players) {
        player.ageS += stepS;
    }
    std::erase_if(m_players, [](const PlayerBelief& player) { return player.ageS > kForgetS; });
}

void PlayerTracker::see(const protocol::Sight& sight, const math::Pose& X_FC,
                        const AgentIdentity& self) {
    for (const auto& seen : sight.players) {
        const bool isTeammate = seen.team == self.team;
        if (isTeammate && seen.unum == self.robot.unum.value() && seen.unum != 0) {
            continue; // a robot sees its own arms
        }
        SeenParts parts;
        for (const auto& part : seen.parts) {
            if (localization::isUsable(part.polar)) {
                parts.add(part.name, X_FC * localization::pointInCamera(part.polar));
                parts.distanceM = part.polar.distanceM;
            }
        }
        if (parts.count == 0 || !parts.sum_F.allFinite()) {
            continue;
        }
        PlayerBelief player = believed(parts);
        player.isTeammate = isTeammate;
        player.unum = std::max(seen.unum, 0);
        if (PlayerBelief* known = find(player)) {
            if ((known->p_F - player.p_F).norm() < kSameM) {
                player.p_F = known->p_F + kFollow * (player.p_F - known->p_F);
            }
            player.unum = std::max(player.unum, known->unum);
            *known = player;
        } else if (m_players.size() < kMaxPlayers) {
            m_players.push_back(player);
        }
    }
}

PlayerBelief* PlayerTracker::find(const PlayerBelief& seen) {
    PlayerBelief* best = nullptr;
    double bestM = kSameM;
    for (PlayerBelief& player : m_players) {
        if (player.isTeammate != seen.isTeammate) {
            continue;
        }
        if (player.unum != 0 && seen.unum != 0) {
            if (player.unum == seen.unum) {
                return &player;
            }
            continue;
        }
        // One that was told in this sight already is another.
        const double distanceM = (player.p_F - seen.p_F).norm();
        if (distanceM < bestM && player.ageS > 0.0) {
            best = &player;
            bestM = distanceM;
        }
    }
    return best;
}

void PlayerTracker::reset() {
    m_players.clear();
}

} // namespace sideline::world
