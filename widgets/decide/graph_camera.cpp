#include "widgets/decide/graph_camera.h"

#include <algorithm>

namespace sideline::widgets {

namespace {

constexpr double kMaxZoom = 4.0;
constexpr double kMaxFitZoom = 1.25; // a small file should not fill the widget with huge boxes
constexpr double kGraphMarginPx = 12.0;
constexpr double kMinZoom = 0.25; // minimum; 0.7 of the fitting zoom if that is less

} // namespace

QTransform GraphCamera::fitted() const {
    const QSizeF room(std::max(20.0, m_size.width() - 2.0 * kGraphMarginPx),
                      std::max(20.0, m_size.height() - 2.0 * kGraphMarginPx));
    if (m_picture.isEmpty()) {
        return {};
    }
    const double scale = std::min(
        {kMaxFitZoom, room.width() / m_picture.width(), room.height() / m_picture.height()});
    QTransform view;
    view.translate(0.5 * m_size.width(), 0.5 * m_size.height());
    view.scale(scale, scale);
    view.translate(-m_picture.center().x(), -m_picture.center().y());
    return view;
}

void GraphCamera::setSize(const QSizeF& size) {
    m_size = size;
    if (m_isFitted) {
        fit();
    }
}

void GraphCamera::fit() {
    m_toWidget = fitted();
    m_isFitted = true;
}

void GraphCamera::zoomBy(double factor, const QPointF& at) {
    const double least = std::min(kMinZoom, 0.7 * fitted().m11());
    const double by = std::clamp(zoom() * factor, least, kMaxZoom) / zoom();
    m_toWidget *= QTransform::fromTranslate(-at.x(), -at.y());
    m_toWidget *= QTransform::fromScale(by, by);
    m_toWidget *= QTransform::fromTranslate(at.x(), at.y());
    m_isFitted = false;
}

void GraphCamera::moveBy(const QPointF& px) {
    const QRectF all = m_toWidget.mapRect(m_picture);
    constexpr double kKept = 40.0;
    m_toWidget *= QTransform::fromTranslate(
        std::clamp(px.x(), kKept - all.right(), m_size.width() - kKept - all.left()),
        std::clamp(px.y(), kKept - all.bottom(), m_size.height() - kKept - all.top()));
    m_isFitted = false;
}

} // namespace sideline::widgets
