#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "motions/motion.h"

namespace sideline::keyframe {

/// A diagnostic about a motion for its author.
struct Finding {
    enum class Severity : std::uint8_t {
        Note,    ///< for information
        Warning, ///< can be played, but not as written
        Error,   ///< cannot be played, or is invalid
    };
    enum class Kind : std::uint8_t {
        Syntax,           ///< invalid syntax
        UnknownJoint,     ///< the robot does not have this joint
        AngleOutOfLimits, ///< exceeds the joint's limit
        TooFast,          ///< the curve exceeds the motor's speed
        TimeOutOfOrder,   ///< a time not after the preceding one, or before 0
        MissingParameter, ///< a `$name` without a value
        Unreachable,      ///< a limb target that inverse kinematics cannot reach
        SelfCollision,    ///< two bodies of the robot overlap
        OutOfBalance,     ///< the robot would tip over
        NotExpressible,   ///< a feature that the target format lacks
        Other,
    };
    Severity severity = Severity::Error;
    Kind kind = Kind::Other;
    std::string text;     ///< one sentence: the problem, and what was expected
    std::string file;     ///< empty if unknown
    int line = 0;         ///< from 1; 0 if unknown
    std::string keyframe; ///< name of the keyframe; may be empty
    std::optional<double> timeS;
    std::optional<double> endS; ///< end of an interval that begins at `timeS`
    JointName joint;            ///< empty if it concerns no joint
    std::optional<double> value;
    std::optional<double> limit;
    [[nodiscard]] bool operator==(const Finding&) const = default;

    /// Formats as `FILE:LINE: error: keyframe 'lift' at 0.400 s, joint lle3: TEXT`.
    [[nodiscard]] std::string toString() const;
};

[[nodiscard]] bool hasErrors(const std::vector<Finding>& findings);

/// Maximum number of findings reported per motion.
inline constexpr std::size_t kMaxFindings = 1'000;
/// Creates the finding which states that `count` more were omitted.
[[nodiscard]] Finding moreFindings(std::size_t count, Finding::Severity worst, std::string file);
/// Keeps the worst `kMaxFindings` findings in their order, and adds one about the omitted rest.
void keepWorst(std::vector<Finding>& findings);

/// Source lines of a motion's elements.
struct SourceLines {
    std::string file;
    /// By keyframe index and joint; the joint is empty for the keyframe itself.
    std::map<std::pair<std::size_t, JointName>, int> lines;
    /// Returns the line of a joint's key, otherwise of its keyframe, otherwise 0.
    [[nodiscard]] int lineOf(std::size_t keyframe, const JointName& joint = {}) const;
    /// By index in `Motion::branches`; may be shorter.
    std::vector<int> branches = {};
    /// Returns the line of a branch, or 0.
    [[nodiscard]] int lineOfBranch(std::size_t branch) const {
        return branch < branches.size() ? branches[branch] : 0;
    }
};

} // namespace sideline::keyframe
