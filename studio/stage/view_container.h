#pragma once

#include <QWidget>

#include "viewer3d/view/match_view.h"

namespace sideline::studio {

/// Returns a widget that displays a 3D view, which the Tab key enters and leaves. GUI thread only.
[[nodiscard]] QWidget* makeViewContainer(viewer3d::MatchView* view, QWidget* parent = nullptr);

} // namespace sideline::studio
