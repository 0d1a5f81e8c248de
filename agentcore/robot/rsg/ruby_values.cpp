#include "agentcore/robot/rsg/ruby_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace sideline::robot::rsg {

namespace {

using base::ErrorCode;
using base::failure;

constexpr std::size_t kMaxScriptBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxExpressionBytes = 4096;
constexpr int kMaxExpressionDepth = 64;
constexpr double kMaxWhole = 9e15; // larger integers are not exact in a double

enum class TokenKind { End, Name, Number, Text, Symbol };

struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;
    std::uint64_t line = 1;
    [[nodiscard]] bool is(std::string_view symbol) const {
        return kind == TokenKind::Symbol && text == symbol;
    }
    [[nodiscard]] bool isValue() const {
        return kind == TokenKind::Name || kind == TokenKind::Number || kind == TokenKind::Text;
    }
};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '@';
}

// The subset of Ruby that the scripts' tables and the scenes' expressions need.
class Lexer {
public:
    explicit Lexer(std::string_view text) : m_text(text) {}

    Token next() {
        skipBlanks();
        const std::size_t begin = m_pos;
        if (begin == m_text.size()) {
            return {TokenKind::End, {}, m_line};
        }
        const char c = m_text[begin];
        if (c == '\'' || c == '"') {
            return quoted(c);
        }
        if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            return number();
        }
        if (isLetter(c)) {
            while (isLetter(peek(0)) || isDigit(peek(0)) || (peek(0) == '.' && isLetter(peek(1)))) {
                ++m_pos;
            }
            return {TokenKind::Name, m_text.substr(begin, m_pos - begin), m_line};
        }
        m_pos += m_text.substr(begin, 2) == "=>" ? 2U : 1U;
        return {TokenKind::Symbol, m_text.substr(begin, m_pos - begin), m_line};
    }

private:
    [[nodiscard]] char peek(std::size_t ahead) const {
        return m_pos + ahead < m_text.size() ? m_text[m_pos + ahead] : '\0';
    }

    void skipBlanks() {
        for (; m_pos < m_text.size(); ++m_pos) {
            const char c = m_text[m_pos];
            if (c == '#') {
                m_pos = std::min(m_text.find('\n', m_pos), m_text.size());
                if (m_pos == m_text.size()) {
                    return;
                }
                ++m_line;
            } else if (c == '\n') {
                ++m_line;
            } else if (c != ' ' && c != '\t' && c != '\r') {
                return;
            }
        }
    }

    // An unterminated quote ends at the end of its line.
    Token quoted(char quote) {
        const std::size_t begin = ++m_pos;
        while (m_pos < m_text.size() && m_text[m_pos] != quote && m_text[m_pos] != '\n') {
            ++m_pos;
        }
        const Token token{TokenKind::Text, m_text.substr(begin, m_pos - begin), m_line};
        m_pos += peek(0) == quote ? 1U : 0U;
        return token;
    }

    Token number() {
        const std::size_t begin = m_pos;
        const auto digits = [&] {
            while (isDigit(peek(0))) {
                ++m_pos;
            }
        };
        digits();
        if (peek(0) == '.' && isDigit(peek(1))) {
            ++m_pos;
            digits();
        }
        if (peek(0) == 'e' || peek(0) == 'E') {
            const std::size_t sign = peek(1) == '-' || peek(1) == '+' ? 1 : 0;
            if (isDigit(peek(1 + sign))) {
                m_pos += 1 + sign;
                digits();
            }
        }
        return {TokenKind::Number, m_text.substr(begin, m_pos - begin), m_line};
    }

    std::string_view m_text;
    std::size_t m_pos = 0;
    std::uint64_t m_line = 1;
};

// Formats a number as Ruby does: a float always has a point or an exponent.
std::string printed(double value, bool isWhole) {
    if (isWhole) {
        return fmt::format("{:.0f}", value);
    }
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".en") == std::string::npos) {
        text += ".0";
    }
    return text;
}

bool looksWhole(std::string_view number) {
    return number.find_first_of(".eE") == std::string_view::npos;
}

class ScriptReader {
public:
    using Row = std::map<std::string, std::string, std::less<>>;

    explicit ScriptReader(std::string_view text) : m_lexer(text) { advance(); }

    [[nodiscard]] const Token& token() const { return m_token; }
    void advance() { m_token = m_lexer.next(); }

    bool take(std::string_view symbol) {
        if (!m_token.is(symbol)) {
            return false;
        }
        advance();
        return true;
    }

    // Reads a signed number, a string or a word.
    std::optional<std::string> takeValue() {
        std::string text = take("-") ? "-" : "";
        if (!m_token.isValue() || (!text.empty() && m_token.kind != TokenKind::Number)) {
            return std::nullopt;
        }
        text += m_token.text;
        advance();
        return text;
    }

    [[nodiscard]] tl::unexpected<base::Error> fault(const char* expected) const {
        const bool isEnd = m_token.kind == TokenKind::End;
        auto failed = failure(isEnd ? ErrorCode::Truncated : ErrorCode::Malformed,
                              isEnd ? std::string("the table is not closed")
                                    : fmt::format("unexpected '{}' in a table", m_token.text),
                              expected);
        failed.value().line = m_token.line;
        return failed;
    }

    // Reads the rows after the `[` of a table.
    base::Expected<std::vector<Row>> readRows() {
        std::vector<Row> rows;
        while (!take("]")) {
            if (!take("{")) {
                return fault("{ or ]");
            }
            Row row;
            while (!take("}")) {
                auto key = takeValue();
                if (!key || !take("=>")) {
                    return fault("'key' => value");
                }
                auto value = takeValue();
                if (!value) {
                    return fault("a value");
                }
                row[std::move(*key)] = std::move(*value);
                if (!take(",") && !m_token.is("}")) {
                    return fault(", or }");
                }
            }
            rows.push_back(std::move(row));
            if (!take(",") && !m_token.is("]")) {
                return fault(", or ]");
            }
        }
        return rows;
    }

    // Reads the values of a call after its name, if it has exactly `count` plain ones.
    std::optional<std::vector<std::string>> readCall(std::size_t count) {
        std::vector<std::string> values;
        if (!take("(")) {
            return std::nullopt;
        }
        while (values.size() < count) {
            auto value = takeValue();
            if (!value) {
                return std::nullopt;
            }
            values.push_back(std::move(*value));
            if (!take(values.size() < count ? "," : ")")) {
                return std::nullopt;
            }
        }
        return values;
    }

private:
    Lexer m_lexer;
    Token m_token;
};

} // namespace

// Evaluates one expression by recursive descent.
class Evaluation {
public:
    Evaluation(const RubyValues& values, std::string_view text) : m_values(values), m_lexer(text) {
        m_token = m_lexer.next();
    }

    base::Expected<std::string> run() {
        const Value value = sum();
        if (!m_error && m_token.kind != TokenKind::End) {
            fail(ErrorCode::Malformed,
                 fmt::format("unexpected '{}' in an expression", m_token.text), "an operator");
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        if (!value.isNumber) {
            return value.text;
        }
        if (!std::isfinite(value.number)) {
            return failure(ErrorCode::InvalidArgument, "the expression has no finite result");
        }
        return printed(value.number, value.isWhole);
    }

private:
    struct Value {
        std::string text;
        double number = 0.0;
        bool isNumber = false;
        bool isWhole = false;
    };

    void fail(ErrorCode code, std::string message, std::string expected = {}) {
        if (!m_error) {
            m_error = failure(code, std::move(message), std::move(expected)).value();
        }
        m_token = {}; // stops reading
    }

    bool take(std::string_view symbol) {
        if (!m_token.is(symbol)) {
            return false;
        }
        m_token = m_lexer.next();
        return true;
    }

    static Value valueOf(std::string text) {
        const auto number = parseNumber(text);
        const bool isWhole = number && looksWhole(text) && std::abs(*number) < kMaxWhole;
        return {std::move(text), number.value_or(0.0), number.has_value(), isWhole};
    }

    Value sum() {
        Value left = product();
        while (m_token.is("+") || m_token.is("-")) {
            const char sign = m_token.text.front();
            m_token = m_lexer.next();
            left = combined(left, sign, product());
        }
        return left;
    }

    Value product() {
        Value left = signedValue();
        while (m_token.is("*") || m_token.is("/") || m_token.is("%")) {
            const char sign = m_token.text.front();
            m_token = m_lexer.next();
            left = combined(left, sign, signedValue());
        }
        return left;
    }

    Value combined(const Value& left, char sign, const Value& right) {
        if (m_error) {
            return {};
        }
        if (!left.isNumber || !right.isNumber) {
            fail(ErrorCode::InvalidArgument,
                 fmt::format("'{}' {} '{}'", left.text, sign, right.text), "numbers");
            return {};
        }
        const double a = left.number;
        const double b = right.number;
        const bool isWhole = left.isWhole && right.isWhole;
        if (isWhole && b == 0.0 && (sign == '/' || sign == '%')) {
            fail(ErrorCode::InvalidArgument, "a division by zero");
            return {};
        }
        double result = 0.0;
        switch (sign) {
        case '+':
            result = a + b;
            break;
        case '-':
            result = a - b;
            break;
        case '*':
            result = a * b;
            break;
        case '/':
            result = isWhole ? std::floor(a / b) : a / b;
            break;
        default:
            result = a - b * std::floor(a / b);
            break;
        }
        return {{}, result, true, isWhole && std::abs(result) < kMaxWhole};
    }

    Value signedValue() {
        if (++m_depth > kMaxExpressionDepth) {
            fail(ErrorCode::LimitExceeded, "the expression is nested too deeply");
            return {};
        }
        Value value;
        if (take("-")) {
            value = combined({{}, 0.0, true, true}, '-', signedValue());
        } else if (take("+")) {
            value = signedValue();
        } else {
            value = single();
        }
        --m_depth;
        return value;
    }

    Value single() {
        if (take("(")) {
            Value value = sum();
            if (!take(")")) {
                fail(ErrorCode::Malformed, "a parenthesis is not closed", ")");
            }
            return value;
        }
        const Token token = m_token;
        if (!token.isValue()) {
            fail(ErrorCode::Malformed,
                 token.kind == TokenKind::End
                     ? std::string("the expression is incomplete")
                     : fmt::format("unexpected '{}' in an expression", token.text),
                 "a value");
            return {};
        }
        m_token = m_lexer.next();
        if (token.kind == TokenKind::Number) {
            return valueOf(std::string(token.text));
        }
        if (token.kind == TokenKind::Text) {
            return {std::string(token.text), 0.0, false, false};
        }
        return m_token.is("[") ? entry(token.text) : named(token.text);
    }

    Value named(std::string_view name) {
        if (name == "true" || name == "false") {
            return {std::string(name), 0.0, false, false};
        }
        const auto found = m_values.m_variables.find(name);
        if (found == m_values.m_variables.end()) {
            fail(ErrorCode::NotFound, fmt::format("no script sets '{}'", name));
            return {};
        }
        return valueOf(found->second);
    }

    // Reads `Table[row]['key']` after the name.
    Value entry(std::string_view name) {
        take("[");
        const Value row = sum();
        const bool isClosed = take("]") && take("[");
        const Value key = isClosed ? sum() : Value{};
        if (!isClosed || !take("]")) {
            fail(ErrorCode::Malformed, fmt::format("table '{}' is used without an index", name),
                 "[row]['key']");
            return {};
        }
        const auto table = m_values.m_tables.find(name);
        if (table == m_values.m_tables.end()) {
            fail(ErrorCode::NotFound, fmt::format("no script sets a table '{}'", name));
            return {};
        }
        if (!row.isWhole || row.number < 0.0 ||
            row.number >= static_cast<double>(table->second.size())) {
            fail(ErrorCode::NotFound, fmt::format("table '{}' has no such row", name),
                 fmt::format("a row below {}", table->second.size()));
            return {};
        }
        const auto& entries = table->second[static_cast<std::size_t>(row.number)];
        const auto found = entries.find(key.text);
        if (found == entries.end()) {
            fail(ErrorCode::NotFound,
                 fmt::format("row {:.0f} of table '{}' has no '{}'", row.number, name, key.text));
            return {};
        }
        return valueOf(found->second);
    }

    const RubyValues& m_values;
    Lexer m_lexer;
    Token m_token;
    std::optional<base::Error> m_error;
    int m_depth = 0;
};

base::Expected<void> RubyValues::addScript(std::string_view text) {
    if (text.size() > kMaxScriptBytes) {
        return failure(ErrorCode::LimitExceeded, "the script is too long");
    }
    ScriptReader reader(text);
    while (reader.token().kind != TokenKind::End) {
        const Token word = reader.token();
        reader.advance();
        if (word.kind != TokenKind::Name) {
            continue;
        }
        if (word.text == "createVariable") {
            if (const auto values = reader.readCall(3)) {
                set((*values)[0] + "." + (*values)[1], (*values)[2]);
            }
        } else if (word.text == "addSoccerVar") {
            if (const auto values = reader.readCall(2)) {
                set("Soccer." + (*values)[0], (*values)[1]);
            }
        } else if (reader.take("=") && reader.take("[") &&
                   (reader.token().is("{") || reader.token().is("]"))) {
            auto rows = reader.readRows();
            if (!rows) {
                return tl::unexpected(rows.error());
            }
            m_tables[std::string(word.text)] = std::move(*rows);
        }
    }
    return {};
}

void RubyValues::set(std::string name, std::string value) {
    m_variables[std::move(name)] = std::move(value);
}

base::Expected<std::string> RubyValues::evaluate(std::string_view expression) const {
    if (expression.size() > kMaxExpressionBytes) {
        return failure(ErrorCode::LimitExceeded, "the expression is too long");
    }
    return Evaluation(*this, expression).run();
}

std::optional<double> parseNumber(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isRead = error == std::errc{} && end == text.data() + text.size();
    return isRead && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace sideline::robot::rsg
