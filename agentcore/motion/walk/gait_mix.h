#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_parameters.h"

namespace sideline::motion {

/// Gaits for full speed in one direction: straight ahead, backward, to a side, or turning in place.
enum class FastGait : std::uint8_t { Sprint, Retreat, Sidestep, Pivot };

inline constexpr std::array kFastGaits = {FastGait::Sprint, FastGait::Retreat, FastGait::Sidestep,
                                          FastGait::Pivot};

/// `sprint`, `retreat`, `sidestep`, `pivot`.
[[nodiscard]] std::string_view nameOf(FastGait gait);

/// The fast gaits of a robot.
using FastGaits = std::array<std::optional<WalkParameters>, kFastGaits.size()>;

/// The numbers of a gait, mixed from a walk and the fast gait that suits the command.
/// A fast gait takes over gradually, in its `intoS`, once the command is almost purely in its
/// direction and at least as fast as the walk can go; when the command changes, or the tilt is too
/// large by the fast gait's own caution, the walk takes over again in its `outOfS`. A value; no
/// allocation.
class GaitMix {
public:
    explicit GaitMix(const WalkParameters& walk, const FastGaits& fast = {});

    /// Back to the walk.
    void begin();
    /// Once per cycle.
    /// @param command before any reduction by caution
    /// @param tiltRad tilt error: see `cautionRatio`
    /// @return whether the numbers have changed
    bool update(const WalkCommand& command, double tiltRad, bool isStanding, double cycleS);
    void setWalk(const WalkParameters& walk);
    /// Other fast gaits; one that is removed while it is in use hands back to the walk first.
    void setFast(const FastGaits& fast);

    [[nodiscard]] const WalkParameters& current() const { return m_current; }
    /// Fraction of the fast gaits that hand back to the walk, 0 to 1.
    [[nodiscard]] double leavingRatio() const { return m_leavingRatio; }
    /// Fraction of a fast gait in the mix, 0 to 1; the sum of all is at most 1.
    [[nodiscard]] double ratioOf(FastGait gait) const {
        return m_ratios[static_cast<std::size_t>(gait)];
    }

private:
    [[nodiscard]] bool suits(FastGait gait, const WalkCommand& command) const;
    void mix();

    WalkParameters m_walk;
    FastGaits m_fast;
    std::array<bool, kFastGaits.size()> m_isOffered{}; ///< otherwise it only fades out
    std::array<double, kFastGaits.size()> m_ratios{};
    double m_leavingRatio = 0.0;
    WalkParameters m_current;
};

} // namespace sideline::motion
