#pragma once

#include "agentcore/game/constants.h"

namespace sideline::game {

/// Follows whether a robot has fallen, from the tilt of its torso in every cycle.
///
/// A change counts when it has lasted 0.1 s, so that one wrong estimate is none. Trials and agents
/// use this class, so that a motion that waits for a fall continues at the same moment in both.
class FallState {
public:
    FallState() = default;
    /// Begins with what is known already.
    explicit FallState(bool hasFallen) : m_isFallen(hasFallen) {}

    /// @param upCos cosine of the torso's tilt, -1 to 1
    /// @param stepS s since the last call
    /// @return whether the robot counts as fallen now
    bool update(double upCos, double stepS) {
        const bool isDown = m_isFallen ? !isUpright(upCos) : isFallen(upCos);
        m_changeS = isDown != m_isFallen ? m_changeS + stepS : 0.0;
        if (m_changeS >= kLastsS) {
            m_isFallen = isDown;
            m_changeS = 0.0;
        }
        return m_isFallen;
    }

    [[nodiscard]] bool hasFallen() const { return m_isFallen; }

private:
    static constexpr double kLastsS = 0.1;

    bool m_isFallen = false;
    double m_changeS = 0.0; ///< for how long the torso has said otherwise than `m_isFallen`
};

} // namespace sideline::game
