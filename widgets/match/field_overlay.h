#pragma once

#include <QPainter>
#include <QPointF>
#include <QString>
#include <QTransform>

namespace sideline::widgets {

/// Something more that is painted on the field, above players and ball or below them.
class FieldOverlay {
public:
    virtual ~FieldOverlay() = default;
    /// @param toWidget from meters of the server frame to the widget's pixels
    virtual void paint(QPainter& painter, const QTransform& toWidget) const = 0;
    /// A click that hit something of the overlay; true if it did, and nothing else should happen.
    virtual bool click(const QPointF& pos, const QTransform& toWidget) = 0;
    /// Text for the mouse's place, or empty.
    [[nodiscard]] virtual QString tipAt(const QPointF& pos, const QTransform& toWidget) const = 0;
};

} // namespace sideline::widgets
