#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::logs {

/// Deserializes the fields of frames of versions 1 to 5. Remembers the first fault; all values
/// after it are zero.
class FieldReader {
public:
    /// @param bytes five streams, each after its size; must outlive the reader
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

/// Appends an unsigned integer in groups of 7 bits, low ones first.
void appendNumber(std::string& out, std::uint64_t value);
/// Removes such an integer from the front; none if it is incomplete.
[[nodiscard]] std::optional<std::uint64_t> takeNumber(std::string_view& from);

} // namespace sideline::logs
