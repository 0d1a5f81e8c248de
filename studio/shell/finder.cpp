#include "studio/shell/finder.h"

#include <algorithm>
#include <iterator>

#include <QApplication>
#include <QFileInfo>
#include <QScrollArea>
#include <QWindow>

#include "simulator/league/league.h"

namespace sideline::studio {

using widgets::PaletteEntry;

namespace {

// Gives the focus to the first widget of a panel that accepts it, so that a panel found with the
// keyboard can also be used with the keyboard.
void focusPanel(QDockWidget& dock) {
    const auto takesFocus = [](const QWidget* widget) {
        return widget->focusPolicy() == Qt::StrongFocus && widget->isEnabled() &&
               widget->isVisible() && qobject_cast<const QScrollArea*>(widget) == nullptr;
    };
    const QList<QWidget*> widgets = dock.findChildren<QWidget*>();
    const auto first = std::ranges::find_if(widgets, takesFocus);
    if (first != widgets.end()) {
        dock.window()->windowHandle()->requestActivate();
        (*first)->setFocus(Qt::ShortcutFocusReason);
    }
}

} // namespace

Finder::Finder(const Parts& parts) : m_parts(parts) {
    const auto on = [this](const char* id, auto slot) {
        connect(m_parts.actions.action(id), &QAction::triggered, this, slot);
    };
    on("help.palette", [this] { showPalette(); });
    on("help.docs", [this] { help().showPage({}); });
    on("help.keys",
       [this] { help().showText(tr("Keyboard and mouse"), m_parts.actions.helpHtml()); });
    on("help.about", [this] {
        const QString mujoco =
            QString::fromUtf8(simulator::mujocoVersion().data(),
                              static_cast<qsizetype>(simulator::mujocoVersion().size()));
        m_parts.messages.show(
            widgets::MessageBar::Severity::Note,
            tr("Sideline %1, a studio for RoboCup 3D Soccer Simulation teams, is free software "
               "under the GNU General Public License, version 3 or later. %2")
                .arg(QApplication::applicationVersion(),
                     mujoco.isEmpty()
                         ? tr("It was built without MuJoCo")
                         : tr("It contains MuJoCo %1, under the Apache License, version 2.0")
                               .arg(mujoco)));
    });
}

widgets::HelpWindow& Finder::help() {
    if (!m_help) {
        m_help = new widgets::HelpWindow(
            findShipped(QStringLiteral("docs"), QStringLiteral(SIDELINE_DOCS_PATH)),
            m_parts.window);
    }
    return *m_help;
}

void Finder::showPalette() {
    if (!m_palette) {
        m_palette = new widgets::CommandPalette(m_parts.window);
    }
    std::vector<PaletteEntry> entries;
    addActions(entries);
    for (Workspace* workspace : m_parts.workspaces) {
        std::ranges::move(workspace->commands(), std::back_inserter(entries));
    }
    addPanels(entries);
    for (Workspace* workspace : m_parts.workspaces) {
        std::ranges::move(workspace->findings(), std::back_inserter(entries));
    }
    addFiles(entries);
    addHelp(entries);
    m_palette->popUp(std::move(entries));
}

// Actions of another scope show that scope first.
void Finder::addActions(std::vector<PaletteEntry>& entries) {
    LayoutControls& layouts = m_parts.layouts;
    for (QAction* action : m_parts.actions.actions()) {
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
            const ActionScope scope = ActionTable::scopeOf(id);
            entry.isPossible = true;
            entry.run = [&layouts, action, scope] {
                layouts.showWorkspace(layouts.layoutFor(scope));
                action->trigger();
            };
        }
        entries.push_back(std::move(entry));
    }
    const QStringList saved = savedLayouts(m_parts.store);
    for (qsizetype i = kSavedActions; i < saved.size(); ++i) { // layouts without an action
        entries.push_back({saved[i],
                           ActionTable::groupText(QStringLiteral("workspace")),
                           {},
                           true,
                           [&layouts, name = saved[i]] { layouts.showWorkspace(name); }});
    }
}

void Finder::addPanels(std::vector<PaletteEntry>& entries) {
    for (const Workspace* workspace : m_parts.workspaces) {
        for (QDockWidget* dock : m_parts.layouts.listedDocks(*workspace)) {
            entries.push_back({dock->windowTitle(), tr("Panel"), {}, true, [this, dock] {
                                   m_parts.layouts.show(dock);
                                   focusPanel(*dock);
                               }});
        }
    }
}

void Finder::addFiles(std::vector<PaletteEntry>& entries) {
    for (const QString& file : recentFiles(m_parts.store)) {
        entries.push_back({QFileInfo(file).fileName(), tr("Recent file"), {}, true, [this, file] {
                               Q_EMIT fileRequested(file);
                           }});
    }
}

void Finder::addHelp(std::vector<PaletteEntry>& entries) {
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
