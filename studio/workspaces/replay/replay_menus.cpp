#include "studio/workspaces/replay/replay_menus.h"

#include <string>

#include <QCoreApplication>

namespace sideline::studio {

namespace {

constexpr int kRank = 1; // position after the menus with actions on the match

QString menuText(const char* text) {
    return QCoreApplication::translate("sideline::studio::ReplayWorkspace", text);
}

WorkspaceMenu numbers(const QString& title, const std::string& action) {
    WorkspaceMenu menu{title, {}};
    for (int i = 1; i <= 11; ++i) {
        menu.actions.push_back(action + std::to_string(i));
    }
    return menu;
}

// Returns the submenus for seeking and for the targets of seeking.
std::vector<WorkspaceMenu> replaySubmenus() {
    return {
        {menuText("Go to"),
         {"replay.frame-back", "replay.frame-forward", "replay.second-back",
          "replay.second-forward", "replay.ten-back", "replay.ten-forward", "replay.minute-back",
          "replay.minute-forward", "", "replay.start", "replay.end", "replay.go-to"}},
        {menuText("Events"),
         {"replay.event-previous", "replay.event-next", "replay.goal-previous", "replay.goal-next",
          "", "replay.pause-at-events"}},
        {menuText("Bookmarks"), {"replay.bookmark-previous", "replay.bookmark-next"}},
        {menuText("Loop"), {"replay.loop-begin", "replay.loop-end", "replay.loop"}},
        {menuText("Ruler"),
         {"replay.show-match", "replay.show-all", "replay.show-last-ten",
          "replay.show-last-minute"}}};
}

} // namespace

std::vector<WorkspaceMenu> replayMenus() {
    return {
        {menuText("&Replay"),
         {"replay.play", "replay.forward", "replay.reverse", "replay.faster", "replay.slower",
          "replay.normal-speed", "", "replay.bookmark", "replay.to-motion", "", "replay.play-on",
          "replay.save-situation", ""},
         false,
         replaySubmenus()},
        {menuText("&Camera"),
         {"camera.preset1", "camera.preset2", "camera.preset3", "camera.preset4", "camera.preset5",
          "camera.preset6", "camera.preset7", "camera.preset8", "", "camera.free",
          "camera.follow-ball", "camera.follow-player", "camera.follow-player-turning",
          "camera.first-person", "camera.third-person", "camera.top"},
         false,
         {},
         kRank},
        {menuText("&Selection"),
         {"select.ball", "select.next", "select.previous", "select.other-team", "select.none"},
         false,
         {numbers(menuText("Left player"), "select.left"),
          numbers(menuText("Right player"), "select.right")},
         kRank}};
}

} // namespace sideline::studio
