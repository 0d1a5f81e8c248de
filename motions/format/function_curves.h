#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "agentcore/motion/joint_trajectory.h"

namespace sideline::keyframe {

/// magma's functions of a joint over time. All but `Sine` stay at their first and last support
/// point's value outside of them.
enum class FunctionKind : std::uint8_t {
    Linear,     ///< straight lines
    Spline,     ///< natural cubic spline
    Sine,       ///< a sine wave; continues forever
    SineSquare, ///< half cosine waves from point to point
    Bezier,     ///< cubic curves with tangents that do not overshoot
};

/// The kind with magma's name (`sine` and `sinus` are one).
[[nodiscard]] std::optional<FunctionKind> functionFromName(std::string_view name);

struct SupportPoint {
    double cycle = 0.0;
    double value = 0.0;
};

/// A key of a function; slopes are those of cubic curves, per cycle.
struct FunctionKey {
    double cycle = 0.0;
    double value = 0.0;
    motion::Curve curve = motion::Curve::Linear; ///< of the way here
    double slopeIn = 0.0;
    double slopeOut = 0.0;
};

struct FunctionKeys {
    std::vector<FunctionKey> keys; ///< the first at cycle 0
    bool isClipped = false;        ///< parts before 0 or after the period were omitted
};

/// The keys of a function between 0 and its period: exact but for the ends of sine waves, which
/// are cubic curves within 0.002.
/// @param points rising in time, at least one; for `Sine` three: offset and beginning of a wave,
///     amplitude, half a wave later
/// @return nothing for waves that are too short to be keys
[[nodiscard]] std::optional<FunctionKeys> functionKeys(FunctionKind kind,
                                                       std::vector<SupportPoint> points,
                                                       double periodCycles);

} // namespace sideline::keyframe
