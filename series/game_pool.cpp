#include "series/game_pool.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace sideline::series {

using launcher::Clock;
using launcher::RunEnd;

base::Expected<void> GamePool::start(int game) {
    launcher::Launch launch;
    launch.supervisor = m_settings.supervisor;
    launch.program = m_settings.program.string();
    launch.arguments = {"match", "--folder", std::filesystem::absolute(m_settings.folder).string(),
                        "--play", std::to_string(game)};
    launch.folder = std::filesystem::current_path();
    auto run = launcher::ProcessRun::start(std::move(launch),
                                           fmt::format("series-{}-{}", ::getpid(), game));
    if (!run) {
        return tl::unexpected(run.error());
    }
    Running running;
    running.game = game;
    running.run = std::move(*run);
    running.begin = Clock::now();
    m_games.push_back(std::move(running));
    return {};
}

bool GamePool::isRunning(int game) const {
    return std::ranges::any_of(m_games,
                               [&](const Running& running) { return running.game == game; });
}

void GamePool::stop(int game) {
    for (Running& running : m_games) {
        if (running.game == game && !running.isUnwanted) {
            running.isUnwanted = true;
            running.run->requestStop();
        }
    }
}

void GamePool::stopAll() {
    for (const Running& running : m_games) {
        stop(running.game);
    }
}

void GamePool::service(Running& running, Clock::time_point now) {
    running.run->service(now, [&](launcher::Stream stream, std::string_view line, bool isCut) {
        if (stream == launcher::Stream::Err) {
            running.lastWords = launcher::lineText(line, isCut);
        }
    });
    if (!running.run->end() && !running.isHung && !running.isUnwanted &&
        now - running.begin > m_settings.wallLimit) {
        running.isHung = true;
        running.run->requestStop();
    }
}

std::string GamePool::reasonOf(const Running& running) {
    const RunEnd& end = *running.run->end();
    if (running.isHung) {
        return "took too long";
    }
    if (end.kind == RunEnd::Kind::Exited && end.exitCode == 0) {
        return {};
    }
    if (!running.lastWords.empty()) {
        return running.lastWords;
    }
    return !end.text.empty()                  ? end.text
           : end.kind == RunEnd::Kind::Exited ? fmt::format("exit code {}", end.exitCode)
                                              : fmt::format("signal {}", end.signal);
}

std::vector<EndedGame> GamePool::wait(std::chrono::milliseconds atMost) {
    std::vector<pollfd> polled;
    for (const Running& running : m_games) {
        running.run->addTo(polled);
    }
    ::poll(polled.data(), polled.size(), static_cast<int>(atMost.count()));
    const Clock::time_point now = Clock::now();
    std::vector<EndedGame> ended;
    for (Running& running : m_games) {
        service(running, now);
        if (running.run->end() && !running.isUnwanted) {
            ended.push_back({running.game, running.isHung, reasonOf(running),
                             std::chrono::duration<double>(now - running.begin).count()});
        }
    }
    std::erase_if(m_games, [](const Running& running) { return running.run->end().has_value(); });
    return ended;
}

} // namespace sideline::series
