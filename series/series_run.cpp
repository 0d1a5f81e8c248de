#include "series/series_run.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "series/report.h"

namespace sideline::series {

namespace {

constexpr auto kLook = std::chrono::milliseconds(200);
constexpr std::size_t kMaxFruitless = 3;

class SeriesRun {
public:
    SeriesRun(const SeriesPlan& plan, SeriesFolder& folder, GamePool& pool)
        : m_plan(plan), m_folder(folder), m_pool(pool) {}

    base::Expected<SeriesEnding> run(const std::function<void(const SeriesNews&)>& onNews,
                                     const std::function<bool()>& isAsked);

private:
    base::Expected<void> judge();
    base::Expected<void> fill();
    base::Expected<void> take(const EndedGame& ended,
                              const std::function<void(const SeriesNews&)>& onNews);
    std::optional<PlayedGame> playedGame(const ScheduledGame& game, const EndedGame& ended,
                                         std::string& reason) const;
    void endAll();

    const SeriesPlan& m_plan;
    SeriesFolder& m_folder;
    GamePool& m_pool;
    SeriesSummary m_summary;
    std::set<int> m_failed;
    std::map<int, int> m_failures; // failed attempts per game in this run
    bool m_hasFinished = false;    // whether a game of this run has finished
};

base::Expected<void> SeriesRun::judge() {
    m_summary = summarize(m_plan, m_folder.games(), m_failed);
    for (const ScheduledGame& game : m_plan.schedule) {
        if (!std::ranges::binary_search(m_summary.open, game.number)) {
            m_pool.stop(game.number);
        }
    }
    if (auto dropped = m_folder.drop(m_summary.surplus); !dropped) {
        return dropped;
    }
    if (auto written = m_folder.writeTable(); !written) {
        return written;
    }
    return m_folder.write("report.html",
                          reportPage(m_plan, m_folder.games(), m_folder.attempts(), m_summary));
}

base::Expected<void> SeriesRun::fill() {
    for (const int game : m_summary.open) {
        if (m_pool.count() >= m_pool.capacity()) {
            break;
        }
        if (!m_pool.isRunning(game)) {
            m_folder.clean(game);
            if (auto started = m_pool.start(game); !started) {
                return started;
            }
        }
    }
    return {};
}

// @param reason receives the reason if there is no game
std::optional<PlayedGame> SeriesRun::playedGame(const ScheduledGame& game, const EndedGame& ended,
                                                std::string& reason) const {
    auto result = resultFrom(ended.result);
    if (!result) {
        reason = result.error().toString();
        return std::nullopt;
    }
    PlayedGame played{game, std::move(*result), 0};
    played.repeats =
        static_cast<int>(std::ranges::count(m_folder.attempts(), game.number, &Attempt::game));
    return played;
}

base::Expected<void> SeriesRun::take(const EndedGame& ended,
                                     const std::function<void(const SeriesNews&)>& onNews) {
    if (ended.isLost) {
        return {}; // `fill` starts it again
    }
    const ScheduledGame& game = m_plan.schedule[static_cast<std::size_t>(ended.game) - 1];
    Attempt attempt{ended.game, "finished", ended.reason, ended.wallS, {}};
    std::optional<PlayedGame> played;
    if (ended.reason.empty()) {
        played = playedGame(game, ended, attempt.reason);
    }
    bool isAbandoned = false;
    if (!played) {
        attempt.outcome = ended.isHung ? "hung" : "failed";
        attempt.output = m_folder.keepOfFailed(ended.game, ended.output, ".txt");
        attempt.log = m_folder.keepOfFailed(ended.game, ended.log, ".log.zst");
        if (const auto player = playerFrom(ended.result)) {
            attempt.player = game::toString(*player);
        }
        isAbandoned = ++m_failures[ended.game] > m_plan.settings.repeats;
        if (isAbandoned) {
            m_failed.insert(ended.game);
        }
    }
    m_hasFinished = m_hasFinished || played;
    if (played) {
        m_folder.keepLog(ended.game, ended.log);
    }
    if (auto stored = m_folder.store(attempt, played); !stored) {
        return stored;
    }
    m_folder.clean(ended.game);
    if (auto judged = judge(); !judged) {
        return judged;
    }
    onNews({std::move(attempt), std::move(played), isAbandoned, m_summary});
    return {};
}

void SeriesRun::endAll() {
    m_pool.stopAll();
    for (const ScheduledGame& game : m_plan.schedule) {
        m_folder.clean(game.number);
    }
}

base::Expected<SeriesEnding> SeriesRun::run(const std::function<void(const SeriesNews&)>& onNews,
                                            const std::function<bool()>& isAsked) {
    auto done = judge();
    while (done && !isAsked()) {
        done = fill();
        if (!done || m_pool.count() == 0) {
            break;
        }
        for (const EndedGame& ended : m_pool.wait(kLook)) {
            done = done ? take(ended, onNews) : done;
        }
        if (done && !m_hasFinished && m_failed.size() >= kMaxFruitless) {
            done = base::failure(base::ErrorCode::Io,
                                 fmt::format("the first {} games all failed; the last one: {}",
                                             m_failed.size(),
                                             failureText(m_folder.attempts().back(), m_folder)),
                                 "teams that play");
        }
    }
    endAll();
    if (!done) {
        return tl::unexpected(done.error());
    }
    return SeriesEnding{!m_summary.open.empty(), m_failed, m_summary};
}

} // namespace

std::string failureText(const Attempt& attempt, const SeriesFolder& folder) {
    return attempt.output.empty() ? attempt.reason
                                  : fmt::format("{}; output in {}", attempt.reason,
                                                (folder.path() / attempt.output).string());
}

base::Expected<SeriesEnding> runSeries(const SeriesPlan& plan, SeriesFolder& folder, GamePool& pool,
                                       const std::function<void(const SeriesNews&)>& onNews,
                                       const std::function<bool()>& isAsked) {
    return SeriesRun(plan, folder, pool).run(onNews, isAsked);
}

} // namespace sideline::series
