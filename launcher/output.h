#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::launcher {

using Clock = std::chrono::steady_clock;

/// The source of a player's line.
enum class Stream : std::uint8_t {
    Out,  ///< standard output, or the text output of an embedded agent
    Err,  ///< standard error
    Note, ///< lines of the launcher: started, ended, lines omitted
};

/// One line of a player's output.
struct OutputLine {
    std::uint64_t number = 0;     ///< counts the kept lines of this player, from 1
    std::uint64_t teamNumber = 0; ///< counts the lines of all players of the team together
    Clock::time_point at;
    Stream stream = Stream::Out;
    std::string text; ///< UTF-8 without control characters; at most `kMaxLineBytes` and a cut mark
    [[nodiscard]] bool operator==(const OutputLine&) const = default;
};

inline constexpr std::size_t kMaxLineBytes = 2000;
inline constexpr std::size_t kKeptLines = 5000; ///< per player

/// Makes text displayable: replaces invalid UTF-8 with U+FFFD, removes terminal escape sequences
/// and control characters, keeps tabs. Any thread.
[[nodiscard]] std::string cleanText(std::string_view bytes);

/// Cleans a raw line: keeps the text after the last carriage return and appends a mark if the line
/// was cut.
[[nodiscard]] std::string lineText(std::string_view bytes, bool isCut);

/// Splits a stream of bytes into lines. Cuts lines longer than `kMaxLineBytes`.
class LineSplitter {
public:
    /// Receives each complete raw line without its terminator; valid only during the call.
    /// @param isCut whether the line was truncated
    using Take = std::function<void(std::string_view line, bool isCut)>;

    void feed(std::string_view bytes, const Take& take);
    /// Passes on an unterminated last line, if there is one.
    void flush(const Take& take);
    [[nodiscard]] bool hasRest() const { return !m_rest.empty(); }

private:
    std::string m_rest;
    bool m_isCut = false;
};

/// Limits the lines per second. Of the excess, the newest lines are passed on at the end of the
/// second with the number of omitted ones.
class FloodGate {
public:
    struct Limits {
        std::size_t linesPerSecond = 200;
        std::size_t newestLines = 20; ///< number of excess lines kept per second
    };
    using Take = std::function<void(OutputLine line)>;

    FloodGate() : FloodGate(Limits()) {}
    explicit FloodGate(Limits limits) : m_limits(limits) {}

    void put(OutputLine line, const Take& take);
    /// Passes on the held-back lines if their second is over.
    void tick(Clock::time_point now, const Take& take);
    /// Passes on all held-back lines at once.
    void flush(Clock::time_point now, const Take& take);
    /// Returns when to call `tick`; the maximum time point if nothing is held back.
    [[nodiscard]] Clock::time_point nextTick() const;
    [[nodiscard]] std::uint64_t skippedLines() const { return m_skippedInAll; }

private:
    Limits m_limits;
    Clock::time_point m_secondEnds;
    std::size_t m_passed = 0;
    std::uint64_t m_skipped = 0;
    std::uint64_t m_skippedInAll = 0;
    std::deque<OutputLine> m_held;
};

/// The newest lines of a player.
class OutputRing {
public:
    /// Stores a line and assigns its number. @return the stored line
    const OutputLine& add(OutputLine line);
    /// Returns the lines after the one with this number, oldest first.
    [[nodiscard]] std::vector<OutputLine> after(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] const OutputLine* newest() const;

private:
    std::deque<OutputLine> m_lines;
    std::uint64_t m_count = 0;
};

} // namespace sideline::launcher
