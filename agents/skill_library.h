#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/decision/policy_interface.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::agents {

/// Motions by name, as trajectories for a robot, and policies by file.
///
/// A motion is read, resolved for the robot and linked with what its branches lead to when it is
/// asked for the first time; later the same trajectory is handed out. A policy's file is read each
/// time, but the same objects are handed out while it has the same bytes, so that a running robot
/// continues. Reads files: not in a running cycle. One thread at a time.
class SkillLibrary {
public:
    using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;

    /// @param folders of motions, searched in this order; none: the motions that are shipped
    explicit SkillLibrary(std::vector<std::filesystem::path> folders = {});

    /// @param name as `getup-front`, also `getup-front-1`, or the path of a motion file
    /// @param model the robot that should play it
    /// Errors: NotFound with the names that there are; those of `keyframe::readMotionFile`;
    /// InvalidArgument when the motion does not fit the robot: all of it that is wrong.
    [[nodiscard]] base::Expected<TrajectoryPtr> find(std::string_view name,
                                                     const robot::RobotModel& model);

    /// A policy out of a file, for a robot that it fits.
    struct FoundPolicy {
        std::shared_ptr<const decision::Policy> policy;
        std::shared_ptr<const behavior::Behavior> legs; ///< `behavior::Walking`, to be cloned
    };
    /// Errors: those of `readPolicyFile`, and of `decision::check` with the file.
    [[nodiscard]] base::Expected<FoundPolicy> findPolicy(const std::filesystem::path& file,
                                                         const robot::RobotModel& model);

private:
    struct KnownPolicy {
        std::string bytes;          ///< of the file, when it was read
        robot::RobotModelPtr model; ///< that it moves
        FoundPolicy found;
    };
    [[nodiscard]] base::Expected<std::filesystem::path> fileOf(
        std::string_view name, const robot::RobotModel& model) const;

    std::vector<std::filesystem::path> m_folders;
    std::map<std::pair<std::string, std::string>, TrajectoryPtr> m_known;  ///< name, robot
    std::map<std::pair<std::string, std::string>, KnownPolicy> m_policies; ///< file, robot
};

} // namespace sideline::agents
