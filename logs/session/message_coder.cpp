#include "logs/session/message_coder.h"

#include <algorithm>

namespace sideline::logs {

namespace {

constexpr std::size_t kMaxNumeralBytes = 17; // the integer of its digits is exact in a double
constexpr unsigned kMaxDecimals = 7;
constexpr std::size_t kMaxPieces = 1U << 14U; // at this number the table is cleared
constexpr std::size_t kMaxRepeats = 64;       // occurrences in a message that have separate numbers

bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}

} // namespace

// Parses a decimal number as servers and agents write it, into the integer of its digits and the
// number of decimals. Negative numbers are shifted by one, to represent `-0.00`. Returns its
// length; 0 for text that would not be written identically.
std::size_t MessageCoder::parseNumeral(std::string_view text, Numeral& numeral) {
    std::size_t at = 0;
    const bool isNegative = !text.empty() && text.front() == '-';
    at += isNegative ? 1 : 0;
    const std::size_t first = at;
    std::int64_t digits = 0;
    std::size_t point = 0;
    for (; at < text.size() && at < kMaxNumeralBytes; ++at) {
        if (isDigit(text[at])) {
            digits = digits * 10 + (text[at] - '0');
        } else if (text[at] == '.' && point == 0 && at > first) {
            point = at;
        } else {
            break;
        }
    }
    const bool hasLeadingZero = at > first + 1 && text[first] == '0' && point != first + 1;
    const bool isCut = at < text.size() && (isDigit(text[at]) || text[at] == '.');
    if (point == 0 || at == point + 1 || at - point - 1 > kMaxDecimals || hasLeadingZero || isCut) {
        return 0;
    }
    numeral.value = isNegative ? -digits - 1 : digits;
    numeral.decimals = static_cast<unsigned>(at - point - 1);
    return at;
}

void MessageCoder::appendNumeral(std::string& text, const Numeral& numeral) {
    const bool isNegative = numeral.value < 0;
    auto digits = isNegative ? std::uint64_t{0} - static_cast<std::uint64_t>(numeral.value) - 1
                             : static_cast<std::uint64_t>(numeral.value);
    std::array<char, 32> buffer{};
    std::size_t at = buffer.size();
    for (unsigned place = 0; digits > 0 || place <= numeral.decimals; ++place) {
        if (place == numeral.decimals) {
            buffer[--at] = '.';
        }
        buffer[--at] = static_cast<char>('0' + digits % 10);
        digits /= 10;
    }
    text.append(isNegative ? "-" : "");
    text.append(buffer.data() + at, buffer.size() - at);
}

std::uint32_t MessageCoder::find(std::string_view text) const {
    const auto place = m_places.find(std::string(text));
    return place == m_places.end() ? 0 : place->second;
}

std::uint32_t MessageCoder::add(std::string text) {
    if (m_pieces.size() >= kMaxPieces) {
        m_pieces.assign(kSources, {});
        m_places.clear();
    }
    m_pieces.emplace_back();
    m_pieces.back().text = std::move(text);
    return static_cast<std::uint32_t>(m_pieces.size() - 1);
}

template <typename Bits>
bool MessageCoder::codeLiteral(Bits& bits, std::string& text, std::size_t maxBytes) {
    const std::int64_t length = m_length.code(bits, static_cast<std::int64_t>(text.size()), 5);
    if constexpr (Bits::kReads) {
        if (length < 0 || static_cast<std::uint64_t>(length) > maxBytes) {
            return false;
        }
        text.assign(static_cast<std::size_t>(length), '\0');
    }
    unsigned before = 0;
    for (char& letter : text) {
        auto& tree = m_letters[before % m_letters.size()];
        const auto code = static_cast<unsigned char>(letter);
        unsigned node = 1;
        for (unsigned i = 8; i-- > 0;) {
            node = node << 1U | (bits.bit(tree[node], (code >> i & 1U) != 0) ? 1U : 0U);
        }
        before = node & 0xffU;
        letter = static_cast<char>(before);
        if constexpr (Bits::kReads) {
            if (bits.hasOverrun()) {
                return false;
            }
        }
    }
    return true;
}

// Returns the index of the piece; 0 for damaged bytes.
template <typename Bits>
std::uint32_t MessageCoder::codePiece(Bits& bits, std::uint32_t before, std::string_view text,
                                      std::size_t maxBytes) {
    const std::uint32_t guess = m_pieces[before].next;
    const bool hasGuess = guess >= kSources;
    if (hasGuess) {
        m_wasAsBefore = bits.bit(m_isAsBefore[m_wasAsBefore ? 1 : 0], m_pieces[guess].text == text);
        if (m_wasAsBefore) {
            return guess;
        }
    }
    std::uint32_t place = Bits::kReads ? 0 : find(text);
    if (bits.bit(m_isKnown, place != 0)) {
        const std::int64_t off =
            m_piece.code(bits, static_cast<std::int64_t>(place) - static_cast<std::int64_t>(guess),
                         hasGuess ? 3 : 9);
        const std::int64_t known = static_cast<std::int64_t>(guess) + off;
        if (known < static_cast<std::int64_t>(kSources) ||
            known >= static_cast<std::int64_t>(m_pieces.size())) {
            return 0;
        }
        place = static_cast<std::uint32_t>(known);
    } else {
        std::string literal(text);
        if (!codeLiteral(bits, literal, maxBytes)) {
            return 0;
        }
        place = add(std::move(literal));
        if constexpr (!Bits::kReads) {
            m_places.emplace(std::string(text), place);
        }
    }
    if (before < m_pieces.size()) { // the table may have been cleared
        m_pieces[before].next = place;
    }
    return place;
}

template <typename Bits>
MessageCoder::Numeral MessageCoder::codeNumeral(Bits& bits, Piece& piece, std::size_t place,
                                                const Run& last, const Numeral& numeral) {
    if (place >= piece.values.size()) {
        piece.values.resize(place + 1);
    }
    Number& number = piece.values[place];
    const std::size_t column = place % 4;
    const bool isLike = column < last.count;
    unsigned decimals = number.isFresh ? (isLike ? last.decimals[column] : 2U) : number.decimals;
    if (!bits.bit(m_hasSameDecimals, numeral.decimals == decimals)) {
        decimals = static_cast<unsigned>(m_decimals.code(bits, numeral.decimals, 2)) % 8;
    }
    std::int64_t guess = number.series.predicted();
    if (number.isFresh) {
        guess = isLike && last.decimals[column] == decimals ? last.values[column] : 0;
        number.series.lastBits = 10;
    } else if (number.decimals != decimals) {
        number.series.lastBits = 20;
    }
    number.decimals = static_cast<std::uint8_t>(decimals);
    ResidualModel& model = m_numbers[decimals < 2 ? 0 : decimals < 4 ? 1 : 2][column];
    const bool wasFresh = std::exchange(number.isFresh, false);
    const std::int64_t value = number.series.code(bits, model, numeral.value, guess);
    if (wasFresh) {
        number.series = {value, value, number.series.lastBits, 0, 0};
    }
    return {value, decimals};
}

// Encodes `text`, or decodes to `out`.
template <typename Bits>
bool MessageCoder::code(Bits& bits, std::string_view text, std::string* out, std::size_t source,
                        std::size_t maxBytes) {
    ++m_message;
    auto before = static_cast<std::uint32_t>(source % kSources);
    Run last;
    while (true) {
        // A piece is the text up to a number; numbers separated by single spaces follow.
        std::size_t length = text.size();
        Numeral numeral;
        std::size_t size = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == ' ' && (size = parseNumeral(text.substr(at + 1), numeral)) > 0) {
                length = at + 1;
                break;
            }
        }
        const std::uint32_t place = codePiece(bits, before, text.substr(0, length), maxBytes);
        if (place == 0) {
            return false;
        }
        Piece& piece = m_pieces[place];
        if (piece.message != m_message) {
            piece.message = m_message;
            piece.repeated = 0;
        }
        const std::size_t first = 4 * std::min<std::size_t>(piece.repeated++, kMaxRepeats - 1);
        text.remove_prefix(length);
        std::array<Numeral, 4> numerals;
        std::size_t count = 0;
        std::size_t taken = 0;
        while (size > 0 && count < numerals.size()) {
            numerals[count++] = numeral;
            taken += size;
            const bool hasNext = taken < text.size() && text[taken] == ' ' && count < 4;
            size = hasNext ? parseNumeral(text.substr(taken + 1), numeral) : 0;
            taken += size > 0 ? 1 : 0;
        }
        text.remove_prefix(taken);
        if (bits.bit(m_isSameCount, count == piece.numbers)) {
            count = piece.numbers;
        } else {
            count =
                static_cast<std::size_t>(m_count.code(bits, static_cast<std::int64_t>(count), 2));
            if (count > numerals.size()) {
                return false;
            }
            piece.numbers = static_cast<std::uint32_t>(count);
        }
        if constexpr (Bits::kReads) {
            if (bits.hasOverrun() || out->size() + piece.text.size() > maxBytes) {
                return false;
            }
            out->append(piece.text);
        }
        Run run;
        run.count = count;
        for (std::size_t i = 0; i < count; ++i) {
            const Numeral coded = codeNumeral(bits, piece, first + i, last, numerals[i]);
            run.values[i] = coded.value;
            run.decimals[i] = static_cast<std::uint8_t>(coded.decimals);
            if constexpr (Bits::kReads) {
                if (i > 0) {
                    out->push_back(' ');
                }
                appendNumeral(*out, coded);
            }
        }
        if (count == 0) {
            return true; // only the last piece has no numbers after it
        }
        last = run;
        before = place;
    }
}

void MessageCoder::encode(BitEncoder& bits, std::string_view text, std::size_t source) {
    static_cast<void>(code(bits, text, nullptr, source, text.size()));
}

bool MessageCoder::decode(BitDecoder& bits, std::string& text, std::size_t source,
                          std::size_t maxBytes) {
    text.clear();
    return code(bits, {}, &text, source, maxBytes);
}

} // namespace sideline::logs
