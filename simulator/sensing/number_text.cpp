#include "simulator/sensing/number_text.h"

#include <array>
#include <charconv>

namespace sideline::simulator {

void appendTime(std::string& out, double timeS) {
    const bool isExact = std::abs(timeS) * 100.0 < 0x1p50;
    appendHundredths(out, isExact ? timeS : static_cast<double>(static_cast<float>(timeS)));
}

void appendMillionths(std::string& out, float value) {
    std::array<char, 64> text; // a single-precision number has up to 39 digits before the point
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 6);
    out.append(text.data(), end.ptr);
}

} // namespace sideline::simulator
