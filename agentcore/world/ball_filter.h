#pragma once

#include <array>
#include <cstddef>

#include <Eigen/Core>

#include "agentcore/world/agent_frame.h"
#include "agentcore/world/ball_track.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// Where the ball is and how it moves: what was seen, and between vision frames a ball that rolls
/// out, flies and bounces as the server's does (simspark.md 3.6).
///
/// Several accounts are kept side by side and weighted by how well they foretell what is seen: that
/// nobody touched it and it rests, rolls or flies, that it was kicked since the last vision frame,
/// that it was put elsewhere. What is reported is the likeliest of them. (A Gaussian sum filter
/// with a birth of hypotheses at each vision frame.) Nothing is allocated.
class BallFilter {
public:
    /// Lets time pass. Steps of the server are 20 ms long; what is over is kept for later.
    void predict(double stepS);
    void see(const SeenPoint& vision);
    /// A vision frame in which the ball would have been seen if it were where it is believed to be.
    /// After some of these it is not believed in any more.
    void miss();
    /// The referee may have moved it: it is believed more readily that it is elsewhere, until it is
    /// seen twice.
    void mayHaveBeenMoved();
    void reset();

    /// What is believed; `p_T` is left at 0, as it depends on the robot's pose.
    [[nodiscard]] const BallBelief& ball() const { return m_ball; }

private:
    static constexpr std::size_t kMaxTracks = 8;
    static constexpr std::size_t kMaxCandidates = 2 * kMaxTracks + 8;
    struct Candidates;

    void start(const SeenPoint& seen, double logPrior, Candidates& candidates) const;
    void follow(const SeenPoint& seen, Candidates& candidates) const;
    void suspectTouch(const SeenPoint& seen, Candidates& candidates) const;
    void keepBest(Candidates& candidates);
    void publish();

    std::array<BallTrack, kMaxTracks> m_tracks{}; ///< the likeliest has log weight 0
    std::size_t m_count = 0;
    std::size_t m_reported = 0; ///< the one that is published
    BallBelief m_ball;
    Eigen::Matrix3d m_common_FM2 = Eigen::Matrix3d::Zero(); ///< of the last vision frame
    double m_unsteppedS = 0.0;
    int m_misses = 0;
    int m_mayBeMoved = 0; ///< vision frames for which it may have been put elsewhere
};

} // namespace sideline::world
