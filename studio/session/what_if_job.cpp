#include "studio/session/what_if_job.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <QCoreApplication>

#include "logs/analysis/match_analysis.h"
#include "series/play_on.h"
#include "simulator/league/league.h"
#include "simulator/start/start_family.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using game::Side;
using monitor::MatchFramePtr;
using widgets::WhatIfFuture;
using widgets::WhatIfView;

constexpr double kSameTimeS = 0.01;
constexpr double kMinReportedGapS = 0.5;

QString text(const char* source) {
    return QCoreApplication::translate("WhatIf", source);
}

// Returns the part of the log from the instant on, with times relative to that instant.
base::Expected<std::vector<MatchFramePtr>> recordedFrames(const WhatIfRequest& request) {
    logs::FrameReader reader = request.log->makeReader();
    const auto index = request.log->index();
    const double beginS = index->recordTimeS(request.frame);
    std::vector<MatchFramePtr> frames;
    for (logs::FrameNumber number = request.frame;
         number < index->frameCount() &&
         index->recordTimeS(number) <= beginS + request.lengthS + 0.01;
         ++number) {
        const auto read = reader.frame(number);
        if (!read) {
            if (frames.empty()) {
                return tl::unexpected(read.error());
            }
            break; // a damaged log is used up to the damage
        }
        auto frame = std::make_shared<monitor::MatchFrame>(**read);
        frame->recordTimeS = index->recordTimeS(number) - beginS;
        frames.push_back(std::move(frame));
    }
    return frames;
}

// Distances between two futures at the end of the shorter one.
struct Distances {
    double ballM = 0.0;
    double robotsM = 0.0; ///< mean over the robots
    int robots = 0;
};

Distances distancesBetween(const WhatIfFuture& a, const WhatIfFuture& b) {
    Distances distances;
    if (a.frames.empty() || b.frames.empty()) {
        return distances;
    }
    const double endS = std::min(a.frames.back()->recordTimeS, b.frames.back()->recordTimeS);
    const MatchFramePtr one = WhatIfView::frameAt(a, endS);
    const MatchFramePtr other = WhatIfView::frameAt(b, endS);
    if (one->ball && other->ball) {
        distances.ballM = (one->ball->X_SBall.p - other->ball->X_SBall.p).norm();
    }
    for (const monitor::RobotFrame& robot : one->robots) {
        if (const auto* same = other->findRobot(robot.id)) {
            distances.robotsM += (robot.X_STorso().p - same->X_STorso().p).head<2>().norm();
            ++distances.robots;
        }
    }
    distances.robotsM /= std::max(1, distances.robots);
    return distances;
}

template <typename Of>
QString both(const logs::PeriodStatistics& total, int decimals, const Of& of) {
    return QStringLiteral("%1 : %2")
        .arg(static_cast<double>(of(total.teams.left)), 0, 'f', decimals)
        .arg(static_cast<double>(of(total.teams.right)), 0, 'f', decimals);
}

QStringList rowNames() {
    return {text("Score"),
            text("Possession, s"),
            text("Ball in opp. half, s"),
            text("Kicks"),
            text("Shots"),
            text("Falls"),
            text("Walked, m"),
            text("Ball at the end, m"),
            text("Ball deviation, m"),
            text("Robot deviation, m")};
}

// @param untilS end of the compared part: both futures are known up to here
QStringList numbersOf(const WhatIfFuture& future, const WhatIfFuture* recorded, double untilS) {
    logs::MatchAnalysis analysis;
    for (const MatchFramePtr& frame : future.frames) {
        if (frame->recordTimeS <= untilS + kSameTimeS) {
            analysis.add(*frame);
        }
    }
    using Team = logs::TeamStatistics;
    const logs::MatchStatistics all = analysis.statistics();
    const logs::PeriodStatistics& total = all.total;
    QStringList numbers = {
        QStringLiteral("%1 : %2").arg(all.scoreLeft).arg(all.scoreRight),
        both(total, 1, [](const Team& team) { return team.possessionS; }),
        both(total, 1, [](const Team& team) { return team.ballInOpponentHalfS; }),
        both(total, 0, [](const Team& team) { return team.kicks; }),
        both(total, 0, [](const Team& team) { return team.shots; }),
        both(total, 0, [](const Team& team) { return team.falls; }),
        both(total, 1, [](const Team& team) { return team.distanceM; })};
    const MatchFramePtr last = WhatIfView::frameAt(future, untilS);
    numbers << (last && last->ball ? QStringLiteral("%1, %2")
                                         .arg(last->ball->X_SBall.p.x(), 0, 'f', 2)
                                         .arg(last->ball->X_SBall.p.y(), 0, 'f', 2)
                                   : QStringLiteral("-"));
    if (recorded != nullptr) {
        const Distances far = distancesBetween(future, *recorded);
        numbers << QString::number(far.ballM, 'f', 2)
                << (far.robots > 0 ? QString::number(far.robotsM, 'f', 2) : QStringLiteral("-"));
    } else {
        numbers << QStringLiteral("-") << QStringLiteral("-");
    }
    return numbers;
}

// The teams from the instant on.
struct Teams {
    std::optional<launcher::TeamFile> left;
    std::optional<launcher::TeamFile> right;
};

base::Expected<Teams> readTeams(const WhatIfRequest& request) {
    Teams teams;
    for (const auto& [file, team] :
         {std::pair(&request.left, &teams.left), std::pair(&request.right, &teams.right)}) {
        if (file->empty()) {
            continue;
        }
        auto read = launcher::readTeamFile(*file);
        if (!read) {
            return base::failure(read.error().front().code, launcher::joinErrors(read.error()));
        }
        *team = std::move(*read);
    }
    return teams;
}

base::Expected<series::PlayedOn> playRun(const WhatIfRequest& request, const Teams& teams, int run,
                                         series::PlayOnSettings play) {
    if (request.origin) {
        logs::FrameReader reader = request.log->makeReader();
        series::PlayAgainSettings again;
        again.frame = request.frame;
        again.recorded = [&reader](std::uint32_t frame) { return reader.frame(frame); };
        again.left = teams.left;
        again.right = teams.right;
        again.course = std::move(play);
        return series::playAgain(*request.origin, again);
    }
    const auto seed = static_cast<std::uint64_t>(run) + 1;
    if (const auto family = simulator::familyOf(*request.start);
        family && *family == game::ServerKind::Rcssservermj) {
        simulator::LeagueArguments arguments;
        arguments.ruleBook.clear(); // chosen by the situation
        arguments.seed = seed;
        arguments.start = request.start;
        return simulator::leagueMaker(arguments).and_then([&](const simulator::MatchMaker& make) {
            return series::playOn(make, *request.start, teams.left, teams.right, play);
        });
    }
    simulator::SimulationSettings settings;
    settings.field = request.field;
    settings.rules = request.rules;
    // The kick-off waits until all players have joined.
    settings.rules.kicksOffAutomatically = false;
    settings.seed = seed;
    settings.start = request.start;
    return series::playOn(settings, teams.left, teams.right, play);
}

} // namespace

base::Expected<WhatIfView> playWhatIf(const WhatIfRequest& request, const TaskControl& control) {
    const auto teams = readTeams(request);
    if (!teams) {
        return tl::unexpected(teams.error());
    }
    WhatIfView view;
    view.from = request.name;
    view.lengthS = request.lengthS;
    view.rows = rowNames();
    view.recorded.name = text("recorded");
    auto recorded = recordedFrames(request);
    if (!recorded) {
        return tl::unexpected(std::move(recorded.error()));
    }
    view.recorded.frames = std::move(*recorded);
    const double untilS =
        view.recorded.frames.empty() ? 0.0 : view.recorded.frames.back()->recordTimeS;
    view.recorded.numbers = numbersOf(view.recorded, nullptr, untilS);
    if (untilS < request.lengthS - kMinReportedGapS) {
        view.remarks << text("The log ends %1 s after the frame; the numbers cover only that time.")
                            .arg(untilS, 0, 'f', 1);
    }
    for (int run = 0; run < request.runs && !control.isStopRequested(); ++run) {
        series::PlayOnSettings play;
        play.lengthS = request.lengthS;
        play.log = request.folder / fmt::format("what-if-{}.log", run + 1);
        play.keepGoing = [&](double ratio) { return control.report((run + ratio) / request.runs); };
        auto played = playRun(request, *teams, run, play);
        if (!played) {
            if (played.error().code == base::ErrorCode::Canceled && !view.played.empty()) {
                break;
            }
            return tl::unexpected(std::move(played.error()));
        }
        WhatIfFuture future{request.origin ? text("exactly") : text("seed %1").arg(run + 1),
                            std::move(played->frames),
                            {},
                            widgets::toQt(play.log.string())};
        future.numbers = numbersOf(future, &view.recorded, untilS);
        view.played.push_back(std::move(future));
        for (const std::string& remark : played->remarks) {
            if (!view.remarks.contains(widgets::toQt(remark))) {
                view.remarks << widgets::toQt(remark);
            }
        }
    }
    return view;
}

} // namespace sideline::studio
