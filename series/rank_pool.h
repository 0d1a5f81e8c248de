#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "series/game_pool.h"
#include "training/ranks/rank_hub.h"

namespace sideline::series {

/// The settings that other ranks need to play games of a series.
struct RankGames {
    std::string version;          ///< version of this program, equal on all ranks
    std::filesystem::path folder; ///< folder of the series, absolute; accessible to all ranks
    double wallLimitS = 600.0;    ///< see `PoolSettings`
    int parallel = 1;             ///< games at a time on each rank
};

/// Distributes games over all ranks of a run; used on rank 0, which plays some of them as well.
///
/// The games of a rank that is lost are reported as lost and can be started again. The other ranks
/// run `playForRanks` until `training::dismissRanks`.
class RankPool final : public GamePool {
public:
    /// @param link outlives the pool
    /// @param own plays games in this process
    /// @param onNews receives a line about a rank that is lost, has returned, or cannot play; may
    ///     be empty
    RankPool(training::RankLink& link, std::unique_ptr<GamePool> own, const RankGames& games,
             std::function<void(const std::string&)> onNews,
             const training::RankTimeouts& timeouts = {});

    [[nodiscard]] std::size_t capacity() const override;
    [[nodiscard]] std::size_t count() const override;
    [[nodiscard]] bool isRunning(int game) const override;
    [[nodiscard]] base::Expected<void> start(int game) override;
    [[nodiscard]] std::vector<EndedGame> wait(std::chrono::milliseconds atMost) override;
    void stop(int game) override;
    void stopAll() override;

private:
    struct Player {
        std::size_t places = 0;  ///< games at a time; 0 while the rank is lost or not ready
        std::size_t offered = 0; ///< games at a time that the rank offered, even while it is lost
    };
    struct Given {
        int game = 0;
        int rank = 0;
        std::uint32_t ticket = 0; ///< distinguishes this attempt from others
    };
    void take(const training::RankHub::Received& received, std::vector<EndedGame>& ended);
    void dropLost(std::vector<EndedGame>& ended);
    [[nodiscard]] std::size_t busy(int rank) const;

    std::unique_ptr<GamePool> m_own;
    std::vector<Player> m_players; ///< by rank; the first is unused
    std::vector<Given> m_given;
    std::uint32_t m_tickets = 0;
    training::RankHub m_hub;
};

/// Creates the pool of another rank from the setup of rank 0. @param tag part of the file names
/// Errors: the reason why this rank cannot play, which is sent to rank 0.
using PoolOfSetup = std::function<base::Expected<std::unique_ptr<GamePool>>(
    const RankGames& games, const std::string& tag)>;

/// Plays games for the `RankPool` of rank 0 until the series is over, then leaves the link.
/// Errors: those of `poolOfSetup`; Io when rank 0 is lost.
[[nodiscard]] base::Expected<void> playForRanks(training::RankLink& link,
                                                const PoolOfSetup& poolOfSetup,
                                                const training::RankTimeouts& timeouts = {});

} // namespace sideline::series
