#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"
#include "motions/motion.h"

namespace sideline::keyframe {

/// Motion files of the league.
enum class Format : std::uint8_t {
    Sideline,       ///< `.motion`: our own text
    MagmaCsv,       ///< `.csv`: table of joint positions
    MagmaFunctions, ///< `.mfb` and the manual's function behavior file
    UtSkill,        ///< `.skl`: UT Austin Villa
    FcpSlots,       ///< `.xml`: FC Portugal's slot behaviors
    RoboNewbie,     ///< `.txt`: milliseconds and 24 angles a line
    DreamWing,      ///< `.txt`: seconds and 22 angles a line
    UnswPos,        ///< `.pos`: rUNSWift; read only
    WebotsMotion,   ///< `.motion` of Webots: a table of the real Nao's joints
    HulksJson,      ///< `.json`: HULKs
};

/// What is known of a format.
struct FormatInfo {
    Format format;
    const char* id;        ///< for command lines, such as `fcp-xml`
    const char* name;      ///< for display, such as `FC Portugal slots`
    const char* extension; ///< with the dot
    bool canWrite;
};
[[nodiscard]] std::span<const FormatInfo> formats();
[[nodiscard]] const FormatInfo& formatInfo(Format format);
[[nodiscard]] std::optional<Format> formatFromId(std::string_view id);

/// One motion of a file, with what the reader had to say about it.
struct ReadMotion {
    Motion motion;
    std::vector<Finding> findings; ///< notes of what was lost or changed; errors of parts omitted
    SourceLines lines;
};

/// What was in a file.
struct MotionFile {
    Format format = Format::Sideline;
    std::vector<ReadMotion> motions; ///< at least one
};

/// What readers may need besides the text.
struct ReadOptions {
    std::string fileName;         ///< for findings, for the motion's name, and to guess the format
    std::optional<Format> format; ///< guessed from name and content without
    /// Values of `$parameters` that the file leaves open.
    Parameters parameters;
};

/// Guesses what kind of file a text is, from its name and from what it looks like.
[[nodiscard]] std::optional<Format> guessFormat(std::string_view fileName, std::string_view text);

/// Reads a motion file.
///
/// What the model cannot express is reported in the findings, never dropped silently; a part that
/// is wrong (an unknown joint, an angle that is no number) is a finding with its line, and the rest
/// is read. Errors: UnsupportedFormat if no format fits; Malformed, with line and what was
/// expected, when nothing sensible can be made of it; LimitExceeded, with line, for more or longer
/// motions than `motions/limits.h` allows. Never crashes on any bytes. Any thread.
[[nodiscard]] base::Expected<MotionFile> readMotions(std::string_view text,
                                                     const ReadOptions& options);
/// The same from a file; parameter files of UT Austin Villa (`defaultParams_*.txt`) are read with
/// `readParameters`. Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] base::Expected<MotionFile> readMotionFile(const std::filesystem::path& path,
                                                        ReadOptions options = {});
/// Reads a file of `name value` lines, `#` begins a comment.
[[nodiscard]] base::Expected<Parameters> readParameters(std::string_view text,
                                                        std::string_view fileName);

/// The text of a file, and what the format could not hold.
struct WrittenMotion {
    std::string text;
    std::vector<Finding> findings; ///< NotExpressible, with keyframe and joint
};

/// Writes a motion for a robot.
///
/// What a format cannot say directly is said in its means where that is exact (curves as more
/// keyframes, every 20 ms at the finest), and reported in the findings; what it cannot say at all
/// is reported as well. @param model joints and limits for formats that list all joints Errors:
/// UnsupportedFormat for formats that are only read; InvalidArgument for a motion that cannot be
/// resolved.
[[nodiscard]] base::Expected<WrittenMotion> writeMotion(const Motion& motion, Format format,
                                                        const robot::RobotModel& model);

} // namespace sideline::keyframe
