#pragma once

#include <optional>
#include <string>

namespace sideline::training {

/// Messages between the processes of one run, its ranks 0 to size - 1. Any thread.
class RankLink {
public:
    struct Packet {
        int from = 0;
        std::string bytes;
    };

    virtual ~RankLink() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// Sends without waiting. Messages to one rank arrive in this order; those to a dead rank are
    /// lost.
    virtual void send(int to, std::string bytes) = 0;
    /// The next message, if one has arrived.
    [[nodiscard]] virtual std::optional<Packet> receive() = 0;
    /// Leaves the run; must be the last call.
    /// @param isComplete whether all ranks call this now; otherwise some are dead or stopped and
    ///     are not waited for
    virtual void leave(bool isComplete) = 0;

protected:
    RankLink() = default;
    RankLink(const RankLink&) = default;
    RankLink& operator=(const RankLink&) = default;
};

} // namespace sideline::training
