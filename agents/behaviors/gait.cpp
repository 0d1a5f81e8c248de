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

// Settings of a walk with these numbers, and the sprint that goes with it.
// @param parameters with those of `gaitParameters`
base::Expected<behavior::Walk::Settings> settingsWith(
    const base::Expected<motion::WalkParameters>& walk, const Parameters& parameters,
    const robot::RobotModel& model) {
    if (!motion::LeggedBody::isLegged(model)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} cannot walk with this behavior", model.name()),
                             "a robot with the legs and arms of a Nao");
    }
    if (!walk) {
        return tl::unexpected(walk.error());
    }
    behavior::Walk::Settings settings;
    settings.parameters = *walk;
    const std::string& named = parameters.text("sprint");
    // The shipped sprint goes with the shipped walk.
    const bool isShipped = named.empty() && parameters.text("gait").empty();
    const fs::path file = isShipped ? shippedGait("sprint", model) : fs::path(named);
    if (file.empty() || named == kNoSprint) {
        return settings;
    }
    const auto sprint = readNumbers(file, kWalkers, walkInfos());
    if (!sprint) {
        return tl::unexpected(sprint.error());
    }
    settings.sprint = *sprint;
    return settings;
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
    auto settings = settingsWith(numbersOf(parameters, walkInfos()), parameters, model);
    if (settings) {
        settings->command = {parameters.number("go-forward"), parameters.number("go-left"),
                             math::radFromDeg(parameters.number("go-turn"))};
    }
    return settings;
}

base::Expected<behavior::Walk::Settings> gaitSettingsOf(const Parameters& parameters,
                                                        const robot::RobotModel& model) {
    const std::string& gait = parameters.text("gait");
    return settingsWith(gait.empty() ? shippedWalk(model)
                                     : readNumbers(gait, kWalkers, walkInfos()),
                        parameters, model);
}

base::Expected<ParameterTexts> gaitOf(const std::string& file, const robot::RobotModel& model) {
    const fs::path path = file.empty() ? shippedGait("walk", model) : fs::path(file);
    return path.empty() ? ParameterTexts()
                        : readNumbersFile(path, kWalkers, numberParameters(walkInfos()));
}

base::Expected<ParameterTexts> suitedGait(const Parameters& set, const robot::RobotModel& model) {
    return gaitOf(set.text("gait"), model);
}

NumbersFile gaitFile() {
    return {"gait", "walk", numberNames(walkInfos())};
}

base::Expected<motion::WalkParameters> shippedWalk(const robot::RobotModel& model) {
    const fs::path file = shippedGait("walk", model);
    return file.empty() ? motion::WalkParameters() : readNumbers(file, kWalkers, walkInfos());
}

} // namespace sideline::agents
