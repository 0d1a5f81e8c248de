#include "studio/workspaces/localization/localization_workspace.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

} // namespace

LocalizationWorkspace::LocalizationWorkspace(const Parts& parts)
    : m_live(parts.live),
      m_messages(parts.messages),
      m_damage(parts.messages),
      m_estimators(m_shown, m_job),
      m_reader(m_job, parts.live, parts.store),
      m_reported(m_shown, m_estimators, m_job, parts.messages),
      m_view(m_shown, m_estimators, parts.field),
      m_actions({parts.actions, parts.messages, parts.store, parts.window, m_shown, m_estimators,
                 m_view}),
      m_received(parts.live.recorder(), parts.store),
      m_liveStream(parts.live, m_received, m_estimators) {
    connectParts();
    connectSession();
    receiveBeliefs();
    showEstimators();
    m_actions.update(m_isActive);
}

LocalizationWorkspace::~LocalizationWorkspace() {
    m_job.cancel();
}

bool LocalizationWorkspace::isStreamFile(const QString& file) {
    const QString name = QFileInfo(file).fileName();
    return name.endsWith(QStringLiteral(".rec")) || name.contains(QStringLiteral(".rec."));
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
    connect(curves(), &widgets::LocalizeCurves::seekRequested, this,
            &LocalizationWorkspace::seekRequested);
    connect(&m_actions, &LocalizationActions::streamWanted, this,
            &LocalizationWorkspace::streamWanted);
    connect(&m_actions, &LocalizationActions::truthWanted, this,
            &LocalizationWorkspace::chooseTruth);
    connect(&m_actions, &LocalizationActions::beliefsWanted, &m_reported, &ReportedBeliefs::open);
    connect(&m_actions, &LocalizationActions::seekRequested, this,
            &LocalizationWorkspace::seekRequested);
}

void LocalizationWorkspace::connectSession() {
    connect(&m_live.sessionReplay(), &AgentRecordingPlayer::opened, this,
            &LocalizationWorkspace::readSession);
    connect(&m_live.sessionReplay(), &AgentRecordingPlayer::closed, this, [this] {
        if (m_shown.source == Source::Session) {
            closeStream();
        }
    });
    connect(&m_live.agentControls(), &AgentControls::agentShown, this,
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

void LocalizationWorkspace::openStream(const QString& file) {
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
    m_returnTo.reset();
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
        m_returnTo = m_shown.cycle;
        m_estimators.forgetRuns();
    } else {
        showFromBegin();
    }
    m_shown.file = file;
    m_awaitsMatch = true;
    Q_EMIT matchWanted(matchFile);
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
    if (const auto& shown = m_live.agentControls().shown()) {
        m_shown.cycle = stream->cycleOfAgent(shown->cycle);
    }
    m_estimators.runMissing();
    m_reported.add(stream->reported, tr("What the agent reported, as recorded in the session"));
    m_actions.update(m_isActive);
    Q_EMIT titleChanged();
}

void LocalizationWorkspace::takeLive(const std::shared_ptr<evaluation::AnnotatedStream>& stream) {
    setStream(Source::Live, stream);
    m_estimators.beginLive();
    m_actions.update(m_isActive);
}

void LocalizationWorkspace::closeStream() {
    m_damage.withdraw();
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

// The agent of a session, when one is replayed and looked into.
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

// --- what comes from the match

void LocalizationWorkspace::setSelection(const monitor::ObjectId& id) {
    m_liveStream.select(id.kind == monitor::ObjectId::Kind::Robot ? std::optional(id.robot)
                                                                  : std::nullopt);
}

void LocalizationWorkspace::matchShown() {
    m_awaitsMatch = false;
    if (!m_shown.stream) {
        return;
    }
    if (const auto& damage = m_shown.stream->stream().damage()) {
        m_damage.show(MessageBar::Severity::Warning, widgets::toQt(damage->toString()));
    }
}

void LocalizationWorkspace::matchGrew(std::size_t frames) {
    if (m_returnTo && !m_awaitsMatch && m_shown.stream && frames > *m_returnTo) {
        Q_EMIT seekRequested(m_shown.stream->recordTimeS[*std::exchange(m_returnTo, std::nullopt)]);
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

void LocalizationWorkspace::showMatch(const logs::FetchedFrame& fetched, bool isLive,
                                      bool isSimulator) {
    m_showsLive = isLive;
    m_liveStream.setSimulator(isSimulator);
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
            return; // the live match leaves the screen in a moment
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
        readSession(); // it was opened while something live was on the screen
    } else if (source() == Source::Session && stream->agentCycles.empty() &&
               stream->cycleCount() > 0) {
        showCycle(stream->cycleAt(fetched.exact->recordTimeS)); // none of ours: by time
    } else if (source() == Source::Recorded) {
        showCycle(std::min<std::size_t>(fetched.exact->index, stream->cycleCount() - 1));
    }
}

void LocalizationWorkspace::noteHead(const monitor::MatchFramePtr& frame) {
    if (m_isActive && m_showsLive) {
        m_liveStream.addTruth(frame);
    }
}

// --- what is shown

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
