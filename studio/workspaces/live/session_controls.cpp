#include "studio/workspaces/live/session_controls.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include <QDesktopServices>
#include <QDir>
#include <QStandardPaths>
#include <QUrl>

#include "agentcore/drawing/byte_budget.h"
#include "logs/match/drawings.h"
#include "studio/settings/app_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr int kSessionPollMs = 100;
constexpr std::size_t kMaxPending = 20'000;
constexpr std::ptrdiff_t kMaxLines = 100'000;
constexpr std::size_t kMaxPrefixBytes = std::size_t{4} << 20U;
// Maximum rate of recorded datagrams; a match log grows by four to five times as much. One datagram
// of RoboViz's size per cycle and agent, for 22 agents, is 0.5 MiB/s.
constexpr double kDrawingBytesPerS = 512.0 * 1024.0;
constexpr double kSavedDrawingBytes = 8.0 * (1U << 20U);
constexpr std::uint64_t kMaxDrawingBytes = std::uint64_t{1} << 30U;
const QString kFolderKey = QStringLiteral("live/sessionFolder");
const QString kBytesKey = QStringLiteral("live/sessionGiB");
const QString kRecordKey = QStringLiteral("live/recordSessions");
constexpr double kDefaultGiB = 8.0;

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

widgets::OutputLine toView(const logs::OutputLine& line) {
    return {seconds(line.at), widgets::toQt(line.source), widgets::toQt(line.text),
            line.stream == logs::OutputStream::Err};
}

} // namespace

// Output lines and drawings from other threads.
class SessionControls::Shared {
public:
    void addLine(SessionRecorder::Line line) {
        const std::scoped_lock lock(m_mutex);
        if (m_lines.size() < kMaxPending) {
            m_lines.push_back(std::move(line));
        }
    }
    [[nodiscard]] std::vector<SessionRecorder::Line> takeLines() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_lines, {});
    }
    /// @return false if the rate or the size of the recordings would exceed its limit
    [[nodiscard]] bool addDrawing(std::string_view bytes, std::chrono::nanoseconds at) {
        const std::scoped_lock lock(m_mutex);
        if (!m_growth.has(bytes.size(), at) || m_drawingBytes + bytes.size() > kMaxDrawingBytes) {
            return false;
        }
        m_growth.spend(bytes.size());
        m_drawingBytes += bytes.size();
        if (m_prefix.size() < kMaxPrefixBytes) { // the prefix is limited while no match is live
            logs::appendDrawingPrefix(m_prefix, bytes);
        }
        return true;
    }
    void beginRecording() {
        const std::scoped_lock lock(m_mutex);
        m_drawingBytes = 0;
    }
    [[nodiscard]] std::string takePrefix() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_prefix, {});
    }

    std::atomic<std::int64_t> firstFrame{-1}; ///< first frame of the match log; negative: none yet

private:
    std::mutex m_mutex;
    std::vector<SessionRecorder::Line> m_lines;
    std::string m_prefix;
    drawing::ByteBudget m_growth{kDrawingBytesPerS, kSavedDrawingBytes};
    std::uint64_t m_drawingBytes = 0; ///< size of the drawings in the current recording
};

SessionControls::SessionControls(ActionTable& actions, SessionRecorder& recorder,
                                 AgentRecordingPlayer& replay, AgentRecordingPlayer& past,
                                 LiveSession& live, widgets::MessageBar& messages, QSettings& store)
    : m_actions(actions),
      m_recorder(recorder),
      m_replay(replay),
      m_past(past),
      m_live(live),
      m_messages(messages),
      m_findings(messages),
      m_unrecorded(messages),
      m_store(store),
      m_panel(new widgets::OutputPanel),
      m_shared(std::make_shared<Shared>()) {
    m_recorder.setLineTap(
        [shared = m_shared](SessionRecorder::Line line) { shared->addLine(std::move(line)); });
    MessageHooks hooks;
    hooks.observer = [shared = m_shared, &recorder](const logs::LinkMessage& message) {
        const std::int64_t first = shared->firstFrame.load();
        if (first >= 0 && message.frame >= first) {
            recorder.mark(message.frame - static_cast<std::uint64_t>(first),
                          message.arrival.time_since_epoch());
        }
    };
    hooks.drawingPrefix = [shared = m_shared] { return shared->takePrefix(); };
    m_live.setMessageHooks(std::move(hooks));
    connect(&m_live, &LiveSession::sourceChanged, this, [this] {
        endRecording();
        if (m_live.isLive()) {
            (void)m_shared->takePrefix(); // earlier drawings belong to no match
            m_liveLines.clear();
            m_panel->clear();
            m_past.close();
            beginRecording();
        }
    });
    connect(m_actions.action("session.record"), &QAction::triggered, this,
            &SessionControls::setRecording);
    connect(m_actions.action("session.folder"), &QAction::triggered, this, [this] {
        QDir().mkpath(folder());
        QDesktopServices::openUrl(QUrl::fromLocalFile(folder()));
    });
    connect(&m_replay, &AgentRecordingPlayer::opened, this, &SessionControls::showOpened);
    connect(&m_replay, &AgentRecordingPlayer::closed, this, [this] {
        m_findings.withdraw();
        showRecordedLines();
    });
    connect(&m_replay, &AgentRecordingPlayer::openFailed, this,
            [this](const QString& text) { m_messages.show(MessageBar::Severity::Error, text); });
    connect(&m_past, &AgentRecordingPlayer::openFailed, this, [this](const QString& text) {
        m_past.close();
        m_messages.show(MessageBar::Severity::Warning, text);
    });
    connect(&m_replay, &AgentRecordingPlayer::frameShown, this, [this] {
        if (!m_showsLive && m_replay.isOpen()) {
            const auto at = m_replay.shownAt();
            m_panel->setCursor(at ? std::optional(seconds(*at)) : std::nullopt);
        }
    });
    connect(&m_replay, &AgentRecordingPlayer::matchFrameFound, this, [this](double frame) {
        Q_EMIT frameRequested(static_cast<logs::FrameNumber>(std::max(frame, 0.0)));
    });
    connect(m_panel, &widgets::OutputPanel::seekRequested, this, [this](double timeS) {
        const auto at = std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::duration<double>(timeS));
        m_showsLive ? m_live.seekArrival(m_recorder.begunAt() + at) : m_replay.seekRequested(at);
    });
    m_actions.action("session.record")->setChecked(m_store.value(kRecordKey, true).toBool());
    m_timer.setInterval(kSessionPollMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        showLines();
        reportFault();
    });
    m_timer.start();
}

SessionControls::~SessionControls() {
    m_recorder.end();
}

QString SessionControls::folder() const {
    const QString defaultFolder =
        QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
        QStringLiteral("/sessions");
    return m_store.value(kFolderKey, defaultFolder).toString();
}

bool SessionControls::takeDrawing(std::string_view sender, std::string_view bytes,
                                  std::chrono::nanoseconds at) {
    if (!m_shared->addDrawing(bytes, at)) {
        m_recorder.dropDrawing(at);
        return false;
    }
    m_recorder.addDrawing(sender, bytes, at);
    return true;
}

void SessionControls::beginRecording() {
    if (!m_actions.action("session.record")->isChecked()) {
        return;
    }
    m_shared->beginRecording();
    const double giB = std::max(m_store.value(kBytesKey, kDefaultGiB).toDouble(), 0.1);
    const auto begun =
        m_recorder.begin(folder().toStdString(), static_cast<std::uint64_t>(giB * (1U << 30U)));
    if (!begun) {
        m_unrecorded.show(MessageBar::Severity::Warning,
                          tr("This match is not being recorded: %1")
                              .arg(widgets::toQt(begun.error().toString())));
        return;
    }
    m_past.follow(m_recorder.file(), m_recorder.flusher());
    const auto first = m_live.startMatchLog(widgets::toQt(m_recorder.matchLogFile().string()));
    if (first) {
        m_shared->firstFrame = static_cast<std::int64_t>(*first);
    } else {
        m_unrecorded.show(
            MessageBar::Severity::Warning,
            tr("The session has no match log: %1").arg(widgets::toQt(first.error().toString())));
    }
}

void SessionControls::endRecording() {
    m_unrecorded.withdraw();
    m_shared->firstFrame = -1;
    if (m_recorder.isRecording()) {
        m_live.endMatchLog(widgets::toQt(m_recorder.matchLogFile().string()));
        m_recorder.end();
        if (m_live.recording()) { // otherwise there was no match
            addRecordedSession(m_store, widgets::toQt(m_recorder.file().string()));
            Q_EMIT recorded();
        }
    }
}

void SessionControls::setRecording(bool isRequested) {
    m_store.setValue(kRecordKey, isRequested);
    if (!isRequested && m_recorder.isRecording()) {
        endRecording();
        m_messages.show(
            MessageBar::Severity::Note,
            tr("The session so far: %1").arg(widgets::toQt(m_recorder.file().string())));
    } else if (isRequested && m_live.isLive() && !m_recorder.isRecording()) {
        beginRecording();
    }
}

void SessionControls::showLines() {
    const auto lines = m_shared->takeLines();
    if (lines.empty()) {
        return;
    }
    std::vector<widgets::OutputLine> views;
    views.reserve(lines.size());
    for (const SessionRecorder::Line& line : lines) {
        views.push_back({seconds(line.at - m_recorder.begunAt()), widgets::toQt(line.source),
                         widgets::toQt(line.text), line.isFault});
    }
    m_liveLines.insert(m_liveLines.end(), views.begin(), views.end());
    if (std::ssize(m_liveLines) > kMaxLines) { // removes a tenth of the lines at a time
        m_liveLines.erase(m_liveLines.begin(), m_liveLines.begin() + kMaxLines / 10);
    }
    if (m_showsLive || !m_replay.isOpen()) {
        m_panel->appendLines(std::move(views));
    }
}

void SessionControls::setShowsLive(bool showsLive) {
    if (showsLive == m_showsLive) {
        return;
    }
    m_showsLive = showsLive;
    m_findings.setShown(!showsLive);
    m_liveAt.reset();
    if (showsLive) {
        m_panel->setCursor(std::nullopt);
        m_panel->setLines(m_liveLines);
    } else {
        showRecordedLines();
    }
}

void SessionControls::showLiveTime(std::optional<std::chrono::nanoseconds> at) {
    if (m_showsLive && at != m_liveAt) {
        m_liveAt = at;
        m_panel->setCursor(at ? std::optional(seconds(*at - m_recorder.begunAt())) : std::nullopt);
    }
}

void SessionControls::open(const QString& file) {
    m_replay.open(file.toStdString());
}

void SessionControls::showRecordedLines() {
    if (m_showsLive) {
        return;
    }
    if (!m_replay.isOpen()) { // programs may run without a match
        m_panel->setCursor(std::nullopt);
        m_panel->setLines(m_liveLines);
        return;
    }
    std::vector<widgets::OutputLine> lines;
    if (const auto& overview = m_replay.overview()) {
        for (const logs::OutputLine& line : overview->outputs) {
            lines.push_back(toView(line));
        }
    }
    m_panel->setLines(std::move(lines));
}

void SessionControls::showOpened() {
    showRecordedLines();
    const auto overview = m_replay.overview();
    if (!overview->matchLog.empty()) {
        Q_EMIT matchLogRequested(widgets::toQt(overview->matchLog.string()));
    } else if (overview->isStream()) {
        Q_EMIT streamRequested(widgets::toQt(overview->file.string()));
    }
    reportFindings();
}

void SessionControls::reportFindings() {
    m_findings.withdraw();
    const auto& overview = m_replay.overview();
    const QString name = widgets::toQt(overview->file.filename().string());
    if (overview->isStream()) {
        m_findings.show(
            MessageBar::Severity::Note,
            tr("%1 has no match log next to it; showing what its agent perceived").arg(name));
    } else if (overview->matchLog.empty()) {
        m_messages.show( // the session contains nothing to show
            MessageBar::Severity::Error,
            tr("%1 has no match log next to it, and no built-in agent in it").arg(name));
    }
    showFindings(tr("This session is incomplete: %1"), overview->missing);
    showFindings(QStringLiteral("%1"), overview->damage);
}

// Shows the first error in the session that was opened, and the number of the others.
void SessionControls::showFindings(const QString& text, const std::vector<std::string>& findings) {
    if (findings.empty()) {
        return;
    }
    QString all = text.arg(widgets::toQt(findings.front()));
    if (findings.size() > 1) {
        all += tr(" (and %1 more; `sideline log verify` lists all)").arg(findings.size() - 1);
    }
    m_findings.show(MessageBar::Severity::Warning, all);
}

void SessionControls::reportFault() {
    const std::string why = m_recorder.isRecording() ? m_recorder.counters().fault : std::string();
    const QString fault = why.empty()
                              ? QString()
                              : tr("The session is not being written: %1").arg(widgets::toQt(why));
    if (fault != m_fault) {
        m_messages.dismiss(m_fault);
        m_fault = fault;
        if (!fault.isEmpty()) {
            m_messages.show(MessageBar::Severity::Warning, fault);
        }
    }
}

} // namespace sideline::studio
