#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "agentcore/motion/joint_trajectory.h"

namespace sideline::keyframe {

/// magma's functions of a joint over time. All but `Sine` are constant before their first and after
/// their last point.
enum class FunctionKind : std::uint8_t {
    Linear,     ///< straight lines
    Spline,     ///< natural cubic spline
    Sine,       ///< a sine wave; periodic
    SineSquare, ///< half cosine waves between points
    Bezier,     ///< cubic curves whose tangents do not overshoot
};

/// Returns the kind with this name in magma (`sine` and `sinus` are equivalent).
[[nodiscard]] std::optional<FunctionKind> functionFromName(std::string_view name);

struct SupportPoint {
    double cycle = 0.0;
    double value = 0.0;
};

/// A key of a function; slopes are those of cubic curves, per cycle.
struct FunctionKey {
    double cycle = 0.0;
    double value = 0.0;
    motion::Curve curve = motion::Curve::Linear; ///< curve of the segment that ends here
    double slopeIn = 0.0;
    double slopeOut = 0.0;
};

struct FunctionKeys {
    std::vector<FunctionKey> keys; ///< the first is at cycle 0
    bool isClipped = false;        ///< parts before 0 or after the period were omitted
};

/// Converts a function between 0 and its period to keys: exact except for the ends of sine waves,
/// which are cubic curves within 0.002.
/// @param points ascending in time, at least one; for `Sine` three: offset and beginning of a wave,
///     amplitude, half a wave later
/// @return none for waves that are too short for keys
[[nodiscard]] std::optional<FunctionKeys> functionKeys(FunctionKind kind,
                                                       std::vector<SupportPoint> points,
                                                       double periodCycles);

} // namespace sideline::keyframe
