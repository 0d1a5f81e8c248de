#include "logs/session/bit_coder.h"

#include <algorithm>

#include "logs/session/field_streams.h"

namespace sideline::logs {

void BitEncoder::finish(std::string& out) {
    for (unsigned shift = 32; shift > 0; shift -= 8) {
        m_coded.push_back(static_cast<char>(m_low >> (shift - 8) & 0xffU));
    }
    if (m_pendingCount > 0) {
        m_raw.push_back(static_cast<char>(m_pending & 0xffU));
    }
    appendNumber(out, m_coded.size());
    out += m_coded;
    out += m_raw;
    m_coded.clear();
    m_raw.clear();
    m_low = 0;
    m_high = 0xffffffffU;
    m_pending = 0;
    m_pendingCount = 0;
}

BitDecoder::BitDecoder(std::string_view bytes) {
    const auto size = takeNumber(bytes);
    m_hasOverrun = !size || *size > bytes.size();
    m_coded = bytes.substr(0, m_hasOverrun ? 0 : static_cast<std::size_t>(*size));
    m_raw = bytes.substr(m_coded.size());
    for (int i = 0; i < 4; ++i) {
        m_code = m_code << 8U | nextOf(m_coded);
    }
}

} // namespace sideline::logs
