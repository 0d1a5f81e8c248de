#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/robot/robot_model.h"
#include "agents/parameters.h"
#include "agents/skill_library.h"

namespace sideline::agents {

/// The level of a behavior, from single movements to a complete player.
enum class Layer : std::uint8_t {
    Pose,     ///< holds or reaches joint angles
    Motion,   ///< plays a given motion
    Movement, ///< computes the robot's motion: walks, turns, kicks
    Role,     ///< plays soccer: decides what to do
};

/// Name of a layer, such as `motion`.
[[nodiscard]] std::string_view layerName(Layer layer);

/// Input of the factories of behaviors.
struct BuildContext {
    const robot::RobotModel& model;
    SkillLibrary& skills;
};

/// A parameter file for a behavior, written by `sideline train` or by a user.
struct NumbersFile {
    std::string kind;     ///< kind of file, such as `gait`; also the name of the parameter for such
                          ///< a file
    std::string behavior; ///< the behavior that reads such files
    std::vector<std::string> names; ///< names of the parameters
};

/// A behavior for agents.
struct BehaviorInfo {
    using Factory = std::function<base::Expected<std::unique_ptr<behavior::Behavior>>(
        const Parameters&, BuildContext&)>;

    std::string name; ///< name in files and command lines, such as `stand-and-look`
    Layer layer = Layer::Role;
    std::string summary; ///< one line
    std::vector<ParameterInfo> parameters;
    Factory make;
    /// Returns values that suit a robot, for parameters that the user has not set. May be empty.
    using Suited = std::function<base::Expected<ParameterTexts>(const Parameters& set,
                                                                const robot::RobotModel& model)>;
    Suited suited = {};
    std::optional<NumbersFile> file = {};
};

/// The available behaviors, by name. A value; may be read concurrently.
class BehaviorRegistry {
public:
    /// @param info must have a factory and a name that is not registered yet
    void add(BehaviorInfo info);

    /// The behaviors, in the order in which they were added.
    [[nodiscard]] std::span<const BehaviorInfo> behaviors() const { return m_behaviors; }
    [[nodiscard]] const BehaviorInfo* find(std::string_view name) const;

    /// Checks that the behavior exists and accepts these parameters.
    /// Errors: NotFound with the existing names; those of `Parameters::read`.
    [[nodiscard]] base::Expected<Parameters> check(std::string_view name,
                                                   const ParameterTexts& texts) const;
    /// The values for the robot, followed by the user's.
    /// Errors: those of `check`, and of `BehaviorInfo::suited`.
    [[nodiscard]] base::Expected<ParameterTexts> complete(std::string_view name,
                                                          const ParameterTexts& texts,
                                                          const robot::RobotModel& model) const;
    /// Creates a behavior. Errors: those of `complete` and of its factory.
    [[nodiscard]] base::Expected<std::unique_ptr<behavior::Behavior>> make(
        std::string_view name, const ParameterTexts& texts, BuildContext context) const;

private:
    std::vector<BehaviorInfo> m_behaviors;
};

} // namespace sideline::agents
