#pragma once

#include <optional>

#include <QPointF>

#include "widgets/match/field_view.h"

namespace sideline::studio {

/// Zooms the map to a robot, and keeps the robot at a fixed place of the view while it moves. GUI
/// thread only.
class MapFollower {
public:
    /// @param field must outlive this object
    explicit MapFollower(widgets::FieldView& field) : m_field(field) {}

    /// Zooms to the robot, or back to the whole field.
    /// @param robot_S position in the server frame, m; nullopt if unknown
    void toggle(const std::optional<QPointF>& robot_S);
    /// Pans the map with the robot, starting at the user's position of the map, until the whole
    /// field is shown again.
    void follow(const std::optional<QPointF>& robot_S);

private:
    widgets::FieldView& m_field;
    std::optional<QPointF> m_followed_S; ///< last position of the robot that the map is zoomed to
};

} // namespace sideline::studio
