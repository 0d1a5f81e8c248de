#pragma once

#include <memory>
#include <optional>

#include <QPolygonF>
#include <QTransform>
#include <QWidget>

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

/// The field from above: players with number and heading, ball, trails.
///
/// Wheel zooms, drag moves, double click on grass fits the field, click selects; Ctrl + drag puts
/// an object somewhere else, where that is allowed, and meanwhile the wheel turns a robot. Under
/// the mouse: values of what is there.
class FieldView : public QWidget {
    Q_OBJECT
public:
    explicit FieldView(QWidget* parent = nullptr);

    /// Numbers come from `fetched.exact`, positions on the screen from `fetched.drawn`.
    void setFrame(const logs::FetchedFrame& fetched);
    void clearFrame();
    /// What agents and other programs drew; null for nothing.
    void setDrawings(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);
    void setSelection(const monitor::ObjectId& selection);
    void setColors(const TeamColors& colors);
    /// What is shown beside players and ball.
    void setLayers(const FieldLayers& layers);
    /// Whether Ctrl + drag moves objects, and Ctrl + Alt + drag aims the ball.
    void setObjectsMovable(bool on);
    /// Whether it is reported by `moveRefused` that the user tries the same while it is not
    /// allowed; else these drags move the field.
    void setMovesRefused(bool on);
    /// Whether the field is turned by half a turn, so that the right goal is on the left.
    void setFlipped(bool on);
    /// Whether the selected object, or the ball if none is selected, is kept in the middle. Not
    /// while all of the field is shown, nor under an overlay, which has a way of its own to follow.
    void setFollowing(bool on);
    /// Whether a drag with the left button measures, rather than moves the field.
    void setMeasuring(bool on);
    /// Whether a click or a drag with the left button says where somebody should go.
    /// @param isArrow only where a drag begins and ends counts
    void setSteering(bool on, bool isArrow = false);
    /// Paints what the user measures.
    void setRuler(std::vector<drawing::Shape> shapes);
    /// Something more that is painted above the rest, or null. It gets clicks first, its tip joins
    /// what stands under the mouse, and one may zoom in until millimeters are seen. When it looks
    /// different, call `update`.
    void setOverlay(std::shared_ptr<FieldOverlay> overlay);
    /// Something that is painted on the grass, below players and ball, or null. It gets clicks that
    /// hit no player, and its tip joins what stands under the mouse.
    void setMap(std::shared_ptr<FieldOverlay> map);
    /// Shows all of the field.
    void fit();
    /// Puts a point of the field into the middle and shows so much of the ground across the view.
    /// @param p_S meters of the server frame @param widthM over 0
    void zoomTo(const QPointF& p_S, double widthM);
    /// Shows so much of the ground across the view, with the middle where it is, or with what is
    /// followed in the middle. @param widthM over 0
    void zoomTo(double widthM) { zoomTo(m_center, widthM); }
    /// Moves what is shown by so many meters of the server frame, as something moved that stays in
    /// its place on the screen.
    void moveBy(const QPointF& shift_S);
    /// Whether all of the field is shown, as after `fit`.
    [[nodiscard]] bool isFitted() const { return m_fitted; }

    [[nodiscard]] QSize sizeHint() const override { return {420, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 120}; }

    /// The object at a point of the widget, or none.
    [[nodiscard]] monitor::ObjectId objectAt(const QPointF& pos) const;
    /// Where a point of the field (server frame, meters) is on the widget.
    [[nodiscard]] QPointF toWidget(double x_S, double y_S) const;

Q_SIGNALS:
    void selected(const sideline::monitor::ObjectId& id);
    /// The user put an object to a place on the field, in meters of the server frame.
    /// @param turnRad so far counterclockwise from how it was; 0 for the ball
    void moveRequested(const sideline::monitor::ObjectId& id, double x_S, double y_S,
                       double turnRad);
    /// The user tries to move an object or to throw the ball, which is not allowed.
    void moveRefused();
    /// The user has moved the field by hand: nothing is followed any more.
    void followingEnded();
    /// The user aims the ball at a place, in meters of the server frame; the wheel raises the throw
    /// in steps.
    /// @param isDone the mouse was let go: throw it now
    void aimed(double x_S, double y_S, int steps, bool isDone);
    /// Nothing will be thrown.
    void aimCanceled();
    /// The user says where somebody should go: a place, or a way, in meters of the server frame;
    /// reported with every move of the mouse.
    /// @param isDone the mouse was let go
    void steered(const QPolygonF& way_S, bool isDone);
    /// The user measures; reported with every move of the mouse.
    void measured(const sideline::monitor::Ruler& ruler);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void updateTransform();
    void reportAim(bool isDone);
    void steer(const QPointF& pos, bool isDone);
    void showMode();
    void followObject();
    void zoomAt(const QPointF& pos, double factor);
    [[nodiscard]] bool triesToMove(const QMouseEvent& event) const;
    [[nodiscard]] monitor::RulerEnd rulerEndAt(const QPointF& pos) const;
    void paintTrails(QPainter& painter) const;
    void paintTrail(QPainter& painter, const monitor::ObjectId& id, QColor color) const;
    void paintRobot(QPainter& painter, const monitor::RobotFrame& robot) const;
    void paintBall(QPainter& painter) const;
    void paintHover(QPainter& painter) const;
    void paintCarried(QPainter& painter) const;
    [[nodiscard]] QStringList hoverLines(const QPointF& pos) const;
    [[nodiscard]] double maxScale() const;
    [[nodiscard]] double radiusPx(double meters, double atLeastPx) const;
    [[nodiscard]] double robotRadiusPx() const;
    [[nodiscard]] double ballRadiusPx() const;
    [[nodiscard]] monitor::ObjectId nearestObject(const QPointF& pos, double leastReachPx) const;
    [[nodiscard]] QPointF toWidget(const Eigen::Vector3d& p_S) const {
        return toWidget(p_S.x(), p_S.y());
    }
    [[nodiscard]] QPointF aheadOf(double headingRad) const;

    field::FieldModel m_field;
    std::vector<field::FieldMark> m_marks;
    logs::FetchedFrame m_fetched;
    drawing::DrawingBoardPtr m_drawings;
    drawing::DrawingFilter m_drawingFilter;
    std::shared_ptr<FieldOverlay> m_overlay;
    std::shared_ptr<FieldOverlay> m_map;
    monitor::ObjectId m_selection;
    TeamColors m_colors;
    FieldLayers m_layers;
    double m_scale = 20.0; ///< pixels per meter
    QPointF m_center;      ///< field point in the middle of the widget
    bool m_fitted = true;
    bool m_isFlipped = false;
    bool m_isFollowing = false;
    bool m_isSteering = false;
    bool m_steersByArrow = false;
    QPolygonF m_way_S; ///< while the user steers; else empty
    QTransform m_toWidget;
    QPointF m_pressedAt;
    QPointF m_lastMouse;
    bool m_dragging = false;
    bool m_canMove = false;
    bool m_tellsRefusal = false;
    bool m_isRefused = false; ///< the drag that continues
    bool m_isMeasuring = false;
    std::optional<monitor::RulerEnd> m_rulerFrom; ///< while it is dragged
    drawing::DrawingBoard m_ruler;
    std::optional<int> m_aimSteps;              ///< while the ball is aimed
    std::optional<monitor::ObjectId> m_carried; ///< what Ctrl + drag has taken hold of
    double m_carriedTurnRad = 0.0;
    std::optional<QPointF> m_hover;
};

} // namespace sideline::widgets
