#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::logs {

/// Likely values of a frame's fields, from the fields before them: what the messages report, and
/// what follows from other beliefs. They decide only about the size of a recording.
class FrameHints {
public:
    /// Reads the numbers of a frame's messages.
    void read(std::string_view perceptText, std::string_view commandText);

    /// Each returns null where nothing is known.
    [[nodiscard]] const double* angleRad(std::size_t joint) const { return at(m_anglesRad, joint); }
    [[nodiscard]] const double* speedRadPerS(std::size_t joint) const {
        return at(m_speedsRadPerS, joint);
    }
    [[nodiscard]] const double* gyro(std::size_t axis) const { return at(m_gyro, axis); }
    [[nodiscard]] const double* acceleration(std::size_t axis) const {
        return at(m_acceleration, axis);
    }
    /// @param number of the report of a force, and of its six coordinates
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

/// The angle of a joint after the commands that have not yet acted, from the one before.
[[nodiscard]] double likelyAngleRad(double beforeRad, double measuredRad, double sentRadPerS);
/// The target angle of a joint, from what was commanded.
[[nodiscard]] double likelyTargetRad(double expectedRad, double commandRadPerS);
/// The torso in the field frame.
[[nodiscard]] math::Pose likelyInField(const math::Pose& X_ST, game::Side side);
/// The third axis of a rotation, from the others.
[[nodiscard]] std::array<double, 3> likelyAxis(const Eigen::Matrix3d& R);
/// A point of the field in the torso frame.
[[nodiscard]] std::array<double, 3> likelyInTorso(const math::Pose& X_FT,
                                                  const Eigen::Vector3d& p_F);

} // namespace sideline::logs
