#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::series {

/// The end of an attempt to play a game.
struct EndedGame {
    int game = 0;
    bool isHung = false; ///< the game took too long and was stopped
    bool isLost = false; ///< the rank that played the game was lost, and the result with it
    std::string reason;  ///< why it failed; empty if it reported success
    double wallS = 0.0;
    /// Result as `textOf` writes it; of a game that failed: the player that was lost, as
    /// `playerFrom` parses it, or empty.
    std::string result;
    std::filesystem::path log; ///< its packed match log; the file may be missing
    /// Output of the server, the players and the game's own process, for a game that failed; empty:
    /// none.
    std::filesystem::path output{};
};

/// Plays games, several at a time. Used by one thread.
class GamePool {
public:
    GamePool() = default;
    virtual ~GamePool() = default;
    GamePool(const GamePool&) = delete;
    GamePool& operator=(const GamePool&) = delete;

    /// The number of games that can currently run at a time.
    [[nodiscard]] virtual std::size_t capacity() const = 0;
    /// Started games that have neither been reported nor stopped.
    [[nodiscard]] virtual std::size_t count() const = 0;
    [[nodiscard]] virtual bool isRunning(int game) const = 0;
    /// Starts a game. Errors: those of starting a process.
    [[nodiscard]] virtual base::Expected<void> start(int game) = 0;
    /// Waits for games to end, up to `atMost`.
    /// @return games that have ended since the last call, except stopped ones
    [[nodiscard]] virtual std::vector<EndedGame> wait(std::chrono::milliseconds atMost) = 0;
    /// Stops a game, which is then not reported.
    virtual void stop(int game) = 0;
    /// Stops all games and waits for their end.
    virtual void stopAll() = 0;
};

} // namespace sideline::series
