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

/// What training may change about a motion.
struct MotionFreedom {
    std::vector<std::string> joints;    ///< effectors, of either side; empty: all that have keys
    std::vector<std::string> keyframes; ///< by name, or by time as `0.45`; empty: all
    bool angles = true;
    double angleRangeDeg = 20.0; ///< each way from the angle it has, inside the joint's stops
    bool times = true;
    /// Each time from a keyframe to the next may become this many times as long or as short;
    /// above 1.
    double timeFactor = 1.5;
    bool speeds = false;      ///< `speedScale` of keys, by `speedFactor`
    double speedFactor = 1.5; ///< above 1
    bool parameters = true;   ///< `$` parameters, by `angleRangeDeg` (they are mostly angles)
    /// Joints of both sides that are symmetric in the motion stay so.
    bool keepsSymmetry = true;
    /// A joint that stands still from one keyframe to the next stays still there.
    bool keepsHolds = true;
    [[nodiscard]] bool operator==(const MotionFreedom&) const = default;
};

/// How `MotionFreedom` names a keyframe: by its name, or by its time.
[[nodiscard]] std::string keyframeName(const keyframe::Motion& motion, std::size_t index);

/// A motion whose numbers are a vector: angles and times of its keyframes, `$` parameters.
/// Immutable; any thread.
class MotionGenome {
public:
    /// @param model whose stops limit the angles
    /// Errors: InvalidArgument for a joint or keyframe that the motion does not have, for factors
    /// that are not above 1, and when nothing at all may change.
    [[nodiscard]] static base::Expected<MotionGenome> make(keyframe::Motion motion,
                                                           const robot::RobotModel& model,
                                                           const MotionFreedom& freedom);

    [[nodiscard]] const ParameterSpace& space() const { return m_space; }
    [[nodiscard]] const keyframe::Motion& original() const { return m_motion; }
    /// The motion with these numbers. Times stay a cycle (0.02 s) apart at least.
    /// @param values one per parameter of the space; moved into their ranges
    [[nodiscard]] keyframe::Motion motion(std::span<const double> values) const;

private:
    enum class Kind : std::uint8_t { Angle, Speed, Interval, Parameter };
    struct Place {
        std::size_t keyframe = 0;
        std::string name; ///< joint, or parameter
        double sign = 1.0;
    };
    struct Gene {
        Kind kind = Kind::Angle;
        std::vector<Place> places; ///< that share it
    };
    class Builder;

    keyframe::Motion m_motion;
    ParameterSpace m_space;
    std::vector<Gene> m_genes; ///< one per parameter
};

} // namespace sideline::training
