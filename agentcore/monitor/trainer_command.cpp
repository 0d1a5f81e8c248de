#include "agentcore/monitor/trainer_command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/message_fault.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::monitor {

namespace {

using base::Error;
using base::ErrorCode;
using protocol::SexprReader;
using protocol::Token;
using protocol::TokenKind;

constexpr std::size_t kMaxErrors = 100;

// A word or a list of words and lists; the text points into the message.
struct Item {
    std::string_view word;
    std::size_t offset = 0;
    bool isList = false;
    std::vector<Item> items;

    // First word of a list: the name of a command or parameter.
    [[nodiscard]] std::string_view name() const {
        return items.empty() ? std::string_view{} : items.front().word;
    }
};

// Reads the contents of a list after its '(' up to the ')'; false on an error.
bool readList(SexprReader& reader, Item& list) {
    while (true) {
        const Token token = reader.next();
        if (token.kind == TokenKind::Close) {
            return true;
        }
        if (token.kind != TokenKind::Open && token.kind != TokenKind::Atom) {
            return false;
        }
        list.items.push_back({token.text, token.offset, token.kind == TokenKind::Open, {}});
        if (list.items.back().isList) {
            list.items.back().word = {};
            if (!readList(reader, list.items.back())) { // the reader limits the depth
                return false;
            }
        }
    }
}

game::Side sideFromTeamWord(std::string_view word) {
    return word == "Left"    ? game::Side::Left
           : word == "Right" ? game::Side::Right
                             : game::Side::None;
}

std::string_view teamWord(game::Side side) {
    return side == game::Side::Left ? "Left" : side == game::Side::Right ? "Right" : "None";
}

class CommandReader {
public:
    TrainerMessage read(std::string_view message) {
        SexprReader reader(message);
        while (true) {
            const Token token = reader.next();
            if (token.kind == TokenKind::Open) {
                Item command{{}, token.offset, true, {}};
                if (readList(reader, command)) {
                    readCommand(command);
                    continue;
                }
                add(reader.error());
                break;
            }
            if (token.kind == TokenKind::Error) {
                add(reader.error());
            }
            if (token.kind != TokenKind::Atom) { // words outside lists are ignored
                break;
            }
        }
        return std::move(m_result);
    }

private:
    void add(Error error) {
        if (m_result.errors.size() < kMaxErrors) {
            m_result.errors.push_back(std::move(error));
        }
    }

    void fail(ErrorCode code, const Item& at, std::string message, std::string expected) {
        add(protocol::faultAt(code, std::move(message), std::move(expected), at.offset));
    }

    void accept(TrainerCommand command) { m_result.commands.push_back(std::move(command)); }

    void readCommand(const Item& command) {
        using Read = void (CommandReader::*)(const Item&);
        struct Entry {
            std::string_view name;
            Read read;
        };
        static constexpr std::array kCommands = {
            Entry{"agent", &CommandReader::readAgent},
            Entry{"ball", &CommandReader::readBall},
            Entry{"playMode", &CommandReader::readPlayMode},
            Entry{"dropBall", &CommandReader::readWithoutArguments<DropBall>},
            Entry{"kickOff", &CommandReader::readKickOff},
            Entry{"getAck", &CommandReader::readWithoutArguments<GetAck>},
            Entry{"select", &CommandReader::readSelect},
            Entry{"kill", &CommandReader::readOneOrSelected<KillAgent>},
            Entry{"repos", &CommandReader::readOneOrSelected<RepositionAgent>},
            Entry{"killsim", &CommandReader::readWithoutArguments<KillSimulation>},
            Entry{"reqfullstate", &CommandReader::readWithoutArguments<RequestFullState>},
            Entry{"time", &CommandReader::readTime},
            Entry{"score", &CommandReader::readScore},
        };
        const auto entry = std::ranges::find(kCommands, command.name(), &Entry::name);
        if (entry == kCommands.end()) {
            fail(ErrorCode::InvalidArgument, command,
                 fmt::format("unknown command '{}'", command.name()),
                 "agent, ball, playMode, dropBall, kickOff, getAck, select, kill, repos, killsim, "
                 "reqfullstate, time or score");
            return;
        }
        (this->*entry->read)(command);
    }

    template <typename Command>
    void readWithoutArguments(const Item&) {
        accept(Command{});
    }

    // The parameter `name` if it has a value, otherwise nullptr.
    static const Item* find(const Item& command, std::string_view name) {
        const auto it = std::ranges::find_if(command.items, [&](const Item& item) {
            return item.isList && !item.items.empty() && item.name() == name;
        });
        return it == command.items.end() || it->items.size() < 2 ? nullptr : &*it;
    }

    // The number at position `index` of a list; records an error if there is none.
    std::optional<double> number(const Item& list, std::size_t index) {
        const auto expected = fmt::format("a number as value {} of '{}'", index, list.name());
        if (index >= list.items.size() || list.items[index].isList) {
            fail(ErrorCode::Malformed, list, fmt::format("'{}' lacks a value", list.name()),
                 expected);
            return std::nullopt;
        }
        const Item& item = list.items[index];
        std::string_view text = item.word;
        text.remove_prefix(text.starts_with('+') ? 1 : 0);
        double value = 0.0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
        if (parsed.ec == std::errc::invalid_argument) {
            fail(ErrorCode::Malformed, item, fmt::format("'{}' is not a number", item.word),
                 expected);
            return std::nullopt;
        }
        // The server stores numbers in single precision.
        constexpr double kMaxMagnitude = std::numeric_limits<float>::max();
        if (parsed.ec != std::errc{} || !(std::abs(value) <= kMaxMagnitude)) {
            fail(ErrorCode::LimitExceeded, item, fmt::format("'{}' is out of range", item.word),
                 "a finite single-precision number");
            return std::nullopt;
        }
        return value;
    }

    std::optional<int> integer(const Item& list, std::size_t index) {
        const auto value = number(list, index);
        if (value && !(std::abs(*value) < 2147483648.0)) {
            fail(ErrorCode::LimitExceeded, list.items[index],
                 fmt::format("'{}' is out of range", list.items[index].word), "a 32-bit integer");
            return std::nullopt;
        }
        return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
    }

    std::optional<Eigen::Vector3d> vector(const Item& list) {
        Eigen::Vector3d result;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto component = number(list, i + 1);
            if (!component) {
                return std::nullopt;
            }
            result(static_cast<Eigen::Index>(i)) = *component;
        }
        return result;
    }

    // The word at position 1 of a list, if there is one.
    static const Item* word(const Item& list) {
        return list.items.size() < 2 || list.items[1].isList ? nullptr : &list.items[1];
    }

    // `unum` and `team` if both are given.
    std::optional<game::PlayerId> readRobot(const Item& command) {
        const Item* unum = find(command, "unum");
        const Item* team = find(command, "team");
        const auto number = unum != nullptr ? integer(*unum, 1) : std::nullopt;
        const Item* name = team != nullptr ? word(*team) : nullptr;
        if (!number || name == nullptr) {
            return std::nullopt;
        }
        const game::Side side = sideFromTeamWord(name->word);
        if (side == game::Side::None && name->word != "None") {
            fail(ErrorCode::InvalidArgument, *name, fmt::format("unknown team '{}'", name->word),
                 "Left, Right or None");
        }
        return game::PlayerId{side, game::UniformNumber(*number)};
    }

    void readAgent(const Item& command) {
        const auto robot = readRobot(command);
        if (!robot) {
            accept(ClearSelectedAgents{});
            return;
        }
        AgentCommand agent;
        agent.agent = *robot;
        readAgentParts(command, agent);
        if (agent !=
            AgentCommand{
                .agent = *robot, .p_STorso = {}, .move = {}, .battery = {}, .temperature = {}}) {
            accept(agent);
        }
    }

    // Stops at the first invalid part, as the server does.
    void readAgentParts(const Item& command, AgentCommand& agent) {
        if (const Item* pos = find(command, "pos"); pos != nullptr) {
            agent.p_STorso = vector(*pos);
            if (!agent.p_STorso) {
                return;
            }
        }
        if (const Item* move = find(command, "move"); move != nullptr) {
            const auto position = vector(*move);
            const auto angleDeg = position ? number(*move, 4) : std::nullopt;
            if (!angleDeg) {
                return;
            }
            agent.move = AgentMove{*position, math::radFromDeg(*angleDeg)};
        }
        if (const Item* battery = find(command, "battery"); battery != nullptr) {
            agent.battery = number(*battery, 1);
            if (!agent.battery) {
                return;
            }
        }
        if (const Item* temperature = find(command, "temperature"); temperature != nullptr) {
            agent.temperature = number(*temperature, 1);
        }
    }

    void readBall(const Item& command) {
        BallCommand ball;
        const Item* pos = find(command, "pos");
        if (pos != nullptr) {
            ball.p_SBall = vector(*pos);
        }
        const Item* vel = find(command, "vel");
        if (vel != nullptr && (pos == nullptr || ball.p_SBall)) {
            ball.velocity_SMps = vector(*vel);
        }
        if (ball.p_SBall || ball.velocity_SMps) {
            accept(ball);
        }
    }

    void readPlayMode(const Item& command) {
        const Item* name = word(command);
        if (name == nullptr) {
            fail(ErrorCode::Malformed, command, "'playMode' lacks a value", "a play mode");
            return;
        }
        if (const auto mode = game::playModeFromName(name->word)) {
            accept(SetPlayMode{*mode});
            return;
        }
        fail(ErrorCode::InvalidArgument, *name, fmt::format("unknown play mode '{}'", name->word),
             "a play mode such as PlayOn or free_kick_left");
    }

    void readKickOff(const Item& command) {
        const Item* team = word(command);
        if (team == nullptr) {
            fail(ErrorCode::Malformed, command, "'kickOff' lacks a value", "Left, Right or None");
            return;
        }
        const game::Side side = sideFromTeamWord(team->word);
        if (side == game::Side::None && team->word != "None") {
            fail(ErrorCode::InvalidArgument, *team, fmt::format("unknown team '{}'", team->word),
                 "Left, Right or None");
            return;
        }
        accept(KickOff{side});
    }

    void readSelect(const Item& command) {
        const Item* unum = find(command, "unum");
        if (unum != nullptr && find(command, "team") == nullptr) {
            const auto number = integer(*unum, 1);
            accept(number == -1 ? TrainerCommand(ClearSelection{})
                                : TrainerCommand(SelectNextAgent{}));
            return;
        }
        const auto robot = readRobot(command);
        if (!robot) {
            accept(SelectNextAgent{});
        } else if (robot->unum.value() == -1) {
            accept(ClearSelection{});
        } else {
            accept(SelectAgent{*robot});
        }
    }

    template <typename Command>
    void readOneOrSelected(const Item& command) {
        accept(Command{readRobot(command)});
    }

    void readTime(const Item& command) {
        const auto timeS = number(command, 1);
        if (timeS && *timeS < 0.0) {
            fail(ErrorCode::LimitExceeded, command, "the time is negative", "0 or more seconds");
        } else if (timeS) {
            accept(SetTime{*timeS});
        }
    }

    void readScore(const Item& command) {
        std::array<int, 2> score{};
        constexpr std::array<std::string_view, 2> kNames = {"left", "right"};
        for (std::size_t i = 0; i < 2; ++i) {
            const Item* item = find(command, kNames[i]);
            if (item == nullptr) {
                fail(ErrorCode::Malformed, command, fmt::format("'score' lacks '{}'", kNames[i]),
                     "(score (left n)(right n))");
                return;
            }
            const auto goals = integer(*item, 1);
            if (!goals) {
                return;
            }
            score[i] = *goals;
        }
        if (score[0] < 0 || score[1] < 0) {
            fail(ErrorCode::LimitExceeded, command, "a score is negative", "0 or more goals");
            return;
        }
        accept(SetScore{score[0], score[1]});
    }

    TrainerMessage m_result;
};

class CommandWriter {
public:
    void operator()(const AgentCommand& command) {
        write("(agent");
        robot(command.agent);
        if (command.p_STorso) {
            vector("pos", *command.p_STorso);
        }
        if (command.move) {
            const Eigen::Vector3d& p = command.move->p_STorso;
            // Rounding to twelve digits removes the rounding error of the conversion to degrees.
            write("(move {} {} {} {:.12g})", p.x(), p.y(), p.z(),
                  math::degFromRad(command.move->yawRad));
        }
        if (command.battery) {
            write("(battery {})", *command.battery);
        }
        if (command.temperature) {
            write("(temperature {})", *command.temperature);
        }
        write(")");
    }
    void operator()(const BallCommand& command) {
        write("(ball");
        if (command.p_SBall) {
            vector("pos", *command.p_SBall);
        }
        if (command.velocity_SMps) {
            vector("vel", *command.velocity_SMps);
        }
        write(")");
    }
    void operator()(const SetPlayMode& command) {
        write("(playMode {})", game::playModeName(command.mode));
    }
    void operator()(const KickOff& command) { write("(kickOff {})", teamWord(command.side)); }
    void operator()(const SelectAgent& command) { named("select", command.agent); }
    void operator()(const KillAgent& command) { named("kill", command.agent); }
    void operator()(const RepositionAgent& command) { named("repos", command.agent); }
    void operator()(const SetTime& command) { write("(time {})", command.timeS); }
    void operator()(const SetScore& command) {
        write("(score (left {})(right {}))", command.left, command.right);
    }
    void operator()(const ClearSelectedAgents&) { write("(agent)"); }
    void operator()(const DropBall&) { write("(dropBall)"); }
    void operator()(const GetAck&) { write("(getAck)"); }
    void operator()(const SelectNextAgent&) { write("(select)"); }
    void operator()(const ClearSelection&) { write("(select (unum -1))"); }
    void operator()(const KillSimulation&) { write("(killsim)"); }
    void operator()(const RequestFullState&) { write("(reqfullstate)"); }

    std::string take() { return std::move(m_text); }

private:
    template <typename... Args>
    void write(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }
    void robot(const game::PlayerId& id) {
        write(" (unum {})(team {})", id.unum.value(), teamWord(id.side));
    }
    void vector(std::string_view name, const Eigen::Vector3d& v) {
        write("({} {} {} {})", name, v.x(), v.y(), v.z());
    }
    void named(std::string_view verb, const std::optional<game::PlayerId>& id) {
        write("({}", verb);
        if (id) {
            robot(*id);
        }
        write(")");
    }

    std::string m_text;
};

} // namespace

TrainerMessage parseTrainerCommands(std::string_view message) {
    return CommandReader().read(message);
}

std::string encodeTrainerCommand(const TrainerCommand& command) {
    CommandWriter writer;
    std::visit(writer, command);
    return writer.take();
}

} // namespace sideline::monitor
