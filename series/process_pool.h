#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "launcher/output.h"
#include "launcher/player_run.h"
#include "series/game_pool.h"

namespace sideline::series {

/// How to run games.
struct PoolSettings {
    std::filesystem::path program;    ///< this program, which plays a single game with `--play`
    std::filesystem::path supervisor; ///< `sideline-supervisor`
    std::filesystem::path folder;     ///< folder of the series
    std::chrono::duration<double> wallLimit{600.0};
    int parallel = 1; ///< games at a time
    std::string tag;  ///< part of the file names; see `SeriesFolder::gameFileIn`
};

/// Runs games as processes on this machine, each with a supervisor: a failing game does not affect
/// the others, and no process outlives this one, even after `kill -9`.
class ProcessPool final : public GamePool {
public:
    explicit ProcessPool(PoolSettings settings) : m_settings(std::move(settings)) {}

    [[nodiscard]] std::size_t capacity() const override {
        return static_cast<std::size_t>(m_settings.parallel);
    }
    [[nodiscard]] std::size_t count() const override { return m_games.size(); }
    [[nodiscard]] bool isRunning(int game) const override;
    /// Errors: those of `launcher::ProcessRun::start`.
    [[nodiscard]] base::Expected<void> start(int game) override;
    [[nodiscard]] std::vector<EndedGame> wait(std::chrono::milliseconds atMost) override;
    void stop(int game) override;
    void stopAll() override;

private:
    struct Running {
        int game = 0;
        std::unique_ptr<launcher::PlayerRun> run;
        launcher::Clock::time_point begin;
        std::string lastWords;
        std::deque<std::string> output; ///< newest lines of its process
        std::size_t outputBytes = 0;
        std::uint64_t omittedLines = 0; ///< number of older lines that were dropped
        bool isHung = false;
        bool isStopRequested = false;
    };
    void service(Running& running, launcher::Clock::time_point now);
    [[nodiscard]] EndedGame endOf(const Running& running, launcher::Clock::time_point now) const;
    [[nodiscard]] static std::string reasonOf(const Running& running);
    static void keepLine(Running& running, std::string line);
    /// @return whether the file exists afterward
    [[nodiscard]] static bool writeOutput(const Running& running,
                                          const std::filesystem::path& file);

    PoolSettings m_settings;
    std::vector<Running> m_games;
};

} // namespace sideline::series
