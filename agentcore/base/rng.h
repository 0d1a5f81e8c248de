#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace sideline::base {

/// Seeded random numbers, the same on every machine and library version.
///
/// xoshiro256** seeded by splitmix64 (Blackman and Vigna, "Scrambled linear pseudorandom number
/// generators", 2018). Not thread-safe: one per owner. Not for cryptography.
class Rng {
public:
    explicit Rng(std::uint64_t seed) {
        for (auto& word : m_state) {
            seed += 0x9e3779b97f4a7c15U;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
            z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
            word = z ^ (z >> 31U);
        }
    }

    /// The complete state of the generator.
    using State = std::array<std::uint64_t, 4>;
    /// Continues from a saved state.
    /// @param state not all zeros, which is not a valid state of the generator
    explicit Rng(const State& state) : m_state(state) {}
    [[nodiscard]] const State& state() const { return m_state; }

    /// 64 uniformly distributed bits.
    std::uint64_t next() {
        const std::uint64_t result = rotateLeft(m_state[1] * 5U, 7) * 9U;
        const std::uint64_t t = m_state[1] << 17U;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= t;
        m_state[3] = rotateLeft(m_state[3], 45);
        return result;
    }

    /// A whole number in [0, bound); `bound` must be positive. The bias is below 2^-32 for
    /// bounds that fit 32 bits.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }

    /// A real number in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

    /// A real number in [low, high).
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

    /// A normally distributed real number with mean 0 (Box and Muller).
    double normal(double deviation) {
        const double length = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return deviation * length * std::cos(2.0 * std::numbers::pi * uniform());
    }

private:
    static constexpr std::uint64_t rotateLeft(std::uint64_t x, int k) {
        return (x << k) | (x >> (64 - k));
    }
    State m_state = {};
};

} // namespace sideline::base
