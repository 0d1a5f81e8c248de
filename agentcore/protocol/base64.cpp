#include "agentcore/protocol/base64.h"

#include <cstdint>

namespace sideline::protocol {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t byteAt(std::string_view bytes, std::size_t at) {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

} // namespace

void appendBase64(std::string& out, std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::uint32_t group =
            byteAt(bytes, at) << 16U | byteAt(bytes, at + 1) << 8U | byteAt(bytes, at + 2);
        const std::size_t count = bytes.size() - at;
        out += kDigits[group >> 18U & 63U];
        out += kDigits[group >> 12U & 63U];
        out += count > 1 ? kDigits[group >> 6U & 63U] : '=';
        out += count > 2 ? kDigits[group & 63U] : '=';
    }
}

bool appendFromBase64(std::string& out, std::string_view text) {
    const std::size_t before = out.size();
    const std::size_t padding = text.ends_with("==") ? 2U : text.ends_with('=') ? 1U : 0U;
    bool isGood = text.size() % 4 == 0;
    for (std::size_t at = 0; isGood && at < text.size(); at += 4) {
        std::uint32_t group = 0;
        for (std::size_t i = at; i < at + 4; ++i) {
            const bool isPadding = i >= text.size() - padding;
            const std::size_t digit = isPadding ? 0 : kDigits.find(text[i]);
            isGood = isGood && digit != std::string_view::npos;
            group = group << 6U | static_cast<std::uint32_t>(digit & 63U);
        }
        const std::size_t count = at + 4 == text.size() ? 3 - padding : 3;
        for (std::size_t i = 0; i < count; ++i) {
            out += static_cast<char>(group >> (16U - 8U * i) & 0xffU);
        }
    }
    if (!isGood) {
        out.resize(before);
    }
    return isGood;
}

} // namespace sideline::protocol
