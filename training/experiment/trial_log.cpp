#include "training/experiment/trial_log.h"

#include <memory>
#include <string>
#include <utility>

#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/rules.h"
#include "agentcore/robot/nao.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/monitor/scene_writer.h"

namespace sideline::training {

namespace {

constexpr double kFullEveryS = 2.0;
const Eigen::Vector3d kBallAway(0.0, 9.0, game::kBallRadiusM);

} // namespace

base::Expected<void> writeTrialLog(std::span<const RecordedTrialPtr> trials, std::string_view team,
                                   const std::filesystem::path& file) {
    std::filesystem::path part = file;
    part += ".part";
    const auto giveUp = [&part](base::Error error) {
        std::error_code ignored;
        std::filesystem::remove(part, ignored);
        return tl::unexpected(std::move(error));
    };
    auto writer = simulator::MonitorLogWriter::create(part, {game::kStepS, kFullEveryS},
                                                      {.mayReplace = true});
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    const field::FieldDimensions& field = field::newestField().dimensions;
    monitor::GameState game;
    game.half = 1;
    game.playMode = static_cast<int>(game::PlayMode::PlayOn);
    game.teamLeft = team;
    game.environment = std::make_shared<const monitor::Environment>(
        simulator::makeEnvironment(field, game::Rules()));
    simulator::MonitorScene scene(field);
    for (const RecordedTrialPtr& trial : trials) {
        const int typeNumber = robot::naoTypeNumberOf(*trial->model).value_or(0);
        for (const TrialMoment& moment : trial->moments) {
            const simulator::SceneRobotInput robot{{game::Side::Left, game::UniformNumber(1)},
                                                   typeNumber,
                                                   trial->model,
                                                   moment.X_SBody,
                                                   false};
            scene.update(math::Pose::translation(moment.p_SBall.value_or(kBallAway)), {&robot, 1});
            game.timeS += game::kStepS;
            static_cast<void>(writer->isDueAfterCycle());
            if (auto written = writer->write(game, scene.state()); !written) {
                return giveUp(std::move(written.error()));
            }
        }
    }
    std::error_code error;
    std::filesystem::rename(part, file, error);
    if (error) {
        return giveUp(
            base::failure(base::ErrorCode::Io, file.string() + ": " + error.message()).value());
    }
    return {};
}

} // namespace sideline::training
