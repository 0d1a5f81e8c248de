#pragma once

#include <optional>

#include <QMouseEvent>
#include <QObject>
#include <QWheelEvent>

#include "agentcore/monitor/match_frame.h"
#include "viewer3d/view/mouse_context.h"
#include "viewer3d/view/mouse_grip.h"

namespace sideline::viewer3d {

/// The mouse that pulls, pushes, places and throws objects of a match. Its signals are those of
/// `MatchView`. GUI thread only.
class ObjectMouse : public QObject {
    Q_OBJECT
public:
    explicit ObjectMouse(const MouseContext& context) : m_context(context) {}

    /// See `MatchView::setGrabbing`.
    void setGrabbing(bool on);
    [[nodiscard]] bool canGrab() const { return m_canGrab; }
    /// See `MatchView::setPlacing`.
    void setPlacing(bool on);
    [[nodiscard]] bool canPlace() const { return m_canPlace; }
    /// See `MatchView::setPlacingRefused`.
    void setPlacingRefused(bool on);
    [[nodiscard]] bool reportsRefusal() const { return m_reportsRefusal; }

    /// Ends the current drag and may begin another.
    /// @return whether the drag is handled here
    bool press(const QMouseEvent& event);
    /// @return whether the drag is handled here
    bool move(const QPoint& place);
    /// Raises a throw or turns the carried object.
    /// @return whether there was a throw or a carried object
    bool turnWheel(const QWheelEvent& event);
    /// @param isDone whether the drag takes effect
    void letGo(bool isDone);
    [[nodiscard]] bool isHolding() const { return m_grip || m_aim; }
    /// Adapts the arrow to a frame in which the object has moved.
    void showFrame();

Q_SIGNALS:
    void pulled(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                const Eigen::Vector3d& target_S);
    void released();
    void pushed(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& p_S,
                const Eigen::Vector3d& impulse_SNs);
    void placed(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& p_S, double turnRad);
    void placingRefused();
    void aimed(const Eigen::Vector3d& target_S, int steps, bool isDone);
    void aimCanceled();

private:
    struct Aim {
        Eigen::Vector3d target_S = Eigen::Vector3d::Zero();
        int steps = 0;
    };
    [[nodiscard]] std::optional<MouseGrip::Kind> gripKind(Qt::KeyboardModifiers keys) const;
    [[nodiscard]] bool isPlacing(Qt::KeyboardModifiers keys) const;
    [[nodiscard]] bool triesToPlace(const QMouseEvent& event) const;
    bool takeHold(const QMouseEvent& event);
    bool beginAim(const QMouseEvent& event);
    void aimAt(const QPoint& place);

    MouseContext m_context;
    bool m_canGrab = false;
    bool m_canPlace = false;
    bool m_reportsRefusal = false;
    bool m_isRefused = false; ///< whether the current drag is refused
    bool m_hasMoved = false;
    std::optional<MouseGrip> m_grip;
    std::optional<Aim> m_aim;
};

} // namespace sideline::viewer3d
