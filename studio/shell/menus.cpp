#include "studio/shell/menus.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QCoreApplication>
#include <QMenuBar>

namespace sideline::studio {

namespace {

QString menuText(const char* text) {
    return QCoreApplication::translate("sideline::studio::Menus", text);
}

} // namespace

Menus::Menus(QMainWindow& window, ActionTable& actions, LayoutControls& layouts,
             const std::vector<Workspace*>& workspaces)
    : m_window(window), m_actions(actions) {
    addFile();
    std::vector<std::pair<WorkspaceMenu, ActionScope>> declared;
    for (const Workspace* workspace : workspaces) {
        for (WorkspaceMenu& menu : workspace->menus()) {
            declared.emplace_back(std::move(menu), workspace->scope());
        }
    }
    std::ranges::stable_sort(declared, {}, [](const auto& entry) { return entry.first.rank; });
    for (const auto& [menu, scope] : declared) {
        QMenu* added = addDeclared(menu);
        if (!menu.isAlwaysShown) {
            m_ownMenus.emplace_back(scope, added);
        }
    }
    addView(layouts, workspaces);
    add(*m_window.menuBar()->addMenu(menuText("&Help")),
        {"help.palette", "help.docs", "help.keys", "help.about"});
}

void Menus::add(QMenu& menu, const std::vector<std::string>& ids) {
    for (const std::string& id : ids) {
        if (id.empty()) {
            menu.addSeparator();
        } else {
            menu.addAction(m_actions.action(id.c_str()));
        }
    }
}

QMenu* Menus::addDeclared(const WorkspaceMenu& declared) {
    QMenu* menu = m_window.menuBar()->addMenu(declared.title);
    add(*menu, declared.actions);
    for (const WorkspaceMenu& submenu : declared.submenus) {
        const QList<QAction*> shown = menu->actions();
        const qsizetype at = submenu.below.empty()
                                 ? shown.size()
                                 : shown.indexOf(m_actions.action(submenu.below.c_str())) + 1;
        auto* added = new QMenu(submenu.title, menu);
        menu->insertMenu(shown.value(at), added);
        add(*added, submenu.actions);
    }
    return menu;
}

void Menus::addFile() {
    QMenu* file = m_window.menuBar()->addMenu(menuText("&File"));
    add(*file, {"motion.new", "motion.open", "motion.save", "motion.save-as", "motion.export", "",
                "train.new", "train.open", "", "robot.open", "", "file.open", "localize.open"});
    m_recent = file->addMenu(menuText("Open recent"));
    m_recent->setToolTipsVisible(true);
    add(*file,
        {"file.sample", "file.close", "", "file.cut", "file.poses", "file.joints", "file.events",
         "file.video", "file.picture", "file.copy-picture", "", "file.settings", "", "file.quit"});
}

// Groups the panels by workspace, as there are too many for one menu.
void Menus::addPanels(QMenu& menu, const LayoutControls& layouts,
                      const std::vector<Workspace*>& workspaces) {
    for (const Workspace* workspace : workspaces) {
        QMenu* own = menu.addMenu(workspace->layouts().front().name);
        for (const QDockWidget* dock : layouts.listedDocks(*workspace)) {
            own->addAction(dock->toggleViewAction());
        }
        own->menuAction()->setVisible(!own->isEmpty());
    }
}

void Menus::addView(LayoutControls& layouts, const std::vector<Workspace*>& workspaces) {
    QMenu* view = m_window.menuBar()->addMenu(menuText("&View"));
    addPanels(*view->addMenu(menuText("Panels")), layouts, workspaces);
    add(*view, {"view.start"});
    QMenu* choices = view->addMenu(menuText("Workspace"));
    QObject::connect(choices, &QMenu::aboutToShow, &layouts,
                     [&layouts, choices] { layouts.fillMenu(*choices); });
    add(*view, {"view.save-layout", "view.reset-layout", "",
                "view.second",      "view.measure",      "view.regions",
                "view.offside",     "view.keep-out",     "view.cones",
                "view.flip",        "view.follow",       "",
                "view.drawings",    "view.agent-eyes",   "view.trail",
                "view.labels",      "view.team-names",   "view.shadows",
                "view.wireframe",   "view.smooth",       "",
                "view.full-screen"});
}

void Menus::setScope(ActionScope scope) {
    for (const auto& [own, menu] : m_ownMenus) {
        menu->menuAction()->setVisible(own == scope);
    }
}

} // namespace sideline::studio
