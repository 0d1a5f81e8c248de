#pragma once

#include <QPainter>
#include <QSize>

#include "widgets/localization/camera_picture.h"
#include "widgets/localization/image_plane_paint.h"
#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// Paints the labels at the border of a camera's picture: age and scales in the upper corners, the
/// legend of the lines in a lower one.
void paintPlaneNotes(QPainter& painter, const LocalizeInstant& instant,
                     const CameraPicture& picture, const PlaneLook& look, double stretch,
                     const QSize& size);

} // namespace sideline::widgets
