#include "agentcore/protocol/effectors.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "agentcore/protocol/message_fault.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::protocol {

namespace {

constexpr std::size_t kMaxAtoms = 8;
constexpr SexprLimits kLimits{
    .maxBytes = std::size_t{1} << 20U, .maxDepth = 8, .maxAtomBytes = 512};

// A parsed expression: plain atoms, and the pairs of nested lists.
struct Expression {
    std::string_view name;
    std::size_t offset = 0;
    std::array<std::string_view, kMaxAtoms> atoms{};
    std::size_t atomCount = 0;
    bool exceedsLimit = false;
    bool hasLists = false;
    std::array<std::pair<std::string_view, std::string_view>, 4> pairs{};
    std::size_t pairCount = 0;

    [[nodiscard]] std::optional<std::string_view> find(std::string_view key) const {
        for (std::size_t i = 0; i < pairCount; ++i) {
            if (pairs[i].first == key) {
                return pairs[i].second;
            }
        }
        return std::nullopt;
    }
};

void addAtom(Expression& expression, std::string_view text) {
    if (expression.atomCount == kMaxAtoms) {
        expression.exceedsLimit = true;
        return;
    }
    expression.atoms[expression.atomCount++] = text;
}

// Reads `key value)` after the `(`; false on a syntax error.
bool readPair(SexprReader& reader, Expression& expression) {
    expression.hasLists = true;
    std::array<std::string_view, 2> words{};
    std::size_t count = 0;
    const std::uint32_t depth = reader.depth();
    while (reader.depth() >= depth) {
        const Token token = reader.next();
        if (token.kind == TokenKind::Error || token.kind == TokenKind::End) {
            return false;
        }
        if (token.kind == TokenKind::Atom && reader.depth() == depth && count < words.size()) {
            words[count++] = token.text;
        }
    }
    if (count == words.size() && expression.pairCount < expression.pairs.size()) {
        expression.pairs[expression.pairCount++] = {words[0], words[1]};
    }
    return true;
}

// Reads the rest of an expression after its `(`.
bool readExpression(SexprReader& reader, Expression& expression) {
    while (true) {
        const Token token = reader.next();
        switch (token.kind) {
        case TokenKind::Close:
            return true;
        case TokenKind::Atom:
            if (expression.name.empty() && !expression.hasLists) {
                expression.name = token.text;
            } else {
                addAtom(expression, token.text);
            }
            break;
        case TokenKind::Open:
            if (!readPair(reader, expression)) {
                return false;
            }
            break;
        case TokenKind::End:
        case TokenKind::Error:
            return false;
        }
    }
}

std::optional<double> finiteNumber(std::string_view text) {
    const auto number = parseNumber(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

using Result = tl::expected<Effector, const char*>; // an error contains the expected form

tl::unexpected<const char*> wrong(const char* expected) {
    return tl::unexpected<const char*>(expected);
}

Result readScene(const Expression& e) {
    static constexpr auto kExpected = "(scene FILE [TYPE])";
    if (e.atomCount < 1 || e.atomCount > 2 || e.hasLists) {
        return wrong(kExpected);
    }
    SceneEffector scene{.file = e.atoms[0], .type = 0};
    if (e.atomCount == 2) {
        const auto type = parseInteger(e.atoms[1]);
        if (!type) {
            return wrong(kExpected);
        }
        scene.type = *type;
    }
    return scene;
}

Result readInit(const Expression& e) {
    static constexpr auto kExpected = "(init (unum 0 to 11)(teamname NAME))";
    InitEffector init;
    if (const auto unum = e.find("unum")) {
        const auto number = parseInteger(*unum);
        if (!number || *number < 0) {
            return wrong(kExpected);
        }
        init.unum = *number;
    }
    const auto team = e.find("teamname");
    if (!team) {
        return wrong(kExpected);
    }
    init.team = *team;
    return init;
}

Result readBeam(const Expression& e) {
    const auto x = finiteNumber(e.atoms[0]);
    const auto y = finiteNumber(e.atoms[1]);
    const auto heading = finiteNumber(e.atoms[2]);
    if (e.atomCount != 3 || !x || !y || !heading) {
        return wrong("(beam X Y DEGREES) with finite numbers");
    }
    return BeamEffector{.xM = *x, .yM = *y, .headingDeg = *heading};
}

Result readJoint(const Expression& e) {
    JointEffector joint{.name = e.name, .speedRadPerS = {}, .axisCount = 0};
    if (e.atomCount < 1 || e.atomCount > joint.speedRadPerS.size() || e.hasLists) {
        return wrong("(JOINT SPEED) with one or two finite speeds in rad/s");
    }
    for (std::size_t i = 0; i < e.atomCount; ++i) {
        const auto speed = finiteNumber(e.atoms[i]);
        if (!speed) {
            return wrong("(JOINT SPEED) with one or two finite speeds in rad/s");
        }
        joint.speedRadPerS[i] = *speed;
    }
    joint.axisCount = static_cast<std::uint8_t>(e.atomCount);
    return joint;
}

Result readEffector(const Expression& e) {
    if (e.exceedsLimit) {
        return wrong("at most eight values");
    }
    if (e.name == "scene") {
        return readScene(e);
    }
    if (e.name == "init") {
        return readInit(e);
    }
    if (e.name == "beam") {
        return readBeam(e);
    }
    if (e.name == "say") {
        if (e.atomCount != 1 || e.hasLists) {
            return wrong("(say TEXT)");
        }
        return SayEffector{e.atoms[0]};
    }
    if (e.name == "pass") {
        return PassEffector{};
    }
    if (e.name == "syn") {
        return SynEffector{};
    }
    if (e.name.empty()) {
        return wrong("an effector's name");
    }
    return readJoint(e);
}

} // namespace

void parseAgentMessage(std::string_view text, AgentMessage& message) {
    message.effectors.clear();
    message.faults.clear();
    const auto fault = [&](std::string_view name, std::size_t offset, std::string expected) {
        message.faults.push_back(
            {name, faultAt(base::ErrorCode::Malformed,
                           name.empty() ? std::string("not an effector")
                                        : fmt::format("invalid values for \"{}\"", name),
                           std::move(expected), offset)});
    };
    SexprReader reader(text, kLimits);
    while (true) {
        const Token token = reader.next();
        if (token.kind == TokenKind::End) {
            return;
        }
        Expression expression;
        expression.offset = token.offset;
        if (token.kind == TokenKind::Atom) {
            fault({}, token.offset, "expressions in parentheses, such as (syn)");
            continue;
        }
        if (token.kind != TokenKind::Open || !readExpression(reader, expression)) {
            const Token last = reader.next(); // after an error, the reader keeps returning it
            if (last.kind == TokenKind::Error) {
                message.faults.push_back({{}, reader.error()});
            }
            return;
        }
        if (auto effector = readEffector(expression)) {
            message.effectors.push_back(*effector);
        } else {
            fault(expression.name, expression.offset, effector.error());
        }
    }
}

} // namespace sideline::protocol
