#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "motions/format/format.h"
#include "motions/format/read_limits.h"

namespace sideline::keyframe {

/// Builds a motion from a reader's calls. Keyframes may come in any order; those of the same time
/// are merged. Content beyond the file's limits is omitted; the file then fails to load.
class MotionBuilder {
public:
    /// @param limits limits of the file; must outlive this object, like the options
    /// @param line line on which the motion begins
    MotionBuilder(const ReadOptions& options, ReadLimits& limits, std::string name, int line = 1);

    [[nodiscard]] Motion& motion() { return m_read.motion; }
    /// Returns the keyframe at a time, creating it if necessary.
    /// @param line source line, for findings
    [[nodiscard]] Keyframe& keyframe(double timeS, int line);
    void setKey(double timeS, const JointName& joint, Key key, int line);
    void setLimb(double timeS, Limb limb, LimbTarget target, int line);
    /// Adds a via point to a limb's existing target at the given time.
    void addVia(double timeS, Limb limb, LimbPlace place, int line);
    void setLength(double lengthS, int line);
    /// Inserts a branch in chronological order, after those of the same time.
    void addBranch(Branch branch, int line);
    /// Whether the time of an element other than a keyframe, such as a marker, is within the limit.
    [[nodiscard]] bool admitsTime(double timeS, int line) {
        return m_limits.admitsTime(timeS, line);
    }

    /// @return the finding, which the caller may complete; beyond the maximum number, findings are
    /// only counted
    Finding& report(Finding::Severity severity, Finding::Kind kind, int line, std::string text);
    /// Reports a repeated text once, at its first line, with the number of occurrences.
    void reportOnce(Finding::Severity severity, Finding::Kind kind, int line, std::string text);
    /// Reports once that a named element is not used, unless its name is known.
    /// @param of description of its parent, such as `a keyframe`
    void reportUnless(std::initializer_list<std::string_view> known, std::string_view name,
                      std::string_view of, int line);
    void reportMissingParameters(const Value& value, int line, double timeS, JointName joint = {});

    /// Returns the motion. Parameters that it uses without defining them are taken from the
    /// options; those without a value become findings.
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
    Draft m_scrap; ///< receives rejected content
    Finding m_scrapFinding;
    std::size_t m_unreported = 0; ///< number of findings beyond the maximum
    Finding::Severity m_worstUnreported = Finding::Severity::Note;
    std::map<double, Draft> m_drafts;
    std::map<std::string, Repeated> m_repeated;
};

/// Mirrors a motion that was read, and its source lines; renames it.
/// @param line line of the request; the result is an empty motion if the limits do not allow
///     another one
[[nodiscard]] ReadMotion mirroredRead(const ReadMotion& read, std::string name, ReadLimits& limits,
                                      int line);

/// Parses an angle: a number, or an expression of numbers and parameters.
/// Errors: Malformed at the line.
[[nodiscard]] base::Expected<Value> valueAt(std::string_view text, int line);

} // namespace sideline::keyframe
