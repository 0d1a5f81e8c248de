#pragma once

#include <QObject>
#include <QPoint>
#include <QPointer>
#include <QPolygonF>

#include "viewer3d/view/match_view.h"

namespace sideline::viewer3d {

/// Reports a robot's destination: clicks and drags with the left button on the ground of a view,
/// and of its twin (see `MatchView`), while enabled. Above the horizon the view handles the mouse
/// as before. GUI thread only.
class GroundSteering : public QObject {
    Q_OBJECT
public:
    /// @param view must outlive this object
    explicit GroundSteering(MatchView& view, QObject* parent = nullptr);

    /// @param isArrow whether only the ends of a drag count
    void setOn(bool on, bool isArrow);
    /// Adopts the view's current twin.
    void lookForTwin();

Q_SIGNALS:
    /// A place or a path, in meters of the server frame.
    void steered(const QPolygonF& way_S);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watch(MatchView& view, bool on);
    void append(const MatchView& view, const QPoint& place);
    bool handleMouse(MatchView& view, const QMouseEvent& event);

    MatchView& m_view;
    QPointer<MatchView> m_twin; ///< watched view
    bool m_isOn = false;
    bool m_isArrow = false;
    QPoint m_pressedAt;
    bool m_isDragging = false;
    QPolygonF m_way_S; ///< while the button is down; else empty
};

} // namespace sideline::viewer3d
