#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "agentcore/planning/formation/team_formation.h"

namespace sideline::planning {

/// Newer versions of a formation on their way to the players that keep it. Any thread.
class FormationFeed {
public:
    FormationFeed() = default;
    FormationFeed(const FormationFeed&) = delete;
    FormationFeed& operator=(const FormationFeed&) = delete;
    virtual ~FormationFeed() = default;

    struct News {
        std::shared_ptr<const TeamFormation> formation; ///< null: it is refused
        std::string fault;                              ///< why
    };
    void put(News news) {
        const std::scoped_lock lock(m_mutex);
        m_news = std::move(news);
        m_version.fetch_add(1, std::memory_order_release);
    }
    /// Counts what was put. Does not wait.
    [[nodiscard]] std::uint64_t version() const {
        return m_version.load(std::memory_order_acquire);
    }
    [[nodiscard]] News latest() const {
        const std::scoped_lock lock(m_mutex);
        return m_news;
    }

private:
    std::atomic<std::uint64_t> m_version{0};
    mutable std::mutex m_mutex;
    News m_news;
};

} // namespace sideline::planning
