#include "motions/format/ut_skill_tokens.h"

#include <fmt/format.h>

#include "motions/format/motion_builder.h"
#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using TokenKind = SkillToken::Kind;

constexpr int kMaxBrackets = 60;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isNameByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
}

std::size_t endWhile(std::string_view text, std::size_t at, bool (*belongs)(char)) {
    while (at < text.size() && belongs(text[at])) {
        ++at;
    }
    return at;
}

// Returns the end of an unsigned number at the beginning of a string.
std::size_t numberEnd(std::string_view text) {
    std::size_t end = endWhile(text, 0, isDigit);
    if (end < text.size() && text[end] == '.') {
        end = endWhile(text, end + 1, isDigit);
    }
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        std::size_t digits = end + 1;
        if (digits < text.size() && (text[digits] == '-' || text[digits] == '+')) {
            ++digits;
        }
        if (const std::size_t last = endWhile(text, digits, isDigit); last > digits) {
            end = last;
        }
    }
    return end;
}

SkillToken tokenAt(std::string_view rest, int line) {
    const char first = rest[0];
    if (isDigit(first) || (first == '.' && rest.size() > 1 && isDigit(rest[1]))) {
        return {TokenKind::Number, rest.substr(0, numberEnd(rest)), line};
    }
    if (isNameByte(first)) {
        return {TokenKind::Word, rest.substr(0, endWhile(rest, 0, isNameByte)), line};
    }
    if (first == '$') {
        return {TokenKind::Parameter, rest.substr(0, endWhile(rest, 1, isNameByte)), line};
    }
    const bool isSign = std::string_view("+-*/()").find(first) != std::string_view::npos;
    return {isSign ? TokenKind::Sign : TokenKind::Other, rest.substr(0, 1), line};
}

} // namespace

SkillTokens::SkillTokens(std::string_view text) {
    int lastLine = 1;
    for (const TextLine& line : textLines(text)) {
        std::string_view rest = trimmed(line.text.substr(0, line.text.find('#')));
        while (!rest.empty()) {
            m_tokens.push_back(tokenAt(rest, line.number));
            rest = trimmed(rest.substr(m_tokens.back().text.size()));
        }
        lastLine = line.number;
    }
    m_tokens.push_back({TokenKind::End, {}, lastLine});
}

SkillToken SkillTokens::take() {
    const SkillToken token = peek();
    if (m_next + 1 < m_tokens.size()) {
        ++m_next;
    }
    return token;
}

base::Expected<Value> SkillTokens::takeValue() {
    const int line = peek().line;
    std::string text;
    if (!skipSum(text, 0)) {
        return malformedAt(peek().line,
                           isAtEnd() ? std::string("the file ends in an expression")
                                     : fmt::format("unexpected {}", shown(peek().text)),
                           "a number, a $parameter or an expression in brackets");
    }
    return valueAt(text, line);
}

bool SkillTokens::skipSum(std::string& text, int depth) {
    while (true) {
        if (!skipFactor(text, depth)) {
            return false;
        }
        if (peek().kind != TokenKind::Sign || isNext("(") || isNext(")")) {
            return true;
        }
        text += ' ';
        text += take().text;
    }
}

bool SkillTokens::skipFactor(std::string& text, int depth) {
    while (isNext("-") || isNext("+")) {
        text += ' ';
        text += take().text;
    }
    text += ' ';
    if (peek().kind == TokenKind::Number || peek().kind == TokenKind::Parameter) {
        text += take().text;
        return true;
    }
    if (!isNext("(") || depth > kMaxBrackets) {
        return false;
    }
    text += take().text;
    if (!skipSum(text, depth + 1) || !isNext(")")) {
        return false;
    }
    text += ' ';
    text += take().text;
    return true;
}

} // namespace sideline::keyframe
