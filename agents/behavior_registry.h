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

/// How much of the robot's mind a behavior takes, from the simplest to the whole player.
enum class Layer : std::uint8_t {
    Pose,     ///< holds or reaches joint angles
    Motion,   ///< plays a motion that somebody has made
    Movement, ///< moves by computing: walks, turns, kicks
    Role,     ///< plays: decides what to do
};

/// As `motion`.
[[nodiscard]] std::string_view layerName(Layer layer);

/// What a behavior is made with.
struct BuildContext {
    const robot::RobotModel& model;
    SkillLibrary& skills;
};

/// Numbers of a behavior that a file can hold: one that `sideline train` or a user has written.
struct NumbersFile {
    std::string kind;               ///< as `gait`: also the parameter that names such a file
    std::string behavior;           ///< for which such files are
    std::vector<std::string> names; ///< of the parameters
};

/// A behavior that an agent can be given.
struct BehaviorInfo {
    using Factory = std::function<base::Expected<std::unique_ptr<behavior::Behavior>>(
        const Parameters&, BuildContext&)>;

    std::string name; ///< for files and command lines, such as `stand-and-look`
    Layer layer = Layer::Role;
    std::string summary; ///< one line
    std::vector<ParameterInfo> parameters;
    Factory make;
    /// Values that suit a robot, of parameters that the user has not set; may be empty.
    using Suited = std::function<base::Expected<ParameterTexts>(const Parameters& set,
                                                                const robot::RobotModel& model)>;
    Suited suited = {};
    std::optional<NumbersFile> file = {};
};

/// The behaviors that there are, by name. A value; many may read it at once.
class BehaviorRegistry {
public:
    /// @param info with a name that is not taken yet, and a factory
    void add(BehaviorInfo info);

    /// In the order in which they were added.
    [[nodiscard]] std::span<const BehaviorInfo> behaviors() const { return m_behaviors; }
    [[nodiscard]] const BehaviorInfo* find(std::string_view name) const;

    /// Whether there is such a behavior, and it can be set like this.
    /// Errors: NotFound with the names that there are; those of `Parameters::read`.
    [[nodiscard]] base::Expected<Parameters> check(std::string_view name,
                                                   const ParameterTexts& texts) const;
    /// What a user has set, after what suits the robot for everything else.
    /// Errors: those of `check`, also for what suits the robot, and of reading it.
    [[nodiscard]] base::Expected<ParameterTexts> complete(std::string_view name,
                                                          const ParameterTexts& texts,
                                                          const robot::RobotModel& model) const;
    /// A new one. Errors: those of `complete`, and what its factory says.
    [[nodiscard]] base::Expected<std::unique_ptr<behavior::Behavior>> make(
        std::string_view name, const ParameterTexts& texts, BuildContext context) const;

private:
    std::vector<BehaviorInfo> m_behaviors;
};

} // namespace sideline::agents
