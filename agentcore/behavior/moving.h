#pragma once

#include <span>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/look.h"
#include "agentcore/behavior/slowdown.h"
#include "agentcore/motion/walk/walk_to.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// Settings for searching for the ball and keeping away from it.
struct BallSearchSettings {
    double lookAroundS = 1.5;
    double turnRadPerS = 1.2;
    double atFeetM = 0.3;
    double backAwayMps = 0.4;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<BallSearchSettings>> numbers();
};

/// Settings for moving on the pitch, shared by all behaviors that walk. A value.
struct MovingSettings {
    SlowdownSettings slowdown;
    BallSearchSettings search;
    planning::WayRules ways;
    planning::PathSettings paths;
    motion::WalkToSettings goTo;

    /// Pathfinding rules for a robot that also keeps away from the ball.
    [[nodiscard]] planning::WayRules waysOff(double ballM) const {
        planning::WayRules rules = ways;
        rules.ballM = ballM;
        return rules;
    }
    /// Calls `visit(prefix, group)` for each group of numbers; the parameters of a group are named
    /// `PREFIX-NAME`.
    template <typename Visit>
    void eachGroup(Visit&& visit) {
        visit("slow", slowdown);
        visit("search", search);
        visit("way", ways);
        visit("path", paths);
        visit("go-to", goTo);
    }
};

/// Settings for moving and looking. A value.
struct OnFeetSettings {
    LookSettings look;
    MovingSettings moving;

    /// Like `MovingSettings::eachGroup`.
    template <typename Visit>
    void eachGroup(Visit&& visit) {
        visit("look", look);
        moving.eachGroup(visit);
    }
};

} // namespace sideline::behavior
