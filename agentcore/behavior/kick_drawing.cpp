#include "agentcore/behavior/kick_drawing.h"

#include <array>

#include <Eigen/Core>

namespace sideline::behavior {

void drawKickRegion(const world::AgentFrame& frame, const KnownKick& kick,
                    const motion::Footing& footing, motion::Foot foot, double goodRatio,
                    ActionRequest& request) {
    constexpr drawing::Color kColor{120, 220, 120, 255};
    constexpr double kThicknessPx = 1.5;
    if (!frame.body.pose.isValid) {
        return;
    }
    const math::Pose X_SG = frame.body.pose.X_ST * footing.X_GT.inverse();
    const auto drawEdge = [&](const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
        const auto onGround_S = [&](const Eigen::Vector2d& place) {
            Eigen::Vector3d p_S =
                X_SG * Eigen::Vector3d(place.x(), motion::sideOf(foot) * place.y(), 0.0);
            p_S.z() = 0.01;
            return p_S;
        };
        request.addShape("kick.region",
                         drawing::Line{onGround_S(from), onGround_S(to), kThicknessPx, kColor});
    };
    const motion::KickRegion& region = kick.region;
    if (!region.isKnown()) {
        const motion::KickParameters& p = kick.numbers;
        const Eigen::Vector2d middle(p.ballForwardM, p.ballLateralM);
        const std::array<Eigen::Vector2d, 4> corners = {
            middle + Eigen::Vector2d(p.nearForwardM, p.nearLateralM),
            middle + Eigen::Vector2d(p.nearForwardM, -p.nearLateralM),
            middle + Eigen::Vector2d(-p.nearForwardM, -p.nearLateralM),
            middle + Eigen::Vector2d(-p.nearForwardM, p.nearLateralM)};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            drawEdge(corners[i], corners[(i + 1) % corners.size()]);
        }
        return;
    }
    const double halfM = 0.5 * region.cellM();
    const auto isGood = [&](int row, int column) { return region.cell(row, column) >= goodRatio; };
    for (int row = 0; row <= region.rows(); ++row) {
        for (int column = 0; column <= region.columns(); ++column) {
            const Eigen::Vector2d corner =
                region.middle(row, column) - Eigen::Vector2d::Constant(halfM);
            if (isGood(row, column) != isGood(row - 1, column)) {
                drawEdge(corner, corner + Eigen::Vector2d(0.0, region.cellM()));
            }
            if (isGood(row, column) != isGood(row, column - 1)) {
                drawEdge(corner, corner + Eigen::Vector2d(region.cellM(), 0.0));
            }
        }
    }
}

} // namespace sideline::behavior
