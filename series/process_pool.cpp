#include "series/process_pool.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/output_file.h"
#include "agentcore/base/plural.h"
#include "series/series_folder.h"

namespace sideline::series {

using launcher::Clock;
using launcher::RunEnd;

namespace {

constexpr std::uint64_t kMaxResultBytes = 1U << 20U;
constexpr std::size_t kMaxOutputBytes = std::size_t{8} << 20U; // limit for one game
constexpr auto kEndLook = std::chrono::milliseconds(200);

} // namespace

base::Expected<void> ProcessPool::start(int game) {
    launcher::Launch launch;
    launch.supervisor = m_settings.supervisor;
    launch.program = m_settings.program.string();
    launch.arguments = {"match", "--folder", std::filesystem::absolute(m_settings.folder).string(),
                        "--play", std::to_string(game)};
    if (!m_settings.tag.empty()) {
        launch.arguments.insert(launch.arguments.end(), {"--tag", m_settings.tag});
    }
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

bool ProcessPool::isRunning(int game) const {
    return std::ranges::any_of(m_games,
                               [&](const Running& running) { return running.game == game; });
}

void ProcessPool::stop(int game) {
    for (Running& running : m_games) {
        if (running.game == game && !running.isStopRequested) {
            running.isStopRequested = true;
            running.run->requestStop();
        }
    }
}

void ProcessPool::stopAll() {
    for (const Running& running : m_games) {
        stop(running.game);
    }
    while (!m_games.empty()) {
        static_cast<void>(wait(kEndLook));
    }
}

void ProcessPool::service(Running& running, Clock::time_point now) {
    running.run->service(now, [&](launcher::Stream stream, std::string_view line, bool isCut) {
        std::string text = launcher::lineText(line, isCut);
        const double atS = std::chrono::duration<double>(now - running.begin).count();
        keepLine(running, fmt::format("{:8.2f} s  {}", atS, text));
        if (stream == launcher::Stream::Err) {
            running.lastWords = std::move(text);
        }
    });
    if (!running.run->end() && !running.isHung && !running.isStopRequested &&
        now - running.begin > m_settings.wallLimit) {
        running.isHung = true;
        running.run->requestStop();
    }
}

void ProcessPool::keepLine(Running& running, std::string line) {
    running.outputBytes += line.size();
    running.output.push_back(std::move(line));
    for (; running.outputBytes > kMaxOutputBytes; running.output.pop_front()) {
        running.outputBytes -= running.output.front().size();
        ++running.omittedLines;
    }
}

bool ProcessPool::writeOutput(const Running& running, const std::filesystem::path& file) {
    if (running.output.empty()) {
        return false;
    }
    std::string text;
    if (running.omittedLines > 0) {
        text = fmt::format("{} omitted\n", base::plural(running.omittedLines, "older line"));
    }
    for (const std::string& line : running.output) {
        text += line + '\n';
    }
    base::OutputOptions options;
    options.mayReplace = true;
    auto created = base::OutputFile::create(file, std::move(options));
    return created && base::writeWhole(std::move(*created), text);
}

std::string ProcessPool::reasonOf(const Running& running) {
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

EndedGame ProcessPool::endOf(const Running& running, Clock::time_point now) const {
    EndedGame ended;
    ended.game = running.game;
    ended.isHung = running.isHung;
    ended.reason = reasonOf(running);
    ended.wallS = std::chrono::duration<double>(now - running.begin).count();
    const auto file = [&](const char* ending) {
        return SeriesFolder::gameFileIn(m_settings.folder, running.game, m_settings.tag, ending);
    };
    if (ended.reason.empty()) {
        auto text = base::readTextFile(file(".json"), kMaxResultBytes, "a game's result");
        if (text) {
            ended.result = std::move(*text);
        } else {
            ended.reason = text.error().toString();
        }
    }
    if (!ended.reason.empty()) {
        ended.result =
            base::readTextFile(file(".lost"), kMaxResultBytes, "a lost player").value_or("");
        if (writeOutput(running, file(".txt"))) {
            ended.output = file(".txt");
        }
    }
    ended.log = file(".log.zst");
    return ended;
}

std::vector<EndedGame> ProcessPool::wait(std::chrono::milliseconds atMost) {
    std::vector<pollfd> polled;
    for (const Running& running : m_games) {
        running.run->addTo(polled);
    }
    ::poll(polled.data(), polled.size(), static_cast<int>(atMost.count()));
    const Clock::time_point now = Clock::now();
    std::vector<EndedGame> ended;
    for (Running& running : m_games) {
        service(running, now);
        if (running.run->end() && !running.isStopRequested) {
            ended.push_back(endOf(running, now));
        }
    }
    std::erase_if(m_games, [](const Running& running) { return running.run->end().has_value(); });
    return ended;
}

} // namespace sideline::series
