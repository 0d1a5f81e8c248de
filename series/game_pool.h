#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "launcher/output.h"
#include "launcher/player_run.h"

namespace sideline::series {

/// How games are run.
struct PoolSettings {
    std::filesystem::path program;    ///< this one, which plays one game for `--play`
    std::filesystem::path supervisor; ///< `sideline-supervisor`
    std::filesystem::path folder;     ///< of the series
    std::chrono::duration<double> wallLimit{600.0};
};

/// How a game's process ended.
struct EndedGame {
    int game = 0;
    bool isHung = false; ///< it took too long and was ended
    std::string reason;  ///< why it failed; empty if it says that it did not
    double wallS = 0.0;
};

/// Games as processes, each with a supervisor: whatever one of them does, the others go on, and
/// nothing of them stays behind when this process ends, even by `kill -9`. One thread.
class GamePool {
public:
    explicit GamePool(PoolSettings settings) : m_settings(std::move(settings)) {}

    /// Errors: what `launcher::ProcessRun::start` says.
    [[nodiscard]] base::Expected<void> start(int game);
    [[nodiscard]] std::size_t count() const { return m_games.size(); }
    [[nodiscard]] bool isRunning(int game) const;
    /// Waits until something happens, at most for a while.
    /// @return games that have ended since the last call, but those that were asked to stop
    [[nodiscard]] std::vector<EndedGame> wait(std::chrono::milliseconds atMost);
    /// Ends a game, of which nothing will be reported.
    void stop(int game);
    void stopAll();

private:
    struct Running {
        int game = 0;
        std::unique_ptr<launcher::PlayerRun> run;
        launcher::Clock::time_point begin;
        std::string lastWords;
        bool isHung = false;
        bool isUnwanted = false;
    };
    void service(Running& running, launcher::Clock::time_point now);
    [[nodiscard]] static std::string reasonOf(const Running& running);

    PoolSettings m_settings;
    std::vector<Running> m_games;
};

} // namespace sideline::series
