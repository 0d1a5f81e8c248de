#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace sideline::logs {

/// Probability of a binary event, learned from earlier events: adapts quickly at first, then
/// slowly.
class AdaptiveBit {
public:
    /// Probability of 1 in 1/65536, within 32 to 65504.
    [[nodiscard]] std::uint32_t probability() const { return m_probability; }

    void learn(bool bit) {
        const std::int32_t target = bit ? kMax : kMin;
        m_probability = static_cast<std::uint16_t>(m_probability + (target - m_probability) *
                                                                       kRates[m_count] / kUnit);
        m_count = static_cast<std::uint8_t>(m_count + (m_count + 1U < kRates.size() ? 1U : 0U));
    }

private:
    static constexpr std::int32_t kUnit = 1 << 14;
    static constexpr std::int32_t kMin = 32;
    static constexpr std::int32_t kMax = (1 << 16) - kMin;
    // 1 / (n + 1.5) after n events.
    static constexpr auto kRates = [] {
        std::array<std::int32_t, 48> rates{};
        for (std::size_t n = 0; n < rates.size(); ++n) {
            rates[n] = 2 * kUnit / static_cast<std::int32_t>(2 * n + 3);
        }
        return rates;
    }();

    std::uint16_t m_probability = 1U << 15U;
    std::uint8_t m_count = 0;
};

/// Writes binary events in as many bits as their probabilities require (arithmetic coding), and raw
/// bits next to them. Reader and writer have the same functions, so that a format is written once:
/// both return what was coded, and the reader ignores the values that it gets.
class BitEncoder {
public:
    static constexpr bool kReads = false;

    bool bit(AdaptiveBit& model, bool value) {
        const std::uint32_t middle =
            m_low + static_cast<std::uint32_t>(
                        (std::uint64_t{m_high - m_low} * model.probability()) >> 16U);
        (value ? m_high : m_low) = value ? middle : middle + 1;
        model.learn(value);
        while (((m_low ^ m_high) >> 24U) == 0) {
            m_coded.push_back(static_cast<char>(m_high >> 24U));
            m_low <<= 8U;
            m_high = m_high << 8U | 0xffU;
        }
        return value;
    }

    /// @param count up to 64
    std::uint64_t raw(std::uint64_t value, unsigned count) {
        std::uint64_t rest = value;
        for (; count > 32; count -= 32) {
            rawPart(rest & 0xffffffffU, 32);
            rest >>= 32U;
        }
        rawPart(rest, count);
        return value;
    }

    /// Number of bytes so far.
    [[nodiscard]] std::size_t byteSize() const { return m_coded.size() + m_raw.size(); }
    /// Appends both streams to `out` and restarts.
    void finish(std::string& out);

private:
    void rawPart(std::uint64_t value, unsigned count) {
        m_pending |= value << m_pendingCount;
        m_pendingCount += count;
        for (; m_pendingCount >= 8; m_pendingCount -= 8) {
            m_raw.push_back(static_cast<char>(m_pending & 0xffU));
            m_pending >>= 8U;
        }
    }

    std::string m_coded;
    std::string m_raw;
    std::uint32_t m_low = 0;
    std::uint32_t m_high = 0xffffffffU;
    std::uint64_t m_pending = 0;
    unsigned m_pendingCount = 0;
};

/// Reads the output of `BitEncoder`. After the end it reads zeros.
class BitDecoder {
public:
    static constexpr bool kReads = true;

    /// @param bytes must outlive the decoder
    explicit BitDecoder(std::string_view bytes);

    bool bit(AdaptiveBit& model, bool /*value*/) {
        const std::uint32_t middle =
            m_low + static_cast<std::uint32_t>(
                        (std::uint64_t{m_high - m_low} * model.probability()) >> 16U);
        const bool value = m_code <= middle;
        (value ? m_high : m_low) = value ? middle : middle + 1;
        model.learn(value);
        while (((m_low ^ m_high) >> 24U) == 0) {
            m_low <<= 8U;
            m_high = m_high << 8U | 0xffU;
            m_code = m_code << 8U | nextOf(m_coded);
        }
        return value;
    }

    std::uint64_t raw(std::uint64_t /*value*/, unsigned count) {
        std::uint64_t value = 0;
        unsigned done = 0;
        for (; count - done > 32; done += 32) {
            value |= rawPart(32) << done;
        }
        return value | rawPart(count - done) << done;
    }

    /// Whether reads went past the end of the data.
    [[nodiscard]] bool hasOverrun() const { return m_hasOverrun; }
    /// Whether reads ended exactly at the end of the data.
    [[nodiscard]] bool isAtEnd() const {
        return !m_hasOverrun && m_coded.empty() && m_raw.empty() && m_pending == 0;
    }

private:
    std::uint32_t nextOf(std::string_view& bytes) {
        if (bytes.empty()) {
            m_hasOverrun = true;
            return 0;
        }
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        return byte;
    }
    std::uint64_t rawPart(unsigned count) {
        for (; m_pendingCount < count; m_pendingCount += 8) {
            m_pending |= std::uint64_t{nextOf(m_raw)} << m_pendingCount;
        }
        const std::uint64_t value = m_pending & ((std::uint64_t{1} << count) - 1);
        m_pending >>= count;
        m_pendingCount -= count;
        return value;
    }

    std::string_view m_coded;
    std::string_view m_raw;
    std::uint32_t m_low = 0;
    std::uint32_t m_high = 0xffffffffU;
    std::uint32_t m_code = 0;
    std::uint64_t m_pending = 0;
    unsigned m_pendingCount = 0;
    bool m_hasOverrun = false;
};

/// Number of bits of a magnitude: 0 for 0, up to 64.
[[nodiscard]] inline unsigned magnitudeBits(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return static_cast<unsigned>(std::bit_width(value < 0 ? std::uint64_t{0} - bits : bits));
}

/// Codes the differences of integers from their predictions.
class ResidualModel {
public:
    /// @param lastBits `magnitudeBits` of the last residual of the same quantity; the next one is
    /// expected to be similar
    template <typename Bits>
    std::int64_t code(Bits& bits, std::int64_t residual, unsigned lastBits) {
        const std::size_t context = contextOf(lastBits);
        const unsigned size = magnitudeBits(residual);
        if (bits.bit(m_isZero[context], size == 0)) {
            return 0;
        }
        auto& tree = m_sizes[context];
        std::size_t node = 1;
        for (unsigned i = kSizeBits; i-- > 0;) {
            node = node << 1U | (bits.bit(tree[node], ((size - 1) >> i & 1U) != 0) ? 1U : 0U);
        }
        const auto count = static_cast<unsigned>(node - (std::size_t{1} << kSizeBits)); // size - 1
        const bool isNegative = bits.bit(m_isNegative[context], residual < 0);
        const auto whole = static_cast<std::uint64_t>(residual);
        const std::uint64_t magnitude = residual < 0 ? std::uint64_t{0} - whole : whole;
        std::uint64_t low = 0;
        unsigned left = count;
        if (count < m_high.size()) {
            auto& high = m_high[count];
            for (std::size_t place = 1; left > 0 && place < high.size();) {
                --left;
                const bool isSet = bits.bit(high[place], (magnitude >> left & 1U) != 0);
                low |= std::uint64_t{isSet ? 1U : 0U} << left;
                place = place << 1U | (isSet ? 1U : 0U);
            }
        }
        if (left > 0) {
            low |= bits.raw(magnitude & ((std::uint64_t{1} << left) - 1), left);
        }
        const std::uint64_t result = std::uint64_t{1} << count | low;
        return static_cast<std::int64_t>(isNegative ? std::uint64_t{0} - result : result);
    }

private:
    static constexpr unsigned kSizeBits = 6;
    static constexpr std::size_t kContexts = 5;
    static std::size_t contextOf(unsigned lastBits) {
        return lastBits == 0 ? 0 : lastBits < 4 ? 1 : lastBits < 8 ? 2 : lastBits < 13 ? 3 : 4;
    }

    std::array<AdaptiveBit, kContexts> m_isZero;
    std::array<std::array<AdaptiveBit, std::size_t{1} << kSizeBits>, kContexts> m_sizes;
    std::array<AdaptiveBit, kContexts> m_isNegative;
    std::array<std::array<AdaptiveBit, 4>, 20> m_high; ///< the two bits after the leading one
};

/// Updates the running cost of predictions: about twice the number of bits of their recent errors.
/// @param guess the prediction of `value`
[[nodiscard]] inline std::uint8_t blendedCost(std::uint8_t cost, std::int64_t value,
                                              std::int64_t guess) {
    const auto off = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                               static_cast<std::uint64_t>(guess));
    return static_cast<std::uint8_t>(cost - cost / 4 + magnitudeBits(off) / 2);
}

/// Predicts a series of integers by the last value or by the line through the last two, whichever
/// was closer recently.
struct SeriesState {
    std::int64_t last = 0;
    std::int64_t before = 0;
    std::uint8_t lastBits = 0; ///< `magnitudeBits` of the last residual
    std::uint8_t holdCost = 0;
    std::uint8_t lineCost = 0;

    [[nodiscard]] std::int64_t line() const {
        return static_cast<std::int64_t>(2U * static_cast<std::uint64_t>(last) -
                                         static_cast<std::uint64_t>(before));
    }
    [[nodiscard]] std::int64_t predicted() const { return lineCost < holdCost ? line() : last; }
    void take(std::int64_t value) {
        holdCost = blendedCost(holdCost, value, last);
        lineCost = blendedCost(lineCost, value, line());
        before = last;
        last = value;
    }
    /// Codes the next value of the series. @param guess used instead of the prediction
    template <typename Bits>
    std::int64_t code(Bits& bits, ResidualModel& model, std::int64_t value, std::int64_t guess) {
        const auto residual =
            model.code(bits,
                       static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                                 static_cast<std::uint64_t>(guess)),
                       lastBits);
        lastBits = static_cast<std::uint8_t>(magnitudeBits(residual));
        const auto coded = static_cast<std::int64_t>(static_cast<std::uint64_t>(guess) +
                                                     static_cast<std::uint64_t>(residual));
        take(coded);
        return coded;
    }
};

} // namespace sideline::logs
