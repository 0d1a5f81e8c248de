#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"
#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"
#include "motions/format/format.h"
#include "motions/library/branches.h"
#include "motions/motion.h"

namespace sideline::cli {

/// Arguments of the `sideline motion` commands that read motions.
struct MotionArguments {
    /// `nao0` ..., or a robot's file; empty: the motion's first robot, or else `nao0`.
    std::string robot;
    std::vector<std::string> parameterFiles;
    std::string format;    ///< id of a format; empty: detected
    std::string motion;    ///< name of a motion in the file; empty: the first
    bool mayBeAll = false; ///< whether `all` is accepted as a robot
};

/// Adds `--params` and `--from-format`.
void addReadOptions(CLI::App& command, MotionArguments& arguments);
/// Adds `--robot` for one model or, with `mayBeAll`, `all` for those that the motion is made for.
void addRobotOption(CLI::App& command, MotionArguments& arguments, bool mayBeAll = false);
/// Adds `--motion`.
void addMotionOption(CLI::App& command, MotionArguments& arguments);

/// Reads a motion file, or a shipped motion by its name. Adds those parameters of `--params` that a
/// motion uses but does not define. Errors: those of `keyframe::readMotionFile`, `readParameters`
/// and `findMotion`.
[[nodiscard]] base::Expected<keyframe::MotionFile> readMotionsOf(const std::string& file,
                                                                 const MotionArguments& arguments);
/// Like `readMotionsOf`, but prints the error and returns nullopt on failure.
[[nodiscard]] std::optional<keyframe::MotionFile> loadMotions(const std::string& file,
                                                              const MotionArguments& arguments);
/// One motion, the format of its file, and the robots that it is used with.
struct LoadedMotion {
    keyframe::ReadMotion read;
    keyframe::Format format = keyframe::Format::Sideline;
    std::vector<robot::RobotModelPtr> models; ///< at least one model
    std::string file;                         ///< file that it was read from
};
/// Loads the motion and the robots that the arguments specify. Other motions in the file are
/// reported on standard error.
[[nodiscard]] std::optional<LoadedMotion> loadMotion(const std::string& file,
                                                     const MotionArguments& arguments);

/// Returns where the targets of a file's branches are: next to the file, or shipped motions.
[[nodiscard]] keyframe::BranchPlaces branchPlacesOf(const std::string& file);

/// Returns the robots for a motion: one, or with `--robot all` those that it is made for. Empty
/// after printing an error.
[[nodiscard]] std::vector<robot::RobotModelPtr> modelsFor(const keyframe::Motion& motion,
                                                          const MotionArguments& arguments);
/// Returns the model of this name: `nao0` to `nao4`, or the number alone, `soccerbot056`, `T1`,
/// `K1`, `PiPlus`, or a built-in robot's scene file as agents name it. Null if there is none.
[[nodiscard]] robot::RobotModelPtr modelNamed(std::string_view name);

/// Returns the joints that have keys in a motion, sorted.
[[nodiscard]] std::vector<keyframe::JointName> jointsOf(const keyframe::Motion& motion);
/// Returns the parameters that a motion's values use, sorted.
[[nodiscard]] std::vector<std::string> parametersOf(const keyframe::Motion& motion);

[[nodiscard]] nlohmann::ordered_json toJson(const keyframe::Finding& finding);
/// Prints one line per finding on standard error.
void printFindings(const std::vector<keyframe::Finding>& findings);

/// The output of a motion.
struct MotionTarget {
    std::string file;   ///< file name; `-` is standard output
    std::string format; ///< id of a format; empty: by the file's extension
    bool mayReplace = false;
};
/// Adds OUT, `--format` and `--force`.
void addTargetOptions(CLI::App& command, MotionTarget& target);
/// Writes a motion. Features that its format cannot express are reported on standard error.
/// @param outputs checks which files may be written
/// @param like preferred format for an extension that several formats use
/// @return exit status
[[nodiscard]] int writeMotionTo(base::OutputSet outputs, const keyframe::Motion& motion,
                                const MotionTarget& target, const robot::RobotModel& model,
                                std::optional<keyframe::Format> like);

/// Adds a subcommand to `motion`; its callback stores the exit status.
void addMotionInfo(CLI::App& motion, int& status);
void addMotionCheck(CLI::App& motion, int& status);
void addMotionConvert(CLI::App& motion, int& status);
void addMotionMirror(CLI::App& motion, int& status);
void addMotionRender(CLI::App& motion, int& status);
void addMotionRecord(CLI::App& motion, int& status);
void addMotionTry(CLI::App& motion, int& status);

/// Adds `motion` with all its subcommands.
void addMotionCommand(CLI::App& app, int& status);

} // namespace sideline::cli
