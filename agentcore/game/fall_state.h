#pragma once

#include "agentcore/game/constants.h"

namespace sideline::game {

/// Tracks whether a robot has fallen, from the tilt of its torso in every cycle.
///
/// A change counts after it has lasted 0.1 s, which filters out isolated wrong estimates. Trials
/// and agents both use this class, so that motions that wait for a fall continue at the same time
/// in both.
class FallState {
public:
    FallState() = default;
    /// Starts in a known state.
    explicit FallState(bool hasFallen) : m_isFallen(hasFallen) {}

    /// @param upCos cosine of the torso's tilt, -1 to 1
    /// @param stepS s since the last call
    /// @return whether the robot counts as fallen now
    bool update(double upCos, double stepS) {
        const bool isDown = m_isFallen ? !isUpright(upCos) : isFallen(upCos);
        m_changeS = isDown != m_isFallen ? m_changeS + stepS : 0.0;
        if (m_changeS >= kMinDurationS) {
            m_isFallen = isDown;
            m_changeS = 0.0;
        }
        return m_isFallen;
    }

    [[nodiscard]] bool hasFallen() const { return m_isFallen; }

private:
    static constexpr double kMinDurationS = 0.1;

    bool m_isFallen = false;
    double m_changeS = 0.0; ///< how long the torso has contradicted `m_isFallen`
};

} // namespace sideline::game
