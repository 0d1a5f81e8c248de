#include "agentcore/protocol/percepts.h"

#include <array>

#include <fmt/format.h>

#include "agentcore/protocol/sexpr.h"

namespace sideline::protocol {

namespace {

// Reads one message; every `read...` stands behind the word that named it and reads up to and
// including the closing parenthesis of its list. The first fault ends everything.
class PerceptReader {
public:
    explicit PerceptReader(std::string_view message) : m_reader(message) {}

    base::Expected<Percepts> read() {
        for (Token token = m_reader.next(); token.kind != TokenKind::End; token = m_reader.next()) {
            if (token.kind != TokenKind::Open) {
                fault(token, "a list");
            } else {
                readTopLevel(word());
            }
            if (m_error) {
                return tl::unexpected(*m_error);
            }
        }
        return std::move(m_percepts);
    }

private:
    void fault(const Token& token, std::string_view expected) {
        if (m_error) {
            return;
        }
        if (token.kind == TokenKind::Error || token.kind == TokenKind::End) {
            m_error = m_reader.error();
            return;
        }
        m_error = base::Error{.code = base::ErrorCode::Malformed,
                              .message = fmt::format("found \"{}\"", token.text),
                              .expected = std::string(expected),
                              .file = {},
                              .line = {},
                              .byteOffset = token.offset};
    }

    std::string_view word() {
        const Token token = m_reader.next();
        if (token.kind != TokenKind::Atom) {
            fault(token, "a word");
            return {};
        }
        return token.text;
    }

    double number() {
        const Token token = m_reader.next();
        const auto value = token.kind == TokenKind::Atom ? parseNumber(token.text) : std::nullopt;
        if (!value) {
            fault(token, "a number");
        }
        return value.value_or(0.0);
    }

    int integer() { return static_cast<int>(number()); }

    Eigen::Vector3d vector() {
        Eigen::Vector3d v;
        for (Eigen::Index i = 0; i < 3; ++i) {
            v[i] = number();
        }
        return v;
    }

    void close() {
        const Token token = m_reader.next();
        if (token.kind != TokenKind::Close) {
            fault(token, "the end of the list");
        }
    }

    void skip() {
        if (!m_reader.skipList()) {
            m_error = m_reader.error();
        }
    }

    // Calls `each(key)` for every list inside this one; `each` reads what is behind the key and
    // leaves the closing parenthesis.
    template <typename Each>
    void pairs(Each each) {
        while (!m_error) {
            const Token token = m_reader.next();
            if (token.kind == TokenKind::Close) {
                return;
            }
            if (token.kind == TokenKind::Open) {
                each(word());
            } else {
                fault(token, "a list");
            }
        }
    }

    void readTopLevel(std::string_view name) {
        if (name == "time") {
            pairs([&](std::string_view) {
                m_percepts.serverTimeS = number();
                close();
            });
        } else if (name == "GS") {
            readGameState();
        } else if (name == "GYR") {
            m_percepts.gyros.push_back(readVector());
        } else if (name == "ACC") {
            m_percepts.accelerometers.push_back(readVector());
        } else if (name == "HJ" || name == "UJ") {
            readJoint();
        } else if (name == "FRP") {
            readForce();
        } else if (name == "TCH") {
            readTouch();
        } else if (name == "See") {
            readSight();
        } else if (name == "hear") {
            readHeard();
        } else if (!m_error) {
            skip();
        }
    }

    void readGameState() {
        pairs([&](std::string_view key) {
            if (key == "t") {
                m_percepts.gameTimeS = number();
            } else if (key == "pm") {
                m_percepts.playMode = word();
            } else if (key == "unum") {
                m_percepts.unum = integer();
            } else if (key == "team") {
                m_percepts.ownSide = word();
            } else if (key == "sl") {
                m_percepts.scoreLeft = integer();
            } else if (key == "sr") {
                m_percepts.scoreRight = integer();
            } else {
                return skip();
            }
            close();
        });
    }

    VectorPercept readVector() {
        VectorPercept percept;
        pairs([&](std::string_view key) {
            if (key == "n") {
                percept.name = word();
            } else {
                percept.value = vector();
            }
            close();
        });
        return percept;
    }

    void readJoint() {
        std::string_view name;
        pairs([&](std::string_view key) {
            if (key == "n") {
                name = word();
            } else if (key == "ax" || key == "ax1" || key == "ax2") {
                const int axis = key == "ax" ? 0 : key.back() - '0';
                m_percepts.joints.push_back({name, axis, number()});
            } else {
                return skip();
            }
            close();
        });
    }

    void readForce() {
        ForcePercept percept;
        pairs([&](std::string_view key) {
            if (key == "n") {
                percept.name = word();
            } else if (key == "c") {
                percept.centerM = vector();
            } else {
                percept.forceN = vector();
            }
            close();
        });
        m_percepts.forces.push_back(percept);
    }

    // `n NAME val 1`, with or without parentheses around the pairs.
    void readTouch() {
        TouchPercept percept;
        while (!m_error) {
            const Token token = m_reader.next();
            if (token.kind == TokenKind::Close && m_reader.depth() == 0) {
                m_percepts.touches.push_back(percept);
                return;
            }
            if (token.kind == TokenKind::Atom && token.text == "n") {
                percept.name = word();
            } else if (token.kind == TokenKind::Atom && token.text == "val") {
                percept.isTouching = integer() != 0;
            } else if (token.kind == TokenKind::Error || token.kind == TokenKind::End) {
                fault(token, {});
            }
        }
    }

    Polar polar() {
        const Eigen::Vector3d v = vector();
        return {v.x(), v.y(), v.z()};
    }

    // `(pol d h v)` and the end of the list around it.
    Polar readPolar() {
        Polar seen;
        pairs([&](std::string_view key) {
            if (key != "pol") {
                return skip();
            }
            seen = polar();
            close();
        });
        return seen;
    }

    void readSight() {
        Sight sight;
        pairs([&](std::string_view key) {
            if (key == "P") {
                readPlayer(sight);
            } else if (key == "L") {
                readLine(sight);
            } else if (key == "mypos") {
                sight.myPosition_S = vector();
                close();
            } else if (key == "myorien") {
                sight.myHeadingDeg = number();
                close();
            } else if (key == "ballpos") {
                sight.ballPosition_S = vector();
                close();
            } else {
                sight.objects.push_back({key, readPolar()});
            }
        });
        m_percepts.sight = std::move(sight);
    }

    void readPlayer(Sight& sight) {
        SeenPlayer player;
        pairs([&](std::string_view key) {
            if (key == "team") {
                player.team = word();
                close();
            } else if (key == "id") {
                player.unum = integer();
                close();
            } else if (key == "pol") {
                player.parts.push_back({{}, polar()});
                close();
            } else {
                player.parts.push_back({key, readPolar()});
            }
        });
        sight.players.push_back(std::move(player));
    }

    void readLine(Sight& sight) {
        std::array<Polar, 2> ends{};
        std::size_t count = 0;
        pairs([&](std::string_view) {
            const Polar end = polar();
            if (count < ends.size()) {
                ends[count++] = end;
            }
            close();
        });
        sight.lines.emplace_back(ends[0], ends[1]);
    }

    void readHeard() {
        Heard heard;
        std::array<std::string_view, 4> words{};
        std::size_t count = 0;
        while (!m_error) {
            const Token token = m_reader.next();
            if (token.kind == TokenKind::Close) {
                break;
            }
            if (token.kind != TokenKind::Atom || count == words.size()) {
                return fault(token, "(hear [TEAM] TIME DIRECTION TEXT)");
            }
            words[count++] = token.text;
        }
        if (count < 3) {
            return fault({TokenKind::Close, ")", m_reader.offset()},
                         "(hear [TEAM] TIME DIRECTION TEXT)");
        }
        const std::size_t first = count - 3;
        heard.team = first == 0 ? std::string_view{} : words[0];
        heard.timeS = parseNumber(words[first]).value_or(0.0);
        heard.isOwn = words[first + 1] == "self";
        heard.directionDeg = parseNumber(words[first + 1]).value_or(0.0);
        heard.text = words[first + 2];
        m_percepts.heard.push_back(heard);
    }

    SexprReader m_reader;
    Percepts m_percepts;
    std::optional<base::Error> m_error;
};

} // namespace

base::Expected<Percepts> parsePercepts(std::string_view message) {
    return PerceptReader(message).read();
}

} // namespace sideline::protocol
