#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace sideline::training {

// Consecutive values in the machine's binary representation, for files and messages read by the
// same program.

template <typename T>
void appendBytes(std::string& bytes, const T& value) {
    static_assert(std::is_arithmetic_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); // NOLINT: bytes of numbers
}

/// Removes a value from the front of `bytes`. @return false if there are too few bytes
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

/// Appends a text with its length as prefix.
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
