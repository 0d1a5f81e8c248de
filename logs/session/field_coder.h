#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "logs/session/bit_coder.h"
#include "logs/session/message_coder.h"

namespace sideline::logs {

/// The precision at which a recording stores a real number.
struct Precision {
    enum class Kind : std::uint8_t { Exact, Absolute, Relative };
    Kind kind = Kind::Exact;
    unsigned bits = 0;  ///< Relative: bits after the leading one, below 52
    double scale = 1.0; ///< Absolute: multiples of 1 / scale, a power of two
};
/// All bits, including those of NaN.
inline constexpr Precision kExactly{};
[[nodiscard]] constexpr Precision multiplesOf2ToMinus(unsigned bits) {
    return {Precision::Kind::Absolute, 0, static_cast<double>(1U << bits)};
}
[[nodiscard]] constexpr Precision leadingBits(unsigned bits) {
    return {Precision::Kind::Relative, bits, 1.0};
}

/// Rounds a number to a precision. Multiples of 0.001 and of 0.01 degrees, numbers beyond 2^31 and
/// numbers that are not finite stay unchanged; -0 may become 0.
[[nodiscard]] double roundTo(double value, Precision precision);

/// The state that writer and reader derive from the fields coded so far: last values, statistics,
/// strings. A copy is independent.
class FieldMemory {
public:
    FieldMemory();

private:
    template <typename Bits>
    friend class FieldCoder;

    // Values of a field in one place, such as the angle of one joint.
    struct Real {
        double last = 0.0;
        double before = 0.0;
        double unrounded = 0.0; ///< `last` before rounding; only for encoding
        std::uint8_t kind = 0;
        std::uint8_t lastBits = 0;
        std::uint8_t holdCost = 0;
        std::uint8_t lineCost = 0;
    };
    struct List {
        std::uint64_t count = 0;
        std::vector<std::uint32_t> scopes; ///< scopes of the entries
        std::vector<std::uint32_t> next; ///< 1 + index of the entry that followed entry i - 1 (i =
                                         ///< 0: the first entry); 0: unknown
    };
    struct Scope {
        std::uint32_t model = 0;
        std::uint64_t list = 0; ///< last list that contained the entry
        std::string name;       ///< name of the entry; only for encoding
        int tag = 0;
        std::vector<SeriesState> integers;
        std::vector<std::uint8_t> flags;
        std::vector<Real> reals;
        std::vector<std::string> texts;
        std::vector<List> lists;
        std::vector<std::uint32_t> parts;
    };
    // Statistics shared by all occurrences of a field, such as the angles of all joints.
    struct RealModel {
        std::array<AdaptiveBit, 4> isHinted;
        std::array<AdaptiveBit, 4> isSame;
        std::array<std::array<AdaptiveBit, 4>, 4> kind;
        ResidualModel residual;
    };
    struct ListModel {
        ResidualModel count;
        std::array<AdaptiveBit, 2> isAsBefore;
        ResidualModel entry;
        std::uint32_t model = 0;
    };
    struct Model {
        std::vector<ResidualModel> integers;
        std::vector<std::array<AdaptiveBit, 2>> flags;
        std::vector<RealModel> reals;
        std::vector<std::array<AdaptiveBit, 2>> texts;
        std::vector<ListModel> lists;
        std::vector<std::uint32_t> parts;
    };

    std::deque<Scope> m_scopes;
    std::deque<Model> m_models;
    MessageCoder m_messages;
    std::uint64_t m_list = 0; ///< number of lists so far
};

/// Encodes or decodes the fields of frames one after the other, each relative to its value in the
/// preceding frame: writes them with a `BitEncoder`, or reads them with a `BitDecoder`. All
/// functions replace the passed value with the coded one. Remembers the first fault in damaged
/// bytes; values after it are zero.
///
/// The order of calls must depend only on values coded before.
template <typename Bits>
class FieldCoder {
public:
    static constexpr bool kReads = Bits::kReads;

    /// @param maxMemory limit for the read values; exceeding it is a fault
    FieldCoder(Bits& bits, FieldMemory& memory, std::size_t maxMemory)
        : m_bits(bits), m_memory(memory), m_memoryLeft(maxMemory) {}

    [[nodiscard]] bool isGood() const { return m_fault == nullptr; }
    /// Description of the fault, or null.
    [[nodiscard]] const char* fault() const { return m_fault; }
    void fail(const char* fault) { m_fault = m_fault == nullptr ? fault : m_fault; }
    /// Accounts for memory about to be allocated; a fault if the limit is exceeded.
    void charge(std::size_t bytes);
    /// Like `charge`, for an entry of a list; also a fault if all bytes have been read.
    void chargeEntry(std::size_t bytes);

    void beginFrame();
    void integer(std::uint64_t& value) { integerNear(value, nullptr); }
    /// @param guess predicted value; null: the value in the preceding frame
    void integerNear(std::uint64_t& value, const std::uint64_t* guess);
    void flag(bool& value);
    /// @param hint a likely value; null: none
    void real(double& value, Precision precision, const double* hint = nullptr);
    void text(std::string& value);
    /// Codes the number of entries of a list.
    void count(std::uint64_t& value);
    /// Begins an entry of the list that `count` began, identified by its position.
    void beginEntry(std::size_t place);
    /// Begins an entry identified by its name and tag, so that it is predicted from the same entry
    /// of the preceding frame at any position.
    void beginEntry(std::string_view name, int tag);
    void endEntry();
    void endList();
    /// Begins fields that only some frames have, or that differ between frames.
    /// @param kind below 16
    void beginPart(std::size_t kind);
    void endPart() { leave(); }

    /// Returns the last value of the real `ahead` places after the next real of this entry.
    [[nodiscard]] double lastReal(std::size_t ahead);

private:
    struct Place {
        std::uint32_t scope = 0;
        std::size_t integer = 0;
        std::size_t flag = 0;
        std::size_t real = 0;
        std::size_t text = 0;
        std::size_t list = 0;
        std::uint32_t entry =
            0; ///< index of the current list's entry, plus one; 0 before the first
    };

    FieldMemory::Scope& scope() { return m_memory.m_scopes[m_at.scope]; }
    FieldMemory::Model& model() { return m_memory.m_models[scope().model]; }
    std::uint32_t addScope(std::uint32_t model);
    void enter(std::uint32_t scope);
    void leave();
    std::uint32_t modelOfEntries();

    Bits& m_bits;
    FieldMemory& m_memory;
    std::size_t m_memoryLeft;
    const char* m_fault = nullptr;
    Place m_at;
    std::vector<Place> m_outer;
};

extern template class FieldCoder<BitEncoder>;
extern template class FieldCoder<BitDecoder>;

} // namespace sideline::logs
