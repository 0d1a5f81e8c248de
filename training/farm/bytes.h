#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace sideline::training {

// Values one after another, bit for bit, as this machine stores them: for files and messages that
// are read by the same program.

template <typename T>
void appendBytes(std::string& bytes, const T& value) {
    static_assert(std::is_arithmetic_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); // NOLINT: bytes of numbers
}

/// Takes the value that `bytes` begins with off it.
/// @return false when there are too few bytes
template <typename T>
[[nodiscard]] bool takeBytes(std::string_view& bytes, T& value) {
    static_assert(std::is_arithmetic_v<T>);
    if (bytes.size() < sizeof(value)) {
        return false;
    }
    std::memcpy(&value, bytes.data(), sizeof(value));
    bytes.remove_prefix(sizeof(value));
    return true;
}

/// Text with its length before it.
inline void appendText(std::string& bytes, std::string_view text) {
    appendBytes(bytes, std::uint64_t{text.size()});
    bytes.append(text);
}

[[nodiscard]] inline bool takeText(std::string_view& bytes, std::string& text) {
    std::uint64_t size = 0;
    if (!takeBytes(bytes, size) || size > bytes.size()) {
        return false;
    }
    text.assign(bytes.substr(0, size));
    bytes.remove_prefix(size);
    return true;
}

} // namespace sideline::training
