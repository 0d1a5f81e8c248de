#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launcher/team_runner.h"

namespace sideline::launcher::tests {

/// A timeout sufficient for the slowest machine; only failures reach it.
constexpr auto kLong = std::chrono::seconds(30);

/// Records everything that a runner reports, and lets a test wait for it.
class Listener : public OutputSink {
public:
    struct Phase {
        std::size_t index;
        PlayerPhase phase;
        std::string reason;
    };

    void takeLine(const PlayerRef& player, const OutputLine& line) override {
        const std::scoped_lock lock(m_mutex);
        m_lines.emplace_back(player.index, line);
        m_changed.notify_all();
    }
    void takePhase(const PlayerRef& player, PlayerPhase phase, const std::string& reason,
                   Clock::time_point /*at*/) override {
        const std::scoped_lock lock(m_mutex);
        m_phases.push_back({player.index, phase, reason});
        m_changed.notify_all();
    }

    /// Waits until a player has been in a phase `times` times. @return false after a timeout
    bool waitForPhase(std::size_t index, PlayerPhase phase, int times = 1) {
        return wait([&] {
            return times <= std::ranges::count_if(m_phases, [&](const Phase& entry) {
                       return entry.index == index && entry.phase == phase;
                   });
        });
    }
    /// Waits for a line of output with this beginning. @return the line; empty if none came
    std::string waitForLine(std::size_t index, const std::string& begin) {
        std::string found;
        wait([&] {
            for (const auto& [of, line] : m_lines) {
                if (of == index && line.stream != Stream::Note && line.text.starts_with(begin)) {
                    found = line.text;
                    return true;
                }
            }
            return false;
        });
        return found;
    }
    std::vector<Phase> phases() {
        const std::scoped_lock lock(m_mutex);
        return m_phases;
    }
    std::vector<OutputLine> lines(std::size_t index) {
        const std::scoped_lock lock(m_mutex);
        std::vector<OutputLine> found;
        for (const auto& [of, line] : m_lines) {
            if (of == index) {
                found.push_back(line);
            }
        }
        return found;
    }
    bool wait(const std::function<bool()>& isSo) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, kLong, isSo);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::pair<std::size_t, OutputLine>> m_lines;
    std::vector<Phase> m_phases;
};

/// Makes a player that runs a shell script.
inline PlayerSpec scriptPlayer(const std::string& script, int number = 1) {
    PlayerSpec player;
    player.number = number;
    player.program = "bash";
    player.arguments = {"-c", script};
    player.folder = "/tmp";
    player.startDelay = std::chrono::milliseconds(0);
    return player;
}

inline TeamFile teamOf(std::vector<PlayerSpec> players) {
    TeamFile team;
    team.name = "Team";
    team.players = std::move(players);
    return team;
}

/// Waits until a process is gone. @return false after a timeout
inline bool waitUntilGone(pid_t pid) {
    const int process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (process < 0) {
        return errno == ESRCH;
    }
    pollfd ended{process, POLLIN, 0};
    const int count = ::poll(&ended, 1, static_cast<int>(std::chrono::milliseconds(kLong).count()));
    ::close(process);
    return count == 1;
}

/// Returns the number after a word, as in `pid 1234`.
inline pid_t pidIn(const std::string& line) {
    const std::size_t blank = line.find(' ');
    return blank == std::string::npos
               ? -1
               : static_cast<pid_t>(std::strtol(line.c_str() + blank, nullptr, 10));
}

} // namespace sideline::launcher::tests
