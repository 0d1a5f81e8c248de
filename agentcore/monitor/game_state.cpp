#include "agentcore/monitor/game_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/game/constants.h"
#include "agentcore/protocol/message_fault.h"

namespace sideline::monitor {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;
using protocol::SexprReader;
using protocol::Token;
using protocol::TokenKind;

constexpr std::array kFoulTypes = {
    "crowding", "touching",       "illegal defense", "illegal attack", "incapable", "kick-off",
    "charging", "self-collision", "ball holding",    "double touch",   "hand foul",
};

constexpr std::string_view kUnknownTorque = "-";

tl::unexpected<Error> malformed(std::string message, std::string expected, std::size_t offset) {
    return tl::unexpected(
        protocol::faultAt(ErrorCode::Malformed, std::move(message), std::move(expected), offset));
}

// The field of the environment that a predicate of a full message sets; nullptr for other
// predicates.
double* environmentField(Environment& env, std::string_view name) {
    struct Entry {
        std::string_view name;
        double Environment::*member;
    };
    struct FieldEntry {
        std::string_view name;
        double field::FieldDimensions::*member;
    };
    using field::FieldDimensions;
    static constexpr std::array kFieldEntries = {
        FieldEntry{"FieldLength", &FieldDimensions::lengthM},
        FieldEntry{"FieldWidth", &FieldDimensions::widthM},
        FieldEntry{"FieldHeight", &FieldDimensions::heightM},
        FieldEntry{"GoalWidth", &FieldDimensions::goalWidthM},
        FieldEntry{"GoalDepth", &FieldDimensions::goalDepthM},
        FieldEntry{"GoalHeight", &FieldDimensions::goalHeightM},
        FieldEntry{"BorderSize", &FieldDimensions::borderM},
        // Only rcssservermj, since version 0.2.1:
        FieldEntry{"CenterCircleRadius", &FieldDimensions::circleRadiusM},
        FieldEntry{"GoalieAreaLength", &FieldDimensions::goalAreaLengthM},
        FieldEntry{"GoalieAreaWidth", &FieldDimensions::goalAreaWidthM},
        FieldEntry{"PenaltySpotDistance", &FieldDimensions::penaltySpotM},
        FieldEntry{"PenaltyAreaLength", &FieldDimensions::penaltyLengthM},
        FieldEntry{"PenaltyAreaWidth", &FieldDimensions::penaltyWidthM},
    };
    static constexpr std::array kEntries = {
        Entry{"FreeKickDistance", &Environment::freeKickDistanceM},
        Entry{"WaitBeforeKickOff", &Environment::waitBeforeKickOffS},
        Entry{"AgentRadius", &Environment::agentRadiusM},
        Entry{"BallRadius", &Environment::ballRadiusM},
        Entry{"BallMass", &Environment::ballMassKg},
        Entry{"RuleGoalPauseTime", &Environment::goalPauseS},
        Entry{"RuleKickInPauseTime", &Environment::kickInPauseS},
        Entry{"RuleHalfTime", &Environment::halfTimeS},
        Entry{"PassModeMinOppBallDist", &Environment::passModeMinOpponentBallDistanceM},
        Entry{"PassModeDuration", &Environment::passModeDurationS},
    };
    for (const FieldEntry& entry : kFieldEntries) {
        if (entry.name == name) {
            return &(env.field.*entry.member);
        }
    }
    for (const Entry& entry : kEntries) {
        if (entry.name == name) {
            return &(env.*entry.member);
        }
    }
    return nullptr;
}

// Reads predicates one by one into a scratch state.
class PredicateListReader {
public:
    PredicateListReader(SexprReader& reader, Predicates& result)
        : m_reader(reader), m_result(result) {}

    Expected<void> readFirst() {
        if (const Token open = m_reader.next(); open.kind != TokenKind::Open) {
            return unexpected(open, "'(' before the predicates");
        }
        return readRest();
    }

    Expected<void> readRest() {
        while (true) {
            const Token token = m_reader.next();
            if (token.kind == TokenKind::Close) {
                return {};
            }
            if (token.kind != TokenKind::Open) {
                return unexpected(token, "'(' of a predicate, or ')'");
            }
            const Token name = m_reader.next();
            if (name.kind != TokenKind::Atom) {
                return unexpected(name, "the name of a predicate");
            }
            if (auto done = readPredicate(name); !done) {
                return done;
            }
        }
    }

private:
    tl::unexpected<Error> unexpected(const Token& token, std::string expected) const {
        if (token.kind == TokenKind::Error) {
            return tl::unexpected(m_reader.error());
        }
        const std::string what =
            token.kind == TokenKind::End ? "end of the message" : fmt::format("'{}'", token.text);
        return malformed("unexpected " + what, std::move(expected), token.offset);
    }

    Expected<void> close() {
        const Token token = m_reader.next();
        if (token.kind != TokenKind::Close) {
            return unexpected(token, "')'");
        }
        return {};
    }

    template <typename Value, typename Parse>
    Expected<Value> value(std::string_view predicate, std::string_view kind, Parse parse) {
        const Token token = m_reader.next();
        if (token.kind != TokenKind::Atom) {
            return unexpected(token, fmt::format("a {} after '{}'", kind, predicate));
        }
        const auto parsed = parse(token.text);
        if (!parsed) {
            return malformed(fmt::format("'{}' is not a value for '{}'", token.text, predicate),
                             fmt::format("a {}", kind), token.offset);
        }
        return *parsed;
    }

    Expected<double> number(std::string_view predicate) {
        return value<double>(predicate, "number", protocol::parseNumber);
    }
    Expected<int> integer(std::string_view predicate) {
        return value<int>(predicate, "whole number", protocol::parseInteger);
    }

    template <typename Target, typename Value>
    Expected<void> store(Target& target, Expected<Value> read) {
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        target = *read;
        return close();
    }

    Expected<void> readPredicate(const Token& nameToken) {
        const std::string_view name = nameToken.text;
        if (name == "time") {
            return store(m_result.timeS, number(name));
        }
        if (name == "play_mode") {
            return store(m_result.playMode, integer(name));
        }
        if (name == "score_left") {
            return store(m_result.scoreLeft, integer(name));
        }
        if (name == "score_right") {
            return store(m_result.scoreRight, integer(name));
        }
        if (name == "half") {
            return store(m_result.half, integer(name));
        }
        if (name == "pass_mode_score_wait_left") {
            return store(m_result.passModeScoreWaitLeftS, number(name));
        }
        if (name == "pass_mode_score_wait_right") {
            return store(m_result.passModeScoreWaitRightS, number(name));
        }
        if (name == "foul") {
            return readFoul(nameToken);
        }
        if (name == "torque") {
            return readTorques(nameToken);
        }
        if (name == "team_left" || name == "team_right" || name == "play_modes") {
            return readWords(name);
        }
        if (double* target = environmentField(m_result.environment, name); target != nullptr) {
            return store(*target, number(name));
        }
        return readUnknown(nameToken);
    }

    Expected<void> readFoul(const Token& nameToken) {
        std::array<int, 4> values{};
        std::size_t count = 0;
        while (true) {
            const Token token = m_reader.next();
            if (token.kind == TokenKind::Close) {
                break;
            }
            const auto parsed =
                token.kind == TokenKind::Atom ? protocol::parseInteger(token.text) : std::nullopt;
            if (!parsed || count == values.size()) {
                return unexpected(token, "three or four whole numbers in 'foul'");
            }
            values[count++] = *parsed;
        }
        if (count < 3) {
            return malformed(fmt::format("'foul' has {}", base::plural(count, "value")),
                             "[index] type team number", nameToken.offset);
        }
        const std::size_t first = count - 3;
        m_result.fouls.push_back(Foul{.index = first == 1 ? values[0] : 0,
                                      .type = values[first],
                                      .offender = playerOf(values[first + 1], values[first + 2])});
        return {};
    }

    static game::PlayerId playerOf(int side, int number) {
        return {side == 1   ? game::Side::Left
                : side == 2 ? game::Side::Right
                            : game::Side::None,
                game::UniformNumber(number)};
    }

    Expected<void> readTorques(const Token& nameToken) {
        const auto side = integer(nameToken.text);
        const auto number = side ? integer(nameToken.text) : side;
        if (!number) {
            return tl::unexpected(number.error());
        }
        MotorTorques& torques =
            m_result.torques.emplace_back(MotorTorques{playerOf(*side, *number), {}});
        while (true) {
            const Token token = m_reader.next();
            if (token.kind == TokenKind::Close) {
                return {};
            }
            const bool isUnknown = token.kind == TokenKind::Atom && token.text == kUnknownTorque;
            const auto parsed = token.kind != TokenKind::Atom || isUnknown
                                    ? std::nullopt
                                    : protocol::parseNumber(token.text);
            if (!parsed && !isUnknown) {
                return unexpected(token, "a torque in N m, '-' or ')'");
            }
            torques.torquesNm.push_back(
                static_cast<float>(parsed.value_or(std::numeric_limits<double>::quiet_NaN())));
        }
    }

    Expected<void> readWords(std::string_view predicate) {
        std::string joined;
        while (true) {
            const Token token = m_reader.next();
            if (token.kind == TokenKind::Close) {
                break;
            }
            if (token.kind != TokenKind::Atom) {
                return unexpected(token, fmt::format("words after '{}', or ')'", predicate));
            }
            if (predicate == "play_modes") {
                m_result.environment.playModes.emplace_back(token.text);
            } else {
                joined += joined.empty() ? "" : " ";
                joined += token.text;
            }
        }
        if (predicate == "team_left") {
            m_result.teamLeft = std::move(joined);
        } else if (predicate == "team_right") {
            m_result.teamRight = std::move(joined);
        }
        return {};
    }

    Expected<void> readUnknown(const Token& name) {
        constexpr std::string_view kCornerRadius = "CorderAreaRadius"; // not drawn
        if (name.text != kCornerRadius) {
            addRemark(m_result.remarks, Remark::Kind::UnknownWord, std::string(name.text),
                      name.offset);
        }
        const std::size_t start = m_reader.offset();
        if (!m_reader.skipList()) {
            return tl::unexpected(m_reader.error());
        }
        const std::string_view text = m_reader.bytes().substr(start, m_reader.offset() - 1 - start);
        const std::size_t first = text.find_first_not_of(' ');
        m_result.environment.others.emplace_back(
            name.text, first == std::string_view::npos ? std::string_view{} : text.substr(first));
        return {};
    }

    SexprReader& m_reader;
    Predicates& m_result;
};

} // namespace

std::string foulTypeName(int type) {
    return type >= 0 && type < static_cast<int>(kFoulTypes.size())
               ? std::string(kFoulTypes[static_cast<std::size_t>(type)])
               : fmt::format("foul type {}", type);
}

bool MotorTorques::operator==(const MotorTorques& other) const {
    return robot == other.robot &&
           std::ranges::equal(torquesNm, other.torquesNm, [](float left, float right) {
               return left == right || (std::isnan(left) && std::isnan(right));
           });
}

std::string_view GameState::playModeName() const {
    if (!environment || playMode < 0 ||
        playMode >= static_cast<int>(environment->playModes.size())) {
        return "?";
    }
    return environment->playModes[static_cast<std::size_t>(playMode)];
}

std::string_view GameState::teamName(game::Side side) const {
    return side == game::Side::Left    ? teamLeft
           : side == game::Side::Right ? teamRight
                                       : std::string_view{};
}

std::span<const float> GameState::motorTorquesNm(const game::PlayerId& robot) const {
    const auto found = std::ranges::find(torques, robot, &MotorTorques::robot);
    return found == torques.end() ? std::span<const float>() : found->torquesNm;
}

double GameState::ballRadiusM() const {
    return environment && environment->ballRadiusM > 0.0 ? environment->ballRadiusM
                                                         : game::kBallRadiusM;
}

bool GameState::operator==(const GameState& other) const {
    const bool sameEnvironment =
        environment == other.environment ||
        (environment && other.environment && *environment == *other.environment);
    const auto values = [](const GameState& s) {
        return std::tie(s.timeS, s.half, s.scoreLeft, s.scoreRight, s.playMode, s.teamLeft,
                        s.teamRight, s.passModeScoreWaitLeftS, s.passModeScoreWaitRightS, s.fouls,
                        s.torques, s.format, s.serverTimeS);
    };
    return sameEnvironment && values(*this) == values(other);
}

base::Expected<Predicates> readPredicates(protocol::SexprReader& reader) {
    Predicates predicates;
    if (auto read = PredicateListReader(reader, predicates).readFirst(); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    return predicates;
}

base::Expected<void> readMorePredicates(protocol::SexprReader& reader, Predicates& predicates) {
    return PredicateListReader(reader, predicates).readRest();
}

void appendTorques(const std::vector<MotorTorques>& torques, std::string& text) {
    for (const MotorTorques& each : torques) {
        fmt::format_to(std::back_inserter(text), "(torque {} {}",
                       each.robot.side == game::Side::Left ? 1 : 2, each.robot.unum.value());
        for (const float torqueNm : each.torquesNm) {
            if (std::isfinite(torqueNm)) {
                fmt::format_to(std::back_inserter(text), " {:.4g}", torqueNm);
            } else {
                (text += ' ') += kUnknownTorque;
            }
        }
        text += ')';
    }
}

GameState applyPredicates(const GameState& state, Predicates predicates, bool full) {
    GameState next;
    if (full) {
        Environment& environment = predicates.environment;
        environment.field.circleRadiusM = environment.freeKickDistanceM;
        environment.field = field::withPenaltyArea(environment.field);
        const bool unchanged = state.environment && *state.environment == environment;
        next.environment = unchanged ? state.environment
                                     : std::make_shared<const Environment>(std::move(environment));
    } else {
        next = state;
    }
    changeValues(next, std::move(predicates));
    return next;
}

void changeValues(GameState& game, Predicates predicates) {
    const auto change = [](auto& target, auto& value) {
        if (value) {
            target = std::move(*value);
        }
    };
    change(game.timeS, predicates.timeS);
    change(game.half, predicates.half);
    change(game.scoreLeft, predicates.scoreLeft);
    change(game.scoreRight, predicates.scoreRight);
    change(game.playMode, predicates.playMode);
    change(game.teamLeft, predicates.teamLeft);
    change(game.teamRight, predicates.teamRight);
    game.passModeScoreWaitLeftS = predicates.passModeScoreWaitLeftS;
    game.passModeScoreWaitRightS = predicates.passModeScoreWaitRightS;
    game.fouls = std::move(predicates.fouls);
    game.torques = std::move(predicates.torques);
}

} // namespace sideline::monitor
