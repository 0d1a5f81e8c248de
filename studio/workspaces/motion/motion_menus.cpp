#include "studio/workspaces/motion/motion_menus.h"

#include <QCoreApplication>

namespace sideline::studio {

std::vector<WorkspaceMenu> motionMenus() {
    const auto menuText = [](const char* text) {
        return QCoreApplication::translate("sideline::studio::MotionWorkspace", text);
    };
    return {{menuText("&Edit"),
             {"motion.undo",
              "motion.redo",
              "",
              "motion.store",
              "motion.remove",
              "",
              "motion.cut",
              "motion.copy",
              "motion.paste",
              "motion.paste-flipped",
              "motion.duplicate",
              "motion.select-all",
              "",
              "motion.flip",
              "motion.reverse",
              "motion.reverse-here",
              "motion.extend",
              "motion.mirror",
              "",
              "motion.curve-hold",
              "motion.curve-linear",
              "motion.curve-smooth",
              "motion.curve-sine",
              "motion.curve-cubic",
              "",
              "motion.marker",
              "motion.insert-time",
              "",
              "motion.from-robot",
              "motion.record",
              "motion.parameters"}},
            {menuText("&Motion"),
             {"motion.play",
              "motion.repeat",
              "motion.try",
              "motion.show-trial",
              "motion.play-live",
              "motion.optimize",
              "",
              "motion.step-back",
              "motion.step-on",
              "motion.key-back",
              "motion.key-on",
              "motion.begin",
              "motion.end",
              "",
              "motion.curves",
              "motion.fit",
              "",
              "motion.view-front",
              "motion.view-left",
              "motion.view-back",
              "motion.view-right",
              "motion.view-top"}}};
}

} // namespace sideline::studio
