#include "agentcore/protocol/sexpr.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace sideline::protocol {

namespace {

enum class ByteClass : std::uint8_t { Atom, Blank, Open, Close, Control };

constexpr std::array<ByteClass, 256> makeByteClasses() {
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

constexpr std::array<ByteClass, 256> kByteClasses = makeByteClasses();

inline ByteClass classOf(char byte) {
    return kByteClasses[static_cast<unsigned char>(byte)];
}

bool endsAtom(ByteClass next) {
    return next != ByteClass::Atom && next != ByteClass::Control;
}

constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMaxExactDigits = 15; // below 2^53: the mantissa is exact in a double

inline bool isDigit(char byte) {
    return byte >= '0' && byte <= '9';
}

// Reads one number that starts at `p`, quickly where up to 15 digits and a small exponent make
// the result exact (Clinger's fast path), else through the standard library.
// Returns the end of the number, or nullptr if there is none.
const char* readNumber(const char* p, const char* end, double& value) {
    const char* const start = p;
    const bool negative = p != end && *p == '-';
    p += negative ? 1 : 0;
    std::uint64_t mantissa = 0;
    int digits = 0;
    int fraction = 0;
    for (; p != end && isDigit(*p); ++p, ++digits) {
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
    }
    if (p != end && *p == '.') {
        for (++p; p != end && isDigit(*p); ++p, ++digits, ++fraction) {
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
        }
    }
    int exponent = 0;
    bool simple = digits > 0 && digits <= kMaxExactDigits;
    if (simple && p != end && (*p == 'e' || *p == 'E')) {
        const char* q = p + 1;
        const bool negativeExponent = q != end && *q == '-';
        q += q != end && (*q == '-' || *q == '+') ? 1 : 0;
        const char* const exponentStart = q;
        for (; q != end && isDigit(*q) && q - exponentStart < 4; ++q) {
            exponent = exponent * 10 + (*q - '0');
        }
        exponent = negativeExponent ? -exponent : exponent;
        simple = q != exponentStart;
        p = q;
    }
    exponent -= fraction;
    if (simple && exponent >= -22 && exponent <= 22) {
        const auto exact = static_cast<double>(mantissa);
        const double magnitude = exponent < 0
                                     ? exact / kPowersOfTen[static_cast<std::size_t>(-exponent)]
                                     : exact * kPowersOfTen[static_cast<std::size_t>(exponent)];
        value = negative ? -magnitude : magnitude;
        return p;
    }
    const bool plus = start != end && *start == '+' && start + 1 != end && *(start + 1) != '-';
    const char* const first = plus ? start + 1 : start;
    // The library takes "nan(...)" as one number: let it see this word only.
    const char* const last =
        std::find_if(first, end, [](char byte) { return classOf(byte) != ByteClass::Atom; });
    const auto [stop, code] = std::from_chars(first, last, value);
    if (code == std::errc::result_out_of_range && stop != first) {
        value = 0.0; // too small or too large for a double: neither is a sensible measurement
        return stop;
    }
    return code == std::errc{} ? stop : nullptr;
}

} // namespace

Token SexprReader::fail(Fault fault, std::size_t offset) {
    m_fault = fault;
    m_faultOffset = offset;
    return {TokenKind::Error, {}, offset};
}

Token SexprReader::next() {
    if (m_fault != Fault::None) {
        return {TokenKind::Error, {}, m_faultOffset};
    }
    const std::size_t size = m_bytes.size();
    while (m_pos < size && classOf(m_bytes[m_pos]) == ByteClass::Blank) {
        ++m_pos;
    }
    if (m_pos == size) {
        return m_depth == 0 ? Token{TokenKind::End, {}, size} : fail(Fault::UnexpectedEnd, size);
    }
    const std::size_t start = m_pos;
    switch (classOf(m_bytes[start])) {
    case ByteClass::Open:
        if (m_depth == m_limits.maxDepth) {
            return fail(Fault::TooDeep, start);
        }
        ++m_depth;
        ++m_pos;
        return {TokenKind::Open, m_bytes.substr(start, 1), start};
    case ByteClass::Close:
        if (m_depth == 0) {
            return fail(Fault::UnexpectedClose, start);
        }
        --m_depth;
        ++m_pos;
        return {TokenKind::Close, m_bytes.substr(start, 1), start};
    case ByteClass::Control:
        return fail(Fault::ControlByte, start);
    case ByteClass::Atom:
    case ByteClass::Blank:
        break;
    }
    while (m_pos < size && classOf(m_bytes[m_pos]) == ByteClass::Atom) {
        ++m_pos;
    }
    if (m_pos < size && classOf(m_bytes[m_pos]) == ByteClass::Control) {
        return fail(Fault::ControlByte, m_pos);
    }
    if (m_pos - start > m_limits.maxAtomBytes) {
        return fail(Fault::AtomTooLong, start);
    }
    return {TokenKind::Atom, m_bytes.substr(start, m_pos - start), start};
}

bool SexprReader::skipList() {
    const std::uint32_t outside = m_depth == 0 ? 0 : m_depth - 1;
    while (true) {
        const TokenKind kind = next().kind;
        if (kind == TokenKind::Error) {
            return false;
        }
        if (kind == TokenKind::End || (kind == TokenKind::Close && m_depth == outside)) {
            return true;
        }
    }
}

std::size_t SexprReader::readFloats(float* out, std::size_t count) {
    if (m_fault != Fault::None) {
        return 0;
    }
    const char* const begin = m_bytes.data();
    const char* const end = begin + m_bytes.size();
    const char* p = begin + m_pos;
    std::size_t done = 0;
    for (; done < count; ++done) {
        while (p != end && classOf(*p) == ByteClass::Blank) {
            ++p;
        }
        double value = 0.0;
        const char* const stop = p == end ? nullptr : readNumber(p, end, value);
        if (stop == nullptr || (stop != end && !endsAtom(classOf(*stop))) ||
            static_cast<std::size_t>(stop - p) > m_limits.maxAtomBytes) {
            break;
        }
        out[done] = static_cast<float>(value);
        p = stop;
    }
    m_pos = static_cast<std::size_t>(p - begin);
    return done;
}

base::Error SexprReader::error() const {
    base::Error error;
    error.byteOffset = m_faultOffset;
    error.code = base::ErrorCode::Malformed;
    switch (m_fault) {
    case Fault::None:
        error.message = "no fault";
        break;
    case Fault::TooLong:
        error.code = base::ErrorCode::LimitExceeded;
        error.message = fmt::format("message of {} bytes", m_bytes.size());
        error.expected = fmt::format("at most {} bytes", m_limits.maxBytes);
        break;
    case Fault::TooDeep:
        error.code = base::ErrorCode::LimitExceeded;
        error.message = "lists nested too deeply";
        error.expected = fmt::format("at most {} levels", m_limits.maxDepth);
        break;
    case Fault::AtomTooLong:
        error.code = base::ErrorCode::LimitExceeded;
        error.message = "a word that does not end";
        error.expected = fmt::format("words of at most {} bytes", m_limits.maxAtomBytes);
        break;
    case Fault::UnexpectedClose:
        error.message = "')' without a matching '('";
        error.expected = "'(' or the end of the message";
        break;
    case Fault::UnexpectedEnd:
        error.code = base::ErrorCode::Truncated;
        error.message =
            fmt::format("the message ends inside {} open list{}", m_depth, m_depth == 1 ? "" : "s");
        error.expected = "')'";
        break;
    case Fault::ControlByte:
        error.message = fmt::format("byte 0x{:02x} is not text",
                                    static_cast<unsigned char>(m_bytes[m_faultOffset]));
        error.expected = "printable text";
        break;
    }
    return error;
}

std::optional<double> parseNumber(std::string_view text) {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const char* const stop = readNumber(text.data(), end, value);
    return stop == end && !text.empty() ? std::optional(value) : std::nullopt;
}

std::optional<int> parseInteger(std::string_view text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, value);
    return code == std::errc{} && stop == end && !text.empty() ? std::optional(value)
                                                               : std::nullopt;
}

} // namespace sideline::protocol
