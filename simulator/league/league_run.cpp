// Settings of recorded runs of rcssservermj's family.
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/json_depth.h"
#include "simulator/league/league.h"
#include "simulator/start/recorded_start.h"
#include "simulator/start/start_family.h"

namespace sideline::simulator {

namespace {

using base::ErrorCode;
using Json = nlohmann::ordered_json;

constexpr const char* kFamily = "rcssservermj";

// Defines the names of the arguments once, for writing and reading.
template <typename Arguments, typename Visit>
void eachArgument(Arguments& arguments, const Visit& visit) {
    visit("book", arguments.ruleBook);
    visit("field", arguments.field);
    visit("phase", arguments.phase);
    visit("seed", arguments.seed);
    visit("perception", arguments.perception);
    visit("occlusion", arguments.occlusion);
    visit("models", arguments.models);
}

} // namespace

std::string argumentsToJson(const LeagueArguments& arguments) {
    Json json;
    json["family"] = kFamily;
    eachArgument(arguments, [&](const char* key, const auto& value) { json[key] = value; });
    if (arguments.timeS) {
        json["time"] = *arguments.timeS;
    }
    if (arguments.start) {
        json["start"] = textOf(*arguments.start);
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Expected<PlayedMatch> playLeagueRun(std::string_view text) {
    LeagueArguments arguments;
    try {
        const Json json = Json::parse(text, base::kNotTooDeep);
        if (const auto family = json.at("family").get<std::string>(); family != kFamily) {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("unknown server family '{}'", family), kFamily);
        }
        eachArgument(arguments, [&](const char* key, auto& value) { json.at(key).get_to(value); });
        if (json.contains("time")) {
            arguments.timeS = json.at("time").get<double>();
        }
        if (json.contains("start")) {
            robot::RobotCatalog robots;
            auto start = recordedStart(
                parseStartOfAnyFamily(json.at("start").get<std::string>(), {}, robots));
            if (!start) {
                return tl::unexpected(std::move(start.error()));
            }
            arguments.start = std::move(*start);
        }
    } catch (const Json::exception& fault) {
        return base::failure(ErrorCode::Malformed,
                             fmt::format("the settings cannot be read: {}", fault.what()),
                             "settings as written by the recorder");
    }
    return leagueMaker(arguments).and_then([](const MatchMaker& make) { return make(); });
}

} // namespace sideline::simulator
