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

/// Something about a motion that its author should know.
struct Finding {
    enum class Severity : std::uint8_t {
        Note,    ///< good to know
        Warning, ///< plays, but not as written
        Error,   ///< cannot be played, or is wrong
    };
    enum class Kind : std::uint8_t {
        Syntax,           ///< the file breaks its grammar
        UnknownJoint,     ///< the robot has no such joint
        AngleOutOfLimits, ///< beyond the joint's stop
        TooFast,          ///< the curve asks more than the motor can
        TimeOutOfOrder,   ///< a time that is not after the one before, or before 0
        MissingParameter, ///< a `$name` without a value
        Unreachable,      ///< a limb's target that inverse kinematics cannot reach
        SelfCollision,    ///< two bodies of the robot meet
        OutOfBalance,     ///< the robot would tip over
        NotExpressible,   ///< what one format has and another has not
        Other,
    };
    Severity severity = Severity::Error;
    Kind kind = Kind::Other;
    std::string text;     ///< one sentence: what it is, and what was expected
    std::string file;     ///< empty if unknown
    int line = 0;         ///< 1-based; 0 if unknown
    std::string keyframe; ///< name of the keyframe, if it has one
    std::optional<double> timeS;
    std::optional<double> endS; ///< for what lasts from `timeS` to here
    JointName joint;            ///< empty if it concerns none
    std::optional<double> value;
    std::optional<double> limit;
    [[nodiscard]] bool operator==(const Finding&) const = default;

    /// `FILE:LINE: error: keyframe 'lift' at 0.400 s, joint lle3: TEXT`.
    [[nodiscard]] std::string toString() const;
};

[[nodiscard]] bool hasErrors(const std::vector<Finding>& findings);

/// Findings that are notified of a motion: nobody reads more.
inline constexpr std::size_t kMostFindings = 1'000;
/// The finding that there are more, so many, than are reported.
[[nodiscard]] Finding moreFindings(std::size_t count, Finding::Severity worst, std::string file);
/// Of more than `kMostFindings` only the worst stay, in their order, and that there were more.
void keepWorst(std::vector<Finding>& findings);

/// Lines of a file that things of a motion came from.
struct SourceLines {
    std::string file;
    /// By keyframe index and joint; the joint is empty for the keyframe itself.
    std::map<std::pair<std::size_t, JointName>, int> lines;
    /// Line of a joint's key, or of its keyframe, or 0.
    [[nodiscard]] int lineOf(std::size_t keyframe, const JointName& joint = {}) const;
    /// By place in `Motion::branches`; may hold fewer.
    std::vector<int> branches = {};
    /// Line of a branch, or 0.
    [[nodiscard]] int lineOfBranch(std::size_t branch) const {
        return branch < branches.size() ? branches[branch] : 0;
    }
};

} // namespace sideline::keyframe
