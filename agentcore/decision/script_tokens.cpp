#include "agentcore/decision/script_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/measure_input.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::decision {

namespace {

using base::Expected;

constexpr std::string_view kScriptBlanks = " \t\r\n";
constexpr std::array<std::string_view, 12> kLongSigns = {
    "&&", "||", "==", "!=", "<=", ">=", ":=", "+=", "-=", "*=", "/=", ".."};
constexpr std::string_view kShortSigns = "+-*/&|^~!<>=?:();,";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80U;
}

bool isWordSign(char c) {
    return isLetter(c) || isDigit(c);
}

template <typename Is>
std::size_t endOf(std::string_view text, std::size_t at, Is is) {
    while (at < text.size() && is(text[at])) {
        ++at;
    }
    return at;
}

tl::unexpected<base::Error> badToken(std::size_t at, std::string message, std::string expected) {
    auto error = base::failure(base::ErrorCode::Malformed, std::move(message), std::move(expected));
    error.value().byteOffset = at;
    return error;
}

// A number as in BehaviorTree.CPP: decimal, or hexadecimal after 0x.
Expected<ScriptToken> numberAt(std::string_view all, std::size_t at) {
    const bool isHex = all.substr(at).starts_with("0x") || all.substr(at).starts_with("0X");
    const std::size_t end = endOf(all, at, [&, last = ' '](char c) mutable {
        const bool isExponentSign =
            !isHex && (last == 'e' || last == 'E') && (c == '-' || c == '+');
        const bool isDot = c == '.';
        const bool takes = isWordSign(c) || isExponentSign || isDot;
        last = c;
        return takes;
    });
    std::string_view text = all.substr(at, end - at);
    text = text.substr(0, text.find("..")); // `1..x`
    ScriptToken token{ScriptToken::Kind::Number, text, 0.0};
    if (isHex) {
        std::uint64_t value = 0;
        const char* last = text.data() + text.size();
        const auto [to, error] = std::from_chars(text.data() + 2, last, value, 16);
        if (error == std::errc() && to == last) {
            token.number = static_cast<double>(value);
            return token;
        }
    } else if (const auto value = protocol::parseNumber(text); value && std::isfinite(*value)) {
        token.number = *value;
        return token;
    }
    return badToken(at, fmt::format("'{}' is not a number", text),
                    "a number such as 3, 0.5 or 0x1F");
}

// The name of an entry, or of a measure; the latter contains a period and may contain hyphens.
ScriptToken wordAt(std::string_view all, std::size_t at) {
    const std::size_t end = endOf(all, at + 1, isWordSign);
    const bool hasDot = end + 1 < all.size() && all[end] == '.' && isLetter(all[end + 1]);
    if (!hasDot) {
        return {ScriptToken::Kind::Name, all.substr(at, end - at), 0.0};
    }
    std::string_view name = all.substr(
        at, endOf(all, at, [](char c) { return isWordSign(c) || c == '.' || c == '-'; }) - at);
    if (findMeasure(name) == nullptr) { // `ball.x-3` subtracts
        const std::string_view rest = name.substr(0, name.find_last_of('-'));
        const std::string_view behind = name.substr(std::min(rest.size() + 1, name.size()));
        const bool isNumber = !behind.empty() && isDigit(behind.front());
        name = (isNumber || rest.size() + 1 == name.size()) && findMeasure(rest) != nullptr ? rest
                                                                                            : name;
    }
    return {ScriptToken::Kind::Measure, name, 0.0};
}

} // namespace

Expected<std::vector<ScriptToken>> scriptTokens(std::string_view all, ScriptNameLength nameLength) {
    std::vector<ScriptToken> tokens;
    std::size_t at = 0;
    while ((at = all.find_first_not_of(kScriptBlanks, at)) != std::string_view::npos) {
        const std::string_view rest = all.substr(at);
        const auto isNext = [&](std::string_view sign) { return rest.starts_with(sign); };
        ScriptToken token;
        std::size_t length = 0;
        if (rest.front() == '\'') {
            const std::size_t end = rest.find('\'', 1);
            if (end == std::string_view::npos) {
                return badToken(at, "the text lacks its closing quote", "'TEXT'");
            }
            token = {ScriptToken::Kind::Text, rest.substr(1, end - 1), 0.0};
            length = end + 1;
        } else if (isDigit(rest.front()) ||
                   (rest.front() == '.' && rest.size() > 1 && isDigit(rest[1]))) {
            auto read = numberAt(all, at);
            if (!read) {
                return tl::unexpected(std::move(read.error()));
            }
            token = *read;
            length = token.text.size();
        } else if (isLetter(rest.front()) && nameLength != nullptr) {
            length = nameLength(rest);
            token = {ScriptToken::Kind::Name, rest.substr(0, length), 0.0};
        } else if (isLetter(rest.front()) || rest.front() == '@') {
            token = wordAt(all, at);
            length = token.text.size();
        } else if (const auto sign = std::ranges::find_if(kLongSigns, isNext);
                   sign != kLongSigns.end()) {
            token = {ScriptToken::Kind::Sign, rest.substr(0, sign->size()), 0.0};
            length = sign->size();
        } else if (kShortSigns.find(rest.front()) != std::string_view::npos) {
            token = {ScriptToken::Kind::Sign, rest.substr(0, 1), 0.0};
            length = 1;
        } else {
            return badToken(at, fmt::format("unexpected '{}' in a script", rest.front()),
                            "a name, a number, a 'text' or an operator");
        }
        tokens.push_back(token);
        at += length;
        if (tokens.size() > kMaxTreeSteps) {
            return badToken(at, "the script is too large",
                            fmt::format("at most {} tokens", kMaxTreeSteps));
        }
    }
    tokens.push_back({ScriptToken::Kind::End, all.substr(all.size()), 0.0});
    return tokens;
}

} // namespace sideline::decision
