#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// Counts the content of a file's motions while it is read, and records the first violation of a
/// limit of `motions/limits.h`. From then on nothing is admitted, so that readers need no checks of
/// their own: `readMotions` fails with the fault at the end.
class ReadLimits {
public:
    /// Maximum size of a file; about ten times that of a file with the maximum number of keys.
    static constexpr std::size_t kMaxBytes = std::size_t{16} << 20U;

    ReadLimits();

    /// Whether a time is within the limit.
    [[nodiscard]] bool admitsTime(double timeS, int line);
    /// Whether `count` more keys are within the limit; if so, counts them.
    [[nodiscard]] bool admitsKeys(std::size_t count, int line);
    [[nodiscard]] bool admitsKeyframe(int line);
    [[nodiscard]] bool admitsMotion(int line);

    /// First violation, with its line.
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
