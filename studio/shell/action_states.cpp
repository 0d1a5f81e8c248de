#include "studio/shell/action_states.h"

namespace sideline::studio {

void enableActions(ActionTable& actions, const ShownMatch& match, bool isSeen, bool hasStage) {
    const bool canReplay = match.replay().isOpen() && isSeen;
    const bool hasMatch = canReplay || (match.showsLive() && isSeen);
    for (QAction* action : actions.actions()) {
        const QString group = action->objectName().section(QLatin1Char('.'), 0, 0);
        if (group == QStringLiteral("replay")) {
            action->setEnabled(canReplay);
        } else if (group == QStringLiteral("camera") || group == QStringLiteral("select")) {
            action->setEnabled(hasMatch);
        }
    }
    const auto enable = [&actions](std::initializer_list<const char*> ids, bool isEnabled) {
        for (const char* id : ids) {
            actions.action(id)->setEnabled(isEnabled);
        }
    };
    enable({"file.close"}, match.log().isOpen() || match.showsRecording());
    enable({"file.cut", "file.poses", "file.joints", "file.events", "file.video"}, canReplay);
    enable({"file.picture", "file.copy-picture"}, hasMatch || hasStage);
    enable({"view.trail", "view.measure"}, hasMatch);
    if (!hasMatch) {
        actions.action("view.measure")->setChecked(false);
    }
    // The keys for replays also work for the simulator, even before anything is recorded.
    enable({"replay.play", "replay.forward", "replay.frame-forward"},
           (isSeen && match.isOfSimulator()) || canReplay);
    // The speed of a live match cannot be changed.
    enable({"replay.slower", "replay.faster", "replay.normal-speed"},
           canReplay && !match.isAtHead());
}

} // namespace sideline::studio
