#include "agents/behaviors/kick.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "agentcore/behavior/kick.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/gait.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string_view> kKickers = {"kick"};
constexpr std::array<std::string_view, 1> kKinds = {"quick"}; // that are shipped

fs::path fileOf(const std::string& named, const robot::RobotModel& model) {
    const std::string_view kind = named.empty() ? kKinds.front() : std::string_view(named);
    return std::ranges::find(kKinds, kind) != kKinds.end() ? shippedNumbers("Kick", kind, model)
                                                           : fs::path(named);
}

base::Expected<std::unique_ptr<behavior::Behavior>> makeKick(const Parameters& parameters,
                                                             BuildContext& context) {
    const auto walk = gaitSettingsOf(parameters, context.model);
    if (!walk) {
        return tl::unexpected(walk.error());
    }
    auto kick = std::make_unique<behavior::Kick>(
        behavior::Walk(*walk), numbersOf(parameters, motion::kickParameterInfos()));
    kick->setRepeats(parameters.flag("again"));
    if (parameters.flag("aim")) {
        kick->setTarget(
            behavior::KickTarget{Eigen::Vector2d(parameters.number("x"), parameters.number("y"))});
    }
    return kick;
}

base::Expected<ParameterTexts> suitedKick(const Parameters& set, const robot::RobotModel& model) {
    const fs::path file = fileOf(set.text("kick"), model);
    return file.empty()
               ? ParameterTexts()
               : readNumbersFile(file, kKickers, numberParameters(motion::kickParameterInfos()));
}

// What kicks come to, as files say it in `[measured]`.
std::vector<ParameterInfo> kickFigureParameters() {
    return {
        {"distance", "median distance in the wanted direction", 0.0, "m", 0.0, 40.0},
        {"contact", "median time from the command at the ball until it moves", 0.0, "s", 0.0, 10.0},
        {"spread", "half of the trials are within this of the direction", 0.0, "deg", 0.0, 180.0},
        {"stands", "share of the trials that kick without a fall", 0.0, "", 0.0, 1.0}};
}

} // namespace

base::Expected<std::vector<behavior::KnownKick>> shippedKicks(const robot::RobotModel& model) {
    std::vector<behavior::KnownKick> kicks;
    for (const std::string_view kind : kKinds) {
        const fs::path file = shippedNumbers("Kick", kind, model);
        if (file.empty()) {
            continue;
        }
        const auto numbers = readNumbers(file, kKickers, motion::kickParameterInfos());
        if (!numbers) {
            return tl::unexpected(numbers.error());
        }
        const auto measured = readMeasures(file, kKickers, kickFigureParameters());
        if (!measured) {
            return tl::unexpected(measured.error());
        }
        kicks.push_back(
            {*numbers,
             {measured->number("distance"), measured->number("contact"),
              math::radFromDeg(measured->number("spread")), measured->number("stands")}});
    }
    return kicks;
}

BehaviorInfo kickInfo() {
    BehaviorInfo info;
    info.name = "kick";
    info.layer = Layer::Movement;
    info.summary = "Goes to the ball and kicks it out of the walk";
    info.parameters = {
        {"aim", "whether to kick to x, y; otherwise straight ahead", true},
        {"x", "where the ball should go, in the own field frame, towards the opponent's goal", 15.0,
         "m", -30.0, 30.0},
        {"y", "likewise, to the left", 0.0, "m", -20.0, 20.0},
        {"again", "whether it goes on to the ball after each kick", false},
        {"kick", "quick, shipped for the robot, or a file with the numbers of a kick; empty: quick",
         std::string()}};
    for (const auto& more : {gaitParameters(), numberParameters(motion::kickParameterInfos())}) {
        info.parameters.insert(info.parameters.end(), more.begin(), more.end());
    }
    info.make = makeKick;
    info.suited = suitedKick;
    info.file = NumbersFile{"kick", "kick", numberNames(motion::kickParameterInfos())};
    return info;
}

} // namespace sideline::agents
