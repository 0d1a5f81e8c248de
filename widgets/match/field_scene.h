#pragma once

#include <memory>
#include <vector>

#include <QPointF>
#include <QSizeF>
#include <QStringList>
#include <QTransform>

#include "agentcore/drawing/drawing_board.h"
#include "agentcore/drawing/drawing_filter.h"
#include "agentcore/field/field_marks.h"
#include "agentcore/field/field_model.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/ruler.h"
#include "logs/replay/frame_fetcher.h"
#include "widgets/common/text_format.h"
#include "widgets/match/field_overlay.h"
#include "widgets/match/tactics_layer.h"

namespace sideline::widgets {

/// The visible part of the field, and its scale. A value type.
class FieldCamera {
public:
    static constexpr double kMaxScale = 800.0;
    static constexpr double kMaxOverlayScale = 10000.0; ///< ten pixels per millimeter

    /// @param sizePx size of the widget
    void setSize(const QSizeF& sizePx);
    void setFlipped(bool on);
    /// @return whether the view had to zoom out
    bool setMaxScale(double maxScale);
    void fit(const field::FieldDimensions& field);
    [[nodiscard]] bool isFitted() const { return m_isFitted; }
    /// Shows this width of the ground across the widget; ignores values that are not finite and
    /// widths that are not positive.
    void zoomTo(const QPointF& p_S, double widthM);
    /// Zooms and keeps the field point under a widget point fixed.
    void zoomAt(const QPointF& pos, double factor);
    void moveBy(const QPointF& shift_S);
    /// Centers a point; a fitted view stays fitted.
    void centerOn(const QPointF& p_S);

    [[nodiscard]] const QPointF& center() const { return m_center; }
    [[nodiscard]] double scale() const { return m_scale; } ///< pixels per meter
    [[nodiscard]] const QTransform& toWidget() const { return m_toWidget; }
    [[nodiscard]] QPointF toField(const QPointF& pos) const {
        return m_toWidget.inverted().map(pos);
    }
    /// The unit vector on the screen of a heading on the field.
    [[nodiscard]] QPointF aheadOf(double headingRad) const;

private:
    void update();

    QSizeF m_sizePx;
    double m_scale = 20.0;
    double m_maxScale = kMaxScale;
    QPointF m_center; ///< field point in the middle of the widget
    bool m_isFitted = true;
    bool m_isFlipped = false;
    QTransform m_toWidget;
};

/// Content of a field view.
struct FieldScene {
    FieldScene();
    /// Sets a frame and its field.
    /// @return whether the field has changed
    bool setFrame(const logs::FetchedFrame& frame);
    void setRuler(std::vector<drawing::Shape> shapes);
    /// Offers a click to the overlay, then to the map if there is no object at this point.
    /// @return whether one of them handled it
    bool click(const QPointF& pos);

    field::FieldModel field;
    std::vector<field::FieldMark> marks;
    logs::FetchedFrame fetched;
    drawing::DrawingBoardPtr drawings;
    drawing::DrawingFilter drawingFilter;
    std::shared_ptr<FieldOverlay> overlay; ///< above the rest, or null
    std::shared_ptr<FieldOverlay> map;     ///< on the grass, or null
    monitor::ObjectId selection;
    TeamColors colors;
    FieldLayers layers;
    drawing::DrawingBoard ruler;
    FieldCamera camera;

    [[nodiscard]] QPointF toWidget(const Eigen::Vector3d& p_S) const {
        return camera.toWidget().map(QPointF(p_S.x(), p_S.y()));
    }
    [[nodiscard]] double radiusPx(double meters, double minPx) const;
    [[nodiscard]] double robotRadiusPx() const;
    [[nodiscard]] double ballRadiusPx() const;
    /// The object at a point of the widget, or within `minReachPx` of it; none if there is none.
    [[nodiscard]] monitor::ObjectId objectNear(const QPointF& pos, double minReachPx) const;
    /// The ball or a robot, otherwise a nearby mark of the field, otherwise the place on the
    /// ground.
    [[nodiscard]] monitor::RulerEnd rulerEndAt(const QPointF& pos) const;
    /// Description of the object at a point of the widget.
    [[nodiscard]] QStringList tipLines(const QPointF& pos) const;
};

} // namespace sideline::widgets
