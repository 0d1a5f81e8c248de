#pragma once

#include <optional>

#include <QPointF>

#include "widgets/match/field_view.h"

namespace sideline::studio {

/// Zooms the map to a robot, and keeps the robot where it is on the screen while it moves. GUI
/// thread only.
class MapFollower {
public:
    /// @param field outlives this
    explicit MapFollower(widgets::FieldView& field) : m_field(field) {}

    /// Zooms to the robot, or shows all of the field again.
    /// @param robot_S where it is; server frame, meters; nothing if that is not known
    void toggle(const std::optional<QPointF>& robot_S);
    /// The robot has moved: the map goes with it, wherever in it the user has put it, until all of
    /// it is shown again.
    void follow(const std::optional<QPointF>& robot_S);

private:
    widgets::FieldView& m_field;
    std::optional<QPointF> m_followed_S; ///< where the robot is that the map is zoomed to
};

} // namespace sideline::studio
