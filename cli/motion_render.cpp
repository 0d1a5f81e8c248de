// `sideline motion render`: draws a motion's poses as a strip of pictures.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/robot/posture.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "cli/pose_strip.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/resolve.h"

namespace sideline::cli {

namespace {

struct RenderArguments {
    std::string file;
    std::string out;
    MotionArguments read;
    int poses = 0; // 0: one per keyframe
    bool isOfKeyframes = false;
    int size = 240;
    double azimuthDeg = 34.0;
    bool mayReplace = false;
};

// A time at which the pose is drawn.
struct Instant {
    double timeS = 0.0;
    std::string name;
};

std::vector<Instant> instantsOf(const keyframe::Motion& motion, const RenderArguments& arguments) {
    std::vector<Instant> instants;
    const bool isOfKeyframes = arguments.isOfKeyframes || arguments.poses == 0;
    if (isOfKeyframes && !motion.keyframes.empty()) {
        for (const auto& keyframe : motion.keyframes) {
            instants.push_back({keyframe->timeS, keyframe->name});
        }
        return instants;
    }
    const int count = std::max(arguments.poses, 1);
    for (int i = 0; i < count; ++i) {
        const double fraction = count > 1 ? static_cast<double>(i) / (count - 1) : 0.0;
        instants.push_back({fraction * motion.endS(), {}});
    }
    return instants;
}

StripRow rowOf(const robot::RobotModelPtr& model, const keyframe::MotionAnalysis& analysis,
               const std::vector<Instant>& instants) {
    StripRow row;
    row.model = model;
    for (const Instant& instant : instants) {
        if (const keyframe::MotionSample* sample = analysis.at(instant.timeS)) {
            row.poses.push_back({fmt::format("{:.2f} s", instant.timeS), instant.name,
                                 sample->anglesRad, sample->X_STorso, std::nullopt});
        }
    }
    return row;
}

int render(const RenderArguments& arguments) {
    base::OutputSet outputs(arguments.mayReplace, {arguments.file});
    if (!areFree(outputs, {arguments.out})) {
        return kExitFailed;
    }
    const auto loaded = loadMotion(arguments.file, arguments.read);
    if (!loaded) {
        return kExitFailed;
    }
    const keyframe::Motion& motion = loaded->read.motion;
    const auto instants = instantsOf(motion, arguments);
    std::vector<StripRow> rows;
    for (const robot::RobotModelPtr& model : loaded->models) {
        const auto resolved = keyframe::resolve(motion, *model);
        printFindings(resolved.findings);
        keyframe::AnalysisOptions options;
        options.ground = robot::GroundRule::Rest;
        rows.push_back(
            rowOf(model, *keyframe::analyze(*resolved.trajectory, *model, options), instants));
        rows.back().name = loaded->models.size() > 1 ? model->name() : "";
    }
    return writeStrip(rows, {arguments.size, arguments.azimuthDeg}, arguments.file, outputs,
                      arguments.out)
               ? kExitGood
               : kExitFailed;
}

} // namespace

void addMotionRender(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "render", "Draw a motion's poses side by side into a PNG file, one row per robot");
    auto arguments = std::make_shared<RenderArguments>();
    command->add_option("FILE", arguments->file, "motion file, or name of a shipped motion")
        ->required();
    command->add_option("OUT", arguments->out, "PNG file; - is standard output")->required();
    addReadOptions(*command, arguments->read);
    addRobotOption(*command, arguments->read, true);
    addMotionOption(*command, arguments->read);
    CLI::Option* poses =
        command->add_option("--poses", arguments->poses, "number of poses, evenly spaced in time")
            ->check(CLI::Range(1, kMaxStripPoses));
    command->add_flag("--keyframes", arguments->isOfKeyframes, "one pose per keyframe (default)")
        ->excludes(poses);
    command->add_option("--size", arguments->size, "width and height of a pose, pixels")
        ->capture_default_str()
        ->check(CLI::Range(32, 2000));
    command
        ->add_option("--azimuth", arguments->azimuthDeg,
                     "view direction, degrees: 0 from the front, 90 from the robot's left")
        ->capture_default_str();
    addForceOption(*command, arguments->mayReplace);
    command->callback([arguments, &status] { status = render(*arguments); });
}

} // namespace sideline::cli
