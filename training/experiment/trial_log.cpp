#include "training/experiment/trial_log.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/rules.h"
#include "agentcore/robot/nao.h"
#include "logs/session/session_writer.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/monitor/scene_writer.h"

namespace sideline::training {

namespace {

constexpr double kFullEveryS = 2.0;
const Eigen::Vector3d kBallAway(0.0, 9.0, game::kBallRadiusM);
constexpr std::chrono::nanoseconds kStep{std::llround(1e9 * game::kStepS)};

namespace fs = std::filesystem;

// A file that replaces its target once it is complete.
class PartialFile {
public:
    explicit PartialFile(const fs::path& file) : m_file(file), m_part(file.string() + ".part") {
        remove();
    }
    ~PartialFile() { remove(); }
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    [[nodiscard]] const fs::path& part() const { return m_part; }
    [[nodiscard]] base::Expected<void> finish() const {
        std::error_code error;
        fs::rename(m_part, m_file, error);
        return error ? base::Expected<void>(base::failure(base::ErrorCode::Io,
                                                          m_file.string() + ": " + error.message()))
                     : base::Expected<void>();
    }

private:
    void remove() const {
        std::error_code ignored;
        fs::remove(m_part, ignored);
    }
    fs::path m_file;
    fs::path m_part;
};

// Trials with an agent are written in the agent's own field frame.
math::Pose logFromTrial(const RecordedTrial& trial) {
    return trial.frames.empty() ? math::Pose() : trial.X_SF.inverse();
}

// Returns the frame as an agent of a team in the match log would have it. @param cycle match cycle
world::AgentFramePtr inMatch(const world::AgentFrame& frame, std::string_view team,
                             std::uint64_t cycle) {
    auto own = std::make_shared<world::AgentFrame>(frame);
    own->cycle = cycle;
    own->identity.team = team;
    own->game.gameTimeS = static_cast<double>(cycle) * game::kStepS;
    own->game.serverTimeS = own->game.gameTimeS;
    own->timing.receivedAt = static_cast<std::int64_t>(cycle) * kStep;
    return own;
}

base::Expected<void> writeFrames(std::span<const RecordedTrialPtr> trials, std::string_view team,
                                 logs::SessionWriter& writer) {
    constexpr std::uint64_t kAtOnce = 500; // frames queued for the disk
    world::FrameSink& sink = writer.addAgent(fmt::format("{} 1", team));
    std::uint64_t match = 0;
    for (const RecordedTrialPtr& trial : trials) {
        for (std::size_t i = 0; i < trial->moments.size(); ++i, ++match) {
            if (i < trial->frames.size()) {
                sink.take(inMatch(*trial->frames[i], team, match));
            }
            // A moment is the result of a cycle, perceived in the next one.
            writer.mark(match, static_cast<std::int64_t>(match + 1) * kStep);
            if (match % kAtOnce == kAtOnce - 1) {
                if (auto flushed = writer.flush(); !flushed) {
                    return flushed;
                }
            }
        }
    }
    return writer.close();
}

} // namespace

base::Expected<void> writeTrialLog(std::span<const RecordedTrialPtr> trials, std::string_view team,
                                   const fs::path& file) {
    const PartialFile whole(file);
    auto writer = simulator::MonitorLogWriter::create(whole.part(), {game::kStepS, kFullEveryS},
                                                      {.mayReplace = true});
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    const bool isOfLeague =
        !trials.empty() && trials.front()->model->traits().server == game::ServerKind::Rcssservermj;
    const field::FieldDimensions& field =
        (isOfLeague ? field::footballFields().front() : field::newestField()).dimensions;
    const double ballRadiusM = trials.empty() ? game::kBallRadiusM : trials.front()->ballRadiusM;
    monitor::GameState game;
    game.half = 1;
    game.playMode = static_cast<int>(game::PlayMode::PlayOn);
    game.teamLeft = team;
    game.environment = std::make_shared<const monitor::Environment>(
        simulator::makeEnvironment(field, game::Rules(), ballRadiusM));
    simulator::MonitorScene scene(field, ballRadiusM);
    std::vector<math::Pose> X_LogBody;
    for (const RecordedTrialPtr& trial : trials) {
        const int typeNumber = robot::naoTypeNumberOf(*trial->model).value_or(0);
        const math::Pose X_LogS = logFromTrial(*trial);
        for (const TrialMoment& moment : trial->moments) {
            X_LogBody.clear();
            for (const math::Pose& X_SBody : moment.X_SBody) {
                X_LogBody.push_back(X_LogS * X_SBody);
            }
            const simulator::SceneRobotInput robot{{game::Side::Left, game::UniformNumber(1)},
                                                   typeNumber,
                                                   trial->model,
                                                   X_LogBody,
                                                   false};
            const Eigen::Vector3d ball =
                moment.p_SBall ? (X_LogS * *moment.p_SBall).eval() : kBallAway;
            scene.update(math::Pose::translation(ball), {&robot, 1});
            game.timeS += game::kStepS;
            static_cast<void>(writer->isDueAfterCycle());
            if (auto written = writer->write(game, scene.state()); !written) {
                return written;
            }
        }
    }
    return whole.finish();
}

base::Expected<void> writeTrialSession(std::span<const RecordedTrialPtr> trials,
                                       std::string_view team, const fs::path& file) {
    if (!std::ranges::all_of(trials, [](const auto& trial) { return !trial->frames.empty(); })) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             file.string() + ": no agent moved the robot in this trial",
                             "a match log, " + fs::path(file).replace_extension(".log").string());
    }
    const fs::path log = fs::path(file).replace_extension(".log");
    if (auto written = writeTrialLog(trials, team, log); !written) {
        return written;
    }
    const PartialFile whole(file);
    logs::SessionInfo info;
    info.program = "sideline train";
    info.note = fmt::format("a trial of {}", team);
    auto writer = logs::SessionWriter::open(whole.part(), std::move(info));
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    (*writer)->beginMatchLog(log.filename().string(), {});
    if (auto written = writeFrames(trials, team, **writer); !written) {
        return written;
    }
    writer->reset();
    return whole.finish();
}

base::Expected<fs::path> writeTrials(std::span<const RecordedTrialPtr> trials,
                                     std::string_view team, const fs::path& stem) {
    const bool isSession =
        std::ranges::all_of(trials, [](const auto& trial) { return !trial->frames.empty(); });
    fs::path file = stem.string() + (isSession ? std::string(logs::kSessionEnding) : ".log");
    auto written =
        isSession ? writeTrialSession(trials, team, file) : writeTrialLog(trials, team, file);
    if (!written) {
        return tl::unexpected(std::move(written.error()));
    }
    return file;
}

} // namespace sideline::training
