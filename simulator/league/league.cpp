#include "simulator/league/league.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agentcore/field/field_model.h"

#ifdef SIDELINE_MUJOCO
#include "simulator/mujoco/league_play.h"
#endif

namespace sideline::simulator {

using base::ErrorCode;

std::string_view mujocoMissing() {
    return "this program was built without MuJoCo (SIDELINE_MUJOCO=OFF), so it cannot simulate T1, "
           "K1 and PiPlus";
}

#ifdef SIDELINE_MUJOCO

namespace {

using mujoco::Occluders;
using mujoco::PerceptionVersion;

constexpr std::array kPerceptions = {std::pair("0.2.1", PerceptionVersion::Release021),
                                     std::pair("master", PerceptionVersion::Master)};
constexpr std::array kOcclusions = {std::pair("server", Occluders::AsServer),
                                    std::pair("all", Occluders::All),
                                    std::pair("none", Occluders::None)};

// Returns the value with this name.
template <typename Value, std::size_t kCount>
base::Expected<Value> choice(const std::array<std::pair<const char*, Value>, kCount>& choices,
                             std::string_view what, std::string_view name) {
    std::string names;
    for (const auto& [known, value] : choices) {
        if (known == name) {
            return value;
        }
        names += (names.empty() ? "" : ", ") + std::string(known);
    }
    return base::failure(ErrorCode::InvalidArgument, fmt::format("unknown {} {}", what, name),
                         names);
}

constexpr const char* kBook = "ssim26";

// The name of the league's field of a size; empty if there is none.
std::string fieldOfSize(const std::array<double, 2>& sizeM) {
    for (const field::FieldVersion& version : field::footballFields()) {
        const field::FieldDimensions& size = version.dimensions;
        if (std::hypot(size.lengthM - sizeM[0], size.widthM - sizeM[1]) < 0.01) {
            return std::string(version.name);
        }
    }
    return {};
}

// The first rule book that allows a situation.
std::string bookFor(const StartSituation* start) {
    const mujoco::LeagueRules rules = *mujoco::leagueRules(kBook);
    if (start == nullptr) {
        return kBook;
    }
    const auto left = std::ranges::count(start->robots, game::Side::Left,
                                         [](const StartRobot& robot) { return robot.player.side; });
    const auto most = std::max(left, std::ssize(start->robots) - left);
    const bool isAllowed = most <= rules.maxTeamSize &&
                           start->timeS < rules.endS(mujoco::LeaguePhase::SecondExtraHalf);
    return isAllowed ? kBook : "fifa";
}

} // namespace

std::string_view mujocoVersion() {
    return mujoco::libraryVersion();
}

base::Expected<MatchMaker> leagueMaker(const LeagueArguments& arguments) {
    const std::string book =
        arguments.ruleBook.empty() ? bookFor(arguments.start.get()) : arguments.ruleBook;
    const auto rules = mujoco::leagueRules(book);
    if (!rules) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("unknown rule book {}", arguments.ruleBook),
                             "fifa, ssim or ssim26");
    }
    std::string field = arguments.field;
    if (field.empty() && arguments.start && arguments.start->fieldM) {
        field = fieldOfSize(*arguments.start->fieldM);
    }
    if (field.empty()) { // a situation for another field is refused by the match
        field = mujoco::fieldOf(book);
    }
    const field::FieldVersion* version = field::findField(field);
    if (version == nullptr || version->dimensions.penaltySpotM <= 0.0) {
        return base::failure(ErrorCode::InvalidArgument, fmt::format("unknown field {}", field),
                             "fifa7vs7, fifa or hsl2026");
    }
    const auto perception = choice(kPerceptions, "perception", arguments.perception);
    const auto occluders = choice(kOcclusions, "occlusion", arguments.occlusion);
    if (!perception || !occluders) {
        return tl::unexpected(perception ? occluders.error() : perception.error());
    }
    const mujoco::LeagueSettings settings{.field = version->dimensions,
                                          .rules = *rules,
                                          .phase =
                                              static_cast<mujoco::LeaguePhase>(arguments.phase),
                                          .gameTimeS = arguments.timeS,
                                          .seed = arguments.seed,
                                          .perception = *perception,
                                          .occluders = *occluders,
                                          .models = arguments.models,
                                          .start = arguments.start};
    return MatchMaker([settings, run = argumentsToJson(arguments)] {
        return mujoco::playLeague(settings).map([&run](PlayedMatch&& played) {
            played.settings = run;
            return std::move(played);
        });
    });
}

#else

std::string_view mujocoVersion() {
    return {};
}

base::Expected<MatchMaker> leagueMaker(const LeagueArguments& /*arguments*/) {
    return base::failure(ErrorCode::InvalidArgument, std::string(mujocoMissing()));
}

#endif

} // namespace sideline::simulator
