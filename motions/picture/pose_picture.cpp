#include "motions/picture/pose_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>
#include <variant>

#include "agentcore/game/constants.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::keyframe {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Color = std::array<double, 3>;

constexpr double kPi = std::numbers::pi;
constexpr double kFloorRatio = 0.06; // fraction of the picture below the ground
constexpr int kRoundCorners = 16;
constexpr double kChamferM = 0.012;
constexpr double kSmallestBallM = 0.019; // minimum radius of joints, which are tiny in the server
constexpr double kInsideM = 0.03;        // joints are drawn behind the bodies that they connect
constexpr double kReachM = 0.2;          // extent of a lying robot toward the viewer
constexpr double kShadowHeightM = 0.45;  // bodies above cast hardly any shadow
constexpr Color kShell = {0.93, 0.94, 0.95};
constexpr Color kChest = {0.30, 0.47, 0.86};
constexpr Color kFoot = {0.80, 0.82, 0.86};
constexpr Color kJoint = {0.36, 0.38, 0.42};
constexpr Color kEye = {0.16, 0.55, 0.80};
constexpr Color kBall = {0.96, 0.62, 0.20};
constexpr Color kGround = {0.80, 0.82, 0.80};

struct Camera {
    Vector3d right;
    Vector3d up;
    Vector3d toEye;
    double scale;    // size of a meter in the picture
    Vector2d middle; // middle of the picture's lower border, horizontal and vertical

    [[nodiscard]] Vector2d place(const Vector3d& p_S) const {
        return {0.5 + scale * (right.dot(p_S) - middle.x()),
                1.0 - kFloorRatio - scale * (up.dot(p_S) - middle.y())};
    }
};

// Size of a robot relative to a Nao, for which the pictures are composed.
double sizeRatio(const robot::RobotModel& model) {
    constexpr double kNaoTorsoM = 0.385;
    return model.traits().server == game::ServerKind::Rcssservermj
               ? model.standingTorsoM() / kNaoTorsoM
               : 1.0;
}

Camera cameraOf(const PictureView& view, double size) {
    const double azimuth = view.azimuthRad;
    const double elevation = std::clamp(view.elevationRad, 0.0, kPi / 2.0);
    Camera camera;
    camera.toEye = Vector3d(-std::sin(azimuth) * std::cos(elevation),
                            std::cos(azimuth) * std::cos(elevation), std::sin(elevation));
    camera.right = Vector3d(-std::cos(azimuth), -std::sin(azimuth), 0.0);
    camera.up = camera.toEye.cross(camera.right);
    const double heightM = size * std::max(view.heightM, 0.05);
    const double nearM = size * kReachM * std::sin(elevation); // ground in front of the middle
    camera.scale = (1.0 - 2.0 * kFloorRatio) / (heightM + nearM);
    const Vector3d middle_S(view.centerX, view.centerY, 0.0);
    camera.middle = {camera.right.dot(middle_S), camera.up.dot(middle_S) - nearM};
    return camera;
}

// A convex piece of the robot, drawn as a unit.
struct PicturePiece {
    double nearnessM; // along the line of sight
    std::vector<PicturePolygon> polygons;
};

class Painter {
public:
    Painter(const PictureView& view, double size) : m_camera(cameraOf(view, size)) {}

    void addShadow(const robot::RobotModel& model, std::span<const math::Pose> X_SBody);
    void addBody(const robot::Body& body, const math::Pose& X_SBody);
    void addPart(robot::BodyRole role, const robot::Shape& shape, const math::Pose& X_SPart,
                 const Color& color);
    void addBall(const Vector3d& p_S);
    [[nodiscard]] std::vector<PicturePolygon> finish();

private:
    void addBox(PicturePiece& piece, const Vector3d& sizeM, const math::Pose& X_SBox,
                const Color& color) const;
    void addRound(PicturePiece& piece, const math::Pose& X_SBody, double radiusM, double lengthM,
                  const Color& color) const;
    void addEyes(PicturePiece& piece, const math::Pose& X_SHead, double radiusM) const;
    void add(std::vector<PicturePolygon>& polygons, std::vector<Vector2d> points,
             const Color& color) const;
    [[nodiscard]] Color shaded(const Color& color, const Vector3d& normal_S) const;

    Camera m_camera;
    std::vector<PicturePolygon> m_ground;
    std::vector<PicturePiece> m_pieces;
};

Color mixed(const Color& a, const Color& b, double weight) {
    Color color;
    for (std::size_t i = 0; i < color.size(); ++i) {
        color[i] = std::clamp((1.0 - weight) * a[i] + weight * b[i], 0.0, 1.0);
    }
    return color;
}

// Light comes from above the viewer's left shoulder.
Color Painter::shaded(const Color& color, const Vector3d& normal_S) const {
    const Vector3d toLight =
        (1.1 * m_camera.toEye - 0.7 * m_camera.right + Vector3d(0.0, 0.0, 1.1)).normalized();
    const double light = 0.56 + 0.44 * std::max(normal_S.dot(toLight), 0.0);
    return {color[0] * light, color[1] * light, std::min(color[2] * (light + 0.02), 1.0)};
}

// Clips polygons at the picture's border.
void Painter::add(std::vector<PicturePolygon>& polygons, std::vector<Vector2d> points,
                  const Color& color) const {
    if (points.size() < 3) {
        return;
    }
    for (Vector2d& point : points) {
        if (!point.allFinite()) {
            return;
        }
        point = point.cwiseMax(0.0).cwiseMin(1.0);
    }
    polygons.push_back({std::move(points), color});
}

void Painter::addBox(PicturePiece& piece, const Vector3d& sizeM, const math::Pose& X_SBox,
                     const Color& color) const {
    const Vector3d half = sizeM / 2.0;
    const double chamferM = std::min(kChamferM, 0.4 * half.minCoeff());
    // Draws the whole box with beveled edges, then its faces.
    std::vector<Vector2d> outline;
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
        for (int corner = 0; corner < 8; ++corner) {
            Vector3d p((corner & 1) != 0 ? half.x() : -half.x(),
                       (corner & 2) != 0 ? half.y() : -half.y(),
                       (corner & 4) != 0 ? half.z() : -half.z());
            for (Eigen::Index other = 0; other < 3; ++other) {
                p[other] -= other == axis ? 0.0 : std::copysign(chamferM, p[other]);
            }
            outline.push_back(m_camera.place(X_SBox * p));
        }
    }
    const Vector3d edgeNormal = (m_camera.toEye + m_camera.right - m_camera.up).normalized();
    add(piece.polygons, robot::convexHull(std::move(outline)), shaded(color, edgeNormal));
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
        const Eigen::Index u = (axis + 1) % 3;
        const Eigen::Index v = (axis + 2) % 3;
        const double side = X_SBox.R.col(axis).dot(m_camera.toEye) > 0.0 ? 1.0 : -1.0;
        const Vector3d normal = side * X_SBox.R.col(axis);
        std::vector<Vector2d> face;
        for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
            Vector3d p = Vector3d::Zero();
            p[axis] = side * half[axis];
            p[u] = a * (half[u] - chamferM);
            p[v] = b * (half[v] - chamferM);
            face.push_back(m_camera.place(X_SBox * p));
        }
        add(piece.polygons, std::move(face), shaded(color, normal));
    }
}

// Draws a ball, or a capsule of some length along z: rings that get brighter toward the light.
void Painter::addRound(PicturePiece& piece, const math::Pose& X_SBody, double radiusM,
                       double lengthM, const Color& color) const {
    const Vector3d toLight = (m_camera.up - 0.7 * m_camera.right).normalized();
    for (const auto& [weight, light] : {std::pair{1.0, 0.72}, {0.82, 0.86}, {0.5, 0.97}}) {
        std::vector<Vector2d> points;
        const Vector3d shift = (1.0 - weight) * 0.75 * radiusM * toLight;
        for (const double end : {-0.5, 0.5}) {
            const Vector3d center = X_SBody * Vector3d(0.0, 0.0, end * lengthM) + shift;
            for (int i = 0; i < kRoundCorners; ++i) {
                const double angle = 2.0 * kPi * i / kRoundCorners;
                points.push_back(m_camera.place(center + weight * radiusM *
                                                             (std::cos(angle) * m_camera.right +
                                                              std::sin(angle) * m_camera.up)));
            }
        }
        add(piece.polygons, robot::convexHull(std::move(points)),
            {color[0] * light, color[1] * light, color[2] * light});
    }
}

void Painter::addEyes(PicturePiece& piece, const math::Pose& X_SHead, double radiusM) const {
    for (const double side : {-1.0, 1.0}) {
        const Vector3d outward = X_SHead.R * Vector3d(0.42 * side, 0.88, 0.12).normalized();
        if (outward.dot(m_camera.toEye) < 0.15) {
            continue;
        }
        const Vector3d across = Vector3d(X_SHead.R.col(2)).cross(outward).normalized();
        const Vector3d along = outward.cross(across);
        std::vector<Vector2d> points;
        for (int i = 0; i < kRoundCorners; ++i) {
            const double angle = 2.0 * kPi * i / kRoundCorners;
            points.push_back(m_camera.place(
                X_SHead.p +
                radiusM * (outward + 0.26 * (std::cos(angle) * across + std::sin(angle) * along))));
        }
        add(piece.polygons, std::move(points), kEye);
    }
}

void Painter::addBody(const robot::Body& body, const math::Pose& X_SBody) {
    for (const robot::Solid& solid : body.solids) {
        const Color& color = solid.color == robot::SolidColor::Team   ? kChest
                             : solid.color == robot::SolidColor::Gray ? kJoint
                                                                      : kShell;
        addPart(body.role, solid.shape, X_SBody * solid.X_BodySolid, color);
    }
    if (body.solids.empty()) {
        const bool isBox = std::holds_alternative<robot::Box>(body.shape);
        addPart(body.role, body.shape, X_SBody,
                !isBox && body.role != robot::BodyRole::Head ? kJoint
                : body.role == robot::BodyRole::Torso        ? kChest
                                                             : kShell);
    }
}

void Painter::addPart(robot::BodyRole role, const robot::Shape& shape, const math::Pose& X_SPart,
                      const Color& color) {
    PicturePiece piece;
    piece.nearnessM = X_SPart.p.dot(m_camera.toEye);
    using robot::BodyRole;
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        const bool isFoot = role == BodyRole::LeftFoot || role == BodyRole::RightFoot ||
                            role == BodyRole::LeftToe || role == BodyRole::RightToe;
        addBox(piece, box->sizeM, X_SPart, isFoot ? kFoot : color);
    } else if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        piece.nearnessM -= 2.0 * kInsideM;
        addRound(piece, X_SPart, capsule->radiusM, capsule->lengthM, color);
    } else {
        const double radiusM = std::get<robot::Sphere>(shape).radiusM;
        const bool isHead = role == BodyRole::Head;
        addRound(piece, X_SPart, std::max(radiusM, kSmallestBallM), 0.0, color);
        if (isHead) {
            addEyes(piece, X_SPart, radiusM);
        } else {
            piece.nearnessM -= kInsideM;
        }
    }
    m_pieces.push_back(std::move(piece));
}

void Painter::addBall(const Vector3d& p_S) {
    const Vector2d place = m_camera.place(p_S);
    if (!place.allFinite() || place.minCoeff() < 0.0 || place.maxCoeff() > 1.0) {
        return;
    }
    PicturePiece piece;
    piece.nearnessM = p_S.dot(m_camera.toEye);
    addRound(piece, math::Pose::translation(p_S), game::kBallRadiusM, 0.0, kBall);
    m_pieces.push_back(std::move(piece));
}

// Draws a soft shadow below the robot: increasingly pale and large hulls around the parts near the
// ground.
void Painter::addShadow(const robot::RobotModel& model, std::span<const math::Pose> X_SBody) {
    Vector2d sum = Vector2d::Zero();
    double weight = 0.0;
    const auto weightOf = [&](std::size_t i) {
        const double heightM = std::clamp(X_SBody[i].p.z(), 0.0, kShadowHeightM);
        return model.bodies()[i].massKg * (1.02 - heightM / kShadowHeightM);
    };
    for (std::size_t i = 0; i < X_SBody.size(); ++i) {
        sum += weightOf(i) * X_SBody[i].p.head<2>();
        weight += weightOf(i);
    }
    const Vector2d center = sum / weight;
    Eigen::Matrix2d spread = 1e-3 * Eigen::Matrix2d::Identity();
    for (std::size_t i = 0; i < X_SBody.size(); ++i) {
        const Vector2d apart = X_SBody[i].p.head<2>() - center;
        spread += weightOf(i) / weight * apart * apart.transpose();
    }
    const Eigen::Matrix2d root = spread.llt().matrixL(); // an ellipse as wide as the robot
    for (const auto& [size, darkness] :
         {std::pair{2.3, 0.10}, {2.05, 0.22}, {1.8, 0.36}, {1.5, 0.5}}) {
        std::vector<Vector2d> points;
        for (int i = 0; i < 2 * kRoundCorners; ++i) {
            const double angle = kPi * i / kRoundCorners;
            const Vector2d p = center + size * (root * Vector2d(std::cos(angle), std::sin(angle)));
            points.push_back(m_camera.place({p.x(), p.y(), 0.0}));
        }
        add(m_ground, std::move(points), mixed(kGround, kJoint, darkness));
    }
}

std::vector<PicturePolygon> Painter::finish() {
    std::ranges::stable_sort(m_pieces, {}, &PicturePiece::nearnessM);
    std::vector<PicturePolygon> polygons = std::move(m_ground);
    for (PicturePiece& piece : m_pieces) {
        for (PicturePolygon& polygon : piece.polygons) {
            polygons.push_back(std::move(polygon));
        }
    }
    return polygons;
}

} // namespace

std::vector<PicturePolygon> posePicture(const robot::RobotModel& model,
                                        std::span<const double> anglesRad,
                                        const math::Pose& X_STorso, const PictureView& view,
                                        const std::optional<Eigen::Vector3d>& p_SBall) {
    std::vector<math::Pose> X_SBody(model.bodies().size());
    robot::forwardKinematics(model, X_STorso, anglesRad, X_SBody);
    Painter painter(view, sizeRatio(model));
    painter.addShadow(model, X_SBody);
    for (std::size_t i = 0; i < X_SBody.size(); ++i) {
        painter.addBody(model.bodies()[i], X_SBody[i]);
    }
    if (p_SBall) {
        painter.addBall(*p_SBall);
    }
    return painter.finish();
}

} // namespace sideline::keyframe
