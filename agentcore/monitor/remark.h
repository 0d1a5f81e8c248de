#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sideline::monitor {

/// An irregularity in a message that did not prevent reading.
struct Remark {
    enum class Kind : std::uint8_t {
        UnknownWord, ///< an unknown predicate, property or node kind
        NotANumber,  ///< a transform with nan or inf; the node keeps its pose
        NoRotation,  ///< a transform with columns that are not orthonormal; still used
    };
    Kind kind = Kind::UnknownWord;
    std::string word;             ///< the unknown word; otherwise empty
    std::uint64_t byteOffset = 0; ///< offset in the message
};

/// The first remarks on a message, at most `kMaxRemarks`.
using Remarks = std::vector<Remark>;
inline constexpr std::size_t kMaxRemarks = 16;

inline void addRemark(Remarks& remarks, Remark::Kind kind, std::string word, std::size_t offset) {
    if (remarks.size() < kMaxRemarks) {
        remarks.push_back({kind, std::move(word), offset});
    }
}

} // namespace sideline::monitor
