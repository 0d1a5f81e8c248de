#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"
#include "training/genome/parameter_space.h"

namespace sideline::training {

/// Selects what training may change in a motion.
struct MotionFreedom {
    std::vector<std::string> joints; ///< effectors, of either side; empty: all that have keys
    std::vector<std::string>
        keyframes; ///< keyframes by name, or by time such as `0.45`; empty: all
    bool angles = true;
    /// Largest change of an angle in either direction, within the joint's range.
    double angleRangeDeg = 20.0;
    bool times = true;
    /// Factor by which each interval between keyframes may be lengthened or shortened; greater than
    /// 1.
    double timeFactor = 1.5;
    bool speeds = false;      ///< `speedScale` of keys, by `speedFactor`
    double speedFactor = 1.5; ///< greater than 1
    /// Gains of the motors (`Motion::gains`, `Key::gains`), kp and kd separately, by `gainFactor`.
    bool gains = false;
    double gainFactor = 2.0; ///< greater than 1
    bool parameters = true;  ///< `$` parameters, by `angleRangeDeg` (most are angles)
    /// Keeps symmetric joints of both sides symmetric.
    bool keepsSymmetry = true;
    /// Keeps a joint still between keyframes where it does not move.
    bool keepsHolds = true;
    [[nodiscard]] bool operator==(const MotionFreedom&) const = default;
};

/// Returns the identifier of a keyframe in `MotionFreedom`: its name, or its time.
[[nodiscard]] std::string keyframeName(const keyframe::Motion& motion, std::size_t index);

/// Maps a vector of numbers to a motion: angles and times of its keyframes, `$` parameters.
/// Immutable; any thread.
class MotionGenome {
public:
    /// @param model robot whose joint ranges limit the angles
    /// Errors: InvalidArgument for a joint or keyframe that the motion lacks, for factors that are
    /// not greater than 1, for gains that the motion or the robot's server lacks, and if nothing
    /// may change.
    [[nodiscard]] static base::Expected<MotionGenome> make(keyframe::Motion motion,
                                                           const robot::RobotModel& model,
                                                           const MotionFreedom& freedom);

    [[nodiscard]] const ParameterSpace& space() const { return m_space; }
    [[nodiscard]] const keyframe::Motion& original() const { return m_motion; }
    /// Returns the motion with these numbers. Times stay at least a cycle (0.02 s) apart.
    /// @param values one per parameter of the space; clamped to their ranges
    [[nodiscard]] keyframe::Motion motion(std::span<const double> values) const;

private:
    enum class Kind : std::uint8_t { Angle, Speed, Kp, Kd, Interval, Parameter };
    struct Place {
        std::size_t keyframe = 0;
        std::string name; ///< joint, or parameter; empty: the whole keyframe, or the motion's gains
        double sign = 1.0;
    };
    struct Gene {
        Kind kind = Kind::Angle;
        std::vector<Place> places; ///< keys with this value
    };
    class Builder;

    keyframe::Motion m_motion;
    ParameterSpace m_space;
    std::vector<Gene> m_genes; ///< one per parameter
};

} // namespace sideline::training
