#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "motions/finding.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

/// Search path for the targets of branches.
struct BranchPlaces {
    /// File of the motion with the branches; may be empty for an unsaved one. Its folder is
    /// searched first.
    std::filesystem::path file;
    /// Folders of motions, searched recursively in this order.
    std::vector<std::filesystem::path> libraries;
};

/// Maximum number of motions reachable through the branches of one, including itself.
inline constexpr std::size_t kMaxBranchTargets = 64;

/// A motion with all motions reachable through its branches.
struct Linked {
    TrajectoryPtr trajectory; ///< with `targets`; never null
    /// Motions that are missing or cannot be read or resolved (their branches are not followed),
    /// those made for other robots, and cycles of unconditional branches.
    std::vector<Finding> findings;
};

/// Finds, reads and resolves the targets of branches recursively.
///
/// A name with a motion file's extension is a path relative to the folder of the motion that names
/// it. Any other name is searched for in that folder, first with the number of the robot type
/// appended
/// (`getup-front-3`) and then without, and then in the libraries in the same way. Of a file with
/// several motions, the first is used. Each file is read once. Reads files; any thread.
/// @param trajectory the motion, resolved for the model
/// @param lines source lines of the motion, for findings; may be null
[[nodiscard]] Linked linkBranches(const Motion& motion, const TrajectoryPtr& trajectory,
                                  const robot::RobotModel& model, const BranchPlaces& places,
                                  const SourceLines* lines = nullptr);

} // namespace sideline::keyframe
