#include "cli/league_server.h"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/field/field_model.h"
#ifdef SIDELINE_MUJOCO
#include "simulator/mujoco/league_feed.h"
#include "simulator/mujoco/league_simulation.h"
#endif

namespace sideline::cli {

using base::ErrorCode;

#ifdef SIDELINE_MUJOCO

namespace {

using simulator::mujoco::Occluders;
using simulator::mujoco::PerceptionVersion;

constexpr std::array kPerceptions = {std::pair("0.2.1", PerceptionVersion::Release021),
                                     std::pair("master", PerceptionVersion::Master)};
constexpr std::array kOcclusions = {std::pair("server", Occluders::AsServer),
                                    std::pair("all", Occluders::All),
                                    std::pair("none", Occluders::None)};

// The value with a name.
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

} // namespace

base::Expected<std::unique_ptr<simulator::Server>> openLeagueServer(
    const simulator::ServerSettings& settings, const LeagueArguments& arguments,
    simulator::Server::Log log) {
    namespace mujoco = simulator::mujoco;
    const auto rules = mujoco::leagueRules(arguments.ruleBook);
    if (!rules) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("unknown rule book {}", arguments.ruleBook),
                             "fifa, ssim or ssim26");
    }
    const std::string field = arguments.field.empty()
                                  ? std::string(mujoco::fieldOf(arguments.ruleBook))
                                  : arguments.field;
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
    const mujoco::LeagueSettings league{.field = version->dimensions,
                                        .rules = *rules,
                                        .phase = static_cast<mujoco::LeaguePhase>(arguments.phase),
                                        .gameTimeS = arguments.timeS,
                                        .seed = arguments.seed,
                                        .perception = *perception,
                                        .occluders = *occluders,
                                        .models = arguments.models};
    auto simulation = mujoco::LeagueSimulation::create(league);
    if (!simulation) {
        return tl::unexpected(std::move(simulation.error()));
    }
    auto feed = std::make_unique<mujoco::LeagueFeed>(**simulation);
    return simulator::Server::open(settings, std::move(*simulation), std::move(feed),
                                   std::move(log));
}

#else

base::Expected<std::unique_ptr<simulator::Server>> openLeagueServer(
    const simulator::ServerSettings& /*settings*/, const LeagueArguments& /*arguments*/,
    simulator::Server::Log /*log*/) {
    return base::failure(ErrorCode::InvalidArgument,
                         "this program was built without MuJoCo (SIDELINE_MUJOCO=OFF), so it has "
                         "no server of rcssservermj's family");
}

#endif

} // namespace sideline::cli
