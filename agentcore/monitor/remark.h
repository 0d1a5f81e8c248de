#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sideline::monitor {

/// Something odd in a message that did not keep it from being read.
struct Remark {
    enum class Kind : std::uint8_t {
        UnknownWord, ///< a predicate, property or kind of node that no server known to us sends
        NotANumber,  ///< a transform with nan or inf; the node keeps its pose
        NoRotation,  ///< a transform whose columns are not orthonormal; taken all the same
    };
    Kind kind = Kind::UnknownWord;
    std::string word;             ///< the unknown word; else empty
    std::uint64_t byteOffset = 0; ///< in the message
};

/// The first remarks on a message; more than these are not kept.
using Remarks = std::vector<Remark>;
inline constexpr std::size_t kMaxRemarks = 16;

inline void addRemark(Remarks& remarks, Remark::Kind kind, std::string word, std::size_t offset) {
    if (remarks.size() < kMaxRemarks) {
        remarks.push_back({kind, std::move(word), offset});
    }
}

} // namespace sideline::monitor
