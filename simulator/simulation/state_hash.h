#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace sideline::simulator {

/// A hash over the bits of a state: FNV-1a (Fowler, Noll, Vo), 64 bits.
class StateHash {
public:
    void add(std::uint64_t bits) {
        for (int shift = 0; shift < 64; shift += 8) {
            m_value = (m_value ^ ((bits >> static_cast<unsigned>(shift)) & 0xffU)) * 0x100000001b3U;
        }
    }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(std::string_view text) {
        for (const char c : text) {
            m_value = (m_value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        }
        add(std::uint64_t{text.size()});
    }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xcbf29ce484222325U;
};

} // namespace sideline::simulator
