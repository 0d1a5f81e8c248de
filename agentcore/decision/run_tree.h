#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/cloned.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/decision/condition_tree.h"

namespace sideline::decision {

/// A tree and what its leaves do.
struct TreeProgram {
    ConditionTreePtr tree;
    std::vector<base::Cloned<behavior::Behavior>> behaviors; ///< one per `tree->behaviors`
};

/// Newer versions of a tree on their way to the behaviors that run it. Any thread.
class TreeFeed {
public:
    TreeFeed() = default;
    TreeFeed(const TreeFeed&) = delete;
    TreeFeed& operator=(const TreeFeed&) = delete;
    virtual ~TreeFeed() = default;

    struct News {
        std::shared_ptr<const TreeProgram> program; ///< null: it is refused
        std::string fault;                          ///< why
    };
    void put(News news);
    /// Counts what was put. Does not wait.
    [[nodiscard]] std::uint64_t version() const {
        return m_version.load(std::memory_order_acquire);
    }
    [[nodiscard]] News latest() const;

private:
    std::atomic<std::uint64_t> m_version{0};
    mutable std::mutex m_mutex;
    News m_news;
};

/// Decides by a condition tree what the robot does, and lets it do that.
///
/// Every cycle the tree chooses a leaf. Another one than the one that is active takes over as soon
/// as that may be interrupted (until then it is asked to settle). Where no leaf can be chosen the
/// joints stay where they are. A newer tree from the feed takes over at such a moment, too; a
/// behavior that is the same in both trees goes on as it is. Publishes the trace of the decision.
/// Agent's thread; allocates nothing after warm-up, except when it takes a newer tree.
class RunTree final : public behavior::Behavior {
public:
    /// @param feed null: the tree stays
    RunTree(TreeProgram program, std::shared_ptr<TreeFeed> feed);

    [[nodiscard]] std::string_view name() const override { return "tree"; }
    void enter(const behavior::Context& context) override;
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override;
    void leave() override;
    [[nodiscard]] bool mayBeInterrupted() const override;
    void settle(bool isOn) override { m_isSettling = isOn; }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<RunTree>(*this);
    }
    [[nodiscard]] const ConditionTree& tree() const { return *m_program.tree; }

private:
    [[nodiscard]] behavior::Behavior& behaviorOf(int leaf) const;
    void readFeed(behavior::ActionRequest& request);
    void takeNewer(behavior::ActionRequest& request);
    void hand(int leaf, const behavior::Context& context);

    TreeProgram m_program;
    TreeSearch m_search;
    std::shared_ptr<TreeFeed> m_feed;
    std::uint64_t m_version = 0;                ///< of the feed, as read last
    std::shared_ptr<const TreeProgram> m_newer; ///< until the active leaf may be interrupted
    std::string m_fault;                        ///< of the newest version; empty: it is good
    int m_active = -1;                          ///< leaf; -1: none
    bool m_isSettling = false;
};

} // namespace sideline::decision
