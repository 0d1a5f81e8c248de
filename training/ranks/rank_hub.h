#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/worker.h"
#include "training/ranks/rank_link.h"
#include "training/ranks/rank_message.h"
#include "training/ranks/rank_timeouts.h"

namespace sideline::training {

/// Rank 0's side of a run on several ranks: sends the setup and heartbeats to the others and
/// detects those that are lost. The others run `workForRankZero` until `dismissRanks`. One thread.
class RankHub {
public:
    struct Received {
        int rank = 0;
        bool isBack = false; ///< whether the rank was considered lost until now
        RankMessage message;
    };

    /// @param link outlives the hub
    /// @param setup for `RankWork::begin` of the others
    /// @param onNews one line about a rank that was lost or came back; may be empty
    RankHub(RankLink& link, const std::string& setup,
            std::function<void(const std::string&)> onNews, const RankTimeouts& timeouts);
    ~RankHub();
    RankHub(const RankHub&) = delete;
    RankHub& operator=(const RankHub&) = delete;

    /// Number of ranks, including this one.
    [[nodiscard]] int size() const { return m_link.size(); }
    void send(int rank, const RankMessage& message) { m_link.send(rank, bytesOf(message)); }
    void sendToOthers(const RankMessage& message);

    /// Starts listening: the time since `stopListening` does not count as silence.
    void listen();
    void stopListening();
    /// The next message, if one has arrived.
    [[nodiscard]] std::optional<Received> receive();
    /// Ranks that were found to be lost since the last call.
    [[nodiscard]] std::vector<int> takeLost();
    /// Passes one line on to `onNews`.
    void report(const std::string& news) const;

private:
    struct Peer {
        double heardS = 0.0;
        bool isLost = false;
    };
    void sendHeartbeats();

    RankLink& m_link;
    RankTimeouts m_timeouts;
    std::function<void(const std::string&)> m_onNews;
    std::vector<Peer> m_peers; ///< by rank; the first is unused
    double m_listenedS = 0.0;
    std::mutex m_endMutex;
    std::condition_variable m_end;
    bool m_isEnding = false;
    base::Worker m_heartbeat;
};

/// Ends the other ranks, whether or not they have worked, and leaves the link.
void dismissRanks(RankLink& link, const RankTimeouts& timeouts = {});

} // namespace sideline::training
