#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/robot_table.h"

namespace sideline::logs {

/// Version of the frames' binary form. Anything that changes what is written raises it. Older ones
/// are still read; what they do not have keeps its default.
///
/// 1: the first. 2: with the situation, the age of the game's state, velocity and camera offset of
/// the pose, spread (in single precision), rest and certainty of ball and players, and players'
/// parts. The covariance of the pose is never written: it can be computed again from the percepts.
/// 3: robots by their number in the session's table. 4: with the trace of the decision.
inline constexpr std::uint8_t kFrameCodecVersion = 4;

/// About how much memory a frame takes, texts and lists included.
[[nodiscard]] std::size_t approximateBytes(const world::AgentFrame& frame);

/// The fields of frames on their way into bytes; see `FrameChunkBuilder`.
///
/// A value is written as the difference to the one at the same place of the frame before. Reals
/// keep every bit, NaN included: those that are whole hundredths of degrees or thousandths are
/// written as such, the others as the bytes in which they differ from the one before.
class FieldWriter {
public:
    void beginFrame();
    /// Puts everything that was written behind `out`.
    void finish(std::string& out) const;
    void clear();
    [[nodiscard]] std::size_t byteSize() const;

    void integer(std::uint64_t value);
    void real(double value);
    void text(const std::string& value);

private:
    std::string m_integers;
    std::string m_realKinds;
    std::string m_realNumbers;
    std::string m_realBytes;
    std::string m_texts;
    std::vector<std::uint64_t> m_lastIntegers;
    std::vector<std::uint64_t> m_lastReals;
    std::vector<std::string> m_lastTexts;
    std::size_t m_integer = 0;
    std::size_t m_real = 0;
    std::size_t m_text = 0;
};

/// The same on their way back. A fault is kept; values are zero from then on.
class FieldReader {
public:
    /// @param bytes what `FieldWriter::finish` wrote; must outlive the reader
    /// @param maxMemory bytes that everything read may take; more is a fault
    explicit FieldReader(std::string_view bytes,
                         std::size_t maxMemory = std::numeric_limits<std::size_t>::max());
    void beginFrame();
    [[nodiscard]] bool isGood() const { return m_fault == nullptr; }
    /// What is wrong, or null.
    [[nodiscard]] const char* fault() const { return m_fault; }
    void fail(const char* fault);
    /// Whether all bytes have been read.
    [[nodiscard]] bool isAtEnd() const;
    /// Counts memory that is about to be taken; a fault if there is none left.
    void charge(std::size_t bytes);
    /// Most values that can still follow.
    [[nodiscard]] std::size_t bytesLeft() const;

    [[nodiscard]] std::uint64_t integer();
    [[nodiscard]] double real();
    void text(std::string& value);

private:
    [[nodiscard]] std::uint64_t number(std::string_view& from);
    [[nodiscard]] std::string_view take(std::string_view& from, std::uint64_t count);
    template <typename T>
    T& place(std::vector<T>& values, std::size_t number);

    std::string_view m_integers;
    std::string_view m_realKinds;
    std::string_view m_realNumbers;
    std::string_view m_realBytes;
    std::string_view m_texts;
    std::vector<std::uint64_t> m_lastIntegers;
    std::vector<std::uint64_t> m_lastReals;
    std::vector<std::string> m_lastTexts;
    std::size_t m_integer = 0;
    std::size_t m_real = 0;
    std::size_t m_text = 0;
    std::size_t m_memoryLeft;
    const char* m_fault = nullptr;
};

/// Appends a whole number in 7 bits a byte, low ones first.
void appendNumber(std::string& out, std::uint64_t value);
/// Takes such a number from the front; nothing if it does not end.
[[nodiscard]] std::optional<std::uint64_t> takeNumber(std::string_view& from);

/// Writes all fields of a frame. @param robots takes in the frame's robot
void writeFrame(FieldWriter& writer, const world::AgentFrame& frame, RobotTable& robots);
/// Reads all fields of a frame; look at `reader.fault()` afterwards.
/// @param robots of the session @param version of the bytes, up to `kFrameCodecVersion`
void readFrame(FieldReader& reader, world::AgentFrame& frame, const RobotTable& robots,
               std::uint8_t version = kFrameCodecVersion);

} // namespace sideline::logs
