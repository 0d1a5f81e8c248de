#include "studio/shell/file_opener.h"

#include <initializer_list>

#include <QFileDialog>
#include <QFileInfo>

#include "agentcore/game/constants.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using Source = LocalizationWorkspace::Source;

constexpr int kTeamsHeightPx = 360; // eleven players
constexpr int kMatchesHeightPx = 360;

} // namespace

FileOpener::FileOpener(const Parts& parts) : m_parts(parts) {
    connect(&parts.replay, &ReplayWorkspace::opened, this, &FileOpener::showOpened);
    connect(&parts.replay, &ReplayWorkspace::closed, this, &FileOpener::showClosed);
    connect(&parts.replay, &ReplayWorkspace::openFailed, this, &FileOpener::showFailed);
    connect(parts.actions.action("file.open"), &QAction::triggered, this, &FileOpener::askForFile);
    connect(parts.actions.action("file.close"), &QAction::triggered, this, &FileOpener::closeMatch);
    connectWorkspaces();
}

void FileOpener::connectWorkspaces() {
    for (Workspace* workspace : std::initializer_list<Workspace*>{
             &m_parts.replay, &m_parts.live, &m_parts.motions, &m_parts.training, &m_parts.robots,
             &m_parts.localization, &m_parts.analysis, &m_parts.decide}) {
        connect(workspace, &Workspace::openWanted, this, &FileOpener::open);
    }
    connect(&m_parts.matchSwitch, &MatchSwitch::switched, &m_parts.analysis,
            &AnalysisWorkspace::showMatch);
    connect(&m_parts.matchSwitch, &MatchSwitch::switched, &m_parts.decide,
            &DecideWorkspace::showMatch);
    connectEditors();
    connect(&m_parts.replay.situations(), &SituationControls::startWanted, &m_parts.live.controls(),
            &LiveControls::startFrom);
    m_parts.replay.situations().setSession([&player = m_parts.live.sessionReplay()] {
        const auto& session = player.overview();
        return session && player.isMatchShown() && !session->isStream() ? session->file
                                                                        : std::filesystem::path();
    });
    connect(&m_parts.live, &LiveWorkspace::streamWanted, this, &FileOpener::openStream);
    connect(&m_parts.live, &LiveWorkspace::recorded, &m_parts.start, &StartPage::refreshRecent);
    connect(&m_parts.live, &LiveWorkspace::frameWanted, &m_parts.match.log(),
            &MatchPlayer::seekFrame);
    connect(&m_parts.localization, &LocalizationWorkspace::streamWanted, this,
            &FileOpener::openStream);
    connect(&m_parts.localization, &LocalizationWorkspace::matchWanted, this,
            &FileOpener::openMatchOfStream);
    connect(&m_parts.start, &StartPage::fileWanted, this,
            [this](const QString& path) { open({path}); });
}

// What comes to the screen with a layout of its own.
void FileOpener::connectEditors() {
    const auto showEditor = [this](const char* panel) {
        if (!m_parts.layouts.showsMatches() || m_parts.layouts.showsStart()) {
            bring(m_parts.decide.layout());
        }
        // After the docks have come to their places.
        QMetaObject::invokeMethod(
            &m_parts.layouts, [this, panel] { bringPanel(QLatin1String(panel)); },
            Qt::QueuedConnection);
        release();
    };
    connect(&m_parts.decide.formations(), &FormationEditing::opened, this,
            [showEditor] { showEditor("decide-formation"); });
    connect(&m_parts.decide.texts(), &TextEditing::opened, this,
            [showEditor] { showEditor("decide-text"); });
    connect(&m_parts.live.teamControls(), &TeamControls::opened, this, [this] {
        if (m_parts.layouts.showsStart() || !m_parts.layouts.showsMatches()) {
            bring(teamsLayout());
        }
        bringPanel(QStringLiteral("teams"), kTeamsHeightPx);
        release();
    });
    connect(&m_parts.training, &TrainWorkspace::opened, this, [this] {
        bring(trainLayout());
        release();
    });
    connect(&m_parts.robots, &RobotWorkspace::opened, this, [this] {
        if (const QString& file = m_parts.robots.document().origin(); !file.isEmpty()) {
            m_parts.start.addRecent(file);
        }
        bring(robotLayout());
        release();
    });
    connect(&m_parts.motions, &MotionWorkspace::opened, this, [this] {
        const QString& file = m_parts.motions.document().origin();
        if (!file.isEmpty()) {
            m_parts.start.addRecent(file);
        }
        if (!m_parts.layouts.editsMotions()) {
            bring(motionLayout());
        }
        release();
    });
    connect(&m_parts.live.sessionReplay(), &AgentRecordingPlayer::openFailed, this,
            &FileOpener::release);
}

void FileOpener::bring(const QString& layout) {
    if (m_hold == Hold::None) {
        m_parts.layouts.showWorkspace(layout);
    }
}

// A panel of matches has no place in a layout of something else that stays.
void FileOpener::bringPanel(const QString& id, int leastHeightPx) {
    if (m_parts.layouts.showsMatches()) {
        m_parts.layouts.showPanel(id, leastHeightPx);
    }
}

void FileOpener::askForFile() {
    const MatchPlayer& log = m_parts.match.log();
    const QString folder =
        log.isOpen() ? QFileInfo(widgets::toQt(log.log()->path().string())).path() : QString();
    const QString file = QFileDialog::getOpenFileName(
        m_parts.window, tr("Open match log, session, agent stream, situation or formation"), folder,
        tr("Logs, sessions, streams, situations, formations, decisions (*.log *.session *.rec *.gz "
           "*.bz2 *.xz *.zst *.zip *.tar *.tgz *.tbz2 *.txz *.situation *.formation *.tree "
           "*.network *.machine);;All files (*)"));
    if (!file.isEmpty()) {
        open({file});
    }
}

void FileOpener::open(const OpenRequest& request) {
    if (request.origin == OpenRequest::Origin::File) {
        m_hold = m_hold == Hold::Asked ? Hold::Opening : Hold::None;
    }
    if (request.origin != OpenRequest::Origin::File) {
        m_parts.replay.open(request);
    } else if (LocalizationWorkspace::isStreamFile(request.path)) {
        openStream(request.path);
    } else if (m_parts.analysis.canOpen(request.path)) {
        bring(m_parts.analysis.layout());
        m_parts.analysis.open(request);
        bringPanel(QStringLiteral("analysis-matches"), kMatchesHeightPx);
        release();
    } else {
        if (LiveWorkspace::isSession(request.path)) {
            m_parts.start.addRecent(request.path);
        }
        for (Workspace* workspace : std::initializer_list<Workspace*>{
                 &m_parts.training, &m_parts.live, &m_parts.motions, &m_parts.robots,
                 &m_parts.localization, &m_parts.decide, &m_parts.replay}) {
            if (workspace->canOpen(request.path)) {
                workspace->open(request);
                return;
            }
        }
    }
}

// A stream is made a match first; it comes to the screen with the layout that is made for it.
void FileOpener::openStream(const QString& path) {
    m_parts.messages.clear();
    bring(localizeLayout());
    m_parts.localization.openStream(path);
}

void FileOpener::openMatchOfStream(const QString& file) {
    m_parts.start.addRecent(m_parts.localization.file());
    OpenRequest request{file};
    request.origin = OpenRequest::Origin::Stream;
    request.name = m_parts.localization.file();
    request.stepS = game::kStepS; // a frame per cycle
    request.robots = m_parts.localization.robots();
    open(request);
}

void FileOpener::closeMatch() {
    const ShownMatch& match = m_parts.match;
    match.showsRecording() ? match.live().closeRecording() : match.log().close();
    if (!match.isThere() && m_parts.layouts.showsMatches()) {
        m_parts.layouts.showStart();
    }
}

void FileOpener::showFailed(const OpenRequest& request) {
    release();
    if (request.origin == OpenRequest::Origin::Stream) {
        m_parts.localization.closeStream();
    }
    if (isOfSession(request)) {
        m_parts.live.sessionReplay().close();
    }
}

bool FileOpener::isOfSession(const OpenRequest& request) const {
    const auto& session = m_parts.live.sessionReplay().overview();
    return session && (request.origin == OpenRequest::Origin::Session ||
                       (request.origin == OpenRequest::Origin::Stream && session->isStream() &&
                        request.name == widgets::toQt(session->file.string())));
}

void FileOpener::showOpened(const OpenRequest& request) {
    const bool isOfStream = request.origin == OpenRequest::Origin::Stream;
    if (!isOfStream && m_parts.localization.source() == Source::Recorded) {
        m_parts.localization.closeStream();
    }
    if (isOfSession(request)) {
        m_parts.live.sessionReplay().setMatchShown();
        m_parts.live.sessions().reportFindings();
    } else {
        m_parts.live.sessionReplay().close();
    }
    if (request.origin == OpenRequest::Origin::File) {
        m_parts.start.addRecent(widgets::toQt(m_parts.match.log().log()->path().string()));
    } else {
        m_parts.start.refreshRecent();
    }
    m_parts.matchSwitch.leaveLive(); // a stream that awaits its match waits for that, too
    if (isOfStream) {
        m_parts.localizationLink.matchShown();
    }
    showForLog();
    release();
}

void FileOpener::showClosed() {
    const auto& next = m_parts.replay.opening(); // that comes in its place
    const bool isStreamNext = next && next->origin == OpenRequest::Origin::Stream;
    if (m_parts.localization.source() == Source::Recorded && !isStreamNext) {
        m_parts.localization.closeStream();
    }
    if (!next || !isOfSession(*next)) {
        m_parts.live.sessionReplay().close(); // its match was closed
    }
    m_parts.matchSwitch.setShowsLive(m_parts.match.showsLive());
}

// A log wants to be seen: not beside the motion editor, nor in what is made for live matches. What
// agents believed, which is in sessions, stands there.
void FileOpener::showForLog() {
    LayoutControls& layouts = m_parts.layouts;
    const QString matches = layouts.matchLayout();
    if (!layouts.showsMatches()) {
        bring(matches);
    } else if (layouts.showsStart() && m_parts.live.sessionReplay().isOpen()) {
        layouts.showWorkspace(liveLayout());
    } else if (layouts.showsStart()) {
        layouts.showWorkspace(isLiveLayout(matches) ? builtInLayouts().front() : matches);
    }
}

} // namespace sideline::studio
