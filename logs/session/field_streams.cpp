#include <bit>
#include <numbers>

#include "logs/session/field_streams.h"

namespace sideline::logs {

namespace {

// Encodings of reals. From kBytes on: number of low bytes that differ from the preceding value.
constexpr std::uint8_t kSame = 0;
constexpr std::uint8_t kDegrees = 1;
constexpr std::uint8_t kDecimal = 2;
constexpr std::uint8_t kBytes = 2;

constexpr double kDegreeParts = 100.0;
constexpr double kDecimalParts = 1000.0;
constexpr std::size_t kRememberedText = 256; // longer strings are left to the compressor

std::int64_t unzigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
}

// Part of the format: the exact bits of a hundredth of a degree in radians.
double fromDegrees(std::int64_t whole) {
    constexpr double kRadPerDeg = std::numbers::pi / 180.0;
    return static_cast<double>(whole) / kDegreeParts * kRadPerDeg;
}

double fromDecimal(std::int64_t whole) {
    return static_cast<double>(whole) / kDecimalParts;
}

template <typename T>
T& slot(std::vector<T>& values, std::size_t place) {
    if (place >= values.size()) {
        values.resize(place + 1);
    }
    return values[place];
}

} // namespace

void appendNumber(std::string& out, std::uint64_t value) {
    while (value >= 0x80U) {
        out.push_back(static_cast<char>(value | 0x80U));
        value >>= 7U;
    }
    out.push_back(static_cast<char>(value));
}

std::optional<std::uint64_t> takeNumber(std::string_view& from) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64U && !from.empty(); shift += 7U) {
        const auto byte = static_cast<unsigned char>(from.front());
        from.remove_prefix(1);
        value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
        if ((byte & 0x80U) == 0) {
            return value;
        }
    }
    return std::nullopt;
}

FieldReader::FieldReader(std::string_view bytes, std::size_t maxMemory) : m_memoryLeft(maxMemory) {
    for (std::string_view* stream :
         {&m_integers, &m_realKinds, &m_realNumbers, &m_realBytes, &m_texts}) {
        const std::uint64_t count = number(bytes);
        *stream = take(bytes, count);
    }
    if (!bytes.empty()) {
        fail("bytes after the last field");
    }
}

void FieldReader::beginFrame() {
    m_integer = m_real = m_text = 0;
}

void FieldReader::fail(const char* fault) {
    if (m_fault == nullptr) {
        m_fault = fault;
    }
}

bool FieldReader::isAtEnd() const {
    return bytesLeft() == 0;
}

std::size_t FieldReader::bytesLeft() const {
    return m_integers.size() + m_realKinds.size() + m_realNumbers.size() + m_realBytes.size() +
           m_texts.size();
}

void FieldReader::charge(std::size_t bytes) {
    if (bytes > m_memoryLeft) {
        return fail("more values than the frames can have");
    }
    m_memoryLeft -= bytes;
}

template <typename T>
T& FieldReader::place(std::vector<T>& values, std::size_t number) {
    if (number >= values.size()) {
        charge(sizeof(T));
    }
    return slot(values, number);
}

std::uint64_t FieldReader::number(std::string_view& from) {
    const auto value = takeNumber(from);
    if (!value) {
        fail("unterminated number");
    }
    return value.value_or(0);
}

std::string_view FieldReader::take(std::string_view& from, std::uint64_t count) {
    if (count > from.size()) {
        fail("the bytes end inside a value");
        return {};
    }
    const std::string_view taken = from.substr(0, static_cast<std::size_t>(count));
    from.remove_prefix(taken.size());
    return taken;
}

std::uint64_t FieldReader::integer() {
    std::uint64_t& last = place(m_lastIntegers, m_integer++);
    last += static_cast<std::uint64_t>(unzigzag(number(m_integers)));
    return isGood() ? last : 0;
}

double FieldReader::real() {
    std::uint64_t& last = place(m_lastReals, m_real++);
    const std::string_view kindByte = take(m_realKinds, 1);
    if (kindByte.empty()) {
        return 0.0;
    }
    const auto kind = static_cast<std::uint8_t>(kindByte.front());
    if (kind == kDecimal) {
        last = std::bit_cast<std::uint64_t>(fromDecimal(unzigzag(number(m_realNumbers))));
    } else if (kind == kDegrees) {
        last = std::bit_cast<std::uint64_t>(fromDegrees(unzigzag(number(m_realNumbers))));
    } else if (kind > kBytes + 8) {
        fail("a real number of an unknown kind");
    } else if (kind != kSame) {
        const std::string_view bytes = take(m_realBytes, kind - kBytes);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            last ^= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8U * i);
        }
    }
    return isGood() ? std::bit_cast<double>(last) : 0.0;
}

void FieldReader::text(std::string& value) {
    std::string& last = place(m_lastTexts, m_text++);
    const std::uint64_t length = number(m_integers);
    if (!isGood()) {
        value.clear();
        return;
    }
    if (length == 0) {
        charge(last.size());
        value = isGood() ? last : std::string();
        return;
    }
    value = take(m_texts, length - 1);
    charge(value.size());
    if (value.size() <= kRememberedText) {
        last = value;
    }
}

} // namespace sideline::logs
