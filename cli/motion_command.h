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

/// What the `sideline motion` commands that read motions share.
struct MotionArguments {
    std::string robot; ///< `nao0` ...; empty: the motion's first, else `nao0`
    std::vector<std::string> parameterFiles;
    std::string format;    ///< id; empty: guessed
    std::string motion;    ///< name of one of a file's motions; empty: the first
    bool mayBeAll = false; ///< whether `all` is a robot
};

/// Adds `--params` and `--from-format`.
void addReadOptions(CLI::App& command, MotionArguments& arguments);
/// Adds `--robot` for one model, or with `mayBeAll` also for `all` that the motion is made for.
void addRobotOption(CLI::App& command, MotionArguments& arguments, bool mayBeAll = false);
/// Adds `--motion`.
void addMotionOption(CLI::App& command, MotionArguments& arguments);

/// Reads a motion file, or a shipped motion by its name. Parameters of `--params` that a motion
/// uses and lacks are given to it. Errors: as of `keyframe::readMotionFile`, `readParameters` and
/// `findMotion`.
[[nodiscard]] base::Expected<keyframe::MotionFile> readMotionsOf(const std::string& file,
                                                                 const MotionArguments& arguments);
/// The same; the error has been printed if nothing is returned.
[[nodiscard]] std::optional<keyframe::MotionFile> loadMotions(const std::string& file,
                                                              const MotionArguments& arguments);
/// One motion, the format that it was in, and the robots that it is used with.
struct LoadedMotion {
    keyframe::ReadMotion read;
    keyframe::Format format = keyframe::Format::Sideline;
    std::vector<robot::RobotModelPtr> models; ///< at least one
    std::string file;                         ///< that it was read from
};
/// The same, and picks the motion that the arguments name and the robots. That there are others in
/// the file is reported on standard error.
[[nodiscard]] std::optional<LoadedMotion> loadMotion(const std::string& file,
                                                     const MotionArguments& arguments);

/// Where the motions that branches of a file's motions lead to are: beside it, or shipped ones.
[[nodiscard]] keyframe::BranchPlaces branchPlacesOf(const std::string& file);

/// The robots that a motion is used with: one, or with `--robot all` those that it is made for. A
/// message has been printed if there are none.
[[nodiscard]] std::vector<robot::RobotModelPtr> modelsFor(const keyframe::Motion& motion,
                                                          const MotionArguments& arguments);
/// The model of this name: `nao0` to `nao4`, or the number alone, `soccerbot056`. Null if there is
/// none.
[[nodiscard]] robot::RobotModelPtr modelNamed(std::string_view name);

/// Joints that a motion has keys of, sorted.
[[nodiscard]] std::vector<keyframe::JointName> jointsOf(const keyframe::Motion& motion);
/// Parameters that its values use, sorted.
[[nodiscard]] std::vector<std::string> parametersOf(const keyframe::Motion& motion);

[[nodiscard]] nlohmann::ordered_json toJson(const keyframe::Finding& finding);
/// One line each on standard error.
void printFindings(const std::vector<keyframe::Finding>& findings);

/// Where a motion goes.
struct MotionTarget {
    std::string file;   ///< `-` is standard output
    std::string format; ///< id; empty: by the file's ending
    bool mayReplace = false;
    std::string formatOption = "--to"; ///< name of the option for `format`
};
/// Adds OUT, `formatOption` and `--force`.
void addTargetOptions(CLI::App& command, MotionTarget& target);
/// Writes a motion; what its format cannot say goes to standard error.
/// @param outputs knows what may be written
/// @param like format that is taken where the ending fits several
/// @return exit status
[[nodiscard]] int writeMotionTo(base::OutputSet outputs, const keyframe::Motion& motion,
                                const MotionTarget& target, const robot::RobotModel& model,
                                std::optional<keyframe::Format> like);

/// Add subcommands to `motion`; their callbacks store the exit status.
void addMotionInfo(CLI::App& motion, int& status);
void addMotionCheck(CLI::App& motion, int& status);
void addMotionConvert(CLI::App& motion, int& status);
void addMotionMirror(CLI::App& motion, int& status);
void addMotionRender(CLI::App& motion, int& status);
void addMotionRecord(CLI::App& motion, int& status);
void addMotionTry(CLI::App& motion, int& status);
void addMotionBench(CLI::App& motion, int& status);

/// Adds `motion` with all its subcommands.
void addMotionCommand(CLI::App& app, int& status);

} // namespace sideline::cli
