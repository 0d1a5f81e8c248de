#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// Counts what the motions of one file hold while it is read, and remembers the first thing that is
/// more than motions may have (`motions/limits.h`). From then on nothing more is admitted, so that
/// no reader needs to look: `readMotions` fails with the fault at the end.
class ReadLimits {
public:
    /// Largest file that is read at all; about ten times that of as many keys as there may be.
    static constexpr std::size_t kMostBytes = std::size_t{16} << 20U;

    ReadLimits();

    /// Whether a time of a motion is not too late.
    [[nodiscard]] bool admitsTime(double timeS, int line);
    /// Whether there is room for more; if so, they are counted.
    [[nodiscard]] bool admitsKeys(std::size_t count, int line);
    [[nodiscard]] bool admitsKeyframe(int line);
    [[nodiscard]] bool admitsMotion(int line);

    /// What was too much, with its line.
    [[nodiscard]] const std::optional<base::Error>& fault() const { return m_fault; }

private:
    struct Count {
        std::size_t counted = 0;
        std::size_t most = 0;
    };
    [[nodiscard]] bool admits(Count& count, std::size_t more, const char* what, int line);
    void refuse(std::string message, std::string expected, int line);

    Count m_keys;
    Count m_keyframes;
    Count m_motions;
    std::optional<base::Error> m_fault;
};

} // namespace sideline::keyframe
