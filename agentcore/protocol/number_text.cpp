#include "agentcore/protocol/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "agentcore/base/assert.h"
#include "agentcore/protocol/byte_class.h"

namespace sideline::protocol {

namespace {

constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMaxExactDigits = 15; // digits are below 2^53 and thus exact in a double

inline bool isDigit(char byte) {
    return byte >= '0' && byte <= '9';
}

// Writes the digits of `value` backward from `at`, at least one.
char* putDigits(char* at, std::uint64_t value) {
    do {
        *--at = static_cast<char>('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return at;
}

constexpr std::size_t kShortNumber = 32; // enough for the 16 digits of 2^50, sign, point and
                                         // decimals

constexpr std::uint64_t kMillion = 1000000;

std::uint64_t millionths(double value) {
    SIDELINE_ASSERT(std::abs(value) < 1e9);
    return static_cast<std::uint64_t>(
        std::llround(std::abs(value) * static_cast<double>(kMillion)));
}

} // namespace

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
    // The standard library also accepts "nan(...)" as one number, so it is given only the
    // characters up to the first delimiter.
    const char* const last =
        std::find_if(first, end, [](char byte) { return classOf(byte) != ByteClass::Atom; });
    const auto [stop, code] = std::from_chars(first, last, value);
    if (code == std::errc::result_out_of_range && stop != first) {
        value = 0.0; // an underflow or overflow of a double, which is not a plausible measurement
        return stop;
    }
    if (code != std::errc{}) {
        return nullptr;
    }
    return std::isnan(value) ? stop + nanSuffixLength({stop, static_cast<std::size_t>(end - stop)})
                             : stop;
}

std::size_t nanSuffixLength(std::string_view text) {
    for (const std::string_view suffix : {"(ind)", "(snan)"}) {
        if (text.starts_with(suffix)) {
            return suffix.size();
        }
    }
    return 0;
}

void appendHundredths(std::string& out, double value) {
    const double hundredths = std::abs(value) * 100.0;
    if (!(hundredths < 0x1p50)) { // also true for NaN
        std::array<char, 512> text;
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                       std::chars_format::fixed, 2);
        out.append(text.data(), end.ptr);
        return;
    }
    constexpr double kWhole = 0x1p52; // larger doubles have no fraction
    const auto whole = static_cast<std::uint64_t>((hundredths + kWhole) - kWhole);
    std::array<char, kShortNumber> text;
    char* const end = text.data() + text.size();
    char* at = end;
    *--at = static_cast<char>('0' + whole % 10);
    *--at = static_cast<char>('0' + whole / 10 % 10);
    *--at = '.';
    at = putDigits(at, whole / 100);
    if (std::signbit(value)) {
        *--at = '-';
    }
    out.append(at, end);
}

void appendShort(std::string& out, double value) {
    const std::uint64_t whole = millionths(value);
    std::array<char, kShortNumber> text;
    char* end = text.data() + text.size();
    char* at = end;
    std::uint64_t decimals = whole % kMillion;
    if (decimals != 0) {
        int places = 6;
        for (; decimals % 10 == 0; decimals /= 10) {
            --places;
        }
        for (; places > 0; --places, decimals /= 10) {
            *--at = static_cast<char>('0' + decimals % 10);
        }
        *--at = '.';
    }
    at = putDigits(at, whole / kMillion);
    if (value < 0.0 && whole != 0) {
        *--at = '-';
    }
    out.append(at, end);
}

double asShort(double value) {
    const std::uint64_t whole = millionths(value);
    const double magnitude = static_cast<double>(whole) / static_cast<double>(kMillion);
    return value < 0.0 && whole != 0 ? -magnitude : magnitude;
}

void appendInteger(std::string& out, int value) {
    std::array<char, kShortNumber> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    out.append(text.data(), end.ptr);
}

} // namespace sideline::protocol
