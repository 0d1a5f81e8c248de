#pragma once

#include <cstddef>
#include <vector>

#include <QString>

#include "widgets/motion/timeline_menu.h"
#include "widgets/motion/timeline_state.h"

class QMenu;

namespace sideline::widgets {

/// A condition in words: `if it lies on its front`.
[[nodiscard]] QString conditionWords(const keyframe::Condition& condition);
/// A branch in words: `At the end, if it has fallen: play 'getup-front'`.
[[nodiscard]] QString branchWords(const keyframe::Branch& branch);

/// Time at which a branch is evaluated in a motion, s.
[[nodiscard]] double branchTimeS(const keyframe::Motion& motion, const keyframe::Branch& branch);
/// Indices of the branches of a motion that are evaluated within `reachS` of a time.
[[nodiscard]] std::vector<std::size_t> branchesNear(const keyframe::Motion& motion, double timeS,
                                                    double reachS);

/// Adds menu entries for branches at the given time: new ones by condition, other
/// motions for existing ones, and their removal.
void addBranches(QMenu& menu, TimelineState& state, const TimelinePlace& place);

} // namespace sideline::widgets
