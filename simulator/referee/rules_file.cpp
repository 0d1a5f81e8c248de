#include "simulator/referee/rules_file.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/input_file.h"

namespace sideline::simulator {

using base::ErrorCode;
using nlohmann::json;

namespace {

/// One rule: the server's name, its member and its valid range.
struct Entry {
    std::string_view key;
    std::variant<double game::Rules::*, int game::Rules::*, bool game::Rules::*> member;
    double low = 0.0;
    double high = 0.0;
};

constexpr double kMaxS = 1.0e5;
constexpr double kMaxM = 1000.0;
constexpr double kMaxMps = 1000.0;
constexpr double kMaxDeg = 180.0;
constexpr int kMaxPlayers = 1000;

std::vector<Entry> entries() {
    return {
        {"RuleHalfTime", &game::Rules::halfTimeS, 0.02, kMaxS},
        {"SingleHalfTime", &game::Rules::hasSingleHalf},
        {"ChangeSidesInSecondHalf", &game::Rules::changesSidesInSecondHalf},
        {"AutomaticKickOff", &game::Rules::kicksOffAutomatically},
        {"WaitBeforeKickOff", &game::Rules::waitBeforeKickOffS, 0.0, kMaxS},
        {"AutomaticQuit", &game::Rules::quitsAfterGame},
        {"CoinTossForKickOff", &game::Rules::tossesCoinForKickOff},
        {"StartAnyFieldPosition", &game::Rules::startsAnywhere},
        {"PenaltyShootout", &game::Rules::isPenaltyShootout},
        {"RuleGoalPauseTime", &game::Rules::goalPauseS, 0.0, kMaxS},
        {"RuleKickInPauseTime", &game::Rules::kickInPauseS, 0.0, kMaxS},
        {"RuleDropBallTime", &game::Rules::dropBallS, 0.0, kMaxS},
        {"FreeKickDistance", &game::Rules::freeKickDistanceM, 0.0, kMaxM},
        {"FreeKickMoveDist", &game::Rules::freeKickMoveDistanceM, 0.0, kMaxM},
        {"KickRepelDist", &game::Rules::kickRepelDistanceM, 0.0, kMaxM},
        {"GoalKickDist", &game::Rules::goalKickDistanceM, 0.0, kMaxM},
        {"UseOffside", &game::Rules::usesOffside},

        {"AgentRadius", &game::Rules::agentRadiusM, 0.01, kMaxM},
        {"MaxRobotTypeCount", &game::Rules::maxRobotsOfOneType, 1, kMaxPlayers},
        {"MinRobotTypesCount", &game::Rules::minRobotTypes, 0, kMaxPlayers},
        {"MaxSumTwoRobotTypes", &game::Rules::maxRobotsOfTwoTypes, 1, kMaxPlayers},
        {"BeamNoiseXY", &game::Rules::beamNoiseXyM, 0.0, kMaxM},
        {"BeamNoiseAngle", &game::Rules::beamNoiseAngleDeg, 0.0, kMaxDeg},

        {"UseFouls", &game::Rules::usesFouls},
        {"FoulHoldTime", &game::Rules::foulHoldS, 0.0, kMaxS},
        {"MaxNumSafeRepositionAttempts", &game::Rules::maxSafeRepositionAttempts, 0, 1.0e6},
        {"MaxTouchGroupSize", &game::Rules::maxTouchGroupSize, 1, kMaxPlayers},
        {"TouchingFoulBeamPenalty", &game::Rules::touchingBeamPenalty},
        {"NotStandingMaxTime", &game::Rules::notStandingMaxS, 0.0, kMaxS},
        {"GoalieNotStandingMaxTime", &game::Rules::goalieNotStandingMaxS, 0.0, kMaxS},
        {"GroundMaxTime", &game::Rules::groundMaxS, 0.0, kMaxS},
        {"GoalieGroundMaxTime", &game::Rules::goalieGroundMaxS, 0.0, kMaxS},
        {"MaxPlayersInsideOwnArea", &game::Rules::maxPlayersInsideOwnArea, 0, kMaxPlayers},
        {"IllegalDefenseBeamPenalty", &game::Rules::illegalDefenseBeamPenalty},
        {"MinOppDistance", &game::Rules::minOpponentDistanceM, 0.0, kMaxM},
        {"Min2PlDistance", &game::Rules::minSecondDistanceM, 0.0, kMaxM},
        {"Min3PlDistance", &game::Rules::minThirdDistanceM, 0.0, kMaxM},

        {"UseCharging", &game::Rules::usesCharging},
        {"ChargingMinSpeed", &game::Rules::chargingMinSpeedMps, 0.0, kMaxMps},
        {"ChargingMinBallSpeedAngle", &game::Rules::chargingMinBallSpeedAngleDeg, 0.0, kMaxDeg},
        {"ChargingMinDeltaDist", &game::Rules::chargingMinDeltaDistanceM, 0.0, kMaxM},
        {"ChargingMinDeltaAng", &game::Rules::chargingMinDeltaAngleDeg, 0.0, kMaxDeg},
        {"ChargingImmunityTime", &game::Rules::chargingImmunityS, 0.0, kMaxS},
        {"ChargingCollisionMinTime", &game::Rules::chargingCollisionMinS, 0.0, kMaxS},
        {"ChargingMaxBallRulesDist", &game::Rules::chargingMaxBallRulesDistanceM, 0.0, kMaxM},
        {"ChargingMinCollBallDist", &game::Rules::chargingMinCollisionBallDistanceM, 0.0, kMaxM},
        {"ChargingMinCollisionSpeed", &game::Rules::chargingMinCollisionSpeedMps, 0.0, kMaxMps},

        {"FoulOnSelfCollisions", &game::Rules::usesSelfCollisions},
        {"SelfCollisionsTolerance", &game::Rules::selfCollisionToleranceM, 0.0, kMaxM},
        {"SelfCollisionJointFrozenTime", &game::Rules::selfCollisionFrozenS, 0.0, kMaxS},
        {"SelfCollisionJointThawTime", &game::Rules::selfCollisionThawS, 0.0, kMaxS},
        {"SelfCollisionBeamPenalty", &game::Rules::selfCollisionBeamPenalty},
        {"SelfCollisionBeamCooldownTime", &game::Rules::selfCollisionBeamCooldownS, 0.0, kMaxS},

        {"PassModeMaxBallSpeed", &game::Rules::passModeMaxBallSpeedMps, 0.0, kMaxMps},
        {"PassModeMaxBallDist", &game::Rules::passModeMaxBallDistanceM, 0.0, kMaxM},
        {"PassModeMinOppBallDist", &game::Rules::passModeMinOpponentDistanceM, 0.0, kMaxM},
        {"PassModeDuration", &game::Rules::passModeDurationS, 0.0, kMaxS},
        {"PassModeScoreWaitTime", &game::Rules::passModeScoreWaitS, 0.0, kMaxS},
        {"PassModeRetryWaitTime", &game::Rules::passModeRetryWaitS, 0.0, kMaxS},
    };
}

/// The expected value of an entry, for display.
std::string expectationOf(const Entry& entry) {
    if (std::holds_alternative<bool game::Rules::*>(entry.member)) {
        return "true or false";
    }
    const bool isWhole = std::holds_alternative<int game::Rules::*>(entry.member);
    return fmt::format("a {}number from {} to {}", isWhole ? "whole " : "", entry.low, entry.high);
}

bool isInRange(const Entry& entry, double value) {
    return std::isfinite(value) && value >= entry.low && value <= entry.high;
}

/// Assigns a value to a rule if it is valid.
bool assign(game::Rules& rules, const Entry& entry, const json& value) {
    if (const auto* flag = std::get_if<bool game::Rules::*>(&entry.member)) {
        if (value.is_boolean()) {
            rules.*(*flag) = value.get<bool>();
        }
        return value.is_boolean();
    }
    if (!value.is_number() || !isInRange(entry, value.get<double>())) {
        return false;
    }
    if (const auto* real = std::get_if<double game::Rules::*>(&entry.member)) {
        rules.*(*real) = value.get<double>();
        return true;
    }
    const auto number = value.get<double>();
    if (std::floor(number) != number) {
        return false;
    }
    rules.*std::get<int game::Rules::*>(entry.member) = static_cast<int>(number);
    return true;
}

/// A value as it appears in the file, or its type.
std::string describe(const json& value) {
    if (value.is_structured()) {
        return fmt::format("an {}", value.type_name());
    }
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

struct Document {
    json content;
    std::vector<std::string> repeatedKeys; ///< JSON itself allows them
};

/// Parses the whole text as an object.
/// Errors: Malformed with the byte offset and the rule being parsed.
base::Expected<Document> parse(std::string_view text) {
    Document document;
    std::set<std::string> seen;
    std::string lastKey;
    const auto noteKey = [&](int depth, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::key && depth == 1) {
            lastKey = parsed.get<std::string>();
            if (!seen.insert(lastKey).second) {
                document.repeatedKeys.push_back(lastKey);
            }
        }
        return true;
    };
    const auto fail = [&](std::optional<std::uint64_t> byteOffset) {
        const std::string place = lastKey.empty() ? "" : fmt::format(" at or after '{}'", lastKey);
        base::Error error{.code = ErrorCode::Malformed,
                          .message = "the file is not a JSON object" + place,
                          .expected = "an object such as {\"RuleHalfTime\": 300}",
                          .file = {},
                          .line = {},
                          .byteOffset = byteOffset};
        return tl::unexpected(std::move(error));
    };
    try {
        document.content = json::parse(text.begin(), text.end(), noteKey);
    } catch (const json::parse_error& error) {
        return fail(error.byte > 0 ? error.byte - 1 : 0);
    } catch (const json::exception&) { // a number out of the range of double
        return fail({});
    }
    if (!document.content.is_object()) {
        return fail({});
    }
    return document;
}

} // namespace

base::Expected<game::Rules> rulesFromJson(std::string_view text, const std::string& fileName) {
    const auto document = parse(text);
    if (!document) {
        return tl::unexpected(document.error().inFile(fileName));
    }
    const std::vector<Entry> known = entries();
    game::Rules rules;
    std::vector<std::string> faults;
    for (const std::string& key : document->repeatedKeys) {
        faults.push_back(fmt::format("'{}' is given twice", key));
    }
    for (const auto& [key, value] : document->content.items()) {
        const Entry* entry = nullptr;
        for (const Entry& candidate : known) {
            entry = candidate.key == key ? &candidate : entry;
        }
        if (entry == nullptr) {
            faults.push_back(fmt::format("unknown rule '{}'", key));
        } else if (!assign(rules, *entry, value)) {
            faults.push_back(
                fmt::format("'{}' is {}, not {}", key, describe(value), expectationOf(*entry)));
        }
    }
    if (!faults.empty()) {
        return tl::unexpected(base::failure(ErrorCode::InvalidArgument,
                                            fmt::format("{}", fmt::join(faults, "; ")),
                                            "names and values of the server's rules")
                                  .value()
                                  .inFile(fileName));
    }
    return rules;
}

base::Expected<game::Rules> readRulesFile(const std::string& path) {
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20U;
    const auto text = base::readTextFile(path, kMaxBytes, "a file of rules (JSON)");
    if (!text) {
        return tl::unexpected(text.error());
    }
    return rulesFromJson(*text, path);
}

std::string rulesToJson(const game::Rules& rules) {
    nlohmann::ordered_json document;
    for (const Entry& entry : entries()) {
        const std::string key(entry.key);
        std::visit([&](const auto member) { document[key] = rules.*member; }, entry.member);
    }
    return document.dump(2) + "\n";
}

} // namespace sideline::simulator
