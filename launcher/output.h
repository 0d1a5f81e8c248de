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

/// Where a line of a player came from.
enum class Stream : std::uint8_t {
    Out,  ///< standard output, or the text output of an embedded agent
    Err,  ///< standard error
    Note, ///< of the launcher: started, ended, lines omitted
};

/// One line of a player's output.
struct OutputLine {
    std::uint64_t number = 0;     ///< counts the kept lines of this player, from 1
    std::uint64_t teamNumber = 0; ///< the same for all players of the team together
    Clock::time_point at;
    Stream stream = Stream::Out;
    std::string text; ///< UTF-8 without control characters, at most `kMaxLineBytes` and a mark
    [[nodiscard]] bool operator==(const OutputLine&) const = default;
};

inline constexpr std::size_t kMaxLineBytes = 2000;
inline constexpr std::size_t kKeptLines = 5000; ///< per player

/// Text that can be shown: invalid UTF-8 becomes U+FFFD, terminal sequences and control characters
/// go, tabs stay. Any thread.
[[nodiscard]] std::string cleanText(std::string_view bytes);

/// A line as it came as one to keep: clean; of one that was overwritten with carriage returns, what
/// stood there last; with a mark if it was cut.
[[nodiscard]] std::string lineText(std::string_view bytes, bool isCut);

/// Cuts a stream of bytes into lines. What is longer than `kMaxLineBytes` is cut off.
class LineSplitter {
public:
    /// Gets each complete line without its end, as it came, valid during the call.
    /// @param isCut there was more of it
    using Take = std::function<void(std::string_view line, bool isCut)>;

    void feed(std::string_view bytes, const Take& take);
    /// Gives a last line that has no end, if there is one.
    void flush(const Take& take);
    [[nodiscard]] bool hasRest() const { return !m_rest.empty(); }

private:
    std::string m_rest;
    bool m_isCut = false;
};

/// Lets so many lines of a second through; of more, the newest come at the end of the second, with
/// the number of those that are omitted.
class FloodGate {
public:
    struct Limits {
        std::size_t linesPerSecond = 200;
        std::size_t newestLines = 20; ///< of those beyond
    };
    using Take = std::function<void(OutputLine line)>;

    FloodGate() : FloodGate(Limits()) {}
    explicit FloodGate(Limits limits) : m_limits(limits) {}

    void put(OutputLine line, const Take& take);
    /// Gives what has been held back, if its second is over.
    void tick(Clock::time_point now, const Take& take);
    /// Gives what has been held back in any case.
    void flush(Clock::time_point now, const Take& take);
    /// When `tick` has something to do; the clock's end if nothing is held back.
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
    /// Keeps a line, numbers it, and reports it as kept.
    const OutputLine& add(OutputLine line);
    /// Lines after the one with this number, oldest first.
    [[nodiscard]] std::vector<OutputLine> after(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] const OutputLine* newest() const;

private:
    std::deque<OutputLine> m_lines;
    std::uint64_t m_count = 0;
};

} // namespace sideline::launcher
