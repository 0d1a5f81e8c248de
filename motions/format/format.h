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

/// Motion file formats of the league.
enum class Format : std::uint8_t {
    Sideline,       ///< `.motion`: Sideline's own format
    MagmaCsv,       ///< `.csv`: table of joint positions
    MagmaFunctions, ///< `.mfb` and the manual's function behavior file
    UtSkill,        ///< `.skl`: skills of UT Austin Villa
    FcpSlots,       ///< `.xml`: slot behaviors of FC Portugal
    RoboNewbie,     ///< `.txt`: milliseconds and 24 angles per line
    DreamWing,      ///< `.txt`: seconds and 22 angles per line
    UnswPos,        ///< `.pos`: rUNSWift; read-only
    WebotsMotion,   ///< `.motion` of Webots: a table of the real Nao's joints
    HulksJson,      ///< `.json`: HULKs
    T1Yaml,         ///< `.yaml`: keyframes of the base codes for the T1
};

/// Properties of a format.
struct FormatInfo {
    Format format;
    const char* id;        ///< for command lines, such as `fcp-xml`
    const char* name;      ///< for display, such as `FC Portugal slots`
    const char* extension; ///< including the dot
    bool canWrite;
};
[[nodiscard]] std::span<const FormatInfo> formats();
[[nodiscard]] const FormatInfo& formatInfo(Format format);
[[nodiscard]] std::optional<Format> formatFromId(std::string_view id);

/// One motion of a file, with the reader's findings.
struct ReadMotion {
    Motion motion;
    std::vector<Finding> findings; ///< notes on lost or changed content; errors for omitted parts
    SourceLines lines;
};

/// Returns the name of a motion: its own, or that of its file without the extension if it has none.
/// @param file may be empty
[[nodiscard]] std::string nameOf(const Motion& motion, const std::filesystem::path& file);

/// Content of a motion file.
struct MotionFile {
    Format format = Format::Sideline;
    std::vector<ReadMotion> motions; ///< at least one
};

/// Options for readers.
struct ReadOptions {
    std::string fileName; ///< used in findings, for the motion's name, and for format detection
    std::optional<Format> format; ///< if not set, detected from name and content
    /// Values of `$parameters` that the file does not define.
    Parameters parameters;
};

/// Detects the format of text from its file name and content.
[[nodiscard]] std::optional<Format> guessFormat(std::string_view fileName, std::string_view text);

/// Reads a motion file.
///
/// Content that the model cannot represent is reported in the findings, never dropped silently; an
/// invalid part (an unknown joint, an angle that is not a number) becomes a finding with its line,
/// and the rest is read. A motion without any key, entry pose or branch has an error among its
/// findings. Errors: UnsupportedFormat if no format matches; Malformed, with line and what was
/// expected, if the content is unusable; LimitExceeded, with line, for more or longer motions than
/// `motions/limits.h` allows. Never crashes on any input. Any thread.
[[nodiscard]] base::Expected<MotionFile> readMotions(std::string_view text,
                                                     const ReadOptions& options);
/// Reads a motion from a file; parameter files of UT Austin Villa (`defaultParams_*.txt`) are read
/// with `readParameters`.
/// Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] base::Expected<MotionFile> readMotionFile(const std::filesystem::path& path,
                                                        ReadOptions options = {});
/// Reads a file of `name value` lines, with `#` comments.
[[nodiscard]] base::Expected<Parameters> readParameters(std::string_view text,
                                                        std::string_view fileName);

/// A written file's text, and findings about content that the format cannot hold.
struct WrittenMotion {
    std::string text;
    std::vector<Finding> findings; ///< NotExpressible, with keyframe and joint
};

/// Writes a motion for a robot.
///
/// Features that a format lacks are emulated where that is exact (curves as additional keyframes,
/// at most one every 20 ms), and reported in the findings; features that cannot be emulated are
/// reported as well.
/// @param model joints and limits for formats that list all joints
/// Errors: UnsupportedFormat for read-only formats; InvalidArgument for a motion that cannot be
/// resolved.
[[nodiscard]] base::Expected<WrittenMotion> writeMotion(const Motion& motion, Format format,
                                                        const robot::RobotModel& model);

} // namespace sideline::keyframe
