#include "studio/workspaces/live/live_menus.h"

#include <QCoreApplication>

namespace sideline::studio {

namespace {

// Returns the submenu of the robots with which the simulator can start.
WorkspaceMenu startMenu(const QString& title) {
    WorkspaceMenu menu{title,
                       {"simulator.with-nao0", "simulator.with-nao1", "simulator.with-nao2",
                        "simulator.with-nao3", "simulator.with-nao4", "", "simulator.with-T1",
                        "simulator.with-K1", "simulator.with-PiPlus"}};
    menu.below = "simulator.server";
    return menu;
}

} // namespace

std::vector<WorkspaceMenu> liveMenus() {
    const auto menuText = [](const char* text) {
        return QCoreApplication::translate("sideline::studio::LiveWorkspace", text);
    };
    return {{menuText("S&imulator"),
             {"simulator.start",
              "simulator.server",
              "simulator.with-agent",
              "simulator.pause",
              "simulator.step",
              "simulator.slower",
              "simulator.faster",
              "",
              "simulator.save-snapshot",
              "simulator.restore-snapshot",
              "simulator.save-situation",
              "",
              "referee.enable",
              "simulator.kick-off-left",
              "simulator.kick-off-right",
              "simulator.drop-ball",
              "referee.reset-clock",
              "",
              "simulator.record",
              "",
              "simulator.connect",
              "simulator.disconnect",
              "",
              "simulator.show"},
             true,
             {startMenu(menuText("Start with a robot"))}},
            {menuText("&Team"),
             {"agent.start",
              "agent.stop",
              "agent.drive",
              "agent.parameters",
              "agent.control",
              "agent.freeze",
              "",
              "team.open",
              "team.new",
              "team.edit",
              "team.start",
              "team.stop",
              "",
              "referee.enable",
              "referee.full-state",
              "",
              "live.return",
              "live.save",
              "",
              "session.record",
              "session.folder"},
             true}};
}

} // namespace sideline::studio
