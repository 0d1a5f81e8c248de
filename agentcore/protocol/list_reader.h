#pragma once

#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "agentcore/protocol/byte_class.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/number_text.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::protocol {

inline constexpr SexprLimits kPerceptLimits{.maxBytes = kMaxPerceptBytes};

/// Parses the bytes of lists. Functions return false on unexpected input; the caller then returns
/// to the start of the list and skips it.
class Cursor {
public:
    static constexpr double kMaxInteger = 1e9;

    explicit Cursor(std::string_view bytes)
        : m_at(bytes.data()), m_end(bytes.data() + bytes.size()) {}

    [[nodiscard]] const char* at() const { return m_at; }
    void goTo(const char* at) { m_at = at; }

    bool isAtEnd() {
        skipBlanks();
        return m_at == m_end;
    }
    bool open() { return take('('); }
    bool close() { return take(')'); }

    /// Matches the exact bytes that the server always writes.
    template <std::size_t kSize>
    bool literal(const char (&text)[kSize]) {
        constexpr std::size_t kLength = kSize - 1;
        if (static_cast<std::size_t>(m_end - m_at) < kLength ||
            std::memcmp(m_at, text, kLength) != 0) {
            return false;
        }
        m_at += kLength;
        return true;
    }
    /// Reads an atom, up to a blank or parenthesis.
    bool word(std::string_view& out) {
        skipBlanks();
        const char* const start = m_at;
        const char* p = start;
        while (p != m_end && classOf(*p) == ByteClass::Atom) {
            ++p;
        }
        m_at = p;
        out = {start, static_cast<std::size_t>(p - start)};
        return p != start && endsWell(start, p);
    }
    /// Reads a finite number.
    bool number(double& value) {
        skipBlanks();
        const char* p = m_at;
        const bool negative = p != m_end && *p == '-';
        p += negative ? 1 : 0;
        const char* const first = p;
        std::uint64_t mantissa = 0;
        for (; p != m_end && isDigit(*p) && p - first < 12; ++p) {
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
        }
        // A number with two decimals, as the server writes it; exact, since the digits are below
        // 2^53.
        if (p != first && m_end - p > 3 && p[0] == '.' && isDigit(p[1]) && isDigit(p[2]) &&
            endsAtom(classOf(p[3]))) {
            mantissa =
                mantissa * 100 + static_cast<std::uint64_t>((p[1] - '0') * 10 + (p[2] - '0'));
            const double magnitude = static_cast<double>(mantissa) / 100.0;
            value = negative ? -magnitude : magnitude;
            m_at = p + 3;
            return true;
        }
        const char* const start = m_at;
        const char* const stop = start == m_end ? nullptr : readNumber(start, m_end, value);
        if (stop == nullptr || !endsWell(start, stop) || !std::isfinite(value)) {
            return false;
        }
        m_at = stop;
        return true;
    }
    /// Reads any number, including non-finite ones.
    bool anyNumber(double& value) {
        std::string_view text;
        const bool isWord = word(text);
        const auto any = isWord ? parseNumber(text) : std::nullopt;
        value = any.value_or(0.0);
        return any.has_value();
    }
    /// Reads an integer of magnitude at most `kMaxInteger`.
    bool integer(int& value) {
        double whole = 0.0;
        if (!number(whole) || std::abs(whole) > kMaxInteger || std::trunc(whole) != whole) {
            return false;
        }
        value = static_cast<int>(whole);
        return true;
    }
    bool vector(Eigen::Vector3d& v) { return number(v[0]) && number(v[1]) && number(v[2]); }

    /// Advances to the end of the list that starts at `start`; the list's parentheses must match.
    std::string_view wholeList(const char* start) {
        std::size_t depth = 0;
        m_at = start;
        do {
            depth += *m_at == '(' ? 1U : 0U;
            depth -= *m_at == ')' ? 1U : 0U;
            ++m_at;
        } while (depth > 0);
        return {start, static_cast<std::size_t>(m_at - start)};
    }

private:
    static bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }
    void skipBlanks() {
        while (m_at != m_end && classOf(*m_at) == ByteClass::Blank) {
            ++m_at;
        }
    }
    bool take(char byte) {
        skipBlanks();
        if (m_at == m_end || *m_at != byte) {
            return false;
        }
        ++m_at;
        return true;
    }
    [[nodiscard]] bool endsWell(const char* start, const char* stop) const {
        return stop != m_end && endsAtom(classOf(*stop)) &&
               static_cast<std::size_t>(stop - start) <= kPerceptLimits.maxAtomBytes;
    }

    const char* m_at;
    const char* m_end;
};

/// Parses the lists of a message; unreadable lists are skipped and stored.
class ListReader {
public:
    /// @param unread receives the skipped lists
    ListReader(std::string_view message, std::vector<UnreadPercept>& unread)
        : m_cursor(message), m_message(message), m_unread(unread) {}

    [[nodiscard]] Cursor& cursor() { return m_cursor; }
    [[nodiscard]] std::vector<UnreadPercept>& unread() { return m_unread; }
    /// The reason why the whole message is unreadable.
    [[nodiscard]] const std::optional<base::Error>& error() const { return m_error; }

    /// Calls `each(key, start)` for every list inside this one; `start` is the beginning of the
    /// inner list, and the key is empty if another list comes first. `each` reads the rest of the
    /// inner list.
    template <typename Each>
    bool lists(Each each) {
        while (!m_cursor.close()) {
            if (!m_cursor.open()) {
                return false;
            }
            const char* const start = m_cursor.at() - 1;
            std::string_view key;
            if (!m_cursor.word(key) && !key.empty()) {
                return false;
            }
            if (!each(key, start)) {
                return false;
            }
        }
        return true;
    }

    /// Checks whether the text consists of lists; sets the error if not. Called only after
    /// unexpected input, since successful parsing already proves it.
    bool checkForm();
    /// Skips the list at `start`; false if the whole message is broken.
    bool skipList(const char* start, std::string_view name, UnreadPercept::Reason reason,
                  const char* expected);
    bool skipUnknown(const char* start, std::string_view name) {
        return skipList(start, name, UnreadPercept::Reason::Unknown, "");
    }

    /// Reads a word at the end of its list.
    bool name(std::string_view& out) { return m_cursor.word(out) && m_cursor.close(); }

    /// Reads an independent list; on an error only this list is skipped.
    template <typename Value, typename Read>
    bool field(std::optional<Value>& out, std::string_view key, const char* start, Read readValue) {
        Value value{};
        if (readValue(value) && m_cursor.close()) {
            out = value;
            return true;
        }
        return skipList(start, key, UnreadPercept::Reason::Failed, "a value of the right kind");
    }
    bool numberField(std::optional<double>& out, std::string_view key, const char* start) {
        return field(out, key, start, [&](double& value) { return m_cursor.number(value); });
    }
    bool integerField(std::optional<int>& out, std::string_view key, const char* start) {
        return field(out, key, start, [&](int& value) { return m_cursor.integer(value); });
    }
    bool wordField(std::string_view& out, std::string_view key, const char* start) {
        std::optional<std::string_view> word;
        if (!field(word, key, start,
                   [&](std::string_view& value) { return m_cursor.word(value); })) {
            return false;
        }
        out = word.value_or(out);
        return true;
    }

private:
    Cursor m_cursor;
    std::string_view m_message;
    std::vector<UnreadPercept>& m_unread;
    bool m_isChecked = false;
    std::optional<base::Error> m_error;
};

/// Parses the content after the word `See`, including the closing parenthesis.
/// @return false if it is unreadable; `vision` must then be discarded
bool readVision(ListReader& reader, game::ServerKind server, VisionPercept& vision,
                GroundTruth& truth);

} // namespace sideline::protocol
