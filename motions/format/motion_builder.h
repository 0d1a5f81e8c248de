#pragma once

#include <map>
#include <string>
#include <utility>

#include "motions/format/format.h"
#include "motions/format/read_limits.h"

namespace sideline::keyframe {

/// Collects what a reader finds until it is a motion. Keyframes may come in any order; those of
/// the same time are one. What the file's limits do not admit is omitted, as the file is then.
class MotionBuilder {
public:
    /// @param limits of the file; outlives this, as the options
    /// @param line where the motion begins
    MotionBuilder(const ReadOptions& options, ReadLimits& limits, std::string name, int line = 1);

    [[nodiscard]] Motion& motion() { return m_read.motion; }
    /// The keyframe at a time, made if there is none.
    /// @param line where it is written, for findings
    [[nodiscard]] Keyframe& keyframe(double timeS, int line);
    void setKey(double timeS, const JointName& joint, Key key, int line);
    void setLimb(double timeS, Limb limb, LimbTarget target, int line);
    /// Adds a place that a limb passes on the way to its target at a time, which is there.
    void addVia(double timeS, Limb limb, LimbPlace place, int line);
    void setLength(double lengthS, int line);
    /// Puts a branch where it belongs in time, after those of the same time.
    void addBranch(Branch branch, int line);
    /// Whether a time of another thing than a keyframe, as a marker, is not too late.
    [[nodiscard]] bool admitsTime(double timeS, int line) {
        return m_limits.admitsTime(timeS, line);
    }

    /// @return the finding, to which more may be added; of too many the last ones are counted only
    Finding& report(Finding::Severity severity, Finding::Kind kind, int line, std::string text);
    /// Reports the same text only once, at the first line; the number of times is reported with it.
    void reportOnce(Finding::Severity severity, Finding::Kind kind, int line, std::string text);
    void reportMissingParameters(const Value& value, int line, double timeS, JointName joint = {});

    /// The motion. Parameters that it uses and does not have come from the options; those that
    /// have no value are findings.
    [[nodiscard]] ReadMotion finish();

private:
    struct Draft {
        Keyframe keyframe;
        int line = 0;
        std::map<JointName, int> jointLines;
    };
    struct Repeated {
        std::size_t finding = 0;
        int count = 0;
    };
    [[nodiscard]] Draft& draft(double timeS, int line);
    [[nodiscard]] Draft& scrap();
    void checkParameters(const Draft& each);

    const ReadOptions& m_options;
    ReadLimits& m_limits;
    ReadMotion m_read;
    Draft m_scrap; ///< takes what is not admitted
    Finding m_scrapFinding;
    std::size_t m_unreported = 0; ///< findings that were too many
    Finding::Severity m_worstUnreported = Finding::Severity::Note;
    std::map<double, Draft> m_drafts;
    std::map<std::string, Repeated> m_repeated;
};

/// The same motion for the other side, under another name, with its lines.
/// @param line that asks for it; an empty motion if the limits do not admit another one
[[nodiscard]] ReadMotion mirroredRead(const ReadMotion& read, std::string name, ReadLimits& limits,
                                      int line);

/// An angle of a file: a number, or an expression of numbers and parameters.
/// Errors: Malformed at the line.
[[nodiscard]] base::Expected<Value> valueAt(std::string_view text, int line);

} // namespace sideline::keyframe
