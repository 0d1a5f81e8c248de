#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "agentcore/base/number_info.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_parameters.h"

namespace sideline::motion {

/// Specialized gaits for maximum speed in one direction: straight ahead, backward, sideways, or
/// turning on the spot.
enum class FastGait : std::uint8_t { Sprint, Retreat, Sidestep, Pivot };

inline constexpr std::array kFastGaits = {FastGait::Sprint, FastGait::Retreat, FastGait::Sidestep,
                                          FastGait::Pivot};

/// Name in files: `sprint`, `retreat`, `sidestep`, `pivot`.
[[nodiscard]] std::string_view nameOf(FastGait gait);

/// The fast gaits of a robot, in addition to its walk.
using FastGaits = std::array<std::optional<WalkParameters>, kFastGaits.size()>;

/// Conditions under which a fast gait replaces the walk. Commands for a sprint must be closer to
/// straight ahead than commands for other gaits to their directions, since most falls in sprints
/// happened while the command deviated from straight ahead.
struct GaitMixSettings {
    double enterRatio = 0.95;
    double lateralRatio = 0.25;
    double turnRatio = 0.35;
    double sprintLateralRatio = 0.15;
    double sprintTurnRatio = 0.2;
    double pivotRatio = 0.25;
    double minCautionRatio = 0.5;

    /// Name, unit, range and meaning of each parameter.
    [[nodiscard]] static std::span<const base::NumberInfo<GaitMixSettings>> numbers();
};

/// Blends the parameters of a walk and of the fast gait that matches the command.
///
/// A fast gait is blended in within its `blendInS` when the command points almost exactly in its
/// direction and is at least as fast as the walk's maximum; when it no longer is, or when the robot
/// stumbles according to the fast gait's own caution, the walk is blended in within its
/// `blendOutS`. A value; no allocation.
class GaitMix {
public:
    explicit GaitMix(const WalkParameters& walk, const FastGaits& fast = {},
                     const GaitMixSettings& settings = {});

    /// Returns to the walk.
    void begin();
    /// Updates the blending. Call once per cycle.
    /// @param command the command before any speed reduction
    /// @param tiltRad deviation from the gait's intended tilt: see `cautionRatio`
    /// @return whether the parameters have changed
    bool update(const WalkCommand& command, double tiltRad, bool isStanding, double cycleS);
    void setWalk(const WalkParameters& walk);
    /// Replaces the fast gaits; a removed gait that is in use is blended out first.
    void setFast(const FastGaits& fast);
    void setSettings(const GaitMixSettings& settings) { m_settings = settings; }

    [[nodiscard]] const WalkParameters& current() const { return m_current; }
    /// Combined weight of the fast gaits that are being blended out, 0 to 1.
    [[nodiscard]] double leavingRatio() const { return m_leavingRatio; }
    /// Weight of a fast gait, 0 to 1; the sum over all gaits is at most 1.
    [[nodiscard]] double fraction(FastGait gait) const {
        return m_weights[static_cast<std::size_t>(gait)];
    }

private:
    [[nodiscard]] bool matches(FastGait gait, const WalkCommand& command) const;
    void mix();

    GaitMixSettings m_settings;
    WalkParameters m_walk;
    FastGaits m_fast;
    std::array<bool, kFastGaits.size()> m_isAvailable{}; ///< false for gaits that are only being
                                                         ///< blended out
    std::array<double, kFastGaits.size()> m_weights{};
    double m_leavingRatio = 0.0;
    WalkParameters m_current;
};

} // namespace sideline::motion
