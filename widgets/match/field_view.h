#pragma once

#include <memory>
#include <optional>

#include <QPolygonF>
#include <QWidget>

#include "widgets/match/field_scene.h"
#include "widgets/match/steered_way.h"

namespace sideline::widgets {

/// The field from above: players with number and heading, ball, trails.
///
/// The wheel zooms, a drag moves, a double-click on grass fits the field, a click selects; Ctrl +
/// drag moves an object if that is allowed, while the wheel turns a robot. A tooltip shows the
/// values of the object under the mouse.
class FieldView : public QWidget {
    Q_OBJECT
public:
    explicit FieldView(QWidget* parent = nullptr);

    /// Shows a frame: numbers of `fetched.exact`, positions of `fetched.drawn`.
    void setFrame(const logs::FetchedFrame& fetched);
    void clearFrame();
    /// Shows drawings of agents and other programs; null for none.
    void setDrawings(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);
    void setSelection(const monitor::ObjectId& selection);
    void setColors(const TeamColors& colors);
    /// Sets the layers shown besides players and ball.
    void setLayers(const FieldLayers& layers);
    /// Whether Ctrl + drag moves objects, and Ctrl + Alt + drag aims the ball.
    void setObjectsMovable(bool on);
    /// Whether `moveRefused` reports attempts to move or aim something while that is not allowed;
    /// otherwise these drags move the field.
    void setMovesRefused(bool on);
    /// Whether the field is rotated by half a turn, so that the right goal is on the left.
    void setFlipped(bool on);
    /// Whether the selected object, or the ball if none is selected, is kept in the middle. Ignored
    /// while the whole field is shown, and with an overlay, which does its own following.
    void setFollowing(bool on);
    /// Whether a drag with the left button measures, rather than moves the field.
    void setMeasuring(bool on);
    /// Whether a click or a drag with the left button sets a destination for a robot.
    /// @param isArrow only the ends of a drag count
    void setSteering(bool on, bool isArrow = false);
    /// Paints the user's ruler.
    void setRuler(std::vector<drawing::Shape> shapes);
    /// Sets an overlay above the rest, or null. It receives clicks first, its tip is added to the
    /// tooltip, and the user may zoom in to millimeters. When its appearance changes, call
    /// `update`.
    void setOverlay(std::shared_ptr<FieldOverlay> overlay);
    /// Sets an overlay on the grass, below players and ball, or null. It receives clicks that hit
    /// no player, and its tip is added to the tooltip.
    void setMap(std::shared_ptr<FieldOverlay> map);
    /// Shows all of the field.
    void fit();
    /// Centers a point of the field and shows a given width of the ground.
    /// @param p_S meters of the server frame @param widthM above 0
    void zoomTo(const QPointF& p_S, double widthM);
    /// Shows a given width of the ground, about the current middle or the followed object.
    /// @param widthM above 0
    void zoomTo(double widthM) { zoomTo(m_scene.camera.center(), widthM); }
    /// Moves the view by meters of the server frame, so that an object that moved by the same
    /// vector keeps its place on the screen.
    void moveBy(const QPointF& shift_S);
    /// Whether all of the field is shown, as after `fit`.
    [[nodiscard]] bool isFitted() const { return m_scene.camera.isFitted(); }

    [[nodiscard]] QSize sizeHint() const override { return {420, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 80}; }

    /// The object at a point of the widget, or none.
    [[nodiscard]] monitor::ObjectId objectAt(const QPointF& pos) const;
    /// Place on the widget of a point of the field (server frame, meters).
    [[nodiscard]] QPointF toWidget(double x_S, double y_S) const;

Q_SIGNALS:
    void selected(const sideline::monitor::ObjectId& id);
    /// The user moved an object to a place on the field, in meters of the server frame.
    /// @param turnRad total turn, counterclockwise; 0 for the ball
    void moveRequested(const sideline::monitor::ObjectId& id, double x_S, double y_S,
                       double turnRad);
    /// The user tried to move an object or to throw the ball, which is not allowed.
    void moveRefused();
    /// The user has moved the field by hand: following has ended.
    void followingEnded();
    /// The user aims the ball at a place, in meters of the server frame; the wheel raises the throw
    /// in steps.
    /// @param isDone the mouse button was released: throw the ball now
    void aimed(double x_S, double y_S, int steps, bool isDone);
    /// The throw was canceled.
    void aimCanceled();
    /// The user sets a destination or a path for a robot, in meters of the server frame;
    /// emitted on every mouse move.
    /// @param isDone the mouse button was released
    void steered(const QPolygonF& way_S, bool isDone);
    /// The user measures a distance; emitted on every mouse move.
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
    void reportAim(bool isDone);
    void steer(const QPointF& pos, bool isDone);
    void showMode();
    void followObject();
    void zoomAt(const QPointF& pos, double factor);
    [[nodiscard]] bool triesToMove(const QMouseEvent& event) const;

    FieldScene m_scene;
    bool m_isFollowing = false;
    bool m_isSteering = false;
    SteeredWay m_way; ///< while the user steers; otherwise empty
    QPointF m_pressedAt;
    QPointF m_lastMouse;
    bool m_dragging = false;
    bool m_canMove = false;
    bool m_reportsRefusal = false;
    bool m_isRefused = false; ///< the current drag is refused
    bool m_isMeasuring = false;
    std::optional<monitor::RulerEnd> m_rulerFrom; ///< while the ruler is dragged
    std::optional<int> m_aimSteps;                ///< while the ball is aimed
    std::optional<monitor::ObjectId> m_carried;   ///< dragged with Ctrl
    double m_carriedTurnRad = 0.0;
    std::optional<QPointF> m_hover;
};

} // namespace sideline::widgets
