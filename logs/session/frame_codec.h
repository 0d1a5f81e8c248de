#pragma once

#include <algorithm>
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

/// Version of the frames' binary format, incremented with every change of the written bytes. Older
/// versions remain readable; their missing fields keep the defaults.
///
/// 1: the first. 2: adds the situation, the age of the game state, velocity and camera offset of
/// the pose, spread (in single precision), rest and certainty of ball and players, and players'
/// body parts. The covariance of the pose is never written: it can be recomputed from the percepts.
/// 3: robots by their number in the session's table. 4: adds the trace of the decision. 5: adds
/// the count of late answers. Later ones: each adds a reading of the body (`world::kBodyReadings`).
inline constexpr std::uint8_t kFrameCodecVersion = std::max<std::uint8_t>(
    5,
    std::ranges::max(world::kBodyReadings, {}, &world::BodyReadingInfo::sinceVersion).sinceVersion);

/// Approximate memory size of a frame, including texts and lists.
[[nodiscard]] std::size_t approximateBytes(const world::AgentFrame& frame);

/// Serializes the fields of frames; see `FrameChunkBuilder`.
///
/// Each value is written as the difference from the same field of the preceding frame. Reals keep
/// every bit, including NaN: integral hundredths of degrees or thousandths are written as integers,
/// others as the bytes that differ from the preceding value.
class FieldWriter {
public:
    void beginFrame();
    /// Appends the encoded streams to `out`.
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

/// Deserializes the fields of frames. Remembers the first fault; all values after it are zero.
class FieldReader {
public:
    /// @param bytes output of `FieldWriter::finish`; must outlive the reader
    /// @param maxMemory memory limit for the read values; exceeding it is a fault
    explicit FieldReader(std::string_view bytes,
                         std::size_t maxMemory = std::numeric_limits<std::size_t>::max());
    void beginFrame();
    [[nodiscard]] bool isGood() const { return m_fault == nullptr; }
    /// Description of the fault, or null.
    [[nodiscard]] const char* fault() const { return m_fault; }
    void fail(const char* fault);
    /// Whether all bytes have been read.
    [[nodiscard]] bool isAtEnd() const;
    /// Accounts for memory about to be allocated; a fault if the limit is exceeded.
    void charge(std::size_t bytes);
    /// Upper bound for the number of remaining values.
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

/// Appends an unsigned integer in groups of 7 bits, the lowest first.
void appendNumber(std::string& out, std::uint64_t value);
/// Removes such an integer from the front; none if it is incomplete.
[[nodiscard]] std::optional<std::uint64_t> takeNumber(std::string_view& from);

/// Writes all fields of a frame. @param robots receives the frame's robot
void writeFrame(FieldWriter& writer, const world::AgentFrame& frame, RobotTable& robots);
/// Reads all fields of a frame; check `reader.fault()` afterward.
/// @param robots robots of the session
/// @param version of the bytes, up to `kFrameCodecVersion`
void readFrame(FieldReader& reader, world::AgentFrame& frame, const RobotTable& robots,
               std::uint8_t version = kFrameCodecVersion);

} // namespace sideline::logs
