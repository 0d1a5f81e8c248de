#include "agents/behaviors/kick.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agents/behaviors/gait.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string_view> kKickers = {"kick"};
constexpr double kMinAhead = -0.1; // kicks count as backward below this cosine of their direction
// Names of the shipped kicks.
constexpr std::array<std::string_view, 4> kKinds = {"quick", "far", "side", "heel"};

fs::path fileOf(const std::string& named, const robot::RobotModel& model) {
    const std::string_view kind = named.empty() ? kKinds.front() : std::string_view(named);
    return std::ranges::find(kKinds, kind) != kKinds.end() ? shippedNumbers("Kick", kind, model)
                                                           : fs::path(named);
}

// Contents of `[set]` in a kick's file.
std::vector<ParameterInfo> kickNumberParameters() {
    std::vector<ParameterInfo> infos = numberParameters(motion::kickParameterInfos());
    infos.insert(infos.begin(),
                 {"motion",
                  "motion to play, such as kick-far for the motions kick-far-left and "
                  "kick-far-right; empty: a computed kick",
                  std::string()});
    return infos;
}

// Results of kicks, as in the table `[measured]` of files.
std::vector<ParameterInfo> kickFigureParameters() {
    const motion::KickFigures defaults;
    return {
        {"distance", "median distance in the target direction", 0.0, "m", 0.0, 40.0},
        {"contact", "median time from the start of the kick to contact", 0.0, "s", 0.0, 10.0},
        {"spread", "half of the kicks stay within this angle of the target direction", 0.0, "deg",
         0.0, 180.0},
        {"stands", "fraction of trials with a kick and no fall", 0.0, "", 0.0, 1.0},
        {"aim", "median time from 35 cm away from the ball to the kick command", defaults.aimS, "s",
         0.0, 60.0},
        {"swings",
         "distance with a slower swing: pairs of swing-time factor and distance in m, such as "
         "1 5.4, 1.5 3.7; empty: unknown",
         std::string()},
        {"region",
         "success rates by ball position, rows from far to near, columns from inside to outside; "
         "empty: "
         "unknown",
         std::string()},
        {"region-forward", "center of the nearest cells, ahead of the feet", 0.0, "m", -1.0, 1.0},
        {"region-aside", "center of the innermost cells, toward the kicking foot", 0.0, "m", -1.0,
         1.0},
        {"region-cell", "size of a cell", 0.02, "m", 0.001, 0.5}};
}

base::Error malformedSwings(const std::string& text) {
    return base::failure(base::ErrorCode::Malformed, fmt::format("invalid swings \"{}\"", text),
                         fmt::format("at most {} pairs, with factors growing from 1 and distances "
                                     "shrinking, such as 1 5.4, 1.5 3.7",
                                     motion::SwingTable::kMaxRows))
        .value();
}

base::Expected<motion::SwingTable> swingsOf(const std::string& text) {
    std::vector<motion::SwingTable::Row> rows;
    std::vector<double> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (*at == ' ' || *at == ',') {
            ++at;
            continue;
        }
        double number = 0.0;
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc()) {
            return tl::unexpected(malformedSwings(text));
        }
        numbers.push_back(number);
        at = read.ptr;
    }
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
        rows.push_back({numbers[i], numbers[i + 1]});
    }
    bool isGood = numbers.size() % 2 == 0 && rows.size() <= motion::SwingTable::kMaxRows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        isGood = isGood && rows[i].swingTimeFactor >= 1.0 && rows[i].swingTimeFactor <= 100.0 &&
                 rows[i].distanceM >= 0.0 &&
                 (i == 0 || (rows[i].swingTimeFactor > rows[i - 1].swingTimeFactor &&
                             rows[i].distanceM < rows[i - 1].distanceM));
    }
    if (!isGood) {
        return tl::unexpected(malformedSwings(text));
    }
    return motion::SwingTable(rows);
}

// Fills in the measured values of a kick. Without measurements they stay unset.
base::Expected<void> takeMeasures(const fs::path& file, behavior::KnownKick& kick) {
    const auto measured = readMeasures(file, kKickers, kickFigureParameters());
    if (!measured) {
        return tl::unexpected(measured.error());
    }
    kick.figures = {measured->number("distance"), measured->number("contact"),
                    math::radFromDeg(measured->number("spread")), measured->number("stands"),
                    measured->number("aim")};
    auto swings = swingsOf(measured->text("swings"));
    if (!swings) {
        return tl::unexpected(std::move(swings.error()).inFile(file.string()));
    }
    kick.swings = *swings;
    if (const std::string& region = measured->text("region"); !region.empty()) {
        auto parsed = motion::KickRegion::parse(
            region, {measured->number("region-forward"), measured->number("region-aside")},
            measured->number("region-cell"));
        if (!parsed) {
            return tl::unexpected(std::move(parsed.error()).inFile(file.string()));
        }
        kick.region = *parsed;
    }
    return {};
}

// @param parameters must include those of `kickNumberParameters`
base::Expected<behavior::KnownKick> kickOf(const Parameters& parameters,
                                           const BuildContext& context) {
    behavior::KnownKick kick;
    kick.numbers = numbersOf(parameters, motion::kickParameterInfos());
    const std::string& motion = parameters.text("motion");
    if (motion.empty()) {
        return kick;
    }
    for (const auto& [foot, into] :
         {std::pair("-left", &kick.motions.left), std::pair("-right", &kick.motions.right)}) {
        auto trajectory = context.skills.find(motion + foot, context.model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        *into = std::move(*trajectory);
    }
    return kick;
}

base::Expected<std::unique_ptr<behavior::Behavior>> makeKick(const Parameters& parameters,
                                                             BuildContext& context) {
    const auto walk = gaitSettingsOf(parameters, context);
    if (!walk) {
        return tl::unexpected(walk.error());
    }
    auto known = kickOf(parameters, context);
    if (!known) {
        return tl::unexpected(known.error());
    }
    const std::string& named = parameters.text("kick");
    const fs::path file = fileOf(named, context.model);
    if (file.empty() && !named.empty()) {
        return base::failure(
            base::ErrorCode::NotFound,
            fmt::format("no kick {} is shipped for {}", named, context.model.name()),
            "a file with a kick's parameters, or another kind");
    }
    if (!file.empty()) {
        if (const auto taken = takeMeasures(file, *known); !taken) {
            return tl::unexpected(taken.error());
        }
    }
    if (!parameters.flag("region")) {
        known->region = {};
    }
    behavior::KickSettings settings;
    readGroups(parameters, settings.moving);
    readNumbers(parameters, behavior::KickApproach::numbers(), settings.approach, kApproach);
    auto kick =
        std::make_unique<behavior::Kick>(behavior::Walk(*walk), std::move(*known), settings);
    kick->setRepeats(parameters.flag("again"));
    kick->setDistance(parameters.number("distance"));
    if (parameters.flag("aim")) {
        kick->setTarget(
            behavior::KickTarget{Eigen::Vector2d(parameters.number("x"), parameters.number("y"))});
    }
    return kick;
}

base::Expected<ParameterTexts> suitedKick(const Parameters& set, const robot::RobotModel& model) {
    const fs::path file = fileOf(set.text("kick"), model);
    return file.empty() ? ParameterTexts()
                        : readNumbersFile(file, kKickers, kickNumberParameters());
}

} // namespace

base::Expected<std::vector<behavior::KnownKick>> shippedKicks(const BuildContext& context) {
    std::vector<behavior::KnownKick> kicks;
    const auto infos = kickNumberParameters();
    for (const std::string_view kind : kKinds) {
        const fs::path file = shippedNumbers("Kick", kind, context.model);
        if (file.empty()) {
            continue;
        }
        const auto texts = readNumbersFile(file, kKickers, infos);
        if (!texts) {
            return tl::unexpected(texts.error());
        }
        const auto set = Parameters::read(infos, *texts);
        if (!set) {
            return tl::unexpected(set.error().inFile(file.string()));
        }
        auto kick = kickOf(*set, context);
        if (!kick) {
            return tl::unexpected(kick.error());
        }
        if (const auto taken = takeMeasures(file, *kick); !taken) {
            return tl::unexpected(taken.error());
        }
        if (std::cos(kick->numbers.directionRad) > kMinAhead) {
            kicks.push_back(std::move(*kick));
        }
    }
    return kicks;
}

base::Expected<std::optional<behavior::Kick>> firstKick(const Parameters& parameters,
                                                        const BuildContext& context,
                                                        const behavior::Walk::Settings& walk,
                                                        const behavior::MovingSettings& moving) {
    const auto kicks = shippedKicks(context);
    if (!kicks) {
        return tl::unexpected(kicks.error());
    }
    if (kicks->empty()) {
        return std::nullopt;
    }
    behavior::KickSettings settings;
    settings.moving = moving;
    readNumbers(parameters, behavior::KickApproach::numbers(), settings.approach, kApproach);
    return behavior::Kick(behavior::Walk(walk), kicks->front(), settings);
}

BehaviorInfo kickInfo() {
    BehaviorInfo info;
    info.name = "kick";
    info.layer = Layer::Movement;
    info.summary = "Walks to the ball and kicks it, while walking or from a standstill";
    info.parameters = {
        {"aim", "kick to x, y; otherwise straight ahead", true},
        {"x", "target of the ball in the team's field frame, x toward the opponent's goal", 15.0,
         "m", -30.0, 30.0},
        {"y", "target of the ball in the team's field frame, y to the left", 0.0, "m", -20.0, 20.0},
        {"distance", "distance of the kick, for kicks that can vary it; 0: full distance", 0.0, "m",
         0.0, 30.0},
        {"again", "follow the ball and kick again", false},
        {"kick",
         fmt::format(
             "{}, where shipped for the robot, or a file with a kick's parameters; empty: {}",
             fmt::join(kKinds, ", "), kKinds.front()),
         std::string()},
        {"region",
         "whether it kicks from positions proven in trials; otherwise from within `near-forward` "
         "and `near-aside`",
         true}};
    append(info.parameters, gaitParameters());
    append(info.parameters, kickNumberParameters());
    append(info.parameters, groupParameters<behavior::MovingSettings>());
    append(info.parameters, numberParameters(behavior::KickApproach::numbers(), {}, kApproach));
    info.make = makeKick;
    info.suited = suitedKick;
    info.file = NumbersFile{"kick", "kick", numberNames(motion::kickParameterInfos())};
    return info;
}

} // namespace sideline::agents
