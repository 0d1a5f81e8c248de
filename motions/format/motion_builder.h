#pragma once

#include <map>
#include <string>
#include <utility>

#include "motions/format/format.h"

namespace sideline::motions {

/// Collects what a reader finds until it is a motion. Keyframes may come in any order; those of
/// the same time are one.
class MotionBuilder {
public:
    MotionBuilder(const ReadOptions& options, std::string name);

    [[nodiscard]] Motion& motion() { return m_read.motion; }
    /// The keyframe at a time, made if there is none.
    /// @param line where it is written, for findings
    [[nodiscard]] Keyframe& keyframe(double timeS, int line);
    void setKey(double timeS, const JointName& joint, Key key, int line);
    void setLimb(double timeS, Limb limb, LimbTarget target, int line);

    Finding& report(Finding::Severity severity, Finding::Kind kind, int line, std::string text);
    /// Reports the same text only once, at the first line; the number of times is told with it.
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
    void checkParameters(const Draft& each);

    const ReadOptions& m_options;
    ReadMotion m_read;
    std::map<double, Draft> m_drafts;
    std::map<std::string, Repeated> m_repeated;
};

/// The same motion for the other side, under another name, with its lines.
[[nodiscard]] ReadMotion mirroredRead(const ReadMotion& read, std::string name);

/// An angle of a file: a number, or an expression of numbers and parameters.
/// Errors: Malformed at the line.
[[nodiscard]] base::Expected<Value> valueAt(std::string_view text, int line);

} // namespace sideline::motions
