#include "agents/behaviors/gait.h"

#include <filesystem>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/toml_section.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "motions/library/library.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoSprint = "none";

constexpr std::size_t kMaxFileBytes = 1U << 20U;

// A gait is a file with what a team file says of a player: `behavior = "walk"`, `set = { ... }`.
base::Expected<ParameterTexts> readGait(const fs::path& file) {
    const auto text =
        base::readTextFile(file, kMaxFileBytes, "a gait, as sideline train writes it");
    if (!text) {
        return tl::unexpected(text.error());
    }
    const toml::parse_result parsed = toml::parse(*text);
    if (!parsed) {
        base::Error error;
        error.code = base::ErrorCode::Malformed;
        error.message = parsed.error().description();
        error.expected = "TOML with set = { step = 0.2, ... }";
        error.line = parsed.error().source().begin.line;
        return tl::unexpected(error.inFile(file.string()));
    }
    std::vector<base::Error> errors;
    base::TomlSection keys(parsed.table(), {}, errors);
    static_cast<void>(keys.choice("behavior", {"walk", "drive"}));
    const auto set = keys.scalarMap("set");
    keys.finish();
    if (errors.empty() && !set) {
        errors.push_back(base::failure(base::ErrorCode::Malformed, "the gait sets nothing",
                                       "set = { step = 0.2, ... }")
                             .value());
    }
    if (!errors.empty()) {
        return tl::unexpected(errors.front().inFile(file.string()));
    }
    // Where to go is not part of a gait.
    ParameterTexts numbers;
    for (const motion::WalkParameterInfo& info : motion::walkParameterInfos()) {
        if (const auto found = set->find(std::string(info.name)); found != set->end()) {
            numbers.emplace_back(found->first, found->second);
        }
    }
    return numbers;
}

// The numbers of a gait; those that it does not set are the usual ones.
base::Expected<motion::WalkParameters> readWalk(const fs::path& file) {
    const auto gait = readGait(file);
    if (!gait) {
        return tl::unexpected(gait.error());
    }
    const auto numbers = Parameters::read(walkParameters(), *gait);
    if (!numbers) {
        return tl::unexpected(numbers.error().inFile(file.string()));
    }
    return walkParametersOf(*numbers);
}

// The gait that is shipped for a robot's type, if there is one.
// @param kind walk or sprint
fs::path shippedGait(std::string_view kind, const robot::RobotModel& model) {
    const auto type = robot::naoTypeNumberOf(model);
    const fs::path file =
        keyframe::ownMotionsFolder() / "Walk" / fmt::format("{}-{}.toml", kind, type.value_or(0));
    std::error_code ignored;
    return type && fs::is_regular_file(file, ignored) ? file : fs::path();
}

} // namespace

std::vector<ParameterInfo> walkParameters() {
    std::vector<ParameterInfo> infos;
    const motion::WalkParameters usual;
    for (const motion::WalkParameterInfo& info : motion::walkParameterInfos()) {
        infos.push_back({std::string(info.name), std::string(info.description), usual.*info.value,
                         std::string(info.unit), info.least, info.most});
    }
    return infos;
}

motion::WalkParameters walkParametersOf(const Parameters& parameters) {
    motion::WalkParameters numbers;
    for (const motion::WalkParameterInfo& info : motion::walkParameterInfos()) {
        numbers.*info.value = parameters.number(info.name);
    }
    return numbers;
}

std::vector<ParameterInfo> walkingParameters() {
    std::vector<ParameterInfo> infos = {
        {"go-forward", "speed", 0.0, "m/s", -3.0, 3.0},
        {"go-left", "speed to the left", 0.0, "m/s", -3.0, 3.0},
        {"go-turn", "turning speed to the left", 0.0, "deg/s", -360.0, 360.0},
        {"gait", "file with the numbers of a walk; empty: the one that is shipped for the robot",
         std::string()},
        {"sprint",
         "file with the numbers of a walk straight ahead; none; empty: the shipped one, with the "
         "shipped gait",
         std::string()}};
    const auto numbers = walkParameters();
    infos.insert(infos.end(), numbers.begin(), numbers.end());
    return infos;
}

base::Expected<behavior::Walk::Settings> walkSettingsOf(const Parameters& parameters,
                                                        const robot::RobotModel& model) {
    if (!motion::WalkEngine::isWalkable(model)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} cannot walk with this behavior", model.name()),
                             "a robot with the legs and arms of a Nao");
    }
    behavior::Walk::Settings settings;
    settings.parameters = walkParametersOf(parameters);
    settings.command = {parameters.number("go-forward"), parameters.number("go-left"),
                        math::radFromDeg(parameters.number("go-turn"))};
    const std::string& named = parameters.text("sprint");
    // The shipped sprint goes with the shipped walk.
    const bool isShipped = named.empty() && parameters.text("gait").empty();
    const fs::path file = isShipped ? shippedGait("sprint", model) : fs::path(named);
    if (file.empty() || named == kNoSprint) {
        return settings;
    }
    const auto sprint = readWalk(file);
    if (!sprint) {
        return tl::unexpected(sprint.error());
    }
    settings.sprint = *sprint;
    return settings;
}

base::Expected<ParameterTexts> gaitOf(const std::string& file, const robot::RobotModel& model) {
    const fs::path path = file.empty() ? shippedGait("walk", model) : fs::path(file);
    return path.empty() ? ParameterTexts() : readGait(path);
}

base::Expected<ParameterTexts> suitedGait(const Parameters& set, const robot::RobotModel& model) {
    return gaitOf(set.text("gait"), model);
}

base::Expected<motion::WalkParameters> shippedWalk(const robot::RobotModel& model) {
    const fs::path file = shippedGait("walk", model);
    return file.empty() ? motion::WalkParameters() : readWalk(file);
}

} // namespace sideline::agents
