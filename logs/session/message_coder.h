#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logs/session/bit_coder.h"

namespace sideline::logs {

/// Codes strings, above all the messages of agent and server, byte by byte exactly.
///
/// A string is a sequence of pieces, each followed by decimal numbers, such as `)(HJ (n lle1) (ax `
/// and `-30.21`. Usually a piece has occurred before after the same piece, and a number is close to
/// the last one at the same place. Copies are independent.
class MessageCoder {
public:
    /// Number of distinct contexts at the beginning of a string; see `code`.
    static constexpr std::size_t kSources = 8;

    void encode(BitEncoder& bits, std::string_view text, std::size_t source);
    /// @param maxBytes maximum size of the text
    /// @return whether the bytes describe a string of that size
    [[nodiscard]] bool decode(BitDecoder& bits, std::string& text, std::size_t source,
                              std::size_t maxBytes);

private:
    // Numbers are separated by single spaces: `16.16 -16.85 0.71`.
    struct Number {
        SeriesState series;
        std::uint8_t decimals = 0;
        bool isFresh = true;
    };
    struct Piece {
        std::string text;
        std::uint32_t next = 0;     // piece that followed it
        std::uint32_t numbers = 0;  // number of numbers that followed it
        std::uint32_t message = 0;  // last message with this piece
        std::uint32_t repeated = 0; // its occurrences in that message so far
        std::vector<Number> values; // numbers after the first occurrence of `text` in a message,
                                    // after the second, ...
    };
    struct Run {
        std::array<std::int64_t, 4> values{};
        std::array<std::uint8_t, 4> decimals{};
        std::size_t count = 0;
    };
    struct Numeral {
        std::int64_t value = 0; // integer of its digits; see `parseNumeral`
        unsigned decimals = 0;
    };

    static std::size_t parseNumeral(std::string_view text, Numeral& numeral);
    static void appendNumeral(std::string& text, const Numeral& numeral);

    std::uint32_t find(std::string_view text) const;
    std::uint32_t add(std::string text);
    template <typename Bits>
    std::uint32_t codePiece(Bits& bits, std::uint32_t before, std::string_view text,
                            std::size_t maxBytes);
    template <typename Bits>
    [[nodiscard]] bool codeLiteral(Bits& bits, std::string& text, std::size_t maxBytes);
    template <typename Bits>
    Numeral codeNumeral(Bits& bits, Piece& piece, std::size_t place, const Run& last,
                        const Numeral& numeral);
    template <typename Bits>
    bool code(Bits& bits, std::string_view text, std::string* out, std::size_t source,
              std::size_t maxBytes);

    std::vector<Piece> m_pieces =
        std::vector<Piece>(kSources); ///< the first `kSources` represent the beginning of a string
    std::unordered_map<std::string, std::uint32_t>
        m_places; ///< indices of pieces; only for encoding
    std::uint32_t m_message = 0;

    std::array<AdaptiveBit, 2> m_isAsBefore; // piece
    AdaptiveBit m_isKnown;
    ResidualModel m_piece;
    ResidualModel m_length;
    std::array<std::array<AdaptiveBit, 256>, 64> m_letters;
    AdaptiveBit m_isSameCount;
    ResidualModel m_count;
    AdaptiveBit m_hasSameDecimals;
    ResidualModel m_decimals;
    std::array<std::array<ResidualModel, 4>, 3>
        m_numbers; ///< indexed by decimals and place in the run
    bool m_wasAsBefore = true;
};

} // namespace sideline::logs
