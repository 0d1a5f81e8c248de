// Finding things in the main window: the command palette and the documentation.
#include <algorithm>
#include <iterator>

#include <QFileInfo>

#include "logs/match/signals.h"
#include "studio/shell/layouts.h"
#include "studio/shell/main_window.h"
#include "widgets/common/text_format.h"
#include "widgets/match/signal_search.h"

namespace sideline::studio {

using widgets::PaletteEntry;

widgets::HelpWindow& MainWindow::help() {
    if (!m_help) {
        m_help = new widgets::HelpWindow(
            findShipped(QStringLiteral("docs"), QStringLiteral(SIDELINE_DOCS_PATH)), this);
    }
    return *m_help;
}

void MainWindow::showDock(QDockWidget* dock) {
    leaveStart();
    dock->show();
    dock->raise();
}

void MainWindow::plotSignal(const logs::SignalId& id) {
    showDock(m_docks[QStringLiteral("plots")]);
    m_plots->addSignal(id);
}

void MainWindow::showPalette() {
    if (!m_palette) {
        m_palette = new widgets::CommandPalette(this);
    }
    std::vector<PaletteEntry> entries;
    addActionEntries(entries);
    std::ranges::move(m_workspace->referee().paletteEntries(m_session->selection()),
                      std::back_inserter(entries));
    addPanelEntries(entries);
    addSignalEntries(entries);
    for (const QString& file : recentFiles(m_store)) {
        entries.push_back({QFileInfo(file).fileName(), tr("Recent file"), {}, true, [this, file] {
                               openFile(file);
                           }});
    }
    addHelpEntries(entries);
    m_palette->popUp(std::move(entries));
}

// Actions of the other kind of workspace take the user there first.
void MainWindow::addActionEntries(std::vector<PaletteEntry>& entries) {
    const QString none;
    for (QAction* action : m_actions.actions()) {
        const QString id = action->objectName();
        const bool isUnused =
            id.startsWith(QStringLiteral("workspace.saved")) && !action->isEnabled();
        if (isUnused || id == QStringLiteral("help.palette")) {
            continue;
        }
        QString text = action->text().remove(QStringLiteral("..."));
        text.replace(QStringLiteral("&&"), QStringLiteral("&"));
        PaletteEntry entry{
            text, ActionTable::groupText(id.section(u'.', 0, 0)),
            QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText),
            action->isEnabled(), [action] { action->trigger(); }};
        if (!action->isVisible()) {
            const bool isOfMotions = ActionTable::scopeOf(id) == ActionScope::Motion;
            entry.isPossible = true;
            entry.run = [this, action, isOfMotions] {
                showWorkspace(isOfMotions ? motionLayout() : m_matchLayout);
                action->trigger();
            };
        }
        entries.push_back(std::move(entry));
    }
    const QStringList saved = savedLayouts(m_store);
    for (qsizetype i = kSavedActions; i < saved.size(); ++i) { // those without an action
        entries.push_back({saved[i], ActionTable::groupText(QStringLiteral("workspace")), none,
                           true, [this, name = saved[i]] { showWorkspace(name); }});
    }
}

void MainWindow::addPanelEntries(std::vector<PaletteEntry>& entries) {
    for (const auto& [id, dock] : m_docks) {
        if (hasActionOfItsOwn(id)) {
            continue;
        }
        entries.push_back({dock->windowTitle(), tr("Panel"), {}, true, [this, shown = dock] {
                               showDock(shown);
                           }});
    }
}

void MainWindow::addSignalEntries(std::vector<PaletteEntry>& entries) {
    const auto& frame = shown().exact;
    if (!frame) {
        return;
    }
    for (const logs::SignalId& id : logs::availableSignals(*frame)) {
        entries.push_back({widgets::toQt(logs::signalName(id, frame.get())),
                           tr("Plot"),
                           {},
                           true,
                           [this, id] { plotSignal(id); },
                           widgets::signalPhrases(id, *frame).join(u' ')});
    }
}

void MainWindow::addHelpEntries(std::vector<PaletteEntry>& entries) {
    for (const widgets::HelpPage& page : help().pages()) {
        for (const widgets::HelpSection& section : page.sections) {
            const QString text = section.anchor.isEmpty()
                                     ? page.title
                                     : QStringLiteral("%1: %2").arg(page.title, section.heading);
            entries.push_back(
                {text, tr("Help"), {}, true, [this, file = page.file, anchor = section.anchor] {
                     help().showPage(file, anchor);
                 }});
        }
    }
}

} // namespace sideline::studio
