#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "agentcore/base/error.h"
#include "training/ranks/rank_link.h"
#include "training/ranks/rank_message.h"
#include "training/ranks/rank_timeouts.h"

namespace sideline::training {

/// Sends a message to rank 0.
using SendToRankZero = std::function<void(const RankMessage& message)>;

/// The work that a rank does for rank 0: trials of training, games of a series. One thread.
class RankWork {
public:
    virtual ~RankWork() = default;
    /// Prepares for work.
    /// @return number of pieces of work that this rank does at a time
    /// Errors: why this rank cannot work; sent to rank 0.
    [[nodiscard]] virtual base::Expected<unsigned> begin(const std::string& setup) = 0;
    /// Adds the work of a message; only after `begin` has succeeded, like all functions below.
    virtual void add(const RankMessage& message) = 0;
    /// Discards the work that has not begun.
    virtual void drop() = 0;
    /// Sends the results that are due.
    /// @return whether anything was done since the last call
    [[nodiscard]] virtual bool sendResults(const SendToRankZero& send) = 0;
    /// Waits until there is something to do, but at most about this long.
    virtual void wait(std::chrono::microseconds longest) = 0;
    /// Ends the current work.
    virtual void end() = 0;
    /// Why the work cannot continue, if it cannot.
    [[nodiscard]] virtual std::optional<base::Error> fault() const { return std::nullopt; }

protected:
    RankWork() = default;
    RankWork(const RankWork&) = default;
    RankWork& operator=(const RankWork&) = default;
};

/// Works for the `RankHub` of rank 0 until the run is over, and leaves the link.
/// Errors: those of the work; Io when rank 0 is lost.
[[nodiscard]] base::Expected<void> workForRankZero(RankLink& link, RankWork& work,
                                                   const RankTimeouts& timeouts);

} // namespace sideline::training
