#include "agents/behaviors/gait.h"

#include <filesystem>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoSprint = "none";
const std::vector<std::string_view> kWalkers = {"walk", "drive", "kick"};

std::span<const motion::WalkParameterInfo> walkInfos() {
    return motion::walkParameterInfos();
}

fs::path shippedGait(std::string_view kind, const robot::RobotModel& model) {
    return shippedNumbers("Walk", kind, model);
}

base::Expected<void> checkLegs(const robot::RobotModel& model) {
    if (motion::LeggedBody::isLegged(model)) {
        return {};
    }
    return base::failure(base::ErrorCode::InvalidArgument,
                         fmt::format("{} cannot walk with this behavior", model.name()),
                         "a robot with the legs and arms of a Nao");
}

// The sprint that goes with a walk.
// @param gait, named as the user set them; may be empty
base::Expected<std::optional<motion::WalkParameters>> sprintFor(const std::string& gait,
                                                                const std::string& named,
                                                                const robot::RobotModel& model) {
    // The shipped sprint goes with the shipped walk.
    const bool isShipped = named.empty() && gait.empty();
    const fs::path file = isShipped ? shippedGait("sprint", model) : fs::path(named);
    if (file.empty() || named == kNoSprint) {
        return std::nullopt;
    }
    const auto sprint = readNumbers(file, kWalkers, walkInfos());
    if (!sprint) {
        return tl::unexpected(sprint.error());
    }
    return *sprint;
}

} // namespace

std::vector<ParameterInfo> gaitParameters() {
    return {
        {"gait", "file with the numbers of a walk; empty: the one that is shipped for the robot",
         std::string()},
        {"sprint",
         "file with the numbers of a walk straight ahead; none; empty: the shipped one, with the "
         "shipped gait",
         std::string()}};
}

std::vector<ParameterInfo> walkingParameters() {
    std::vector<ParameterInfo> infos = {
        {"go-forward", "speed", 0.0, "m/s", -3.0, 3.0},
        {"go-left", "speed to the left", 0.0, "m/s", -3.0, 3.0},
        {"go-turn", "turning speed to the left", 0.0, "deg/s", -360.0, 360.0}};
    for (const auto& more : {gaitParameters(), numberParameters(walkInfos())}) {
        infos.insert(infos.end(), more.begin(), more.end());
    }
    return infos;
}

base::Expected<behavior::Walk::Settings> walkSettingsOf(const Parameters& parameters,
                                                        const robot::RobotModel& model) {
    if (const auto legs = checkLegs(model); !legs) {
        return tl::unexpected(legs.error());
    }
    behavior::Walk::Settings settings;
    settings.parameters = numbersOf(parameters, walkInfos());
    settings.command = {parameters.number("go-forward"), parameters.number("go-left"),
                        math::radFromDeg(parameters.number("go-turn"))};
    auto sprint = sprintFor(parameters.text("gait"), parameters.text("sprint"), model);
    if (!sprint) {
        return tl::unexpected(sprint.error());
    }
    settings.sprint = *sprint;
    return settings;
}

base::Expected<behavior::Walk::Settings> gaitSettingsOf(const Parameters& parameters,
                                                        const robot::RobotModel& model) {
    if (const auto legs = checkLegs(model); !legs) {
        return tl::unexpected(legs.error());
    }
    behavior::Walk::Settings settings;
    const std::string& gait = parameters.text("gait");
    const auto walk = gait.empty() ? shippedWalk(model) : readNumbers(gait, kWalkers, walkInfos());
    if (!walk) {
        return tl::unexpected(walk.error());
    }
    settings.parameters = *walk;
    auto sprint = sprintFor(gait, parameters.text("sprint"), model);
    if (!sprint) {
        return tl::unexpected(sprint.error());
    }
    settings.sprint = *sprint;
    return settings;
}

base::Expected<ParameterTexts> gaitOf(const std::string& file, const robot::RobotModel& model) {
    const fs::path path = file.empty() ? shippedGait("walk", model) : fs::path(file);
    return path.empty() ? ParameterTexts()
                        : readNumbersFile(path, kWalkers, numberParameters(walkInfos()));
}

base::Expected<ParameterTexts> suitedGait(const Parameters& set, const robot::RobotModel& model) {
    return gaitOf(set.text("gait"), model);
}

base::Expected<motion::WalkParameters> shippedWalk(const robot::RobotModel& model) {
    const fs::path file = shippedGait("walk", model);
    return file.empty() ? motion::WalkParameters() : readNumbers(file, kWalkers, walkInfos());
}

} // namespace sideline::agents
