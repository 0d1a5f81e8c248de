#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/cloned.h"
#include "agentcore/base/feed.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/decision/decider.h"

namespace sideline::decision {

/// A decision maker and the behaviors that it may request.
struct DecisionProgram {
    base::Cloned<Decider> decider;
    std::vector<base::Cloned<behavior::Behavior>> behaviors; ///< one per element of
                                                             ///< `decider->behaviors()`
};

/// Newer versions of a decision maker for the behaviors that run it.
using DecisionFeed = base::Feed<DecisionProgram>;

/// Runs the behaviors that a decision maker of any form requests. A behavior that is no longer
/// requested is instructed to settle and ends as soon as it can be interrupted; then its successors
/// start. Several active behaviors write their joints in the order of the requests, so the last one
/// overrides the others. Without requests the joints hold. A newer version from the feed takes over
/// when all active behaviors can be interrupted; a behavior that both versions have continues.
/// Publishes the trace of the decision. Agent's thread; allocates nothing after warm-up, except
/// when it adopts a newer version.
class RunDecision final : public behavior::Behavior {
public:
    /// @param feed if null, the decision maker is never replaced
    RunDecision(DecisionProgram program, std::shared_ptr<DecisionFeed> feed);

    [[nodiscard]] std::string_view name() const override { return m_program.decider->kind(); }
    void enter(const behavior::Context& context) override;
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override;
    void leave() override;
    [[nodiscard]] bool mayBeInterrupted() const override;
    void settle(bool isOn) override { m_isSettling = isOn; }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<RunDecision>(*this);
    }
    [[nodiscard]] const Decider& decider() const { return *m_program.decider; }

private:
    [[nodiscard]] behavior::Behavior& behaviorOf(int behavior) const;
    [[nodiscard]] bool isStillRequested(const Work& work) const;
    void readFeed(behavior::ActionRequest& request);
    void takeNewer(behavior::ActionRequest& request);
    bool handWalk(const behavior::Context& context);
    void hand(const behavior::Context& context);
    void work(const behavior::Context& context, behavior::ActionRequest& request);

    DecisionProgram m_program;
    std::shared_ptr<DecisionFeed> m_feed;
    std::uint64_t m_version = 0; ///< version of the feed that was last read
    std::shared_ptr<const DecisionProgram>
        m_newer;         ///< newer version that waits until the active behaviors can be interrupted
    std::string m_fault; ///< error of the newest version; empty if it is valid
    std::vector<BehaviorRequest> m_requests;
    std::vector<Work> m_work;
    std::vector<Work> m_next;
    bool m_isSettling = false;
};

} // namespace sideline::decision
