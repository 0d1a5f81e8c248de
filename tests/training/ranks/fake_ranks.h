#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "training/ranks/rank_link.h"

namespace sideline::tests {

/// Ranks that are threads of the test, and what lies between them.
class FakeRanks {
public:
    explicit FakeRanks(int size) : m_inboxes(static_cast<std::size_t>(size)) {}

    class Link final : public training::RankLink {
    public:
        Link(FakeRanks& ranks, int rank) : m_ranks(ranks), m_rank(rank) {}
        int rank() const override { return m_rank; }
        int size() const override { return static_cast<int>(m_ranks.m_inboxes.size()); }
        void send(int to, std::string bytes) override {
            m_ranks.post(to, {m_rank, std::move(bytes)});
        }
        std::optional<Packet> receive() override { return m_ranks.take(m_rank); }
        void leave(bool isComplete) override { m_hasLeftTogether = isComplete; }
        [[nodiscard]] bool hasLeftTogether() const { return m_hasLeftTogether; }

    private:
        FakeRanks& m_ranks;
        int m_rank;
        std::atomic<bool> m_hasLeftTogether = false;
    };

    /// From now on nothing comes from this rank nor reaches it, until `heal`.
    void cut(int rank) { m_cut = rank; }
    void heal() { m_cut = -1; }
    /// Messages that were delivered to a rank.
    [[nodiscard]] std::size_t deliveredTo(int rank) {
        const std::lock_guard lock(m_mutex);
        return m_inboxes[static_cast<std::size_t>(rank)].delivered;
    }

private:
    struct Inbox {
        std::deque<training::RankLink::Packet> packets;
        std::size_t delivered = 0;
    };

    void post(int to, training::RankLink::Packet packet) {
        const std::lock_guard lock(m_mutex);
        if (to != m_cut && packet.from != m_cut) {
            m_inboxes[static_cast<std::size_t>(to)].packets.push_back(std::move(packet));
        }
    }
    std::optional<training::RankLink::Packet> take(int rank) {
        const std::lock_guard lock(m_mutex);
        Inbox& inbox = m_inboxes[static_cast<std::size_t>(rank)];
        if (inbox.packets.empty()) {
            return std::nullopt;
        }
        auto packet = std::move(inbox.packets.front());
        inbox.packets.pop_front();
        ++inbox.delivered;
        return packet;
    }

    std::mutex m_mutex;
    std::vector<Inbox> m_inboxes;
    std::atomic<int> m_cut = -1;
};

} // namespace sideline::tests
