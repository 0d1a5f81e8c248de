#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "launcher/output.h"
#include "launcher/player_run.h"
#include "series/game_pool.h"

namespace sideline::series {

/// How games are run.
struct PoolSettings {
    std::filesystem::path program;    ///< this one, which plays one game for `--play`
    std::filesystem::path supervisor; ///< `sideline-supervisor`
    std::filesystem::path folder;     ///< of the series
    std::chrono::duration<double> wallLimit{600.0};
    int parallel = 1; ///< games at a time
    std::string tag;  ///< part of the names of its files; see `SeriesFolder::gameFileIn`
};

/// Games as processes of this machine, each with a supervisor: whatever one of them does, the
/// others go on, and nothing of them stays behind when this process ends, even by `kill -9`.
class ProcessPool final : public GamePool {
public:
    explicit ProcessPool(PoolSettings settings) : m_settings(std::move(settings)) {}

    [[nodiscard]] std::size_t capacity() const override {
        return static_cast<std::size_t>(m_settings.parallel);
    }
    [[nodiscard]] std::size_t count() const override { return m_games.size(); }
    [[nodiscard]] bool isRunning(int game) const override;
    /// Errors: what `launcher::ProcessRun::start` says.
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
        bool isHung = false;
        bool isUnwanted = false;
    };
    void service(Running& running, launcher::Clock::time_point now);
    [[nodiscard]] EndedGame endOf(const Running& running, launcher::Clock::time_point now) const;
    [[nodiscard]] static std::string reasonOf(const Running& running);

    PoolSettings m_settings;
    std::vector<Running> m_games;
};

} // namespace sideline::series
