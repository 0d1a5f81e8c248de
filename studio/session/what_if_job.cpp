#include "studio/session/what_if_job.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <QCoreApplication>

#include "logs/analysis/match_analysis.h"
#include "series/play_on.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using game::Side;
using monitor::MatchFramePtr;
using widgets::WhatIfFuture;
using widgets::WhatIfView;

constexpr double kSameTimeS = 0.01;
constexpr double kWorthSayingS = 0.5;

QString text(const char* source) {
    return QCoreApplication::translate("WhatIf", source);
}

// The part of the log behind the instant, with times from there.
base::Expected<std::vector<MatchFramePtr>> recordedFrames(const WhatIfOrder& order) {
    logs::FrameReader reader = order.log->makeReader();
    const auto index = order.log->index();
    const double beginS = index->recordTimeS(order.frame);
    std::vector<MatchFramePtr> frames;
    for (logs::FrameNumber number = order.frame;
         number < index->frameCount() &&
         index->recordTimeS(number) <= beginS + order.lengthS + 0.01;
         ++number) {
        const auto read = reader.frame(number);
        if (!read) {
            if (frames.empty()) {
                return tl::unexpected(read.error());
            }
            break; // a damaged log is shown as far as it is valid
        }
        auto frame = std::make_shared<monitor::MatchFrame>(**read);
        frame->recordTimeS = index->recordTimeS(number) - beginS;
        frames.push_back(std::move(frame));
    }
    return frames;
}

// How far two courses are apart at the end of the shorter one.
struct Apart {
    double ballM = 0.0;
    double robotsM = 0.0; ///< mean
    int robots = 0;
};

Apart apart(const WhatIfFuture& a, const WhatIfFuture& b) {
    Apart apart;
    if (a.frames.empty() || b.frames.empty()) {
        return apart;
    }
    const double endS = std::min(a.frames.back()->recordTimeS, b.frames.back()->recordTimeS);
    const MatchFramePtr one = WhatIfView::frameAt(a, endS);
    const MatchFramePtr other = WhatIfView::frameAt(b, endS);
    if (one->ball && other->ball) {
        apart.ballM = (one->ball->X_SBall.p - other->ball->X_SBall.p).norm();
    }
    for (const monitor::RobotFrame& robot : one->robots) {
        if (const auto* same = other->findRobot(robot.id)) {
            apart.robotsM += (robot.X_STorso().p - same->X_STorso().p).head<2>().norm();
            ++apart.robots;
        }
    }
    apart.robotsM /= std::max(1, apart.robots);
    return apart;
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
            text("Ball apart, m"),
            text("Robots apart, m")};
}

// @param untilS so far both courses are known: what comes later does not count
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
        const Apart far = apart(future, *recorded);
        numbers << QString::number(far.ballM, 'f', 2)
                << (far.robots > 0 ? QString::number(far.robotsM, 'f', 2) : QStringLiteral("-"));
    } else {
        numbers << QStringLiteral("-") << QStringLiteral("-");
    }
    return numbers;
}

base::Expected<series::PlayedOn> playRun(const WhatIfOrder& order, int run,
                                         series::PlayOnSettings play) {
    if (order.origin) {
        logs::FrameReader reader = order.log->makeReader();
        series::PlayAgainSettings again;
        again.frame = order.frame;
        again.recorded = [&reader](std::uint32_t frame) { return reader.frame(frame); };
        again.left = order.left;
        again.right = order.right;
        again.course = std::move(play);
        return series::playAgain(*order.origin, again);
    }
    simulator::SimulationSettings settings;
    settings.field = order.field;
    settings.rules = order.rules;
    settings.rules.kicksOffAutomatically = false; // it waits until all have come
    settings.seed = static_cast<std::uint64_t>(run) + 1;
    settings.start = order.start;
    return series::playOn(settings, order.left, order.right, play);
}

} // namespace

base::Expected<WhatIfView> playWhatIf(const WhatIfOrder& order, const TaskControl& control) {
    WhatIfView view;
    view.from = order.name;
    view.lengthS = order.lengthS;
    view.rows = rowNames();
    view.recorded.name = text("recorded");
    auto recorded = recordedFrames(order);
    if (!recorded) {
        return tl::unexpected(std::move(recorded.error()));
    }
    view.recorded.frames = std::move(*recorded);
    const double untilS =
        view.recorded.frames.empty() ? 0.0 : view.recorded.frames.back()->recordTimeS;
    view.recorded.numbers = numbersOf(view.recorded, nullptr, untilS);
    if (untilS < order.lengthS - kWorthSayingS) {
        view.remarks << text("The log ends %1 s after the frame: numbers are of that time.")
                            .arg(untilS, 0, 'f', 1);
    }
    for (int run = 0; run < order.runs && !control.isStopRequested(); ++run) {
        series::PlayOnSettings play;
        play.lengthS = order.lengthS;
        play.log = order.folder / fmt::format("what-if-{}.log", run + 1);
        play.keepGoing = [&](double share) { return control.report((run + share) / order.runs); };
        auto played = playRun(order, run, play);
        if (!played) {
            if (played.error().code == base::ErrorCode::Canceled && !view.played.empty()) {
                break;
            }
            return tl::unexpected(std::move(played.error()));
        }
        WhatIfFuture future{order.origin ? text("exactly") : text("seed %1").arg(run + 1),
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
