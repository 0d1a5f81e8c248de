#include "launcher/placeholders.h"

#include <algorithm>
#include <optional>

namespace sideline::launcher {

namespace {

struct Piece {
    std::size_t begin; ///< index of the opening brace
    std::size_t end;   ///< index after the closing brace
    std::string_view name;
    bool isDoubled; ///< whether it is in double braces and stays text
};

bool isNameLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || letter == '_';
}

// Finds the next name in braces at or after `from`.
std::optional<Piece> nextPiece(std::string_view text, std::size_t from) {
    for (std::size_t open = text.find('{', from); open != std::string_view::npos;
         open = text.find('{', open + 1)) {
        const bool isDoubled = text.substr(open, 2) == "{{";
        const std::size_t begin = open + (isDoubled ? 2 : 1);
        std::size_t end = begin;
        while (end < text.size() && isNameLetter(text[end])) {
            ++end;
        }
        const std::string_view close = isDoubled ? "}}" : "}";
        if (end > begin && text.substr(end, close.size()) == close) {
            return Piece{open, end + close.size(), text.substr(begin, end - begin), isDoubled};
        }
    }
    return std::nullopt;
}

std::string valueOf(std::string_view name, const TeamFile& team, const PlayerSpec& player) {
    if (name == "host") {
        return team.host;
    }
    if (name == "port") {
        return std::to_string(team.port);
    }
    if (name == "monitor_port") {
        return std::to_string(team.monitorPort);
    }
    if (name == "number") {
        return std::to_string(player.number);
    }
    if (name == "type") {
        return std::to_string(player.typeNumber);
    }
    return team.name;
}

bool isKnown(std::string_view name) {
    return std::ranges::find(placeholderNames(), name) != placeholderNames().end();
}

} // namespace

const std::vector<std::string_view>& placeholderNames() {
    static const std::vector<std::string_view> kNames = {"host",   "port", "monitor_port",
                                                         "number", "type", "team"};
    return kNames;
}

std::vector<std::string_view> placeholdersIn(std::string_view text) {
    std::vector<std::string_view> names;
    for (auto piece = nextPiece(text, 0); piece; piece = nextPiece(text, piece->end)) {
        if (!piece->isDoubled) {
            names.push_back(piece->name);
        }
    }
    return names;
}

bool usesPlaceholder(const PlayerSpec& player, std::string_view name) {
    const auto isIn = [name](std::string_view text) {
        return std::ranges::count(placeholdersIn(text), name) > 0;
    };
    return isIn(player.program) || std::ranges::any_of(player.arguments, isIn) ||
           std::ranges::any_of(player.environment,
                               [&](const auto& each) { return isIn(each.second); });
}

std::string fillPlaceholders(std::string_view text, const TeamFile& team,
                             const PlayerSpec& player) {
    std::string filled;
    std::size_t at = 0;
    for (auto piece = nextPiece(text, 0); piece; piece = nextPiece(text, piece->end)) {
        filled += text.substr(at, piece->begin - at);
        if (piece->isDoubled) {
            filled.append("{").append(piece->name).append("}");
        } else if (isKnown(piece->name)) {
            filled += valueOf(piece->name, team, player);
        } else {
            filled += text.substr(piece->begin, piece->end - piece->begin);
        }
        at = piece->end;
    }
    return filled.append(text.substr(at));
}

} // namespace sideline::launcher
