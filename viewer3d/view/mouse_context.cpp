#include "viewer3d/view/mouse_context.h"

#include <cmath>

#include "agentcore/field/field_marks.h"

namespace sideline::viewer3d {

namespace {

constexpr double kSnapPx = 10.0; // snapping distance of the ruler's ends

// The mark of the field that is nearest in the picture, within the snapping distance.
std::optional<field::FieldMark> markAt(const MouseContext& context, const QPoint& place) {
    if (!context.frame || !context.frame->game.environment) {
        return std::nullopt;
    }
    std::optional<field::FieldMark> nearest;
    double nearestPx = kSnapPx;
    const field::FieldModel field(context.frame->game.environment->field);
    for (const field::FieldMark& mark : field::fieldMarks(field)) {
        const auto at = placeInView(context.rig.pose(), {mark.p_S.x(), mark.p_S.y(), 0.0},
                                    context.window.width(), context.window.height());
        const double awayPx = at ? std::hypot(at->x() - place.x(), at->y() - place.y()) : nearestPx;
        if (awayPx < nearestPx) {
            nearestPx = awayPx;
            nearest = mark;
        }
    }
    return nearest;
}

} // namespace

Ray MouseContext::rayAt(const QPoint& place) const {
    return rayThrough(rig.pose(), place.x(), place.y(), window.width(), window.height());
}

std::optional<Eigen::Vector3d> MouseContext::groundAt(const QPoint& place) const {
    const Ray ray = rayAt(place);
    if (ray.direction.z() > -1e-3) {
        return std::nullopt;
    }
    return ray.origin - ray.origin.z() / ray.direction.z() * ray.direction;
}

std::optional<monitor::RulerEnd> MouseContext::rulerEndAt(const QPoint& place) const {
    if (const auto hit = frame ? pick(*frame, rayAt(place)) : std::nullopt) {
        monitor::RulerEnd end;
        end.object = *hit;
        end.object.body = 0;
        end.p_S = frame->findPose(end.object)->p.head<2>();
        return end;
    }
    if (const auto mark = markAt(*this, place)) {
        return monitor::RulerEnd{{}, mark->p_S, mark->name};
    }
    const auto p_SGround = groundAt(place);
    return p_SGround ? std::optional(monitor::RulerEnd{{}, p_SGround->head<2>()}) : std::nullopt;
}

} // namespace sideline::viewer3d
