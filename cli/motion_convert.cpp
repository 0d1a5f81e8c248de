// `sideline motion convert` and `mirror`: converts between the formats of teams, and between the
// left and the right side.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "motions/resolve.h"

namespace sideline::cli {

namespace {

struct ConvertArguments {
    std::string file;
    MotionArguments read;
    MotionTarget target;
};

std::shared_ptr<ConvertArguments> addArguments(CLI::App& command) {
    auto arguments = std::make_shared<ConvertArguments>();
    command.add_option("IN", arguments->file, "motion file, or name of a shipped motion")
        ->required();
    addTargetOptions(command, arguments->target);
    addReadOptions(command, arguments->read);
    addRobotOption(command, arguments->read);
    addMotionOption(command, arguments->read);
    return arguments;
}

int convert(const ConvertArguments& arguments, bool isMirror) {
    const auto loaded = loadMotion(arguments.file, arguments.read);
    if (!loaded) {
        return kExitFailed;
    }
    const keyframe::ReadMotion& read = loaded->read;
    printFindings(read.findings);
    std::vector<std::filesystem::path> inputs(arguments.read.parameterFiles.begin(),
                                              arguments.read.parameterFiles.end());
    inputs.emplace_back(arguments.file);
    keyframe::Motion motion =
        isMirror ? keyframe::mirrored(read.motion, *loaded->models.front()) : read.motion;
    motion.name = keyframe::nameOf(motion, loaded->file);
    const int status = writeMotionTo(
        base::OutputSet(arguments.target.mayReplace, std::move(inputs)), motion, arguments.target,
        *loaded->models.front(), isMirror ? std::optional(loaded->format) : std::nullopt);
    return status == kExitGood && hasErrors(read.findings) ? kExitFound : status;
}

} // namespace

void addMotionConvert(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "convert", "Convert a motion to another format and report what that format cannot hold");
    const auto arguments = addArguments(*command);
    command->callback([arguments, &status] { status = convert(*arguments, false); });
}

void addMotionMirror(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand("mirror", "Mirror a motion (swap left and right)");
    const auto arguments = addArguments(*command);
    command->callback([arguments, &status] { status = convert(*arguments, true); });
}

} // namespace sideline::cli
