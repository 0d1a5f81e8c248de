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
    bool isHung = false; ///< it took too long and was stopped
    bool isLost = false; ///< its rank is lost, and its result with it
    std::string reason;  ///< why it failed; empty if it reported success
    double wallS = 0.0;
    std::string result;        ///< of a game that did not fail: as `textOf` writes it
    std::filesystem::path log; ///< its packed match log; there may be no such file
};

/// Plays games, several at a time. One thread.
class GamePool {
public:
    GamePool() = default;
    virtual ~GamePool() = default;
    GamePool(const GamePool&) = delete;
    GamePool& operator=(const GamePool&) = delete;

    /// Current number of games at a time.
    [[nodiscard]] virtual std::size_t capacity() const = 0;
    /// Started games that have neither been reported nor stopped.
    [[nodiscard]] virtual std::size_t count() const = 0;
    [[nodiscard]] virtual bool isRunning(int game) const = 0;
    /// Errors: of starting a process.
    [[nodiscard]] virtual base::Expected<void> start(int game) = 0;
    /// Waits for a game to end, `atMost` this long.
    /// @return games that have ended since the last call, except stopped ones
    [[nodiscard]] virtual std::vector<EndedGame> wait(std::chrono::milliseconds atMost) = 0;
    /// Stops a game, which is not reported.
    virtual void stop(int game) = 0;
    /// Stops all games and waits for their end.
    virtual void stopAll() = 0;
};

} // namespace sideline::series
