#include "studio/workspaces/localization/localization_workspace.h"

#include <algorithm>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

} // namespace

LocalizationWorkspace::LocalizationWorkspace(const Parts& parts)
    : m_match(parts.match),
      m_agents(parts.agents),
      m_messages(parts.messages),
      m_estimators(m_shown, m_job),
      m_reader(m_job, parts.agents, parts.store),
      m_reported(m_shown, m_estimators, m_job, parts.messages),
      m_view(m_shown, m_estimators, parts.field),
      m_actions({parts.actions, parts.messages, parts.window, m_shown, m_estimators, m_view}),
      m_received(parts.agents.recorder, parts.store),
      m_liveStream(parts.agents, m_received, m_estimators),
      m_matchLink(
          {parts.match, parts.view, parts.ruler, *m_view.curves(), m_shown, parts.messages}) {
    connectParts();
    connectMatch();
    connectSession();
    m_received.receive();
    showEstimators();
    m_actions.update(m_isActive);
}

LocalizationWorkspace::~LocalizationWorkspace() {
    m_job.cancel();
}

void LocalizationWorkspace::connectParts() {
    connect(&m_estimators, &EstimatorComparison::changed, this, [this] {
        m_view.showCurves();
        showCycle(m_shown.cycle);
        showEstimators();
    });
    connect(&m_estimators, &EstimatorComparison::rowsChanged, this,
            &LocalizationWorkspace::showEstimators);
    connect(&m_estimators, &EstimatorComparison::chosenChanged, this, [this] {
        m_view.mark(-1);
        showCycle(m_shown.cycle);
        showEstimators();
    });
    connect(&m_reader, &StreamReader::recordedRead, this, &LocalizationWorkspace::takeRecorded);
    connect(&m_reader, &StreamReader::sessionRead, this, &LocalizationWorkspace::takeSession);
    connect(&m_reader, &StreamReader::readingFailed, &m_estimators,
            &EstimatorComparison::runMissing);
    connect(&m_job, &LocalizeJob::progressed, this, &LocalizationWorkspace::showEstimators);
    connect(&m_job, &LocalizeJob::failed, this, [this](const QString& text) {
        m_messages.show(MessageBar::Severity::Error, text);
        showEstimators();
    });
    connect(&m_liveStream, &LiveStream::begun, this, &LocalizationWorkspace::takeLive);
    connect(&m_liveStream, &LiveStream::grew, this, [this] {
        m_view.showCurves();
        m_estimators.score();
    });
    const auto seek = [this](double timeS) { m_match.replay().seekTime(timeS); };
    connect(curves(), &widgets::LocalizeCurves::seekRequested, this, seek);
    connect(&m_actions, &LocalizationActions::seekRequested, this, seek);
    connect(&m_actions, &LocalizationActions::streamRequested, this,
            &LocalizationWorkspace::openStream);
    connect(&m_actions, &LocalizationActions::truthRequested, this,
            &LocalizationWorkspace::chooseTruth);
    connect(&m_actions, &LocalizationActions::beliefsRequested, &m_reported,
            &ReportedBeliefs::open);
}

void LocalizationWorkspace::connectMatch() {
    LiveSession& live = m_match.live();
    connect(
        &m_match.log(), &MatchPlayer::selectionChanged, this, [this](const monitor::ObjectId& id) {
            m_liveStream.select(id.kind == monitor::ObjectId::Kind::Robot ? std::optional(id.robot)
                                                                          : std::nullopt);
        });
    connect(&live, &LiveSession::headReceived, this, &LocalizationWorkspace::noteHead);
    connect(&live, &LiveSession::sourceChanged, this, [this, &live] {
        if (live.isLive()) {
            closeStream(); // the stream belonged to the previous match
        }
    });
}

void LocalizationWorkspace::connectSession() {
    connect(&m_agents.session, &AgentRecordingPlayer::opened, this,
            &LocalizationWorkspace::readSession);
    connect(&m_agents.session, &AgentRecordingPlayer::closed, this, [this] {
        if (m_shown.source == Source::Session) {
            closeStream();
        }
    });
    connect(&m_agents.shown, &ShownAgent::agentShown, this,
            [this](const world::AgentFramePtr& frame) {
                if (m_shown.source != Source::Session || !frame) {
                    return;
                }
                if (frame->identity.robot != m_shown.stream->stream().robot()) {
                    readSession();
                } else {
                    showCycle(m_shown.stream->cycleOfAgent(frame->cycle));
                }
            });
}

// --- the stream that is shown

// Creates a match from the stream first.
void LocalizationWorkspace::openStream(const QString& file) {
    m_messages.clear();
    Q_EMIT openingIn(QStringLiteral("Localize"));
    m_keepsPlace = false;
    m_reader.readRecorded(file, {});
    showEstimators();
}

void LocalizationWorkspace::chooseTruth(const QString& log) {
    m_keepsPlace = true;
    m_reader.readRecorded(m_shown.file, log);
    showEstimators();
}

void LocalizationWorkspace::setStream(StreamSource source,
                                      const std::shared_ptr<evaluation::AnnotatedStream>& stream) {
    m_shown.source = source;
    m_shown.stream = stream;
}

void LocalizationWorkspace::showFromBegin() {
    m_matchLink.forgetPlace();
    m_shown.cycle = 0;
    m_view.mark(-1);
    m_estimators.reset();
}

void LocalizationWorkspace::takeRecorded(const std::shared_ptr<evaluation::AnnotatedStream>& stream,
                                         const QString& file, const QString& matchFile) {
    endLive();
    const bool keepsPlace =
        std::exchange(m_keepsPlace, false) && m_shown.source == Source::Recorded;
    setStream(Source::Recorded, stream);
    if (keepsPlace) {
        m_matchLink.returnTo(m_shown.cycle);
        m_estimators.forgetRuns();
    } else {
        showFromBegin();
    }
    m_shown.file = file;
    m_awaitsMatch = true;
    Q_EMIT fileUsed(m_shown.file);
    Q_EMIT openRequested(m_matchLink.requestFor(matchFile));
    m_estimators.runMissing();
    if (!keepsPlace) {
        m_reported.openBeside(m_shown.file);
    }
    m_actions.update(m_isActive);
    Q_EMIT titleChanged();
}

void LocalizationWorkspace::takeSession(
    const std::shared_ptr<evaluation::AnnotatedStream>& stream) {
    endLive();
    m_keepsPlace = false;
    setStream(Source::Session, stream);
    showFromBegin();
    if (const auto& shown = m_agents.shown.shown()) {
        m_shown.cycle = stream->cycleOfAgent(shown->cycle);
    }
    m_estimators.runMissing();
    m_reported.add(stream->reported, tr("Reported by the agent, as recorded in the session"));
    m_actions.update(m_isActive);
    Q_EMIT titleChanged();
}

void LocalizationWorkspace::takeLive(const std::shared_ptr<evaluation::AnnotatedStream>& stream) {
    setStream(Source::Live, stream);
    m_estimators.beginLive();
    m_actions.update(m_isActive);
}

void LocalizationWorkspace::closeStream() {
    m_matchLink.withdraw();
    m_reader.close();
    endLive();
    setStream(Source::None, nullptr);
    m_awaitsMatch = false;
    m_estimators.reset();
    m_view.clearCycle();
    m_view.showCurves();
    showEstimators();
    m_actions.update(m_isActive);
    Q_EMIT titleChanged();
}

// Reads the agent of a session while one is replayed and the layout is shown.
void LocalizationWorkspace::readSession() {
    if (!m_isActive || m_showsLive || !m_reader.hasSession()) {
        return;
    }
    closeStream();
    m_reader.readSession();
    showEstimators();
}

void LocalizationWorkspace::beginLive() {
    if (!m_liveStream.isRunning()) {
        m_liveStream.begin();
        m_view.setRolling(true);
        showEstimators();
    }
}

void LocalizationWorkspace::endLive() {
    m_liveStream.end();
    m_view.setRolling(false);
}

// --- input from the match

// Closes the stream, which is unrelated to another log.
void LocalizationWorkspace::logOpened(const OpenRequest& request) {
    if (request.origin != OpenRequest::Origin::Stream && source() == Source::Recorded) {
        closeStream();
    }
}

// Shows the match that was made from the stream.
void LocalizationWorkspace::logShown(const OpenRequest& request) {
    if (request.origin != OpenRequest::Origin::Stream) {
        return;
    }
    m_awaitsMatch = false;
    m_matchLink.showMatch();
}

void LocalizationWorkspace::logFailed(const OpenRequest& request) {
    if (request.origin == OpenRequest::Origin::Stream) {
        closeStream();
    }
}

void LocalizationWorkspace::logClosed(const OpenRequest* next) {
    const bool isStreamNext = next != nullptr && next->origin == OpenRequest::Origin::Stream;
    if (source() == Source::Recorded && !isStreamNext) {
        closeStream();
    }
}

void LocalizationWorkspace::setActive(bool isActive) {
    if (isActive == m_isActive) {
        return;
    }
    m_isActive = isActive;
    m_view.setActive(isActive);
    m_actions.update(m_isActive);
    if (isActive && source() == Source::None && m_reader.loading().isEmpty()) {
        m_showsLive ? beginLive() : readSession();
    } else if (!isActive && source() == Source::Live) {
        closeStream();
    }
    showEstimators();
    if (isActive && m_shown.stream) {
        m_view.showCurves();
        showCycle(m_shown.cycle);
    }
}

void LocalizationWorkspace::showFrame(const ShownFrame& shown) {
    const logs::FetchedFrame& fetched = shown.frame;
    const bool isLive = shown.place != FramePlace::Log;
    m_showsLive = isLive;
    m_liveStream.setSimulator(shown.isOfSimulator);
    if (source() == Source::Live && !isLive) {
        closeStream();
    }
    if (!m_isActive) {
        return;
    }
    const auto& stream = m_shown.stream;
    const bool isReading = !m_reader.loading().isEmpty();
    if (isLive) {
        if (m_awaitsMatch) {
            return; // the live match is about to be hidden
        }
        if (m_shown.isComplete()) {
            closeStream();
        }
        if (source() == Source::None && m_reader.loading().isEmpty()) {
            beginLive();
        }
        if (stream && stream->cycleCount() > 0) {
            showCycle(stream->cycleAt(fetched.exact->recordTimeS));
        }
    } else if (source() == Source::None && !isReading && m_reader.hasNewSession()) {
        readSession(); // the session was opened while a live match was shown
    } else if (source() == Source::Session && stream->agentCycles.empty() &&
               stream->cycleCount() > 0) {
        showCycle(stream->cycleAt(fetched.exact->recordTimeS)); // a different match: by time
    } else if (source() == Source::Recorded) {
        showCycle(std::min<std::size_t>(fetched.exact->index, stream->cycleCount() - 1));
    }
}

void LocalizationWorkspace::noteHead(const monitor::MatchFramePtr& frame) {
    if (m_isActive && m_showsLive) {
        m_liveStream.addTruth(frame);
    }
}

// --- display

void LocalizationWorkspace::showCycle(std::size_t cycle) {
    if (!m_shown.stream || cycle >= m_shown.stream->cycleCount() || !m_isActive) {
        return;
    }
    m_shown.cycle = cycle;
    m_view.showCycle();
    showEstimators();
}

void LocalizationWorkspace::showEstimators() {
    LocalizationView::Status status;
    status.loading = m_reader.loading();
    status.beliefs = m_showsLive ? m_received.statusText() : QString();
    status.showsLive = m_showsLive;
    status.progressPercent = m_job.percent();
    m_view.showEstimators(status);
}

} // namespace sideline::studio
