#include "studio/shell/file_opener.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

FileOpener::FileOpener(const Parts& parts) : m_parts(parts) {
    connect(parts.actions.action("file.open"), &QAction::triggered, this, &FileOpener::askForFile);
    connect(parts.actions.action("file.close"), &QAction::triggered, this, &FileOpener::closeMatch);
    connect(&parts.start, &StartPage::fileRequested, this,
            [this](const QString& path) { open({path}); });
    connect(&parts.messages, &widgets::MessageBar::shown, this,
            [this](widgets::MessageBar::Severity severity, const QString& text) {
                if (severity == widgets::MessageBar::Severity::Error) {
                    noteError(text);
                }
            });
    for (Workspace* workspace : parts.workspaces) {
        connectWorkspace(*workspace);
    }
}

void FileOpener::noteError(const QString& text) {
    if (!m_file.isEmpty() && text.contains(m_file)) {
        m_errors << text;
    }
}

void FileOpener::connectWorkspace(Workspace& workspace) {
    connect(&workspace, &Workspace::openRequested, this, &FileOpener::open);
    connect(&workspace, &Workspace::openGivenUp, this, &FileOpener::release);
    connect(&workspace, &Workspace::openingIn, this, &FileOpener::bring);
    connect(&workspace, &Workspace::fileUsed, this, &FileOpener::noteUse);
    connect(&workspace, &Workspace::arrived, this,
            [this, &workspace](const Arrival& arrival) { showArrival(workspace, arrival); });
    connect(&workspace, &Workspace::matchOpened, this, &FileOpener::showOpened);
    connect(&workspace, &Workspace::matchFailed, this, &FileOpener::showFailed);
    connect(&workspace, &Workspace::matchClosed, this, &FileOpener::showClosed);
}

void FileOpener::bring(const QString& layout) {
    if (m_hold == Hold::None) {
        m_parts.layouts.showWorkspace(layout);
    }
}

// If the user keeps a layout of another scope, panels of matches have no place in it.
void FileOpener::bringPanel(const QString& id, int minHeightPx) {
    if (m_parts.layouts.showsMatches()) {
        m_parts.layouts.showPanel(id, minHeightPx);
    }
}

void FileOpener::showArrival(const Workspace& workspace, const Arrival& arrival) {
    const LayoutControls& layouts = m_parts.layouts;
    const bool isInScope = layouts.scope() == workspace.scope() && !layouts.showsStart();
    if (!arrival.layout.isEmpty() && !(arrival.fitsScope && isInScope)) {
        bring(arrival.layout);
    }
    if (arrival.awaitsDocks) {
        QMetaObject::invokeMethod(
            this, [this, arrival] { bringPanel(arrival.panel, arrival.minHeightPx); },
            Qt::QueuedConnection);
    } else if (!arrival.panel.isEmpty()) {
        bringPanel(arrival.panel, arrival.minHeightPx);
    }
    release();
}

void FileOpener::noteUse(const QString& path) {
    if (path.isEmpty()) {
        m_parts.start.refreshRecent();
    } else {
        m_parts.start.addRecent(path);
    }
}

// Returns the dialog settings of the shown workspace; files of other kinds may be chosen too.
widgets::FileQuestion FileOpener::question() const {
    widgets::FileQuestion any{
        QStringLiteral("logs"), tr("Open match log, session, agent stream, situation or formation"),
        tr("Logs, sessions, streams, situations, formations, decisions (*.log *.session *.rec *.gz "
           "*.bz2 *.xz *.zst *.zip *.tar *.tgz *.tbz2 *.txz *.situation *.formation *.tree "
           "*.network *.machine *.xml)"),
        m_parts.match.file()};
    if (m_parts.layouts.showsStart()) {
        return any;
    }
    for (const Workspace* workspace : m_parts.workspaces) {
        const auto layouts = workspace->layouts();
        const bool isShown = m_parts.layouts.showsMatches()
                                 ? std::ranges::find(layouts, m_parts.layouts.shown(),
                                                     &WorkspaceLayout::name) != layouts.end()
                                 : workspace->scope() == m_parts.layouts.scope();
        auto own = isShown ? workspace->fileQuestion() : std::nullopt;
        if (own) {
            own->filter += QStringLiteral(";;") + any.filter;
            return *own;
        }
    }
    return any;
}

void FileOpener::askForFile() {
    const QString file = widgets::askForFile(m_parts.window, question());
    if (!file.isEmpty()) {
        open({file});
    }
}

// Returns the workspace with the strongest claim, or the one that opens match logs.
Workspace* FileOpener::claimant(const OpenRequest& request) const {
    const auto claim = [&](const Workspace* workspace) {
        const Claim own = workspace->claim(request.path);
        const bool isOfMatch = request.origin != OpenRequest::Origin::File;
        return isOfMatch && own != Claim::Fallback ? Claim::None : own;
    };
    const auto strongest = std::ranges::max_element(m_parts.workspaces, {}, claim);
    return strongest != m_parts.workspaces.end() && claim(*strongest) != Claim::None ? *strongest
                                                                                     : nullptr;
}

void FileOpener::open(const OpenRequest& request) {
    if (request.origin == OpenRequest::Origin::File) {
        m_hold = m_hold == Hold::Asked ? Hold::Opening : Hold::None;
        for (const QString& text : std::exchange(m_errors, {})) {
            m_parts.messages.dismiss(text);
        }
        m_file = QFileInfo(request.path).fileName();
    }
    if (Workspace* workspace = claimant(request)) {
        workspace->open(request);
    }
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
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->logFailed(request);
    }
}

void FileOpener::showOpened(const OpenRequest& request) {
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->logOpened(request);
    }
    if (request.origin == OpenRequest::Origin::File) {
        m_parts.start.addRecent(widgets::toQt(m_parts.match.log().log()->path().string()));
    } else {
        m_parts.start.refreshRecent();
    }
    m_parts.matchSwitch.leaveLive(); // streams that await their match depend on this
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->logShown(request);
    }
    showForLog();
    release();
    Q_EMIT shown();
}

void FileOpener::showClosed(const std::optional<OpenRequest>& next) {
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->logClosed(next ? &*next : nullptr);
    }
    m_parts.matchSwitch.setShowsLive(m_parts.match.showsLive());
}

// Shows a log in a layout for matches. From the first page, a layout for live matches is used only
// for a log with the beliefs of a session.
void FileOpener::showForLog() {
    LayoutControls& layouts = m_parts.layouts;
    const BuiltInLayouts& builtIn = layouts.builtIn();
    const QString matches = layouts.matchLayout();
    if (!layouts.showsMatches()) {
        bring(matches);
    } else if (layouts.showsStart() &&
               std::ranges::any_of(m_parts.workspaces, &Workspace::extendsLog)) {
        layouts.showWorkspace(builtIn.forLive());
    } else if (layouts.showsStart()) {
        layouts.showWorkspace(builtIn.isForLive(matches) ? builtIn.mainOf(ActionScope::Match)
                                                         : matches);
    }
}

} // namespace sideline::studio
