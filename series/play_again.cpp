#include "series/play_again.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "series/in_process_game.h"
#include "series/series_folder.h"
#include "series/series_plan.h"

namespace sideline::series {

namespace {

namespace fs = std::filesystem;
using game::Side;
using launcher::TeamFile;

constexpr double kSameM = 0.01; // logs are rounded; a different game soon deviates further
constexpr std::uint32_t kFramesPerLook = 25;
constexpr double kProgressBefore = 0.9; // progress, 0 to 1, at which the game is changed

base::Error firstOf(const SettingsErrors& errors) {
    return errors.empty() ? base::Error{} : errors.front();
}

// The distance between two frames.
double apartM(const monitor::MatchFrame& a, const monitor::MatchFrame& b) {
    double most = 0.0;
    if (a.ball && b.ball) {
        most = (a.ball->X_SBall.p - b.ball->X_SBall.p).norm();
    }
    for (const monitor::RobotFrame& robot : a.robots) {
        const auto* same = b.findRobot(robot.id);
        most = std::max(most, same == nullptr ? std::numeric_limits<double>::infinity()
                                              : (robot.X_STorso().p - same->X_STorso().p).norm());
    }
    return most;
}

class PlayingAgain {
public:
    PlayingAgain(const GameOrigin& origin, const PlayAgainSettings& settings)
        : m_origin(origin), m_settings(settings), m_match(origin.simulation) {}

    base::Expected<PlayedOn> run() {
        auto played = playFromKickOff(m_match, m_origin.left, m_origin.right,
                                      [this] { return shouldContinue(); });
        if (!played || m_fault) {
            return tl::unexpected(m_fault ? std::move(*m_fault) : std::move(played.error()));
        }
        if (m_logged <= m_settings.frame) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 "the game is over before this frame");
        }
        for (const auto& [team, side] :
             {std::pair{&m_settings.left, Side::Left}, {&m_settings.right, Side::Right}}) {
            if (team->has_value()) {
                if (auto decides = m_match.decideBy(**team, side); !decides) {
                    return tl::unexpected(decides.error());
                }
            }
        }
        PlayedOn result;
        PlayOnSettings course = m_settings.course;
        if (course.keepGoing) {
            course.keepGoing = [this](double progress) {
                return m_settings.course.keepGoing(kProgressBefore +
                                                   (1.0 - kProgressBefore) * progress);
            };
        }
        if (auto recorded = recordCourse(m_match, course, result); !recorded) {
            return tl::unexpected(recorded.error());
        }
        return result;
    }

private:
    // Counts the frames of the log written so far.
    void count() {
        for (; m_counted < m_match.cycleCount(); ++m_counted) {
            m_logged += m_cadence.isDueAfterCycle() ? 1U : 0U;
        }
    }

    bool shouldContinue() {
        const bool isFirst = m_counted == 0;
        const std::uint32_t before = m_logged;
        count();
        if (isFirst && m_logged > m_settings.frame) {
            fail(base::ErrorCode::InvalidArgument, "not all players have joined before this frame");
            return false;
        }
        if (m_logged == before || isFirst) {
            return true;
        }
        const std::uint32_t frame = m_logged - 1;
        const bool isThere = frame == m_settings.frame;
        if (isThere || frame % kFramesPerLook == 0) {
            compare(frame);
            const double progress = kProgressBefore * frame / std::max(1U, m_settings.frame);
            if (!m_fault && m_settings.course.keepGoing && !m_settings.course.keepGoing(progress)) {
                fail(base::ErrorCode::Canceled, "the replay was stopped");
            }
        }
        return !m_fault && !isThere;
    }

    void compare(std::uint32_t frame) {
        const auto recorded = m_settings.recorded(frame);
        if (!recorded) {
            m_fault = recorded.error();
            return;
        }
        const monitor::MatchFramePtr now = m_match.monitorFrame(frame, (*recorded)->recordTimeS);
        const double apart = apartM(**recorded, *now);
        if (!(apart <= kSameM)) {
            fail(base::ErrorCode::InvalidArgument,
                 fmt::format("the replay is not the same game: at {:.1f} s it deviates by {:.3f} m "
                             "from the log. The teams, their files or this program have changed "
                             "since the game was played: restore them. To try edits of a team, "
                             "select an edited copy",
                             (*recorded)->game.timeS, apart));
        }
    }

    void fail(base::ErrorCode code, std::string message) {
        m_fault = base::failure(code, std::move(message)).value();
    }

    const GameOrigin& m_origin;
    const PlayAgainSettings& m_settings;
    InProcessMatch m_match;
    simulator::MonitorLogCadence m_cadence;
    long m_counted = 0;
    std::uint32_t m_logged = 0;
    std::optional<base::Error> m_fault;
};

} // namespace

base::Expected<GameOrigin> originOf(const fs::path& log) {
    const fs::path folder = fs::absolute(log).parent_path().parent_path();
    const fs::path file = folder / "series.toml";
    std::error_code code;
    if (!fs::is_regular_file(file, code)) {
        return base::failure(base::ErrorCode::NotFound,
                             "this log is not in the folder of a series of games",
                             "a game of `sideline match`");
    }
    auto settings = readSeries(file);
    auto plan =
        settings
            ? planOf(std::move(*settings))
            : tl::expected<SeriesPlan, SettingsErrors>(tl::unexpected(std::move(settings.error())));
    if (!plan) {
        return tl::unexpected(firstOf(plan.error()));
    }
    const auto game = std::ranges::find_if(plan->schedule, [&](const ScheduledGame& each) {
        return folder / SeriesFolder::logName(each.number) == fs::absolute(log);
    });
    if (game == plan->schedule.end()) {
        return base::failure(base::ErrorCode::NotFound,
                             "this log is not one of the games of its series");
    }
    GameOrigin origin;
    origin.game = game->number;
    origin.left = plan->teams[game->left];
    origin.right = plan->teams[game->right];
    if (!isPlayedInProcess(*plan, *game)) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            "a game with programs, in real time or on another server cannot be repeated exactly");
    }
    auto simulation = simulationOf(plan->settings, game->seed);
    if (!simulation) {
        return tl::unexpected(simulation.error());
    }
    origin.simulation = std::move(*simulation);
    return origin;
}

base::Expected<PlayedOn> playAgain(const GameOrigin& origin, const PlayAgainSettings& settings) {
    return PlayingAgain(origin, settings).run();
}

} // namespace sideline::series
