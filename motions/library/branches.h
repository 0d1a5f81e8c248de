#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "motions/finding.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

/// Where the motions that branches name are looked for.
struct BranchPlaces {
    /// Of the motion whose branches are followed; may be empty for one that is not saved. Names
    /// and files are looked for in its folder first.
    std::filesystem::path file;
    /// Folders of motions, with the folders in them, in the order in which they are searched.
    std::vector<std::filesystem::path> libraries;
};

/// Most motions that the branches of one may lead to, itself counted.
inline constexpr std::size_t kMostBranchTargets = 64;

/// A motion with all that its branches lead to.
struct Linked {
    TrajectoryPtr trajectory; ///< with `targets`; never null
    /// Motions that are not there or cannot be read or resolved (their branches are not followed),
    /// those that are made for other robots, and branches that go round in circles without asking
    /// anything.
    std::vector<Finding> findings;
};

/// Finds, reads and resolves the motions that branches lead to, and those that theirs lead to.
///
/// A name is a file if it ends as motion files do, seen from the folder of the motion that names
/// it. Any other name is looked for in that folder, with the number of the robot type behind it
/// (`getup-front-3`) and without, then in the libraries in the same way. Of a file with several
/// motions the first counts. A file is read once, however often it is named.
/// @param trajectory of the motion, resolved for the model
/// @param lines where the motion came from, to be reported in findings; may be null
/// Reads files; any thread.
[[nodiscard]] Linked linkBranches(const Motion& motion, const TrajectoryPtr& trajectory,
                                  const robot::RobotModel& model, const BranchPlaces& places,
                                  const SourceLines* lines = nullptr);

} // namespace sideline::keyframe
