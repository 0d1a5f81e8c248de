#pragma once

#include <QPointF>
#include <QPolygonF>

#include "widgets/match/field_scene.h"

namespace sideline::widgets {

/// A path that the user draws, or a place that the user clicks, with the mouse. A value type.
class SteeredWay {
public:
    /// @param isArrow only the ends of a drag count
    explicit SteeredWay(bool isArrow = false) : m_isArrow(isArrow) {}

    /// Adds a point of the widget if it is at least a few pixels away from the last one.
    /// @param isLast whether the mouse was released here: the point is then added in any case
    /// @return whether it was added
    bool add(const QPointF& pos, const FieldCamera& camera, bool isLast);
    void clear() { m_way_S.clear(); }
    [[nodiscard]] bool isEmpty() const { return m_way_S.isEmpty(); }
    [[nodiscard]] const QPolygonF& way_S() const { return m_way_S; }

private:
    bool m_isArrow;
    QPolygonF m_way_S; ///< server frame, meters
};

} // namespace sideline::widgets
