#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::series {

/// How an attempt to play a game ended.
struct EndedGame {
    int game = 0;
    bool isHung = false; ///< it took too long and was ended
    bool isLost = false; ///< where it was played is gone: nobody knows how it went
    std::string reason;  ///< why it failed; empty if it says that it did not
    double wallS = 0.0;
    std::string result;        ///< of a game that did not fail: as `textOf` writes it
    std::filesystem::path log; ///< its packed match log; there may be no such file
};

/// Where games are played, some at a time. One thread.
class GamePool {
public:
    GamePool() = default;
    virtual ~GamePool() = default;
    GamePool(const GamePool&) = delete;
    GamePool& operator=(const GamePool&) = delete;

    /// Games at a time, now.
    [[nodiscard]] virtual std::size_t capacity() const = 0;
    /// Games that were started, and have neither been reported nor stopped.
    [[nodiscard]] virtual std::size_t count() const = 0;
    [[nodiscard]] virtual bool isRunning(int game) const = 0;
    /// Errors: of a process that cannot be started here.
    [[nodiscard]] virtual base::Expected<void> start(int game) = 0;
    /// Waits until something happens, at most for a while.
    /// @return games that have ended since the last call, but those that were asked to stop
    [[nodiscard]] virtual std::vector<EndedGame> wait(std::chrono::milliseconds atMost) = 0;
    /// Ends a game, of which nothing will be reported.
    virtual void stop(int game) = 0;
    /// Ends all games, and waits until they are gone.
    virtual void stopAll() = 0;
};

} // namespace sideline::series
