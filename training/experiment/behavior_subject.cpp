#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agents/behaviors/built_in.h"
#include "training/experiment/subject.h"
#include "training/task/behavior_mover.h"

namespace sideline::training {

namespace {

class BehaviorSubject final : public Subject {
public:
    BehaviorSubject(const Change& change, ParameterSpace space)
        : m_behavior(change.behavior),
          m_settings(change.behaviorSettings),
          m_space(std::move(space)) {}

    const ParameterSpace& space() const override { return m_space; }

    base::Expected<std::unique_ptr<Mover>> mover(const Genome& genome,
                                                 const robot::RobotModelPtr& model) const override {
        auto made = behavior(genome, model);
        if (!made) {
            return tl::unexpected(made.error());
        }
        return std::make_unique<BehaviorMover>(std::move(*made), *model);
    }

    base::Expected<std::unique_ptr<behavior::Behavior>> behavior(
        const Genome& genome, const robot::RobotModelPtr& model) const override {
        agents::SkillLibrary skills;
        return m_registry.make(m_behavior, settingsOf(genome), {*model, skills});
    }

    std::string_view extension() const override { return ".toml"; }
    base::Expected<std::string> startText() const override { return std::string(); }

    // Formats the parameters like a player in a team file.
    base::Expected<std::string> textOf(const Genome& genome,
                                       std::string_view origin) const override {
        std::string set;
        for (const auto& [key, value] : settingsOf(genome)) {
            set += fmt::format("{}{} = {}", set.empty() ? "" : ", ", key, scalarText(value));
        }
        return fmt::format("# {}\nbehavior = \"{}\"\nset = {{ {} }}\n", origin, m_behavior, set);
    }

private:
    agents::ParameterTexts settingsOf(const Genome& genome) const {
        agents::ParameterTexts settings = m_settings;
        const std::vector<double> values = m_space.clamped(genome.values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            settings.emplace_back(m_space[i].name, fmt::format("{}", values[i]));
        }
        return settings;
    }

    agents::BehaviorRegistry m_registry = agents::builtInBehaviors();
    std::string m_behavior;
    agents::ParameterTexts m_settings;
    ParameterSpace m_space;
};

tl::unexpected<base::Error> wrong(std::string message, std::string expected) {
    return base::failure(base::ErrorCode::InvalidArgument, std::move(message), std::move(expected));
}

// Returns the behavior's parameter, with the experiment's range.
// @param defaults parameter values that the experiment does not change
base::Expected<TrainedParameter> parameterOf(const agents::BehaviorInfo& info,
                                             const Change::Range& range,
                                             const agents::Parameters& defaults) {
    const auto found = std::ranges::find(info.parameters, range.name, &agents::ParameterInfo::name);
    if (found == info.parameters.end()) {
        std::vector<std::string_view> names;
        for (const agents::ParameterInfo& each : info.parameters) {
            if (std::holds_alternative<double>(each.defaultValue)) {
                names.push_back(each.name);
            }
        }
        return wrong(fmt::format("{} has no parameter '{}'", info.name, range.name),
                     names.empty() ? "a behavior with numeric parameters" : base::listNames(names));
    }
    if (!std::holds_alternative<double>(found->defaultValue)) {
        return wrong(fmt::format("{} of {} is not a number", range.name, info.name),
                     "one value, such as " + agents::valueText(found->defaultValue));
    }
    if (range.minimum < found->least || range.maximum > found->most) {
        return wrong(
            fmt::format("the range of {} is {} to {}", range.name, range.minimum, range.maximum),
            "limits that the behavior allows: " + agents::expectedText(*found));
    }
    return TrainedParameter{range.name, found->unit, range.minimum, range.maximum,
                            std::clamp(defaults.number(range.name), range.minimum, range.maximum)};
}

} // namespace

base::Expected<SubjectPtr> behaviorSubject(const Change& change, const robot::RobotModel& model) {
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    const auto settings = registry.complete(change.behavior, change.behaviorSettings, model);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    const auto defaults = registry.check(change.behavior, *settings);
    if (!defaults) {
        return tl::unexpected(defaults.error());
    }
    std::vector<TrainedParameter> parameters;
    for (const Change::Range& range : change.behaviorRanges) {
        auto parameter = parameterOf(*registry.find(change.behavior), range, *defaults);
        if (!parameter) {
            return tl::unexpected(parameter.error());
        }
        parameters.push_back(std::move(*parameter));
    }
    if (parameters.empty() && !change.isFixed) {
        return wrong("no parameter of the behavior may change",
                     "a range, such as search-speed = [20, 90]");
    }
    auto space = ParameterSpace::make(std::move(parameters));
    if (!space) {
        return tl::unexpected(space.error());
    }
    return std::make_shared<const BehaviorSubject>(change, std::move(*space));
}

} // namespace sideline::training
