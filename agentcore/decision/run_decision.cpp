#include "agentcore/decision/run_decision.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/behavior/walking.h"

namespace sideline::decision {

using behavior::Status;

namespace {

bool isFor(const Work& work, const BehaviorRequest& next) {
    return work.behavior == next.behavior && work.run == next.run;
}

} // namespace

RunDecision::RunDecision(DecisionProgram program, std::shared_ptr<DecisionFeed> feed)
    : m_program(std::move(program)), m_feed(std::move(feed)) {}

behavior::Behavior& RunDecision::behaviorOf(int behavior) const {
    return *m_program.behaviors[static_cast<std::size_t>(behavior)];
}

bool RunDecision::isStillRequested(const Work& work) const {
    return std::ranges::any_of(m_requests,
                               [&](const BehaviorRequest& next) { return isFor(work, next); });
}

void RunDecision::enter(const behavior::Context& /*context*/) {
    m_program.decider->reset();
    m_requests.clear();
    m_work.clear();
    m_isSettling = false;
}

void RunDecision::leave() {
    for (const Work& each : m_work) {
        behaviorOf(each.behavior).leave();
    }
    m_work.clear();
}

bool RunDecision::mayBeInterrupted() const {
    return std::ranges::all_of(
        m_work, [&](const Work& each) { return behaviorOf(each.behavior).mayBeInterrupted(); });
}

void RunDecision::readFeed(behavior::ActionRequest& request) {
    if (!m_feed || m_feed->version() == m_version) {
        return;
    }
    m_version = m_feed->version();
    DecisionFeed::Update news = m_feed->latest();
    m_fault = std::move(news.fault);
    if (news.value) {
        m_newer = std::move(news.value);
    } else {
        request.lines.push_back(fmt::format("{} continues with the previous version: {}",
                                            m_program.decider->title(), m_fault));
    }
}

// Behaviors that both versions have keep their state; the others restart.
void RunDecision::takeNewer(behavior::ActionRequest& request) {
    DecisionProgram next = *m_newer;
    m_newer.reset();
    next.decider->follow(*m_program.decider);
    const auto before = m_program.decider->behaviors();
    const auto after = next.decider->behaviors();
    m_next.clear();
    for (std::size_t k = 0; k < before.size(); ++k) {
        const auto same = std::ranges::find_if(
            after, [&](const TreeBehavior& each) { return each.isSameAs(before[k]); });
        const auto worker = std::ranges::find(m_work, static_cast<int>(k), &Work::behavior);
        if (same == after.end()) {
            if (worker != m_work.end()) {
                behaviorOf(worker->behavior).leave();
            }
            continue;
        }
        const auto i = static_cast<std::size_t>(same - after.begin());
        next.behaviors[i] = std::move(m_program.behaviors[k]);
        if (worker != m_work.end()) {
            m_next.push_back({next.decider->nodeOf(i), static_cast<int>(i), worker->status,
                              worker->run, std::move(worker->report)});
        }
    }
    std::swap(m_work, m_next);
    m_program = std::move(next);
    request.lines.push_back(fmt::format("{} was reloaded", m_program.decider->title()));
}

// Hands a walk over from one behavior to another in the middle of a step.
bool RunDecision::handWalk(const behavior::Context& context) {
    if (m_work.size() != 1 || m_requests.size() != 1 ||
        m_work.front().behavior == m_requests.front().behavior) {
        return false;
    }
    behavior::Behavior& before = behaviorOf(m_work.front().behavior);
    const BehaviorRequest& next = m_requests.front();
    const behavior::WalkHandover* from = before.asWalkHandover();
    behavior::WalkHandover* to = behaviorOf(next.behavior).asWalkHandover();
    const behavior::Walk* walk = from == nullptr ? nullptr : from->walkToHandOver();
    if (walk == nullptr || to == nullptr) {
        return false;
    }
    to->enterWalking(context, *walk);
    before.leave();
    m_work.front() = {next.node, next.behavior, Status::Running, next.run};
    return true;
}

// New behaviors start only after all behaviors that must end have ended.
void RunDecision::hand(const behavior::Context& context) {
    if (handWalk(context)) {
        return;
    }
    for (const Work& each : m_work) {
        if (!isStillRequested(each) && !behaviorOf(each.behavior).mayBeInterrupted()) {
            return;
        }
    }
    for (const Work& each : m_work) {
        if (!isStillRequested(each)) {
            behaviorOf(each.behavior).leave();
        }
    }
    m_next.clear();
    for (const BehaviorRequest& next : m_requests) {
        const auto worker =
            std::ranges::find_if(m_work, [&](const Work& each) { return isFor(each, next); });
        const bool isNew = worker == m_work.end();
        if (isNew) {
            behaviorOf(next.behavior).enter(context);
        }
        m_next.push_back(
            {next.node, next.behavior, isNew ? Status::Running : worker->status, next.run});
    }
    std::swap(m_work, m_next);
}

void RunDecision::work(const behavior::Context& context, behavior::ActionRequest& request) {
    for (Work& each : m_work) {
        behavior::Behavior& behavior = behaviorOf(each.behavior);
        behavior.settle(m_isSettling || m_newer || !isStillRequested(each));
        each.status =
            behavior.update(context, request); // the end of this behavior does not end the decision
        if (each.status == Status::Failed) {
            each.report = request.decision.reason;
        }
    }
}

Status RunDecision::update(const behavior::Context& context, behavior::ActionRequest& request) {
    readFeed(request);
    if (m_newer && mayBeInterrupted()) {
        takeNewer(request);
    }
    Decider& decider = *m_program.decider;
    m_requests.clear();
    decider.decide({context.frame, context.field}, context.stepS, m_work, m_requests);
    if (!m_isSettling) {
        hand(context);
    }
    request.decision.trace.maker =
        decider.title(); // this behavior explains the decision; policies that it runs then do not
    work(context, request);
    if (m_work.empty()) {
        request.decision.reason = "no behavior can be chosen";
    } else {
        std::string& text = request.decision.behavior;
        text = decider.kind();
        for (std::size_t i = 0; i < m_work.size(); ++i) {
            text += i == 0 ? ": " : " + ";
            text += decider.behaviors()[static_cast<std::size_t>(m_work[i].behavior)].name;
        }
    }
    decider.explain(m_work, request.decision.trace);
    request.decision.trace.fault = m_fault;
    return Status::Running;
}

} // namespace sideline::decision
