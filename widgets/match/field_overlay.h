#pragma once

#include <QPainter>
#include <QPointF>
#include <QString>
#include <QTransform>

namespace sideline::widgets {

/// An additional layer on the field, above players and ball or below them.
class FieldOverlay {
public:
    virtual ~FieldOverlay() = default;
    /// @param toWidget maps meters of the server frame to the widget's pixels
    virtual void paint(QPainter& painter, const QTransform& toWidget) const = 0;
    /// Handles a click. @return whether it hit the overlay, in which case it is not handled further
    virtual bool click(const QPointF& pos, const QTransform& toWidget) = 0;
    /// Tooltip text for a point; empty for none.
    [[nodiscard]] virtual QString tipAt(const QPointF& pos, const QTransform& toWidget) const = 0;
};

} // namespace sideline::widgets
