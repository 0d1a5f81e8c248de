#include "agents/behaviors/gait.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agents/behaviors/numbers.h"
#include "agents/skill_library.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWalk = "walk";
constexpr std::string_view kNumbersOf = "numbers-of";
const std::vector<std::string_view> kWalkers = {"walk", "drive", "kick"};

std::span<const motion::WalkParameterInfo> walkInfos() {
    return motion::walkParameterInfos();
}

fs::path shippedGait(std::string_view kind, const robot::RobotModel& model) {
    return shippedNumbers("Walk", kind, model);
}

base::Expected<motion::WalkParameters> readGait(const fs::path& file) {
    return readNumbers(file, kWalkers, walkInfos());
}

// The file of a fast gait; empty if there is none.
// @param parameters must include those of `gaitParameters`
fs::path fastFile(motion::FastGait gait, const Parameters& parameters,
                  const robot::RobotModel& model) {
    const std::string& named = parameters.text(motion::nameOf(gait));
    // The shipped fast gaits belong to the shipped walk.
    if (named.empty() && parameters.text("gait").empty()) {
        return shippedGait(motion::nameOf(gait), model);
    }
    return named == kNoGait ? fs::path() : fs::path(named);
}

// The network for running; null if there is none.
// @param parameters must include those of `gaitParameters`
base::Expected<std::shared_ptr<const behavior::Behavior>> runsWith(const Parameters& parameters,
                                                                   const BuildContext& context) {
    const std::string& named = parameters.text(kRun);
    const fs::path file = named == kNoGait ? fs::path()
                          : !named.empty() ? fs::path(named)
                          : parameters.text("gait").empty()
                              ? shippedFile("Walk", kRun, context.model, ".onnx")
                              : fs::path();
    if (file.empty()) {
        return nullptr;
    }
    auto policy = context.skills.findPolicy(file, context.model);
    if (!policy) {
        return tl::unexpected(std::move(policy.error()));
    }
    return std::move(policy->legs);
}

// Settings of a walk with these numbers, and its fast gaits.
// @param parameters must include those of `gaitParameters`
base::Expected<behavior::Walk::Settings> settingsWith(
    const base::Expected<motion::WalkParameters>& walk, const Parameters& parameters,
    const BuildContext& context) {
    const robot::RobotModel& model = context.model;
    if (!motion::LeggedBody::isLegged(model)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} cannot walk with this behavior", model.name()),
                             "a robot with two legs");
    }
    if (!walk) {
        return tl::unexpected(walk.error());
    }
    behavior::Walk::Settings settings;
    settings.parameters = *walk;
    for (const motion::FastGait gait : motion::kFastGaits) {
        const fs::path file = fastFile(gait, parameters, model);
        if (file.empty()) {
            continue;
        }
        const auto numbers = readGait(file);
        if (!numbers) {
            return tl::unexpected(numbers.error());
        }
        settings.fast[static_cast<std::size_t>(gait)] = *numbers;
    }
    auto runs = runsWith(parameters, context);
    if (!runs) {
        return tl::unexpected(std::move(runs.error()));
    }
    settings.runs = std::move(*runs);
    readNumbers(parameters, behavior::RunnerSettings::numbers(), settings.run, kRun);
    readNumbers(parameters, motion::WalkEngineSettings::numbers(), settings.engine, kEngine);
    readNumbers(parameters, motion::GaitMixSettings::numbers(), settings.engine.mix, kMix);
    return settings;
}

// The fast gait to which the given numbers belong; not set if they belong to the walk.
base::Expected<std::optional<motion::FastGait>> numbersOfWhich(const Parameters& parameters) {
    const std::string& name = parameters.text(kNumbersOf);
    std::vector<std::string_view> names = {kWalk};
    for (const motion::FastGait gait : motion::kFastGaits) {
        if (name == motion::nameOf(gait)) {
            return gait;
        }
        names.push_back(motion::nameOf(gait));
    }
    if (name == kWalk) {
        return std::nullopt;
    }
    return tl::unexpected(unknownName("gait", name, names));
}

} // namespace

std::vector<ParameterInfo> gaitParameters() {
    std::vector<ParameterInfo> infos = {
        {"gait", "gait file; empty: the gait shipped for the robot", std::string()}};
    const std::array where = {"walking straight ahead", "walking backward", "walking sideways",
                              "turning on the spot"};
    for (const motion::FastGait gait : motion::kFastGaits) {
        infos.push_back({std::string(motion::nameOf(gait)),
                         fmt::format("fast gait file for {}, or none; empty: the shipped "
                                     "one, if the gait is the shipped one",
                                     where[static_cast<std::size_t>(gait)]),
                         std::string()});
    }
    infos.push_back({std::string(kRun),
                     "policy file for running straight ahead, or none; empty: the shipped one, if "
                     "the gait is the shipped one",
                     std::string()});
    append(infos, numberParameters(behavior::RunnerSettings::numbers(), {}, kRun));
    append(infos, numberParameters(motion::WalkEngineSettings::numbers(), {}, kEngine));
    append(infos, numberParameters(motion::GaitMixSettings::numbers(), {}, kMix));
    return infos;
}

std::vector<ParameterInfo> walkingParameters() {
    std::vector<ParameterInfo> infos = {
        {"go-forward", "speed", 0.0, "m/s", -3.0, 3.0},
        {"go-left", "sideways speed, positive to the left", 0.0, "m/s", -3.0, 3.0},
        {"go-turn", "turn rate, positive to the left", 0.0, "deg/s", -360.0, 360.0},
        {std::string(kNumbersOf),
         "gait to which the parameters below belong: walk, or the fast gait sprint, retreat, "
         "sidestep or pivot",
         std::string(kWalk)}};
    for (const auto& more : {gaitParameters(), numberParameters(walkInfos())}) {
        infos.insert(infos.end(), more.begin(), more.end());
    }
    return infos;
}

base::Expected<behavior::Walk::Settings> walkSettingsOf(const Parameters& parameters,
                                                        const BuildContext& context) {
    const auto which = numbersOfWhich(parameters);
    if (!which) {
        return tl::unexpected(which.error());
    }
    const motion::WalkParameters numbers = numbersOf(parameters, walkInfos());
    auto settings =
        settingsWith(*which ? shippedWalk(context.model) : numbers, parameters, context);
    if (settings) {
        if (*which) {
            settings->fast[static_cast<std::size_t>(**which)] = numbers;
        }
        settings->command = {parameters.number("go-forward"), parameters.number("go-left"),
                             math::radFromDeg(parameters.number("go-turn"))};
    }
    return settings;
}

base::Expected<behavior::Walk::Settings> gaitSettingsOf(const Parameters& parameters,
                                                        const BuildContext& context) {
    const std::string& gait = parameters.text("gait");
    return settingsWith(gait.empty() ? shippedWalk(context.model) : readGait(gait), parameters,
                        context);
}

base::Expected<ParameterTexts> gaitOf(const std::string& file, const robot::RobotModel& model) {
    const fs::path path = file.empty() ? shippedGait("walk", model) : fs::path(file);
    return path.empty() ? ParameterTexts()
                        : readNumbersFile(path, kWalkers, numberParameters(walkInfos()));
}

base::Expected<ParameterTexts> suitedGait(const Parameters& set, const robot::RobotModel& model) {
    // A fast gait that is not shipped starts from the walk's numbers.
    const std::string& kind = set.text(kNumbersOf);
    const bool isFast = set.text("gait").empty() && kind != kWalk;
    return gaitOf(isFast ? shippedGait(kind, model).string() : set.text("gait"), model);
}

NumbersFile gaitFile() {
    return {"gait", "walk", numberNames(walkInfos())};
}

base::Expected<motion::WalkParameters> shippedWalk(const robot::RobotModel& model) {
    const fs::path file = shippedGait("walk", model);
    return file.empty() ? motion::WalkParameters() : readGait(file);
}

} // namespace sideline::agents
