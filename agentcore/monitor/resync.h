#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "agentcore/monitor/scene.h"
#include "agentcore/monitor/scene_reader.h"

namespace sideline::monitor {

/// Result of applying a difference.
struct ApplyResult {
    bool robotsInferredRemoved = false;
    std::string mismatch; ///< empty if the whole difference was applied
    std::optional<std::uint64_t>
        mismatchOffset; ///< byte offset of the first node that does not match
};

/// Applies a parsed difference to a scene.
///
/// Nodes of a difference correspond by position to those of the last full tree. When an agent
/// leaves, the server (0.7.3) sends differences without its robot before the next full scene; the
/// robots are then matched again: they keep their order, and the assignment with the smallest jumps
/// is chosen. If it is ambiguous, or the tree differs otherwise, only the parts before the robots
/// (ball, goals) are updated, the robots keep their poses, and `scene.outOfSync` is set.
///
/// rcssservermj has a single root node. Its differences can also contain additional robots before
/// the next full scene; since these come last, the known robots are still updated. If nodes are
/// missing, the matching part before the first robot is applied.
///
/// @param scene must have a structure
ApplyResult applyDiff(const DiffTree& diff, std::uint32_t stamp, SceneState& scene);

} // namespace sideline::monitor
