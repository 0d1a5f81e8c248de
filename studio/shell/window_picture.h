#pragma once

#include <functional>
#include <vector>

#include <QImage>
#include <QPointer>
#include <QWidget>

#include "viewer3d/view/match_view.h"

namespace sideline::studio {

/// A 3D view in a window. It is a window of its own: a picture of the widgets alone lacks it.
struct PicturedView {
    QPointer<viewer3d::MatchView> view;
    QPointer<QWidget> container; ///< that it fills
};

/// A picture of a whole window, with what its 3D views show; handed over later. GUI thread only.
/// @param views those that are on the screen; those of other windows are left out
/// @param above a widget that lies over the views; may be null or hidden
void takeWindowPicture(QWidget& window, std::vector<PicturedView> views, QPointer<QWidget> above,
                       std::function<void(const QImage&)> done);

} // namespace sideline::studio
