#include "motions/format/text_lines.h"

#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace sideline::keyframe {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::size_t kShownBytes = 40;

} // namespace

TextLines::Iterator& TextLines::Iterator::operator++() {
    m_isAtEnd = m_rest.empty();
    const std::size_t end = m_rest.find('\n');
    m_line.text = m_rest.substr(0, end);
    m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
    if (m_line.text.ends_with('\r')) {
        m_line.text.remove_suffix(1);
    }
    ++m_line.number;
    return *this;
}

TextLines textLines(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    return TextLines(text);
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t begin = text.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos) {
            return words;
        }
        text.remove_prefix(begin);
        const std::size_t length = std::min(text.find_first_of(kBlanks), text.size());
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

std::vector<std::string_view> fieldsOf(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t end = text.find(separator);
        fields.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) {
            return fields;
        }
        text.remove_prefix(end + 1);
    }
}

std::optional<double> numberFrom(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-")) {
        text.remove_prefix(1);
    }
    double number = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) {
        return std::nullopt;
    }
    return number;
}

std::optional<int> wholeNumberFrom(std::string_view text) {
    int number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

std::string numberText(double number) {
    return number == 0.0 ? "0" : fmt::format("{}", number);
}

double tidied(double number) {
    const double rounded = std::round(number * 1e9) / 1e9;
    return std::isfinite(rounded) ? rounded : number;
}

std::string roundedText(double number, int decimals) {
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(number * scale) / scale;
    return numberText(std::isfinite(rounded) ? rounded : number);
}

std::string shown(std::string_view text) {
    std::string out = "'";
    for (const char c : text.substr(0, kShownBytes)) {
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
    }
    // Does not cut a multi-byte character.
    if (text.size() > kShownBytes) {
        while ((static_cast<unsigned char>(out.back()) & 0xC0U) == 0x80U) {
            out.pop_back();
        }
        if (static_cast<unsigned char>(out.back()) >= 0xC0U) {
            out.pop_back();
        }
        out += "...";
    }
    return out + '\'';
}

std::string stemOf(std::string_view fileName) {
    if (const std::size_t slash = fileName.find_last_of("/\\"); slash != std::string_view::npos) {
        fileName.remove_prefix(slash + 1);
    }
    const std::size_t dot = fileName.find_last_of('.');
    return std::string(dot == 0 ? fileName : fileName.substr(0, dot));
}

tl::unexpected<base::Error> malformedAt(int line, std::string message, std::string expected) {
    auto error = base::failure(base::ErrorCode::Malformed, std::move(message), std::move(expected));
    error.value().line = static_cast<std::uint64_t>(line);
    return error;
}

} // namespace sideline::keyframe
