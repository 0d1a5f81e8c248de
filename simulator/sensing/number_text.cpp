#include "simulator/sensing/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace sideline::simulator {

namespace {

// A single-precision number has at most 39 digits before the decimal point.
constexpr std::size_t kMaxNumberLength = 64;

void appendSlowly(std::string& out, float value, int decimals) {
    std::array<char, kMaxNumberLength> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, decimals);
    out.append(text.data(), end.ptr);
}

// False for large numbers and NaN, without appending anything.
bool appendQuickly(std::string& out, double value) {
    const double hundredths = std::abs(value) * 100.0;
    constexpr double kWhole = 0x1p52; // doubles above have no fraction
    if (!(hundredths < 0x1p50)) {
        return false;
    }
    auto rest = static_cast<std::uint64_t>((hundredths + kWhole) - kWhole);
    std::array<char, kMaxNumberLength> text;
    char* const end = text.data() + text.size();
    char* at = end;
    const auto put = [&] {
        *--at = static_cast<char>('0' + rest % 10);
        rest /= 10;
    };
    put();
    put();
    *--at = '.';
    do {
        put();
    } while (rest != 0);
    if (std::signbit(value)) {
        *--at = '-';
    }
    out.append(at, end);
    return true;
}

} // namespace

void appendHundredths(std::string& out, float value) {
    // Exact: the 24 bits of a float times 100 fit into a double.
    if (!appendQuickly(out, static_cast<double>(value))) {
        appendSlowly(out, value, 2);
    }
}

void appendTime(std::string& out, double timeS) {
    if (!appendQuickly(out, timeS)) {
        appendSlowly(out, static_cast<float>(timeS), 2);
    }
}

void appendMillionths(std::string& out, float value) {
    appendSlowly(out, value, 6);
}

void appendInteger(std::string& out, int value) {
    std::array<char, kMaxNumberLength> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    out.append(text.data(), end.ptr);
}

} // namespace sideline::simulator
