#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_parameters.h"

namespace sideline::motion {

/// Gaits of their own for who should go as fast as it can in one direction: straight ahead,
/// backward, to a side, or turning on the spot.
enum class FastGait : std::uint8_t { Sprint, Retreat, Sidestep, Pivot };

inline constexpr std::array kFastGaits = {FastGait::Sprint, FastGait::Retreat, FastGait::Sidestep,
                                          FastGait::Pivot};

/// `sprint`, `retreat`, `sidestep`, `pivot`.
[[nodiscard]] std::string_view nameOf(FastGait gait);

/// Those that a robot has, beside its walk.
using FastGaits = std::array<std::optional<WalkParameters>, kFastGaits.size()>;

/// The numbers of a gait, mixed from a walk and the fast gait that suits what the robot is told.
///
/// A fast gait takes over little by little, in its `intoS`, once the robot is told to go nearly
/// only in its direction and at least as fast as the walk can; when it is not told so any longer,
/// or stumbles by the fast gait's own measure of caution, the walk takes over again in its
/// `outOfS`. A value; no allocation.
class GaitMix {
public:
    explicit GaitMix(const WalkParameters& walk, const FastGaits& fast = {});

    /// Back to the walk.
    void begin();
    /// Once per cycle.
    /// @param command what it is told, before any caution
    /// @param tiltRad off what the gait wants: see `cautionShare`
    /// @return whether the numbers have changed
    bool update(const WalkCommand& command, double tiltRad, bool isStanding, double cycleS);
    void setWalk(const WalkParameters& walk);
    /// Other fast gaits; one that is taken away while it is in use hands back to the walk first.
    void setFast(const FastGaits& fast);

    [[nodiscard]] const WalkParameters& current() const { return m_current; }
    /// Share of the fast gaits that hand back to the walk, 0 to 1.
    [[nodiscard]] double leavingShare() const { return m_leavingShare; }
    /// How much of a fast gait it is, 0 to 1; all together are at most 1.
    [[nodiscard]] double share(FastGait gait) const {
        return m_shares[static_cast<std::size_t>(gait)];
    }

private:
    [[nodiscard]] bool suits(FastGait gait, const WalkCommand& command) const;
    void mix();

    WalkParameters m_walk;
    FastGaits m_fast;
    std::array<bool, kFastGaits.size()> m_isOffered{}; ///< else it is only left
    std::array<double, kFastGaits.size()> m_shares{};
    double m_leavingShare = 0.0;
    WalkParameters m_current;
};

} // namespace sideline::motion
