#include "motions/format/quoted_text.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "motions/format/text_lines.h"

namespace sideline::keyframe {

std::string_view withoutComment(std::string_view line) {
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\\' && isQuoted) {
            ++i;
        } else if (line[i] == '"') {
            isQuoted = !isQuoted;
        } else if (line[i] == '#' && !isQuoted) {
            return trimmed(line.substr(0, i));
        }
    }
    return trimmed(line);
}

std::optional<std::string> takeText(std::string_view& rest) {
    rest = trimmed(rest);
    if (!rest.starts_with('"')) {
        const std::size_t length = std::min(rest.find_first_of(" \t="), rest.size());
        std::string word(rest.substr(0, length));
        rest = trimmed(rest.substr(length));
        return word;
    }
    std::string out;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest = trimmed(rest.substr(i + 1));
            return out;
        }
        if (rest[i] != '\\') {
            out += rest[i];
            continue;
        }
        const char escape = ++i < rest.size() ? rest[i] : '\0';
        if (escape == 'x' && i + 2 < rest.size()) {
            unsigned int byte = 0;
            const auto [end, code] =
                std::from_chars(rest.data() + i + 1, rest.data() + i + 3, byte, 16);
            if (code != std::errc{} || end != rest.data() + i + 3) {
                return std::nullopt;
            }
            out += static_cast<char>(byte);
            i += 2;
        } else if (escape == '"' || escape == '\\') {
            out += escape;
        } else if (escape == 'n' || escape == 't') {
            out += escape == 'n' ? '\n' : '\t';
        } else {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

std::string quotedText(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7F) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string wordText(std::string_view text, std::string_view alsoAllowed) {
    const bool isPlain = !text.empty() && std::ranges::all_of(text, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || alsoAllowed.find(c) != std::string_view::npos;
    });
    return isPlain ? std::string(text) : quotedText(text);
}

} // namespace sideline::keyframe
