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
/// The first request for a motion reads it, resolves it for the robot and links it with the targets
/// of its branches; later requests return the same trajectory. A policy's file is read each time,
/// but the same object is returned while its bytes are unchanged, so that a running robot
/// continues. Reads files, so it must not be called in a running cycle. One thread at a time.
class SkillLibrary {
public:
    using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;

    /// @param folders folders of motions, searched in this order; if empty, the shipped motions
    explicit SkillLibrary(std::vector<std::filesystem::path> folders = {});

    /// @param name name, such as `getup-front` or `getup-front-1`, or the path of a motion file
    /// @param model the robot that plays it
    /// Errors: NotFound with the available names; those of `keyframe::readMotionFile`;
    /// InvalidArgument if the motion does not fit the robot, with all mismatches.
    [[nodiscard]] base::Expected<TrajectoryPtr> find(std::string_view name,
                                                     const robot::RobotModel& model);

    /// A policy from a file, ready to run on a robot.
    struct FoundPolicy {
        std::shared_ptr<const decision::Policy> policy;
        std::shared_ptr<const behavior::Behavior> legs; ///< a `behavior::Walking`, to be cloned
    };
    /// Errors: those of `readPolicyFile`, and of `decision::check`, naming the file.
    [[nodiscard]] base::Expected<FoundPolicy> findPolicy(const std::filesystem::path& file,
                                                         const robot::RobotModel& model);

private:
    struct KnownPolicy {
        std::string bytes;          ///< contents of the file when it was read
        robot::RobotModelPtr model; ///< the robot that the policy moves
        FoundPolicy found;
    };
    [[nodiscard]] base::Expected<std::filesystem::path> fileOf(
        std::string_view name, const robot::RobotModel& model) const;

    std::vector<std::filesystem::path> m_folders;
    std::map<std::pair<std::string, std::string>, TrajectoryPtr> m_known;  ///< name, robot
    std::map<std::pair<std::string, std::string>, KnownPolicy> m_policies; ///< file, robot
};

} // namespace sideline::agents
