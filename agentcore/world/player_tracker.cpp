#include "agentcore/world/player_tracker.h"

#include <algorithm>
#include <cmath>

namespace sideline::world {

namespace {

constexpr std::size_t kMaxPlayers = 32;
constexpr double kForgetS = 10.0;
constexpr int kMissesToForget = 5;
// Gates for matching players without a number.
constexpr double kSameGate = 16.0;     // maximum distance in squared sigmas
constexpr double kSameM = 1.0;         // maximum distance
constexpr double kCertainMatchM = 0.3; // sightings are always matched below this distance
constexpr double kDoubleM = 0.4;       // two robots are never this close
constexpr double kMiddleM = 0.3;       // height of the center of a standing robot

} // namespace

PlayerTracker::PlayerTracker() {
    m_tracks.reserve(kMaxPlayers);
    m_observed.reserve(kMaxPlayers);
    m_players.reserve(kMaxPlayers);
}

void PlayerTracker::predict(double stepS) {
    if (!(stepS > 0.0) || !std::isfinite(stepS)) {
        return;
    }
    for (Followed& followed : m_tracks) {
        followed.track.predict(stepS);
    }
    std::erase_if(m_tracks, [](const Followed& f) { return f.track.belief().ageS > kForgetS; });
    publish();
}

void PlayerTracker::see(const protocol::VisionPercept& vision, const Viewpoint& view,
                        const AgentIdentity& self) {
    for (Followed& followed : m_tracks) {
        followed.isSeen = false;
    }
    read(vision, view, self);
    matchNumbers();
    matchNearest();
    for (const Observed& observed : m_observed) {
        if (!observed.isMatched && m_tracks.size() < kMaxPlayers) {
            m_tracks.push_back({PlayerTrack(observed.vision), true, false});
        }
    }
    dropDuplicates();
    for (Followed& followed : m_tracks) {
        Eigen::Vector3d middle_F = followed.track.belief().p_F;
        middle_F.z() = kMiddleM;
        if (!followed.isSeen && view.isInView(middle_F)) {
            followed.track.miss();
        }
    }
    std::erase_if(m_tracks, [](const Followed& f) { return f.track.misses() >= kMissesToForget; });
    publish();
}

void PlayerTracker::read(const protocol::VisionPercept& vision, const Viewpoint& view,
                         const AgentIdentity& self) {
    m_observed.clear();
    // rcssservermj identifies teams by side.
    const bool hasSides =
        self.model != nullptr && self.model->traits().server == game::ServerKind::Rcssservermj;
    const std::string_view ownSide = !hasSides                              ? std::string_view()
                                     : self.robot.side == game::Side::Left  ? "0"
                                     : self.robot.side == game::Side::Right ? "1"
                                                                            : std::string_view();
    for (const protocol::SeenPlayer& seen : vision.players) {
        const bool isTeammate =
            seen.team == self.team || (!ownSide.empty() && seen.team == ownSide);
        if (isTeammate && seen.unum == self.robot.unum.value() && seen.unum != 0) {
            continue; // a robot sees its own arms
        }
        const auto player = readPlayer(seen, view, isTeammate);
        if (player && m_observed.size() < kMaxPlayers) {
            m_observed.push_back({*player, false});
        }
    }
}

void PlayerTracker::matchNumbers() {
    for (Observed& observed : m_observed) {
        const PlayerObservation& vision = observed.vision;
        const auto known = std::find_if(m_tracks.begin(), m_tracks.end(), [&](const Followed& f) {
            return vision.unum != 0 && f.track.belief().unum == vision.unum &&
                   f.track.belief().isTeammate == vision.isTeammate;
        });
        if (known == m_tracks.end()) {
            continue;
        }
        // Of two sightings with the same number in one vision frame, the first counts.
        if (!known->isSeen) {
            known->track.see(vision);
            known->isSeen = true;
        }
        observed.isMatched = true;
    }
}

// Matches tracks and sightings where one of them has no number, best pair first.
void PlayerTracker::matchNearest() {
    while (true) {
        Observed* bestVision = nullptr;
        Followed* bestTrack = nullptr;
        double bestM = kSameM;
        for (Observed& observed : m_observed) {
            for (Followed& followed : m_tracks) {
                const PlayerBelief& belief = followed.track.belief();
                if (observed.isMatched || followed.isSeen ||
                    belief.isTeammate != observed.vision.isTeammate ||
                    (belief.unum != 0 && observed.vision.unum != 0)) {
                    continue;
                }
                const double distanceM = (belief.p_F.head<2>() - observed.vision.p_F).norm();
                if (distanceM < bestM && (distanceM < kCertainMatchM ||
                                          followed.track.gateOf(observed.vision) < kSameGate)) {
                    bestM = distanceM;
                    bestVision = &observed;
                    bestTrack = &followed;
                }
            }
        }
        if (bestVision == nullptr) {
            return;
        }
        bestTrack->track.see(bestVision->vision);
        bestTrack->isSeen = true;
        bestVision->isMatched = true;
    }
}

// Removes an unseen track without a number at the position of a player with a number.
void PlayerTracker::dropDuplicates() {
    for (Followed& followed : m_tracks) {
        const PlayerBelief& belief = followed.track.belief();
        followed.isDuplicate =
            belief.unum == 0 && !followed.isSeen &&
            std::any_of(m_tracks.begin(), m_tracks.end(), [&](const Followed& other) {
                return other.isSeen && other.track.belief().isTeammate == belief.isTeammate &&
                       (other.track.belief().p_F - belief.p_F).norm() < kDoubleM;
            });
    }
    std::erase_if(m_tracks, [](const Followed& followed) { return followed.isDuplicate; });
}

void PlayerTracker::publish() {
    m_players.clear();
    for (const Followed& followed : m_tracks) {
        m_players.push_back(followed.track.belief());
    }
}

void PlayerTracker::reset() {
    m_tracks.clear();
    m_observed.clear();
    m_players.clear();
}

} // namespace sideline::world
