#pragma once

#include <functional>
#include <vector>

#include <QImage>
#include <QPointer>
#include <QWidget>

#include "viewer3d/view/match_view.h"

namespace sideline::studio {

/// A 3D view in a window. It is a native window, which does not appear in a picture of the widgets
/// alone.
struct PicturedView {
    QPointer<viewer3d::MatchView> view;
    QPointer<QWidget> container; ///< the widget that the view fills
};

/// Takes a picture of a whole window with its 3D views; calls back later. GUI thread only.
/// @param views the visible views; views in other windows are left out
/// @param above widgets that cover the views; may be null or hidden
void takeWindowPicture(QWidget& window, std::vector<PicturedView> views,
                       std::vector<QPointer<QWidget>> above,
                       std::function<void(const QImage&)> done);

} // namespace sideline::studio
