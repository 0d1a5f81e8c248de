#include "simulator/mujoco/league_commands.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/message_fault.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::simulator::mujoco {

namespace {

using base::Error;
using base::ErrorCode;
using Eigen::Vector3d;
using game::Side;
using protocol::TokenKind;

// Returns the words of a list, without those of nested lists.
struct WordList {
    std::vector<std::string_view> words;
    std::size_t offset = 0;

    [[nodiscard]] std::string_view name() const {
        return words.empty() ? std::string_view() : words.front();
    }
};

// A command: its own words, then its nested lists.
struct CommandLists {
    WordList own;
    std::vector<WordList> parts;
};

class LeagueCommandReader {
public:
    LeagueCommandReader(std::string_view message, const LeagueGame& game)
        : m_reader(message), m_game(game) {}

    LeagueMessage read() {
        while (!m_isStopped) {
            const protocol::Token token = m_reader.next();
            if (token.kind == TokenKind::Error) {
                m_result.errors.push_back(m_reader.error());
            }
            if (token.kind == TokenKind::Error || token.kind == TokenKind::End) {
                break;
            }
            if (token.kind == TokenKind::Open) {
                readCommand(token.offset);
            }
        }
        return std::move(m_result);
    }

private:
    void fail(ErrorCode code, std::size_t offset, std::string message, std::string expected) {
        m_result.errors.push_back(
            protocol::faultAt(code, std::move(message), std::move(expected), offset));
    }
    // Ignores the rest of a message, like the server.
    void stop(const WordList& list, std::string message, std::string expected) {
        m_isStopped = true;
        fail(ErrorCode::Malformed, list.offset, std::move(message), std::move(expected));
    }

    void readCommand(std::size_t offset) {
        CommandLists command{.own = {.words = {}, .offset = offset}, .parts = {}};
        std::size_t depth = 1;
        while (depth > 0) {
            const protocol::Token token = m_reader.next();
            if (token.kind == TokenKind::Error || token.kind == TokenKind::End) {
                m_isStopped = true;
                m_result.errors.push_back(m_reader.error());
                return;
            }
            if (token.kind == TokenKind::Open && ++depth == 2) {
                command.parts.push_back({.words = {}, .offset = token.offset});
            } else if (token.kind == TokenKind::Close) {
                --depth;
            } else if (token.kind == TokenKind::Atom && depth <= 2) {
                (depth == 1 ? command.own : command.parts.back()).words.push_back(token.text);
            }
        }
        execute(command);
    }

    void execute(const CommandLists& command) {
        const std::string_view name = command.own.name();
        if (name == "kickOff") {
            kickOff(command.own);
        } else if (name == "dropBall") {
            m_result.commands.emplace_back(monitor::DropBall{});
        } else if (name == "ball") {
            placeBall(command);
        } else if (name == "agent") {
            placePlayer(command);
        } else if (name == "playMode" || name == "killsim") {
            fail(ErrorCode::InvalidArgument, command.own.offset,
                 fmt::format("rcssservermj reads '{}' but ignores it", name),
                 "kickOff, dropBall, ball or agent");
        } else {
            fail(ErrorCode::InvalidArgument, command.own.offset,
                 fmt::format("unknown command '{}'", name), "kickOff, dropBall, ball or agent");
        }
    }

    void kickOff(const WordList& list) {
        constexpr std::array<std::string_view, 4> kLeft = {"Left", "left", "L", "l"};
        constexpr std::array<std::string_view, 4> kRight = {"Right", "right", "R", "r"};
        const std::string_view side = list.words.size() > 1 ? list.words[1] : std::string_view();
        const auto isOneOf = [&](const auto& words) {
            return std::ranges::find(words, side) != words.end();
        };
        m_result.commands.emplace_back(monitor::KickOff{isOneOf(kLeft)    ? Side::Left
                                                        : isOneOf(kRight) ? Side::Right
                                                                          : Side::None});
    }

    // Returns the numbers after the name of a list.
    template <std::size_t kCount>
    std::optional<std::array<double, kCount>> numbers(const WordList& list) {
        std::array<double, kCount> values{};
        for (std::size_t i = 0; i < kCount; ++i) {
            const std::string_view word =
                i + 1 < list.words.size() ? list.words[i + 1] : std::string_view();
            const auto read = std::from_chars(word.data(), word.data() + word.size(), values.at(i));
            if (read.ec != std::errc{} || read.ptr != word.data() + word.size() ||
                !std::isfinite(values.at(i))) {
                stop(list,
                     fmt::format("value {} of '{}' is not a finite number", i + 1, list.name()),
                     fmt::format("{} finite numbers; the rest of the message is ignored", kCount));
                return std::nullopt;
            }
        }
        return values;
    }
    std::optional<Vector3d> vector(const WordList& list) {
        const auto values = numbers<3>(list);
        return values ? std::optional(Vector3d((*values)[0], (*values)[1], (*values)[2]))
                      : std::nullopt;
    }

    void placeBall(const CommandLists& command) {
        monitor::BallCommand ball;
        for (const WordList& part : command.parts) {
            if (part.name() == "pos") {
                ball.p_SBall = vector(part);
            } else if (part.name() == "vel") {
                ball.velocity_SMps = vector(part);
            }
            if (m_isStopped) {
                return;
            }
        }
        if (!ball.p_SBall) {
            return fail(ErrorCode::Malformed, command.own.offset, "'ball' has no position",
                        "(ball (pos x y z) [(vel x y z)])");
        }
        m_result.commands.emplace_back(ball);
    }

    void placePlayer(const CommandLists& command) {
        std::optional<int> unum;
        std::string_view team;
        std::optional<TorsoPlace> place;
        for (const WordList& part : command.parts) {
            if (part.name() == "unum") {
                if (const auto value = numbers<1>(part)) {
                    unum = static_cast<int>(std::clamp((*value)[0], -1.0, 1e6));
                }
            } else if (part.name() == "team" && part.words.size() > 1) {
                team = part.words[1];
            } else if (part.name() == "pos") {
                if (const auto p_S = vector(part)) {
                    place.emplace(*p_S, Eigen::Quaterniond::Identity());
                }
            } else if (part.name() == "move") {
                if (const auto v = numbers<4>(part)) {
                    place =
                        TorsoPlace::upright({(*v)[0], (*v)[1], (*v)[2]}, math::radFromDeg((*v)[3]));
                }
            } else if (part.name() == "move3d") {
                place = turnedPlace(part);
            }
            if (m_isStopped) {
                return;
            }
        }
        if (!unum || *unum < 0 || team.empty() || !place) {
            return fail(ErrorCode::Malformed, command.own.offset,
                        fmt::format("'agent' has no {}", !unum || *unum < 0 ? "number"
                                                         : team.empty()     ? "team"
                                                                            : "position"),
                        "(agent (unum n) (team NAME) (pos x y z)), move or move3d");
        }
        const Side side = sideOf(team);
        if (side == Side::None) {
            return fail(ErrorCode::NotFound, command.own.offset,
                        fmt::format("there is no team {}", team), "Left, Right or a team's name");
        }
        m_result.commands.emplace_back(PlacePlayer{{side, game::UniformNumber(*unum)}, *place});
    }

    std::optional<TorsoPlace> turnedPlace(const WordList& part) {
        constexpr double kShortest = 1e-6;
        const auto v = numbers<7>(part);
        if (!v) {
            return std::nullopt;
        }
        const Eigen::Quaterniond turn((*v)[3], (*v)[4], (*v)[5], (*v)[6]);
        if (turn.norm() < kShortest) {
            stop(part, "the quaternion of 'move3d' is zero", "x y z, then qw qx qy qz");
            return std::nullopt;
        }
        return TorsoPlace({(*v)[0], (*v)[1], (*v)[2]}, turn);
    }

    [[nodiscard]] Side sideOf(std::string_view team) const {
        return team == "Left" || team == m_game.team(Side::Left)     ? Side::Left
               : team == "Right" || team == m_game.team(Side::Right) ? Side::Right
                                                                     : Side::None;
    }

    protocol::SexprReader m_reader;
    const LeagueGame& m_game;
    LeagueMessage m_result;
    bool m_isStopped = false;
};

} // namespace

LeagueMessage readLeagueCommands(std::string_view message, const LeagueGame& game) {
    return LeagueCommandReader(message, game).read();
}

base::Expected<LeagueCommand> toLeague(const monitor::TrainerCommand& command) {
    if (const auto* kickOff = std::get_if<monitor::KickOff>(&command)) {
        return *kickOff;
    }
    if (std::holds_alternative<monitor::DropBall>(command)) {
        return monitor::DropBall{};
    }
    const auto* ball = std::get_if<monitor::BallCommand>(&command);
    if (ball != nullptr && ball->p_SBall) {
        return *ball;
    }
    if (const auto* agent = std::get_if<monitor::AgentCommand>(&command)) {
        if (agent->move) {
            return PlacePlayer{agent->agent,
                               TorsoPlace::upright(agent->move->p_STorso, agent->move->yawRad)};
        }
        if (agent->p_STorso) {
            return PlacePlayer{agent->agent, {*agent->p_STorso, Eigen::Quaterniond::Identity()}};
        }
    }
    return base::failure(ErrorCode::InvalidArgument, "rcssservermj ignores this command",
                         "kickOff, dropBall, ball with a position, or agent with pos or move");
}

} // namespace sideline::simulator::mujoco
