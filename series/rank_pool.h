#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "series/process_pool.h"
#include "training/farm/rank_farm.h"
#include "training/farm/rank_link.h"
#include "training/farm/rank_message.h"

namespace sideline::series {

/// What other ranks have to know to play games of a series.
struct RankGames {
    std::string version;          ///< of this program: all ranks have the same one
    std::filesystem::path folder; ///< of the series, absolute; all ranks see it
    double wallLimitS = 600.0;    ///< see `PoolSettings`
    int parallel = 1;             ///< games at a time of each rank
};

/// Games on all ranks of a run; this is rank 0, which plays some of them itself.
///
/// The games of a rank that is lost are reported as lost, and can be started again. The other ranks
/// run `playForRanks` until `training::dismissRanks`.
class RankPool final : public GamePool {
public:
    /// @param link outlives the pool
    /// @param own games of this process
    /// @param onNews one line about a rank that was lost, came back, or cannot play; may be empty
    RankPool(training::RankLink& link, std::unique_ptr<GamePool> own, const RankGames& games,
             std::function<void(const std::string&)> onNews,
             const training::RankPatience& patience = {});

    [[nodiscard]] std::size_t capacity() const override;
    [[nodiscard]] std::size_t count() const override;
    [[nodiscard]] bool isRunning(int game) const override;
    [[nodiscard]] base::Expected<void> start(int game) override;
    [[nodiscard]] std::vector<EndedGame> wait(std::chrono::milliseconds atMost) override;
    void stop(int game) override;
    void stopAll() override;

private:
    struct Rank {
        std::size_t places = 0;  ///< games at a time; 0 until it is ready, and while it is lost
        std::size_t offered = 0; ///< the same, also while it is lost
        double heardS = 0.0;
        bool isLost = false;
    };
    struct Given {
        int game = 0;
        int rank = 0;
        std::uint32_t ticket = 0; ///< tells this attempt from others
    };
    void receive(std::vector<EndedGame>& ended);
    void take(int rank, const training::RankMessage& message, std::vector<EndedGame>& ended);
    void findLost(std::vector<EndedGame>& ended);
    void sayAlive();
    [[nodiscard]] std::size_t busy(int rank) const;
    [[nodiscard]] double nowS() const;
    void say(const std::string& news) const;

    training::RankLink& m_link;
    std::unique_ptr<GamePool> m_own;
    std::function<void(const std::string&)> m_onNews;
    training::RankPatience m_patience;
    std::vector<Rank> m_ranks; ///< the first is this one, and stays as it is
    std::vector<Given> m_given;
    std::uint32_t m_tickets = 0;
    double m_listenedS = 0.0; ///< when `wait` was left last; what nobody listened to is no silence
    double m_saidS = 0.0;
};

/// Makes a pool of what rank 0 says. @param tag for the names of files
/// Errors: why this rank cannot play, which rank 0 hears.
using PoolOfSetup = std::function<base::Expected<std::unique_ptr<GamePool>>(
    const RankGames& games, const std::string& tag)>;

/// Plays games for the `RankPool` of rank 0 until it says that all is done, and leaves the link.
/// Errors: of `poolOfSetup`; Io when rank 0 is gone.
[[nodiscard]] base::Expected<void> playForRanks(training::RankLink& link,
                                                const PoolOfSetup& poolOfSetup,
                                                const training::RankPatience& patience = {});

} // namespace sideline::series
