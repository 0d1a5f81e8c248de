#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sideline::protocol {

/// Role of a byte in an S-expression.
enum class ByteClass : std::uint8_t { Atom, Blank, Open, Close, Control };

[[nodiscard]] constexpr std::array<ByteClass, 256> makeByteClasses() {
    std::array<ByteClass, 256> classes{};
    for (std::size_t i = 0; i < 0x20; ++i) {
        classes[i] = ByteClass::Control;
    }
    classes[0x7f] = ByteClass::Control;
    for (const char blank : {' ', '\t', '\r', '\n'}) {
        classes[static_cast<unsigned char>(blank)] = ByteClass::Blank;
    }
    classes['('] = ByteClass::Open;
    classes[')'] = ByteClass::Close;
    return classes;
}

inline constexpr std::array<ByteClass, 256> kByteClasses = makeByteClasses();

[[nodiscard]] inline ByteClass classOf(char byte) {
    return kByteClasses[static_cast<unsigned char>(byte)];
}

/// Whether a byte of this class may follow an atom.
[[nodiscard]] inline bool endsAtom(ByteClass next) {
    return next != ByteClass::Atom && next != ByteClass::Control;
}

/// Whether servers accept a string as one word: not empty, printable ASCII without blanks and
/// parentheses.
[[nodiscard]] constexpr bool isWord(std::string_view text) {
    for (const char byte : text) {
        if (byte <= ' ' || byte > '~' || byte == '(' || byte == ')') {
            return false;
        }
    }
    return !text.empty();
}

} // namespace sideline::protocol
