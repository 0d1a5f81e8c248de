#include "agentcore/protocol/sexpr.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "agentcore/protocol/byte_class.h"
#include "agentcore/protocol/number_text.h"

namespace sideline::protocol {

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
    if (m_pos - start <= 4 && m_bytes.substr(0, m_pos).ends_with("nan")) {
        m_pos += nanSuffixLength(m_bytes.substr(m_pos));
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
        error.message = "unterminated word";
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
