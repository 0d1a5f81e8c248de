#include "studio/workspaces/localization/live_stream.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "evaluation/truth.h"

namespace sideline::studio {

namespace {

constexpr int kLivePeriodMs = 100;
constexpr int kTicksPerFigure = 5;
constexpr std::size_t kMaxLiveTruth = 150; // frames
constexpr double kSameInstantS = 0.011;

} // namespace

LiveStream::LiveStream(const LiveAgents& agents, BeliefReceiver& beliefs,
                       EstimatorComparison& estimators)
    : m_agents(agents), m_beliefs(beliefs), m_estimators(estimators) {
    m_timer.setInterval(kLivePeriodMs);
    connect(&m_timer, &QTimer::timeout, this, &LiveStream::takeNew);
}

void LiveStream::begin() {
    if (isRunning()) {
        return;
    }
    m_agents.feed.setRequested(true);
    m_timer.start();
}

void LiveStream::end() {
    m_timer.stop();
    m_agents.feed.setRequested(false);
    m_truth.clear();
    m_stream.reset();
    m_estimators.endLive();
}

void LiveStream::addTruth(const monitor::MatchFramePtr& frame) {
    if (m_truth.empty() || frame->recordTimeS > m_truth.back()->recordTimeS) {
        m_truth.push_back(frame);
    } else if (frame->recordTimeS + 5.0 < m_truth.back()->recordTimeS) {
        m_truth.clear(); // belongs to a different match, or precedes a restored snapshot
        m_truth.push_back(frame);
    }
    if (m_truth.size() > kMaxLiveTruth) {
        m_truth.pop_front();
    }
}

// Returns the frame of the match at the time of an agent's percepts: by server time in the built-in
// simulator, otherwise by the game clock.
const monitor::MatchFrame* LiveStream::truthAt(double serverTimeS, double gameTimeS) const {
    for (auto it = m_truth.rbegin(); it != m_truth.rend(); ++it) {
        const monitor::MatchFrame& frame = **it;
        const bool isSame =
            m_isSimulator
                ? std::abs(frame.recordTimeS - serverTimeS) < kSameInstantS
                : gameTimeS > 0.0 && std::abs(frame.game.timeS - gameTimeS) < kSameInstantS;
        if (isSame) {
            return &frame;
        }
    }
    return nullptr;
}

void LiveStream::takeNew() {
    const std::vector<world::AgentFramePtr> frames = m_agents.feed.take();
    if (m_truth.empty()) {
        return;
    }
    takeFrames(frames);
    takeBeliefs();
    if (!m_stream) {
        return;
    }
    const bool isNew = m_stream->cycleCount() != m_done;
    m_done = m_stream->cycleCount();
    m_estimators.continueLive(isNew);
    if (++m_ticks % kTicksPerFigure == 0 && isNew) {
        Q_EMIT grew();
    }
}

void LiveStream::takeFrames(const std::vector<world::AgentFramePtr>& frames) {
    const auto& shown = m_agents.shown.shown();
    if (!shown && !m_stream) {
        return;
    }
    // A view of earlier times may contain frames without a belief.
    const game::PlayerId robot = shown ? shown->identity.robot : m_stream->stream().robot();
    const std::string team = shown ? shown->identity.team : m_stream->stream().team();
    for (const world::AgentFramePtr& frame : frames) {
        if (frame->identity.robot != robot || frame->identity.team != team) {
            continue;
        }
        const bool isOther =
            !m_stream || m_isReported || m_stream->stream().robot() != frame->identity.robot ||
            isFull() ||
            (!m_stream->agentCycles.empty() && frame->cycle <= m_stream->agentCycles.back());
        if (isOther) {
            start(frame->identity);
            m_isReported = false;
        }
        m_stream->agentCycles.push_back(frame->cycle);
        append(frame->perceptText, frame->commandText);
    }
}

// Returns whether the stream has reached five minutes, after which a new stream begins.
bool LiveStream::isFull() const {
    constexpr std::size_t kMaxLiveCycles = 15000;
    return m_stream->cycleCount() > kMaxLiveCycles;
}

void LiveStream::start(const world::AgentIdentity& identity) {
    m_stream = std::make_shared<evaluation::AnnotatedStream>(
        evaluation::AgentStream(fmt::format("{} {}", identity.team, identity.robot.unum.value()),
                                *identity.model, identity.typeNumber));
    m_stream->setIdentity(identity.robot, identity.team);
    m_stream->truth.source =
        tr("the live match, at times that the agent reports, too").toStdString();
    m_done = 0;
    Q_EMIT begun(m_stream);
}

void LiveStream::append(std::string percepts, std::string commands) {
    evaluation::AnnotatedStream& stream = *m_stream;
    stream.append(std::move(percepts), std::move(commands));
    const evaluation::StreamCycle& cycle = stream.stream().cycles().back();
    const double timeS = m_isSimulator ? cycle.serverTimeS : m_truth.back()->recordTimeS;
    stream.recordTimeS.push_back(
        stream.recordTimeS.empty() ? timeS : std::max(timeS, stream.recordTimeS.back() + 1e-3));
    const monitor::MatchFrame* match = truthAt(cycle.serverTimeS, cycle.gameTimeS.value_or(0.0));
    stream.truth.instants.push_back(
        match != nullptr
            ? evaluation::truthIn(*match, stream.stream().robot(), stream.stream().model())
            : std::nullopt);
    (void)stream.read(1);
}

// --- agents that are not built in

// Without a built-in agent, chooses the sender that reports for the selected robot, or else the
// first sender.
void LiveStream::chooseSender(const std::vector<evaluation::BeliefMessage>& messages) {
    std::optional<world::AgentIdentity> best;
    for (const evaluation::BeliefMessage& message : messages) {
        auto sender = evaluation::senderOf(message, *m_truth.back());
        const bool isSelected = sender && m_selected == sender->robot;
        if (isSelected || (sender && !best)) {
            best = std::move(sender);
        }
        if (isSelected) {
            break;
        }
    }
    // The current agent stays until the user selects another one, because a view of earlier times
    // may contain frames without a built-in agent.
    const bool isShown = m_stream && best && best->robot == m_stream->stream().robot();
    if (!best || isShown || (m_stream && m_selected != best->robot)) {
        return;
    }
    start(*best);
    m_isReported = true;
}

bool LiveStream::isOfStream(const evaluation::BeliefMessage& message) const {
    const evaluation::AgentStream& stream = m_stream->stream();
    const bool isAnybodys = message.team.empty() && message.unum == 0;
    return isAnybodys
               ? !m_isReported
               : message.team == stream.team() && message.unum == stream.robot().unum.value();
}

void LiveStream::takeBeliefs() {
    const std::vector<evaluation::BeliefMessage> messages = m_beliefs.take();
    if (!messages.empty() && !m_agents.shown.shown()) {
        chooseSender(messages);
    }
    if (!m_stream) {
        return;
    }
    for (const evaluation::BeliefMessage& message : messages) {
        if (isOfStream(message)) {
            if (m_isReported) {
                appendReported(message);
            }
            m_estimators.reportedLive(message.estimator).add(message);
        }
    }
}

// The studio does not receive the percepts of agents that are not built in, so their cycles are
// taken from their reports.
void LiveStream::appendReported(const evaluation::BeliefMessage& message) {
    constexpr double kNewCycleS = 0.005;
    constexpr double kOtherMatchS = 1.0;
    const auto& cycles = m_stream->stream().cycles();
    const double lastS = cycles.empty() ? -kOtherMatchS : cycles.back().serverTimeS;
    if (!cycles.empty() && (*message.timeS < lastS - kOtherMatchS || isFull())) {
        if (const auto sender = evaluation::senderOf(message, *m_truth.back())) {
            start(*sender);
        }
    } else if (*message.timeS < lastS + kNewCycleS) {
        return; // sent by another estimator in the same cycle, or too late
    }
    append(evaluation::perceptsOf(message), {});
}

} // namespace sideline::studio
