#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "agentcore/monitor/scene.h"
#include "agentcore/monitor/scene_reader.h"

namespace sideline::monitor {

/// How a difference was applied.
struct ApplyResult {
    bool robotsInferredGone = false;
    std::string mismatch;                        ///< empty if everything was applied
    std::optional<std::uint64_t> mismatchOffset; ///< byte of the first node that does not fit
};

/// Applies a parsed difference to a scene.
///
/// A node of a difference belongs to the node at the same place of the last full tree. When an
/// agent leaves, the server (0.7.3) sends differences without its robot before it sends the next
/// full scene; then the robots are matched again: those that are left keep their order, and of
/// the possible assignments the one is taken in which nobody jumps. If that is not clear, or the
/// tree differs otherwise, only the parts in front of the robots are applied (ball, goals), the
/// robots hold still, and `scene.outOfSync` is set.
///
/// rcssservermj has one node above all others. Its differences also get more robots before the next
/// full scene does: then those that are known go on, as the new ones stand behind them. When
/// something is missing, what fits in front of the first robot is applied.
///
/// @param scene must have a structure
ApplyResult applyDiff(const DiffTree& diff, std::uint32_t stamp, SceneState& scene);

} // namespace sideline::monitor
