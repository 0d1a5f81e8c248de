// `sideline motion record`: converts an interval of a recording to a motion, for any robot.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/base/plural.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/built_in_robots.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "logs/match/match_log.h"
#include "logs/session/agent_recording.h"
#include "logs/session/recording_kind.h"
#include "logs/session/session_reader.h"
#include "motions/limits.h"
#include "motions/samples.h"

namespace sideline::cli {

namespace {

using base::ErrorCode;
using base::Expected;
using base::failure;
using keyframe::JointSamples;

constexpr double kRadPerDeg = std::numbers::pi / 180.0;

struct RecordArguments {
    LogArguments log;
    MotionTarget target;
    std::string robot;
    std::optional<double> fromS;
    std::optional<double> toS;
    std::optional<double> stepS; // step for a match log with a stopped clock
    double toleranceDeg = 0.5;

    [[nodiscard]] bool isRequested(double timeS) const {
        // Tolerance at the ends of the interval: the game clock has single precision.
        constexpr double kSpareS = 0.001;
        return timeS >= fromS.value_or(0.0) - kSpareS &&
               timeS <= toS.value_or(std::numeric_limits<double>::max()) + kSpareS;
    }
};

// The samples of one robot from a recording.
struct Recorded {
    JointSamples samples; // angles of all joints of the model; times as in the recording
    robot::RobotModelPtr model;
    std::string robot;
    std::optional<std::pair<double, double>>
        clockS; // first and last time, if --from refers to another clock
};

std::string nameOf(const game::PlayerId& id) {
    return fmt::format("{}:{}", game::sideName(id.side), id.unum.value());
}

// Parses `left:3`, and also `left 3` as written in logs.
std::optional<game::PlayerId> robotId(std::string_view text) {
    for (const game::Side side : {game::Side::Left, game::Side::Right}) {
        const std::string_view name = game::sideName(side);
        if (text.size() > name.size() + 1 && text.starts_with(name) &&
            (text[name.size()] == ':' || text[name.size()] == ' ')) {
            const std::string_view digits = text.substr(name.size() + 1);
            int number = 0;
            const auto [end, fault] =
                std::from_chars(digits.data(), digits.data() + digits.size(), number);
            if (fault == std::errc() && end == digits.data() + digits.size()) {
                return game::PlayerId{side, game::UniformNumber(number)};
            }
        }
    }
    return std::nullopt;
}

// Finds the requested robot among those with a number in a frame; nullopt while it is absent.
Expected<std::optional<game::PlayerId>> chooseRobot(const monitor::MatchFrame& frame,
                                                    const std::string& asked) {
    if (!asked.empty()) {
        const auto id = robotId(asked);
        if (!id) {
            return failure(ErrorCode::InvalidArgument, fmt::format("'{}' is not a robot", asked),
                           "side and number, such as left:3");
        }
        return id;
    }
    std::vector<game::PlayerId> ids;
    for (const monitor::RobotFrame& robot : frame.robots) {
        if (robot.id.side != game::Side::None) {
            ids.push_back(robot.id);
        }
    }
    if (ids.size() > 1) {
        std::ranges::sort(ids);
        std::vector<std::string> names;
        std::ranges::transform(ids, std::back_inserter(names), nameOf);
        return failure(ErrorCode::InvalidArgument, "there are several robots",
                       fmt::format("--robot with one of {}", fmt::join(names, ", ")));
    }
    return ids.empty() ? std::nullopt : std::optional(ids.front());
}

Expected<Recorded> fromMatch(const RecordArguments& arguments) {
    const auto log = openLog(arguments.log, false);
    if (!log) {
        return failure(ErrorCode::Io, "the log cannot be read");
    }
    const auto index = log->index();
    logs::FrameReader reader = log->makeReader();
    Recorded recorded;
    std::optional<game::PlayerId> id;
    const auto timeOf = [&](logs::FrameNumber n) {
        return arguments.stepS ? *arguments.stepS * n : index->recordTimeS(n);
    };
    // Uses the clock that `log events` prints; while it is stopped, the time since the start.
    const auto clockOf = [&](logs::FrameNumber n) {
        return arguments.stepS ? timeOf(n) : index->gameTimeS(n);
    };
    for (logs::FrameNumber n = index->firstFrame(); n < index->frameCount(); ++n) {
        if (!arguments.isRequested(clockOf(n))) {
            continue;
        }
        const auto frame = reader.frame(n);
        if (!frame) {
            return tl::unexpected(frame.error());
        }
        auto chosen = chooseRobot(**frame, arguments.robot);
        if (!chosen) {
            return tl::unexpected(std::move(chosen.error()));
        }
        id = *chosen ? *chosen : id;
        const monitor::RobotFrame* robot = id ? (*frame)->findRobot(*id) : nullptr;
        if (robot == nullptr || robot->model == nullptr || !(*frame)->health.good()) {
            continue;
        }
        if (recorded.model != nullptr && recorded.model != robot->model) {
            break; // another robot has taken its number
        }
        recorded.model = robot->model;
        keyframe::addSample(recorded.samples, timeOf(n), robot->jointAnglesRad);
        recorded.clockS =
            std::pair(recorded.clockS.value_or(std::pair(clockOf(n), 0.0)).first, clockOf(n));
    }
    if (recorded.model == nullptr) {
        const std::string clock =
            index->frameCount() == 0
                ? std::string()
                : fmt::format("an interval within {:.2f} to {:.2f} s, as printed by `log events`",
                              clockOf(index->firstFrame()), clockOf(index->frameCount() - 1));
        return failure(ErrorCode::NotFound,
                       fmt::format("there is no robot {} between --from and --to",
                                   id ? nameOf(*id) : std::string("at all")),
                       clock);
    }
    recorded.robot = nameOf(*id);
    return recorded;
}

// Returns the joint of a percept; none if the robot lacks it or this axis of it.
robot::JointId jointOf(const robot::RobotModel& model, const protocol::JointPercept& percept) {
    const robot::JointId id = model.findJoint(percept.name);
    const bool isHinge = id.isValid() && model.joint(id).kind == robot::JointKind::Hinge;
    if (!id.isValid() || isHinge != (percept.axis == 0)) {
        return {};
    }
    return percept.axis == 2 ? robot::otherAxis(model, id) : id;
}

// Finds the first built-in robot that has all joints in a message.
Expected<robot::RobotModelPtr> modelOf(const protocol::Percepts& percepts) {
    const auto robots = robot::builtInRobots();
    const auto found = std::ranges::find_if(robots, [&](const robot::RobotModelPtr& model) {
        return std::ranges::all_of(percepts.joints, [&](const protocol::JointPercept& percept) {
            return jointOf(*model, percept).isValid();
        });
    });
    if (found == robots.end()) {
        std::vector<std::string_view> names;
        for (const protocol::JointPercept& percept : percepts.joints) {
            names.push_back(percept.name);
        }
        return failure(ErrorCode::NotFound,
                       fmt::format("no built-in robot has the joints {}", fmt::join(names, ", ")),
                       "a session or a match log of this robot");
    }
    return *found;
}

Expected<Recorded> fromStream(const RecordArguments& arguments) {
    const auto stream = logs::AgentRecording::read(arguments.log.file);
    if (!stream) {
        return tl::unexpected(stream.error());
    }
    Recorded recorded;
    recorded.robot = "the agent";
    protocol::Percepts percepts;
    std::optional<double> beginS;
    for (const logs::RecordedMessage& message : stream->messages()) {
        if (message.speaker != logs::Speaker::Server ||
            !protocol::parsePercepts(message.text, percepts) || !percepts.serverTimeS) {
            continue;
        }
        beginS = beginS.value_or(*percepts.serverTimeS);
        const double timeS = *percepts.serverTimeS - *beginS;
        if (percepts.joints.empty() || !arguments.isRequested(timeS)) {
            continue;
        }
        if (recorded.model == nullptr) {
            auto model = modelOf(percepts);
            if (!model) {
                return tl::unexpected(std::move(model.error()));
            }
            recorded.model = *std::move(model);
        }
        std::vector<double> anglesRad(recorded.model->joints().size(), 0.0);
        for (const protocol::JointPercept& percept : percepts.joints) {
            if (const auto joint = jointOf(*recorded.model, percept); joint.isValid()) {
                anglesRad[joint.index()] = percept.angleDeg * kRadPerDeg;
            }
        }
        keyframe::addSample(recorded.samples, timeS, std::move(anglesRad));
    }
    if (recorded.model == nullptr) {
        return failure(ErrorCode::NotFound, "no message in this interval has joint angles");
    }
    return recorded;
}

Expected<logs::TrackId> chooseAgent(const logs::SessionReader& session, const std::string& asked) {
    std::vector<std::string> names;
    for (const logs::AgentTrack& track : session.agents()) {
        names.push_back(fmt::format("'{}' ({})", track.name, nameOf(track.robot)));
        const bool isMeant = asked.empty() ? session.agents().size() == 1
                                           : track.name == asked || nameOf(track.robot) == asked;
        if (isMeant) {
            return track.id;
        }
    }
    return failure(ErrorCode::InvalidArgument,
                   asked.empty() ? std::string("which agent?")
                                 : fmt::format("unknown agent '{}'", asked),
                   fmt::format("--robot with one of {}", fmt::join(names, ", ")));
}

Expected<Recorded> fromSession(const RecordArguments& arguments) {
    logs::SessionReaderOptions options;
    options.cacheBytes = arguments.log.memoryMiB << 20U;
    options.spoolDirectory = arguments.log.spoolDirectory;
    const auto session = logs::SessionReader::open(arguments.log.file, options);
    if (!session) {
        return tl::unexpected(session.error());
    }
    const auto agent = chooseAgent(**session, arguments.robot);
    if (!agent) {
        return tl::unexpected(agent.error());
    }
    const logs::AgentTrack& track = (*session)->agents()[agent->index()];
    Recorded recorded;
    recorded.robot = track.name;
    for (std::uint64_t i = 0; i < track.frames; ++i) {
        const auto frame = (*session)->frame(*agent, i);
        if (!frame) {
            return tl::unexpected(frame.error());
        }
        const double timeS = std::chrono::duration<double>(frame->at).count();
        const world::AgentFrame& cycle = *frame->frame;
        if (!arguments.isRequested(timeS) || cycle.identity.model == nullptr) {
            continue;
        }
        if (recorded.model != nullptr && recorded.model != cycle.identity.model) {
            break;
        }
        recorded.model = cycle.identity.model;
        std::vector<double> anglesRad;
        for (const world::JointBelief& joint : cycle.body.joints) {
            anglesRad.push_back(joint.measuredRad);
        }
        anglesRad.resize(recorded.model->joints().size(), 0.0);
        keyframe::addSample(recorded.samples, timeS, std::move(anglesRad));
    }
    if (recorded.model == nullptr) {
        return failure(ErrorCode::NotFound, "the agent has no frame in this interval");
    }
    return recorded;
}

Expected<Recorded> readRecording(const RecordArguments& arguments) {
    switch (logs::recordingKind(arguments.log.file)) {
    case logs::RecordingKind::AgentStream:
        return fromStream(arguments);
    case logs::RecordingKind::Session:
        return fromSession(arguments);
    case logs::RecordingKind::MatchLog:
        break;
    }
    return fromMatch(arguments);
}

int record(const RecordArguments& arguments) {
    const base::OutputSet outputs(arguments.target.mayReplace, {arguments.log.file});
    if (!areFree(outputs, {arguments.target.file})) {
        return kExitFailed;
    }
    auto recorded = readRecording(arguments);
    if (!recorded) {
        printError(recorded.error().inFile(arguments.log.file).toString());
        return kExitFailed;
    }
    recorded->samples = keyframe::movableOnly(std::move(recorded->samples), *recorded->model);
    auto& [joints, times, rows] = recorded->samples;
    const double beginS = times.front();
    const double endS = times.back();
    const auto [firstS, lastS] = recorded->clockS.value_or(std::pair(beginS, endS));
    const std::string gap = keyframe::gapNote(recorded->samples);
    for (double& timeS : times) {
        timeS -= beginS;
    }
    keyframe::Motion motion =
        keyframe::motionFromSamples(recorded->samples, arguments.toleranceDeg * kRadPerDeg);
    if (const auto fits = keyframe::checkSize(motion); !fits) {
        printError(
            fmt::format("{}; a shorter interval or a larger --tolerance gives a smaller motion",
                        fits.error().toString()));
        return kExitFailed;
    }
    namespace fs = std::filesystem;
    motion.name = arguments.target.file == "-" ? fs::path(arguments.log.file).stem().string()
                                               : fs::path(arguments.target.file).stem().string();
    motion.description =
        fmt::format("{} of {}, {:.2f} to {:.2f} s", recorded->robot,
                    fs::path(arguments.log.file).filename().string(), firstS, lastS);
    motion.robots = {recorded->model->name()};
    if (!gap.empty()) {
        printError(fmt::format("{}: {} (use --step if the log's clock was stopped)",
                               arguments.log.file, gap));
    }
    if (const std::string note = keyframe::immovableNote(*recorded->model); !note.empty()) {
        printError(fmt::format("{}: {}", arguments.log.file, note));
    }
    const int status =
        writeMotionTo(outputs, motion, arguments.target, *recorded->model, std::nullopt);
    if (status == kExitGood) {
        fmt::print(stderr, "{}: {} from {}\n", motion.description,
                   base::plural(motion.keyframes.size(), "keyframe"),
                   base::plural(times.size(), "sample"));
    }
    return status;
}

} // namespace

void addMotionRecord(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "record", "Create a motion from an interval of a match log, agent stream or session");
    auto arguments = std::make_shared<RecordArguments>();
    addLogArguments(*command, arguments->log);
    command->get_option("FILE")->description("match log, agent's stream (.rec) or session");
    addTargetOptions(*command, arguments->target);
    command->add_option("--robot", arguments->robot,
                        "side and number, such as left:3, of either team; for a session also the "
                        "agent name (default: the only one)");
    const std::string clock = "game clock as printed by `log events`, s; for a stream, a session "
                              "or with --step: seconds since the recording started";
    command->add_option("--from", arguments->fromS, "start: " + clock);
    command->add_option("--to", arguments->toS, "end: " + clock);
    command
        ->add_option(
            "--step", arguments->stepS,
            "seconds between frames, for a match log whose clock was stopped (0.02: every cycle)")
        ->check(CLI::Range(0.001, 10.0));
    command
        ->add_option("--tolerance", arguments->toleranceDeg,
                     "maximum deviation of the curves from the recorded angles, degrees")
        ->capture_default_str()
        ->check(CLI::Range(0.001, 45.0));
    command->callback([arguments, &status] { status = record(*arguments); });
}

} // namespace sideline::cli
