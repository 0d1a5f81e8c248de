#pragma once

#include <array>
#include <cstddef>

#include <Eigen/Core>

#include "agentcore/world/agent_frame.h"
#include "agentcore/world/ball_track.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// Estimates position and velocity of the ball from vision frames, and between them by a motion
/// model of rolling, flight and bounces like the server's (simspark.md 3.6).
///
/// A Gaussian sum filter: several tracks are weighted by how well they predict the measurements:
/// untouched and resting, rolling or flying; kicked since the last vision frame; moved to another
/// place. New hypotheses are created at each vision frame. The track with the highest weight is
/// reported. Allocates nothing.
class BallFilter {
public:
    /// Advances the time in server steps of 20 ms; the remainder is kept for the next call.
    void predict(double stepS);
    void see(const SeenPoint& vision);
    /// Processes a vision frame that should have shown the ball but did not. After several of them
    /// the ball is no longer known.
    void miss();
    /// Signals that the referee may have moved the ball: raises the probability of a new position
    /// until the ball has been seen twice.
    void mayHaveBeenMoved();
    void reset();

    /// The current estimate; `p_T` is 0, since it depends on the robot's pose.
    [[nodiscard]] const BallBelief& ball() const { return m_ball; }

private:
    static constexpr std::size_t kMaxTracks = 8;
    static constexpr std::size_t kMaxCandidates = 2 * kMaxTracks + 8;
    struct Candidates;

    void start(const SeenPoint& seen, double logPrior, Candidates& candidates) const;
    void follow(const SeenPoint& seen, Candidates& candidates) const;
    void addTouchCandidates(const SeenPoint& seen, Candidates& candidates) const;
    void keepBest(Candidates& candidates);
    void publish();

    std::array<BallTrack, kMaxTracks> m_tracks{}; ///< the best one has log weight 0
    std::size_t m_count = 0;
    std::size_t m_reported = 0; ///< index of the published track
    BallBelief m_ball;
    Eigen::Matrix3d m_common_FM2 = Eigen::Matrix3d::Zero(); ///< common uncertainty in the last
                                                            ///< vision frame
    double m_unsteppedS = 0.0;
    int m_misses = 0;
    int m_mayBeMoved = 0; ///< remaining vision frames in which the ball may have been moved
};

} // namespace sideline::world
