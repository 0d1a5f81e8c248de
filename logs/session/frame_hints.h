#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::logs {

/// Likely values of a frame's fields, computed from preceding fields: values that the messages
/// report, and values derived from other beliefs. They affect only the size of a recording.
class FrameHints {
public:
    /// Reads the numbers of a frame's messages.
    void read(std::string_view perceptText, std::string_view commandText);

    /// The following functions return null for unknown values.
    [[nodiscard]] const double* angleRad(std::size_t joint) const { return at(m_anglesRad, joint); }
    [[nodiscard]] const double* speedRadPerS(std::size_t joint) const {
        return at(m_speedsRadPerS, joint);
    }
    [[nodiscard]] const double* gyro(std::size_t axis) const { return at(m_gyro, axis); }
    [[nodiscard]] const double* acceleration(std::size_t axis) const {
        return at(m_acceleration, axis);
    }
    /// @param report index of the force percept
    /// @param coordinate index in its point and force, 0 to 5
    [[nodiscard]] const double* force(std::size_t report, std::size_t coordinate) const {
        return at(m_forces, 6 * report + coordinate);
    }

private:
    static const double* at(const std::vector<double>& values, std::size_t place) {
        return place < values.size() ? &values[place] : nullptr;
    }
    void take(std::string_view word, const std::array<double, 3>& values, std::size_t count);

    std::vector<double> m_anglesRad;
    std::vector<double> m_speedsRadPerS;
    std::vector<double> m_gyro;
    std::vector<double> m_acceleration;
    std::vector<double> m_forces;
};

/// Returns the likely angle of a joint after the commands that have not yet taken effect, from the
/// preceding one.
[[nodiscard]] double likelyAngleRad(double beforeRad, double measuredRad, double sentRadPerS);
/// Returns the likely target angle of a joint, from the command.
[[nodiscard]] double likelyTargetRad(double expectedRad, double commandRadPerS);
/// Returns the likely torso pose in the field frame.
[[nodiscard]] math::Pose likelyInField(const math::Pose& X_ST, game::Side side);
/// Returns the third axis of a rotation, from the other two.
[[nodiscard]] std::array<double, 3> likelyAxis(const Eigen::Matrix3d& R);
/// Returns a point of the field in the torso frame.
[[nodiscard]] std::array<double, 3> likelyInTorso(const math::Pose& X_FT,
                                                  const Eigen::Vector3d& p_F);

} // namespace sideline::logs
