#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>

namespace sideline::widgets {

/// Visible part and scale of a picture. All of it is visible until the user moves or zooms it.
class GraphCamera {
public:
    /// @param picture its rectangle, px at zoom 1
    void setPicture(const QRectF& picture) { m_picture = picture; }
    /// Sets the widget's size; a fitted picture stays fitted.
    void setSize(const QSizeF& size);
    void fit();
    /// @param at fixed point, on the widget
    void zoomBy(double factor, const QPointF& at);
    /// Moves the picture, but keeps part of it on the widget.
    void moveBy(const QPointF& px);

    [[nodiscard]] const QTransform& toWidget() const { return m_toWidget; }
    [[nodiscard]] double zoom() const { return m_toWidget.m11(); }
    [[nodiscard]] bool isFitted() const { return m_isFitted; }

private:
    [[nodiscard]] QTransform fitted() const;

    QRectF m_picture;
    QSizeF m_size;
    QTransform m_toWidget;
    bool m_isFitted = true;
};

} // namespace sideline::widgets
