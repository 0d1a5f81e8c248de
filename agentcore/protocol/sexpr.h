#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::protocol {

enum class TokenKind : std::uint8_t {
    Open,  ///< `(`
    Close, ///< `)`
    Atom,  ///< anything else between blanks and parentheses
    End,   ///< all bytes are read and all lists closed
    Error, ///< see `SexprReader::error()`
};

/// A token of an S-expression. `text` points into the reader's bytes.
struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;
    std::size_t offset = 0; ///< byte offset of `text` in the reader's bytes
};

/// Limits that protect memory and stack from external input.
struct SexprLimits {
    std::size_t maxBytes = std::size_t{64} << 20U; ///< length of one message
    std::uint32_t maxDepth = 64;                   ///< depth of nested lists
    std::size_t maxAtomBytes = 4096;               ///< length of one atom
};

/// Reads S-expressions token by token, directly from the received bytes.
///
/// SimSpark's dialect: lists in parentheses, atoms separated by blanks, no quotes, no comments.
/// Nothing is copied or allocated (except the text of an error). The reader stops at the first
/// error and then keeps returning `TokenKind::Error`. The bytes must outlive the reader.
class SexprReader {
public:
    explicit SexprReader(std::string_view bytes, const SexprLimits& limits = {})
        : m_bytes(bytes), m_limits(limits) {
        if (bytes.size() > limits.maxBytes) {
            m_fault = Fault::TooLong;
        }
    }

    /// The next token; always `End` after the last one.
    Token next();

    /// Depth of the list that contains the next token; 0 outside all lists.
    [[nodiscard]] std::uint32_t depth() const { return m_depth; }
    /// Byte offset at which the search for the next token starts.
    [[nodiscard]] std::size_t offset() const { return m_pos; }
    [[nodiscard]] std::string_view bytes() const { return m_bytes; }

    /// Reads tokens through the `)` of the list that contains the next token.
    /// @return false on an error
    bool skipList();

    /// Reads up to `count` consecutive numbers, for the long number lists of the protocol.
    /// @return number of values read; fewer if another token comes next, which is then not consumed
    std::size_t readFloats(float* out, std::size_t count);

    /// The error that stopped the reader, with its byte offset; call only after `TokenKind::Error`.
    [[nodiscard]] base::Error error() const;

private:
    enum class Fault : std::uint8_t {
        None,
        TooLong,
        TooDeep,
        AtomTooLong,
        UnexpectedClose,
        UnexpectedEnd,
        ControlByte,
    };
    Token fail(Fault fault, std::size_t offset);

    std::string_view m_bytes;
    SexprLimits m_limits;
    std::size_t m_pos = 0;
    std::uint32_t m_depth = 0;
    Fault m_fault = Fault::None;
    std::size_t m_faultOffset = 0;
};

/// The number represented by the whole `text`; not set if it is not a number. Accepts the output of
/// C++ streams: decimal and exponent forms, `nan`, `inf` with sign.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

/// The integer represented by the whole `text`; not set if it is not an integer or out of range.
[[nodiscard]] std::optional<int> parseInteger(std::string_view text);

} // namespace sideline::protocol
