#include "logs/session/field_coder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "agentcore/math/angles.h"

namespace sideline::logs {

namespace {

// Kinds of reals, by the unit of the integers that represent them.
constexpr std::uint8_t kThousandths = 0;
constexpr std::uint8_t kHundredthDegrees = 1;
constexpr std::uint8_t kRounded = 2; // rounded to the precision of the field
constexpr std::uint8_t kAllBits = 3;

constexpr double kMaxWhole = 2147483648.0; // 2^31
constexpr double kPartsPerDegree = 100.0;
constexpr double kPartsPerUnit = 1000.0;
constexpr std::size_t kPartKinds = 16;
constexpr std::size_t kScopeBytes = 512; // approximate; limits memory for damaged bytes
constexpr unsigned kDoubleBits = 52;

bool isSameReal(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

double realFromThousandths(std::int64_t whole) {
    return static_cast<double>(whole) / kPartsPerUnit;
}

double realFromHundredthDegrees(std::int64_t whole) {
    constexpr double kRadPerDeg = std::numbers::pi / 180.0;
    return static_cast<double>(whole) / kPartsPerDegree * kRadPerDeg;
}

// Returns the nearest integer; 0 for NaN and for numbers that are too large.
std::int64_t wholeOf(double value) {
    constexpr double kMaxExact = 2251799813685248.0; // 2^51, so that halves are exact
    return std::abs(value) < kMaxExact
               ? static_cast<std::int64_t>(value < 0.0 ? value - 0.5 : value + 0.5)
               : 0;
}

// Converts a real to an integer, from its sign and leading bits, that preserves the order of reals.
std::int64_t leadingOf(double value, unsigned bits) {
    const auto all = std::bit_cast<std::uint64_t>(value);
    const auto magnitude =
        static_cast<std::int64_t>((all & ~(std::uint64_t{1} << 63U)) >> (kDoubleBits - bits));
    return (all >> 63U) != 0 ? -magnitude : magnitude;
}

double realFromLeading(std::int64_t whole, unsigned bits) {
    const auto all = static_cast<std::uint64_t>(whole);
    const std::uint64_t magnitude = (whole < 0 ? std::uint64_t{0} - all : all)
                                    << (kDoubleBits - bits);
    return std::bit_cast<double>(magnitude | (whole < 0 ? std::uint64_t{1} << 63U : 0U));
}

std::int64_t wholeFrom(double value, std::uint8_t kind, Precision precision) {
    switch (kind) {
    case kThousandths:
        return wholeOf(value * kPartsPerUnit);
    case kHundredthDegrees:
        return wholeOf(math::degFromRad(value) * kPartsPerDegree);
    default:
        return precision.kind == Precision::Kind::Relative ? leadingOf(value, precision.bits)
                                                           : wholeOf(value * precision.scale);
    }
}

double realFrom(std::int64_t whole, std::uint8_t kind, Precision precision) {
    switch (kind) {
    case kThousandths:
        return realFromThousandths(whole);
    case kHundredthDegrees:
        return realFromHundredthDegrees(whole);
    default:
        return precision.kind == Precision::Kind::Relative
                   ? realFromLeading(whole, precision.bits)
                   : static_cast<double>(whole) * (1.0 / precision.scale);
    }
}

// Returns the kind that preserves every bit of a rounded value.
std::uint8_t kindOfReal(double value, Precision precision, std::uint8_t before) {
    if (!(std::abs(value) < kMaxWhole)) {
        return kAllBits;
    }
    const auto fits = [&](std::uint8_t kind) {
        return isSameReal(realFrom(wholeFrom(value, kind, precision), kind, precision), value);
    };
    if (before != kAllBits && (before != kRounded || precision.kind != Precision::Kind::Exact) &&
        fits(before)) {
        return before;
    }
    for (const std::uint8_t kind : {kThousandths, kHundredthDegrees}) {
        if (fits(kind)) {
            return kind;
        }
    }
    return precision.kind != Precision::Kind::Exact && fits(kRounded) ? kRounded : kAllBits;
}

unsigned sizeClass(unsigned bits) {
    return bits == 0 ? 0 : bits < 5 ? 1 : bits < 12 ? 2 : 3;
}

template <typename List>
auto& placeIn(List& list, std::size_t place) {
    if (place >= list.size()) {
        list.resize(place + 1);
    }
    return list[place];
}

} // namespace

double roundTo(double value, Precision precision) {
    if (precision.kind == Precision::Kind::Exact || !(std::abs(value) < kMaxWhole)) {
        return value;
    }
    for (const std::uint8_t kind : {kThousandths, kHundredthDegrees}) {
        if (isSameReal(realFrom(wholeFrom(value, kind, precision), kind, precision), value)) {
            return value;
        }
    }
    if (precision.kind == Precision::Kind::Absolute) {
        return realFrom(wholeFrom(value, kRounded, precision), kRounded, precision);
    }
    const unsigned dropped = kDoubleBits - precision.bits;
    const auto bits = std::bit_cast<std::uint64_t>(value) + (std::uint64_t{1} << (dropped - 1));
    return realFromLeading(leadingOf(std::bit_cast<double>(bits), precision.bits), precision.bits);
}

FieldMemory::FieldMemory() {
    m_scopes.emplace_back();
    m_models.emplace_back();
}

template <typename Bits>
void FieldCoder<Bits>::charge(std::size_t bytes) {
    if (bytes > m_memoryLeft) {
        return fail("more values than the frames can have");
    }
    m_memoryLeft -= bytes;
}

template <typename Bits>
void FieldCoder<Bits>::beginFrame() {
    m_at = {};
    m_outer.clear();
}

template <typename Bits>
void FieldCoder<Bits>::integerNear(std::uint64_t& value, const std::uint64_t* guess) {
    SeriesState& series = placeIn(scope().integers, m_at.integer);
    ResidualModel& residual = placeIn(model().integers, m_at.integer);
    ++m_at.integer;
    const std::int64_t predicted =
        guess != nullptr ? static_cast<std::int64_t>(*guess) : series.predicted();
    value = static_cast<std::uint64_t>(
        series.code(m_bits, residual, static_cast<std::int64_t>(value), predicted));
    value = isGood() ? value : 0;
}

template <typename Bits>
void FieldCoder<Bits>::flag(bool& value) {
    std::uint8_t& last = placeIn(scope().flags, m_at.flag);
    auto& models = placeIn(model().flags, m_at.flag);
    ++m_at.flag;
    value = m_bits.bit(models[last], value);
    last = value ? 1 : 0;
}

template <typename Bits>
void FieldCoder<Bits>::real(double& value, Precision precision, const double* hint) {
    FieldMemory::Real& slot = placeIn(scope().reals, m_at.real);
    FieldMemory::RealModel& stats = placeIn(model().reals, m_at.real);
    ++m_at.real;
    if constexpr (!kReads) {
        const double unrounded = value;
        value = isSameReal(value, slot.unrounded) ? slot.last : roundTo(value, precision);
        slot.unrounded = unrounded;
    }
    const unsigned sizes = sizeClass(slot.lastBits);
    const auto finish = [&](double coded) {
        slot.before = slot.last;
        slot.last = coded;
        value = isGood() ? coded : 0.0;
    };
    double guess =
        slot.lineCost < slot.holdCost ? slot.last + (slot.last - slot.before) : slot.last;
    if (hint != nullptr) {
        // The bits of a computed NaN differ between compilers, and between writer and reader.
        guess = std::isnan(*hint) ? std::numeric_limits<double>::quiet_NaN()
                                  : roundTo(*hint, precision);
        if (m_bits.bit(stats.isHinted[sizes], isSameReal(value, guess))) {
            slot.lastBits = 0;
            return finish(guess);
        }
    }
    if (m_bits.bit(stats.isSame[sizes], isSameReal(value, slot.last))) {
        slot.lastBits = static_cast<std::uint8_t>(slot.lastBits / 2);
        return finish(slot.last);
    }
    auto& kinds = stats.kind[slot.kind];
    std::uint8_t kind = kReads ? std::uint8_t{0} : kindOfReal(value, precision, slot.kind);
    const bool isHigh = m_bits.bit(kinds[1], kind >= 2);
    const bool isOdd = m_bits.bit(kinds[isHigh ? 3 : 2], (kind & 1U) != 0);
    kind = static_cast<std::uint8_t>((isHigh ? 2 : 0) + (isOdd ? 1 : 0));
    slot.kind = kind;
    if (kind == kAllBits) {
        slot.lastBits = 64;
        return finish(std::bit_cast<double>(m_bits.raw(std::bit_cast<std::uint64_t>(value), 64)));
    }
    const std::int64_t hold = wholeFrom(slot.last, kind, precision);
    const std::int64_t line = wholeFrom(slot.last + (slot.last - slot.before), kind, precision);
    SeriesState series{0, 0, slot.lastBits, 0, 0};
    const std::int64_t whole =
        series.code(m_bits, stats.residual, kReads ? 0 : wholeFrom(value, kind, precision),
                    wholeFrom(guess, kind, precision));
    slot.lastBits = series.lastBits;
    slot.holdCost = blendedCost(slot.holdCost, whole, hold);
    slot.lineCost = blendedCost(slot.lineCost, whole, line);
    finish(realFrom(whole, kind, precision));
}

template <typename Bits>
void FieldCoder<Bits>::text(std::string& value) {
    std::string& last = placeIn(scope().texts, m_at.text);
    auto& models = placeIn(model().texts, m_at.text);
    const std::size_t source = (scope().model + m_at.text) % MessageCoder::kSources;
    ++m_at.text;
    if (m_bits.bit(models[last.empty() ? 0 : 1], value == last)) {
        if constexpr (kReads) {
            charge(last.size());
            value = isGood() ? last : std::string();
        }
        return;
    }
    if constexpr (kReads) {
        if (!isGood() || !m_memory.m_messages.decode(m_bits, value, source, m_memoryLeft)) {
            fail("incomplete text");
            value.clear();
        }
        charge(2 * value.size()); // twice, since the memory of strings also stores it
    } else {
        m_memory.m_messages.encode(m_bits, value, source);
    }
    last = value;
}

template <typename Bits>
std::uint32_t FieldCoder<Bits>::addScope(std::uint32_t model) {
    if constexpr (kReads) {
        charge(kScopeBytes);
    }
    m_memory.m_scopes.emplace_back().model = model;
    return static_cast<std::uint32_t>(m_memory.m_scopes.size() - 1);
}

template <typename Bits>
void FieldCoder<Bits>::chargeEntry(std::size_t bytes) {
    if constexpr (kReads) {
        if (m_bits.hasOverrun()) { // damaged bytes may describe long lists without data
            fail("the bytes end inside a value");
        }
        charge(bytes);
    }
}

template <typename Bits>
void FieldCoder<Bits>::enter(std::uint32_t scope) {
    m_outer.push_back(m_at);
    m_at = {};
    m_at.scope = scope;
}

template <typename Bits>
void FieldCoder<Bits>::leave() {
    m_at = m_outer.back();
    m_outer.pop_back();
}

template <typename Bits>
void FieldCoder<Bits>::count(std::uint64_t& value) {
    FieldMemory::List& list = placeIn(scope().lists, m_at.list);
    FieldMemory::ListModel& stats = placeIn(model().lists, m_at.list);
    const auto residual =
        stats.count.code(m_bits, static_cast<std::int64_t>(value - list.count), 1);
    value = list.count + static_cast<std::uint64_t>(residual);
    if constexpr (kReads) {
        if (value > m_memoryLeft) {
            fail("more entries than the frames can have");
        }
        value = isGood() ? value : 0;
    }
    list.count = value;
    m_at.entry = 0;
    ++m_memory.m_list;
}

// Entries of a list share their statistics.
template <typename Bits>
std::uint32_t FieldCoder<Bits>::modelOfEntries() {
    std::uint32_t model = placeIn(this->model().lists, m_at.list).model;
    if (model == 0) {
        model = static_cast<std::uint32_t>(m_memory.m_models.size());
        this->model().lists[m_at.list].model = model;
        m_memory.m_models.emplace_back();
    }
    return model;
}

template <typename Bits>
void FieldCoder<Bits>::beginEntry(std::size_t place) {
    const std::uint32_t model = modelOfEntries();
    std::uint32_t entry = 0;
    auto& scopes = scope().lists[m_at.list].scopes;
    if (place >= scopes.size()) {
        entry = addScope(model);
        scope().lists[m_at.list].scopes.push_back(entry);
    } else {
        entry = scopes[place];
    }
    enter(entry);
}

template <typename Bits>
void FieldCoder<Bits>::beginEntry(std::string_view name, int tag) {
    const std::uint32_t model = modelOfEntries();
    FieldMemory::List& list = scope().lists[m_at.list];
    FieldMemory::ListModel& stats = this->model().lists[m_at.list];
    const auto known = static_cast<std::uint32_t>(list.scopes.size());
    const std::uint32_t follower = placeIn(list.next, m_at.entry);
    const std::uint32_t guess = follower != 0 ? follower - 1 : m_at.entry;
    std::uint32_t entry = known;
    if constexpr (!kReads) {
        const auto isIt = [&](std::uint32_t candidate) {
            const FieldMemory::Scope& found = m_memory.m_scopes[list.scopes[candidate]];
            return found.list != m_memory.m_list && found.tag == tag && found.name == name;
        };
        if (guess < known && isIt(guess)) {
            entry = guess;
        } else {
            for (std::uint32_t i = 0; i < known && entry == known; ++i) {
                entry = isIt(i) ? i : known;
            }
        }
    }
    if (m_bits.bit(stats.isAsBefore[follower != 0 ? 1 : 0], entry == std::min(guess, known))) {
        entry = std::min(guess, known);
    } else {
        const auto off = stats.entry.code(
            m_bits, static_cast<std::int64_t>(entry) - static_cast<std::int64_t>(guess), 2);
        const std::int64_t coded = static_cast<std::int64_t>(guess) + off;
        if (coded < 0 || coded > static_cast<std::int64_t>(known)) {
            fail("an unknown entry of a list");
        }
        entry = isGood() ? static_cast<std::uint32_t>(coded) : 0;
    }
    placeIn(list.next, m_at.entry) = entry + 1;
    m_at.entry = entry + 1;
    if (entry >= known) {
        const std::uint32_t added = addScope(model);
        scope().lists[m_at.list].scopes.push_back(added);
        entry = known;
        if constexpr (!kReads) {
            m_memory.m_scopes[added].name = name;
            m_memory.m_scopes[added].tag = tag;
        }
    }
    const std::uint32_t chosen = scope().lists[m_at.list].scopes[entry];
    m_memory.m_scopes[chosen].list = m_memory.m_list;
    enter(chosen);
}

template <typename Bits>
void FieldCoder<Bits>::endEntry() {
    leave();
}

template <typename Bits>
void FieldCoder<Bits>::endList() {
    ++m_at.list;
}

template <typename Bits>
void FieldCoder<Bits>::beginPart(std::size_t kind) {
    auto& models = model().parts;
    placeIn(models, kPartKinds - 1);
    if (models[kind] == 0) {
        models[kind] = static_cast<std::uint32_t>(m_memory.m_models.size());
        m_memory.m_models.emplace_back();
    }
    auto& scopes = scope().parts;
    placeIn(scopes, kPartKinds - 1);
    if (scopes[kind] == 0) {
        scopes[kind] = addScope(models[kind]);
    }
    enter(scopes[kind]);
}

template <typename Bits>
double FieldCoder<Bits>::lastReal(std::size_t ahead) {
    return placeIn(scope().reals, m_at.real + ahead).last;
}

template class FieldCoder<BitEncoder>;
template class FieldCoder<BitDecoder>;

} // namespace sideline::logs
