#include "agentcore/decision/run_tree.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sideline::decision {

using behavior::Status;

void TreeFeed::put(News news) {
    const std::scoped_lock lock(m_mutex);
    m_news = std::move(news);
    m_version.fetch_add(1, std::memory_order_release);
}

TreeFeed::News TreeFeed::latest() const {
    const std::scoped_lock lock(m_mutex);
    return m_news;
}

RunTree::RunTree(TreeProgram program, std::shared_ptr<TreeFeed> feed)
    : m_program(std::move(program)), m_search(m_program.tree), m_feed(std::move(feed)) {}

behavior::Behavior& RunTree::behaviorOf(int leaf) const {
    const auto node = static_cast<std::size_t>(leaf);
    return *m_program.behaviors[static_cast<std::size_t>(m_program.tree->nodes[node].behavior)];
}

void RunTree::enter(const behavior::Context& /*context*/) {
    m_active = -1;
    m_isSettling = false;
    m_search.forget();
}

void RunTree::leave() {
    if (m_active >= 0) {
        behaviorOf(m_active).leave();
        m_active = -1;
    }
}

bool RunTree::mayBeInterrupted() const {
    return m_active < 0 || behaviorOf(m_active).mayBeInterrupted();
}

void RunTree::readFeed(behavior::ActionRequest& request) {
    if (!m_feed || m_feed->version() == m_version) {
        return;
    }
    m_version = m_feed->version();
    TreeFeed::News news = m_feed->latest();
    m_fault = std::move(news.fault);
    if (news.program) {
        m_newer = std::move(news.program);
    } else {
        request.lines.push_back(
            fmt::format("{} plays on as before: {}", m_program.tree->title, m_fault));
    }
}

// What is the same in both trees keeps its state; the rest begins anew.
void RunTree::takeNewer(behavior::ActionRequest& request) {
    TreeProgram next = *m_newer;
    m_newer.reset();
    int active = -1;
    for (std::size_t i = 0; i < next.behaviors.size(); ++i) {
        for (std::size_t k = 0; k < m_program.behaviors.size(); ++k) {
            if (m_program.behaviors[k] &&
                next.tree->behaviors[i].isSameAs(m_program.tree->behaviors[k])) {
                const auto leads = [&](const TreeNode& node) {
                    return node.behavior == static_cast<int>(i);
                };
                const auto leaf = std::ranges::find_if(next.tree->nodes, leads);
                if (m_active >= 0 &&
                    m_program.tree->nodes[static_cast<std::size_t>(m_active)].behavior ==
                        static_cast<int>(k)) {
                    active = static_cast<int>(leaf - next.tree->nodes.begin());
                }
                next.behaviors[i] = std::move(m_program.behaviors[k]);
                break;
            }
        }
    }
    if (active < 0 && m_active >= 0) {
        behaviorOf(m_active).leave();
    }
    m_active = active;
    m_program = std::move(next);
    m_search = TreeSearch(m_program.tree);
    request.lines.push_back(fmt::format("{} is taken as it is saved now", m_program.tree->title));
}

// Leaves with one behavior share it: it goes on.
void RunTree::hand(int leaf, const behavior::Context& context) {
    const int before = std::exchange(m_active, leaf);
    behavior::Behavior* from = before >= 0 ? &behaviorOf(before) : nullptr;
    behavior::Behavior* to = leaf >= 0 ? &behaviorOf(leaf) : nullptr;
    if (from == to) {
        return;
    }
    if (from != nullptr) {
        from->leave();
    }
    if (to != nullptr) {
        to->enter(context);
    }
}

Status RunTree::update(const behavior::Context& context, behavior::ActionRequest& request) {
    readFeed(request);
    if (m_newer && mayBeInterrupted()) {
        takeNewer(request);
    }
    const int chosen = m_search.choose({context.frame, context.field});
    const bool isFree = mayBeInterrupted();
    if (isFree && !m_isSettling) {
        hand(chosen, context);
    }
    if (m_active >= 0) {
        const bool mustSettle =
            m_isSettling || m_newer || chosen < 0 || &behaviorOf(chosen) != &behaviorOf(m_active);
        behaviorOf(m_active).settle(mustSettle);
        behaviorOf(m_active).update(context, request); // its end does not end the tree
        const auto node = static_cast<std::size_t>(m_active);
        request.decision.behavior = "tree: ";
        request.decision.behavior +=
            m_program.tree
                ->behaviors[static_cast<std::size_t>(m_program.tree->nodes[node].behavior)]
                .name;
    } else {
        request.decision.reason = "no leaf of the tree can be chosen";
    }
    m_search.explain(m_active, request.decision.trace);
    request.decision.trace.fault = m_fault;
    return Status::Running;
}

} // namespace sideline::decision
