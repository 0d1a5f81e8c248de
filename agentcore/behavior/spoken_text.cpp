#include "agentcore/behavior/spoken_text.h"

#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace sideline::behavior {

namespace {

base::Expected<argument::Argument> valueOf(std::string_view text) {
    using argument::Type;
    constexpr std::array<std::string_view, 6> kUnits = {"", "m", "s", "deg", "m/s", "deg/s"};
    auto player = argument::Argument::parse(text, {Type::Player});
    if (player) {
        return player;
    }
    for (const std::string_view unit : kUnits) {
        if (auto number = argument::Argument::parse(text, {Type::Number, unit})) {
            return number;
        }
    }
    return argument::Argument::parse(text, {Type::Place});
}

} // namespace

base::Expected<SpokenText> SpokenText::parse(std::string_view text) {
    SpokenText made;
    if (text == kTeamMessage) {
        return made;
    }
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t open = text.find('{', at);
        Piece piece{std::string(text.substr(at, open - at)), {}};
        if (open == std::string_view::npos) {
            made.m_pieces.push_back(std::move(piece));
            break;
        }
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) {
            return base::failure(
                base::ErrorCode::Malformed,
                fmt::format("'{}', character {}: no closing brace", text, open + 1),
                "a value in braces, such as {ball.x}");
        }
        auto value = valueOf(text.substr(open + 1, close - open - 1));
        if (!value) {
            return base::failure(base::ErrorCode::Malformed,
                                 fmt::format("'{}', from character {}: {}", text, open + 2,
                                             value.error().toString()),
                                 "a number, place or player in braces, or {team} alone");
        }
        piece.value = std::move(*value);
        made.m_pieces.push_back(std::move(piece));
        at = close + 1;
    }
    return made;
}

void SpokenText::append(const argument::Beliefs& beliefs, std::string& out) const {
    const auto into = std::back_inserter(out);
    for (const Piece& piece : m_pieces) {
        out += piece.literal;
        if (!piece.value) {
            continue;
        }
        const argument::Argument& value = *piece.value;
        const world::PlayerBelief* player =
            value.type() == argument::Type::Player ? value.player(beliefs) : nullptr;
        const auto number =
            value.type() == argument::Type::Number ? value.number(beliefs) : std::nullopt;
        const auto place_F =
            value.type() == argument::Type::Place ? value.place_F(beliefs) : std::nullopt;
        if (player != nullptr) {
            fmt::format_to(into, "{}", player->unum);
        } else if (number) {
            fmt::format_to(into, "{:.1f}", *number);
        } else if (place_F) {
            fmt::format_to(into, "{:.1f},{:.1f}", place_F->x(), place_F->y());
        } else {
            out += '?';
        }
    }
}

void Speaker::update(const Context& context, ActionRequest& request) {
    if (m_text.empty() || context.timeS < m_nextS) {
        return;
    }
    m_nextS = context.timeS + m_everyS;
    m_text.append({context.frame, context.field}, request.say);
}

} // namespace sideline::behavior
