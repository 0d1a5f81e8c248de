#include "studio/session/matches_job.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "agentcore/base/thread_pool.h"
#include "logs/analysis/log_statistics.h"
#include "series/series_results.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

base::Expected<logs::MatchStatistics> statisticsOfFile(const QString& file,
                                                       const logs::LogOptions& options,
                                                       const TaskControl& control) {
    base::lowerPriority(); // counting many matches must not slow down rendering
    auto log = logs::MatchLog::open(QFile::encodeName(file).toStdString(), options);
    if (!log) {
        return tl::unexpected(std::move(log.error()));
    }
    while (!(*log)->waitUntilIndexed(std::chrono::milliseconds(50))) {
        if (control.isStopRequested()) {
            return base::failure(base::ErrorCode::Canceled, "counting was stopped");
        }
    }
    logs::StatisticsOptions statisticsOptions;
    statisticsOptions.keepGoing = [&control](double /*done*/) {
        return !control.isStopRequested();
    };
    return logs::statisticsOf((*log)->parts(), statisticsOptions);
}

widgets::MatchSummary faultOf(const QString& file, const std::string& fault) {
    widgets::MatchSummary summary;
    summary.file = file;
    summary.name = QFileInfo(file).fileName();
    summary.fault = widgets::toQt(fault);
    return summary;
}

// Returns the name of a statistic in the results of a series.
std::string seriesName(const QString& number) {
    return number == QLatin1String("time_down") ? "down_time" : number.toStdString();
}

// Goals in words. A lost game is shown from the winner's first goal on.
void addGoals(const std::vector<series::GameGoal>& goals, widgets::MatchSummary& summary) {
    QStringList texts;
    for (const series::GameGoal& goal : goals) {
        const bool isLeft = goal.side == game::Side::Left;
        texts << QStringLiteral("%1 %2").arg(isLeft ? summary.teamLeft : summary.teamRight,
                                             widgets::clockText(goal.gameTimeS));
        const bool isOfWinner = isLeft ? summary.scoreLeft > summary.scoreRight
                                       : summary.scoreRight > summary.scoreLeft;
        if (isOfWinner && !summary.showS) {
            summary.showS = goal.recordTimeS;
        }
    }
    summary.events = texts.join(QStringLiteral(", "));
}

widgets::MatchSummary summaryOfGame(const series::ResultRow& game) {
    widgets::MatchSummary summary;
    summary.file = widgets::toQt(game.log.string());
    summary.name = QCoreApplication::translate("sideline::studio::MatchesJob", "Game %1")
                       .arg(game.game, 4, 10, QLatin1Char('0'));
    summary.teamLeft = widgets::toQt(game.left);
    summary.teamRight = widgets::toQt(game.right);
    const auto& goals = game.result.value("goals");
    summary.scoreLeft = static_cast<int>(std::lround(goals.left));
    summary.scoreRight = static_cast<int>(std::lround(goals.right));
    addGoals(game.result.goals, summary);
    for (const widgets::MatchNumberInfo& number : widgets::matchNumbers()) {
        const auto known = std::ranges::find(series::gameStatistics(), seriesName(number.id),
                                             &series::StatisticInfo::name);
        summary.values.push_back(known == series::gameStatistics().end()
                                     ? series::BothSides{series::kUnknown, series::kUnknown}
                                     : game.result.value(known->name));
    }
    return summary;
}

widgets::MatchSummary summaryOfAttempt(const series::FailedAttempt& attempt) {
    constexpr double kLastS = 4.0; // shows the end of the attempt's log
    widgets::MatchSummary summary;
    summary.file = widgets::toQt(attempt.log.string());
    summary.name =
        QCoreApplication::translate("sideline::studio::MatchesJob", "Game %1, attempt %2")
            .arg(attempt.game, 4, 10, QLatin1Char('0'))
            .arg(attempt.number);
    summary.fault = widgets::toQt(attempt.reason);
    summary.showS = -kLastS;
    summary.showRobot = attempt.player;
    return summary;
}

} // namespace

MatchesJob::MatchesJob(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::InOrder) {}

void MatchesJob::add(const QStringList& files, const logs::LogOptions& options) {
    if (m_done == m_count) {
        m_done = 0;
        m_count = 0;
    }
    m_count += static_cast<int>(files.size());
    for (const QString& file : files) {
        if (canCompare(file)) {
            addResults(file);
        } else {
            addLog(file, options);
        }
    }
    Q_EMIT progressed();
}

void MatchesJob::addLog(const QString& file, const logs::LogOptions& options) {
    m_task.start(
        "match analysis",
        [file, options](const TaskControl& control) {
            return statisticsOfFile(file, options, control);
        },
        [this, file](const base::Expected<logs::MatchStatistics>& match) {
            finish(file, {match ? widgets::summaryOf(file, *match)
                                : faultOf(file, match.error().toString())});
        });
}

void MatchesJob::addResults(const QString& file) {
    m_task.start(
        "reading the results of a series",
        [file](const TaskControl&) -> base::Expected<std::vector<widgets::MatchSummary>> {
            const auto rows = series::readResults(QFile::encodeName(file).toStdString());
            if (!rows) {
                return tl::unexpected(rows.error());
            }
            std::vector<widgets::MatchSummary> matches;
            std::ranges::transform(*rows, std::back_inserter(matches), summaryOfGame);
            const auto failed = series::readFailedAttempts(QFile::encodeName(file).toStdString());
            if (!failed) {
                return tl::unexpected(failed.error());
            }
            std::ranges::transform(*failed, std::back_inserter(matches), summaryOfAttempt);
            return matches;
        },
        [this, file](const base::Expected<std::vector<widgets::MatchSummary>>& matches) {
            finish(file,
                   matches ? *matches : std::vector{faultOf(file, matches.error().toString())});
        });
}

void MatchesJob::finish(const QString& file, std::vector<widgets::MatchSummary> matches) {
    ++m_done;
    Q_EMIT counted(file, matches);
    Q_EMIT progressed();
}

void MatchesJob::cancel() {
    m_task.cancel();
    m_count = m_done;
    Q_EMIT progressed();
}

bool canCompare(const QString& path) {
    return series::isResults(QFile::encodeName(path).toStdString());
}

QStringList matchesIn(const QString& folder) {
    static const QStringList kNames = {
        QStringLiteral("*.log"),    QStringLiteral("*.log.gz"),  QStringLiteral("*.log.bz2"),
        QStringLiteral("*.log.xz"), QStringLiteral("*.log.zst"), QStringLiteral("*.tar.bz2"),
        QStringLiteral("*.tar.gz"), QStringLiteral("*.tar.xz"),  QStringLiteral("*.zip")};
    if (canCompare(folder)) {
        return {folder};
    }
    const QDir dir(folder);
    QStringList files;
    for (const QString& name : dir.entryList(kNames, QDir::Files, QDir::Name)) {
        files << dir.filePath(name);
    }
    return files;
}

} // namespace sideline::studio
