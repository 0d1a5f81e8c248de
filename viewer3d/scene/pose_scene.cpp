#include "viewer3d/scene/pose_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <Eigen/Geometry>

#include "agentcore/robot/limb_kinematics.h"
#include "viewer3d/scene/match_scene.h"
#include "viewer3d/shapes/nao_shells.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3d;
using Eigen::Vector3f;
using PrimitiveType = Qt3DRender::QGeometryRenderer::PrimitiveType;

constexpr double kHandleRadiusPx = 8.5;
constexpr float kRimPx = 20.0F;
constexpr double kSmallestPoseHandleM = 0.001;
constexpr double kLargestHandleM = 0.06;
constexpr float kHoverScale = 1.3F;
constexpr double kCenterRadiusM = 0.015;
constexpr double kSamePlaceM = 0.003;
constexpr double kSameTurn = 0.03;
constexpr double kPoseArcRadiusM = 0.10;
constexpr double kTickM = 0.016;
constexpr double kArcStepRad = std::numbers::pi / 36.0;
constexpr double kWarnRatio = 0.10; // fraction of the joint's range, measured from its limits
constexpr double kGroundM = 0.002;  // height above the grass, so that marks are visible
constexpr double kDashM = 0.018;
constexpr double kCrossM = 0.022;
constexpr double kAxisHalfM = 0.045;
constexpr float kCloudPx = 3.0F;
constexpr float kCloudOpacity = 0.55F;
constexpr double kShortestBandM = 0.008;
constexpr float kSkinOpacity = 0.85F;
constexpr float kSameInstantRatio = 0.8F;
constexpr Detail kSkinDetail{10, 6, 2};

const Vector3f kFootColor(0.12F, 0.72F, 1.0F);
const Vector3f kHandColor(1.0F, 0.66F, 0.12F);
const Vector3f kHeadColor(0.78F, 0.48F, 1.0F);
const Vector3f kOtherColor(0.92F, 0.92F, 0.95F);
const Vector3f kWarnColor(0.95F, 0.14F, 0.12F);
const Vector3f kCareColor(1.0F, 0.70F, 0.10F);
const Vector3f kGoodColor(0.25F, 0.85F, 0.35F);
const Vector3f kBeforeColor(0.30F, 0.58F, 1.0F);
const Vector3f kAfterColor(1.0F, 0.58F, 0.18F);
const Vector3f kSameInstantColor(0.35F, 0.95F, 0.60F);
const Vector3f kZmpColor(0.92F, 0.25F, 0.95F);
const Vector3f kPathColor(1.0F, 0.85F, 0.25F);
const Vector3f kBallPathColor(1.0F, 1.0F, 1.0F);
const Vector3f kAxisColor(0.20F, 0.60F, 1.0F);
const Vector3f kChosenAxisColor(1.0F, 0.90F, 0.20F);
const Vector3f kWhite(1.0F, 1.0F, 1.0F);
const Vector3f kBlack(0.05F, 0.05F, 0.05F);

// Instance of the shaders `stroke` and `dot`.
Instance stroke(const Vector3d& from_S, const Vector3d& to_S, float widthPx, const Vector3f& color,
                float opacity) {
    Instance instance;
    const Vector3f from = from_S.cast<float>();
    const Vector3f to = to_S.cast<float>();
    instance.rows = {from.x(), from.y(), from.z(), widthPx, to.x(), to.y(), to.z()};
    instance.color = {color.x(), color.y(), color.z(), opacity};
    return instance;
}

Instance dot(const Vector3d& p_S, float diameterPx, const Vector3f& color, float opacity) {
    return stroke(p_S, p_S, diameterPx, color, opacity);
}

Instance ball(const Vector3d& p_S, double radiusM, const Vector3f& color) {
    return Instance::of({radiusM * Eigen::Matrix3d::Identity(), p_S}, color, 1.0F);
}

ColorVertex corner(const Vector3d& p_S, const Vector3f& color, float opacity) {
    return {p_S.cast<float>(), {color.x(), color.y(), color.z(), opacity}};
}

Vector3f colorOf(const PoseOverlay::Handle& handle) {
    if (handle.isFlagged) {
        return kWarnColor;
    }
    switch (static_cast<robot::LimbId>(handle.id)) {
    case robot::LimbId::LeftFoot:
    case robot::LimbId::RightFoot:
        return kFootColor;
    case robot::LimbId::LeftHand:
    case robot::LimbId::RightHand:
        return kHandColor;
    case robot::LimbId::Head:
        return kHeadColor;
    }
    return kOtherColor;
}

// Proximity of an angle to its limits: 0 far from both limits, 1 at or beyond a limit.
float nearness(const PoseOverlay::Range& range, double angleRad) {
    const double warnRad = kWarnRatio * (range.maxRad - range.minRad);
    const double roomRad = std::min(angleRad - range.minRad, range.maxRad - angleRad);
    return static_cast<float>(1.0 - std::clamp(roomRad / warnRad, 0.0, 1.0));
}

} // namespace

bool isSamePlace(const math::Pose& a, const math::Pose& b) {
    return (a.p - b.p).norm() < kSamePlaceM && (a.R - b.R).norm() < kSameTurn;
}

void PoseScene::Shapes::flush() {
    mesh->setInstances(instances);
    instances.clear();
}

PoseScene::PoseScene(const Materials& materials, Qt3DCore::QNode* parent)
    : QEntity(parent), m_materials(materials), m_scale(std::make_unique<ViewScale>()) {
    const auto make = [this](const MeshData& mesh, Qt3DRender::QMaterial* material) {
        return std::make_unique<InstancedMesh>(mesh, material, this);
    };
    m_support =
        std::make_unique<ColorGeometry>(PrimitiveType::Triangles, materials.groundLine, this);
    m_groundLines.mesh = make(unitSquare(), materials.stroke);
    m_sectors =
        std::make_unique<ColorGeometry>(PrimitiveType::Triangles, materials.lineOnTop, this);
    m_strokes.mesh = make(unitSquare(), materials.strokeOnTop);
    m_dots.mesh = make(unitSquare(), materials.dotOnTop);
    m_handles.mesh = make(unitSquare(), materials.dotOnTop);
    m_balls.mesh =
        make(ellipsoid(Vector3f::Ones(), Zone::Team, Detail{20, 10, 1}), materials.surfaceOnTop);
    m_points.mesh = make(unitSquare(), materials.dot);
    m_pointerStrokes.mesh = make(unitSquare(), materials.strokeOnTop);
    m_pointerDots.mesh = make(unitSquare(), materials.dotOnTop);
}

PoseScene::~PoseScene() = default;

double PoseScene::handleRadiusM(const ViewScale& scale, const Vector3d& p_S) {
    return std::clamp(kHandleRadiusPx / std::max(scale.at(p_S), 1.0), kSmallestPoseHandleM,
                      kLargestHandleM);
}

void PoseScene::setOverlay(const std::shared_ptr<const PoseOverlay>& overlay) {
    if (!overlay && !m_overlay) {
        return;
    }
    m_overlay = overlay;
    m_sectorCorners.clear();
    if (overlay) {
        for (const PoseOverlay::Range& range : overlay->ranges) {
            addRange(range);
        }
        for (const PoseOverlay::Axis& axis : overlay->axes) {
            addAxis(axis);
        }
        showBalance();
    } else {
        m_support->setVertices({});
    }
    m_sectors->setVertices(m_sectorCorners);
    showSkins();
    m_strokes.flush();
    m_groundLines.flush();
    m_dots.flush();
    showClouds();
    showHandles();
}

void PoseScene::setRobot(const monitor::RobotFrame* robot) {
    m_posedModel = robot != nullptr ? robot->model : nullptr;
    m_X_SPosed = robot != nullptr ? robot->X_SBody : std::vector<math::Pose>{};
    showSkins();
}

void PoseScene::setViewScale(const ViewScale& scale) {
    *m_scale = scale;
    showHandles();
}

void PoseScene::setPointer(const Pointer& pointer) {
    m_pointer = pointer;
    showHandles();
    showPointer();
}

PoseScene::Mark PoseScene::markOf(std::size_t body) const {
    const auto is = [body](robot::BodyId id) { return id.isValid() && id.index() == body; };
    if (m_overlay && std::ranges::any_of(m_overlay->flagged, is)) {
        return Mark::Flagged;
    }
    return m_overlay && is(m_pointer.body) ? Mark::Pointed : Mark::None;
}

void PoseScene::addSkin(const PoseOverlay::Skin& skin) {
    if (skin.robot.model == nullptr) {
        return;
    }
    const robot::RobotModel& model = *skin.robot.model;
    const Vector3f& color = skin.tint < 0.0F   ? kBeforeColor
                            : skin.tint > 0.0F ? kAfterColor
                                               : kSameInstantColor;
    const float opacity =
        kSkinOpacity *
        (skin.tint == 0.0F ? kSameInstantRatio : std::clamp(std::abs(skin.tint), 0.35F, 1.0F));
    for (std::size_t i = 0; i < skin.robot.X_SBody.size(); ++i) {
        if (m_posedModel.get() == &model && isSamePlace(m_X_SPosed[i], skin.robot.X_SBody[i])) {
            continue;
        }
        const robot::BodyId id(i);
        Shapes& shapes = m_skins[shellKey(model, id)];
        if (!shapes.mesh) {
            MeshData shell = bodyShell(model, id, kSkinDetail);
            for (Vertex& vertex : shell.vertices) {
                vertex.zone = static_cast<float>(Zone::Team); // drawn in a single color
            }
            shapes.mesh = std::make_unique<InstancedMesh>(shell, m_materials.ghost, this);
        }
        const math::Pose& X = skin.robot.X_SBody[i];
        shapes.instances.push_back(Instance::of({kGhostScale * X.R, X.p}, color, opacity));
    }
}

void PoseScene::showSkins() {
    if (m_overlay) {
        for (const PoseOverlay::Skin& skin : m_overlay->skins) {
            addSkin(skin);
        }
    }
    for (auto& [key, shapes] : m_skins) {
        shapes.flush();
    }
}

void PoseScene::showHandles() {
    if (m_overlay) {
        for (const PoseOverlay::Handle& handle : m_overlay->handles) {
            const bool isLit = m_pointer.handle == handle.id;
            const float size = isLit ? kHoverScale : 1.0F;
            const Vector3f own = colorOf(handle);
            m_handles.instances.push_back(dot(handle.p_S, size * kRimPx + 2.0F, kBlack, 0.55F));
            m_handles.instances.push_back(dot(handle.p_S, size * kRimPx, kWhite, 1.0F));
            m_balls.instances.push_back(ball(handle.p_S, size * handleRadiusM(*m_scale, handle.p_S),
                                             isLit ? Vector3f(0.6F * own + 0.4F * kWhite) : own));
        }
        if (m_overlay->centerOfMass_S) {
            m_balls.instances.push_back(ball(*m_overlay->centerOfMass_S, kCenterRadiusM,
                                             m_overlay->isBalanced ? kGoodColor : kWarnColor));
        }
    }
    m_handles.flush();
    m_balls.flush();
}

// Draws a band from the grip to its target, and the height of the target.
void PoseScene::showPointer() {
    if (m_overlay && m_pointer.isDragging) {
        const Vector3d& from = m_pointer.grip_S;
        const Vector3d& to = m_pointer.target_S;
        const Vector3d foot(to.x(), to.y(), kGroundM);
        m_pointerStrokes.instances.push_back(stroke(to, foot, 1.5F, kWhite, 0.35F));
        m_pointerDots.instances.push_back(dot(foot, 7.0F, kBlack, 0.45F));
        if ((to - from).norm() > kShortestBandM) {
            m_pointerStrokes.instances.push_back(stroke(from, to, 2.5F, kWarnColor, 0.9F));
            m_pointerDots.instances.push_back(dot(to, 11.0F, kWhite, 0.95F));
            m_pointerDots.instances.push_back(dot(to, 7.0F, kWarnColor, 1.0F));
        }
    }
    m_pointerStrokes.flush();
    m_pointerDots.flush();
}

void PoseScene::addRange(const PoseOverlay::Range& given) {
    PoseOverlay::Range range = given;
    range.minRad = std::max(range.minRad, -std::numbers::pi); // some joints have no limits
    range.maxRad = std::min(range.maxRad, std::numbers::pi);
    if (!(range.maxRad > range.minRad)) {
        return;
    }
    const Vector3d side = range.axis_S.cross(range.zero_S);
    const auto at = [&](double angleRad, double radiusM) -> Vector3d {
        return range.p_S +
               radiusM * (std::cos(angleRad) * range.zero_S + std::sin(angleRad) * side);
    };
    const int steps =
        std::max(2, static_cast<int>(std::ceil((range.maxRad - range.minRad) / kArcStepRad)));
    const double stepRad = (range.maxRad - range.minRad) / steps;
    for (int i = 0; i < steps; ++i) {
        const double from = range.minRad + i * stepRad;
        const float red = nearness(range, from + 0.5 * stepRad);
        const Vector3f color = (1.0F - red) * kGoodColor + red * kWarnColor;
        m_strokes.instances.push_back(stroke(
            at(from, kPoseArcRadiusM), at(from + stepRad, kPoseArcRadiusM), 3.0F, color, 0.95F));
        m_sectorCorners.push_back(corner(range.p_S, kWhite, 0.16F));
        m_sectorCorners.push_back(corner(at(from, kPoseArcRadiusM), kWhite, 0.16F));
        m_sectorCorners.push_back(corner(at(from + stepRad, kPoseArcRadiusM), kWhite, 0.16F));
    }
    for (const double stop : {range.minRad, range.maxRad}) {
        m_strokes.instances.push_back(stroke(at(stop, kPoseArcRadiusM - kTickM),
                                             at(stop, kPoseArcRadiusM + kTickM), 4.0F, kWarnColor,
                                             1.0F));
    }
    m_strokes.instances.push_back(stroke(
        at(0.0, kPoseArcRadiusM), at(0.0, kPoseArcRadiusM + 0.6 * kTickM), 2.0F, kWhite, 0.9F));
    const float red = nearness(range, range.angleRad);
    const Vector3f color =
        red > 0.8F ? kWarnColor : (red > 0.0F ? kCareColor : Vector3f(1.0F, 1.0F, 0.85F));
    const Vector3d tip = at(range.angleRad, kPoseArcRadiusM);
    m_strokes.instances.push_back(stroke(range.p_S, tip, 5.0F, kBlack, 0.45F));
    m_strokes.instances.push_back(stroke(range.p_S, tip, 3.0F, color, 1.0F));
    m_dots.instances.push_back(dot(tip, 12.0F, kBlack, 0.5F));
    m_dots.instances.push_back(dot(tip, 9.0F, color, 1.0F));
}

// Draws a line from one side of the joint to the other, with a dot at the joint.
void PoseScene::addAxis(const PoseOverlay::Axis& axis) {
    const Vector3f& color = axis.isChosen ? kChosenAxisColor : kAxisColor;
    const Vector3d half = (axis.isChosen ? 1.6 : 1.0) * kAxisHalfM * axis.axis_S;
    const float widthPx = axis.isChosen ? 4.0F : 2.0F;
    const Vector3d from = axis.p_S - half;
    const Vector3d to = axis.p_S + half;
    m_strokes.instances.push_back(stroke(from, to, widthPx + 2.0F, kBlack, 0.45F));
    m_strokes.instances.push_back(stroke(from, to, widthPx, color, 1.0F));
    m_dots.instances.push_back(dot(axis.p_S, widthPx + 6.0F, kBlack, 0.5F));
    m_dots.instances.push_back(dot(axis.p_S, widthPx + 3.0F, color, 1.0F));
}

// Updates the clouds only when they change, since they contain many points.
void PoseScene::showClouds() {
    const auto clouds = m_overlay ? m_overlay->clouds : nullptr;
    if (clouds == m_clouds) {
        return;
    }
    m_clouds = clouds;
    for (std::size_t i = 0; clouds && i < clouds->size(); ++i) {
        for (const Vector3d& point : (*clouds)[i].points_S) {
            m_points.instances.push_back(dot(point, kCloudPx, (*clouds)[i].color, kCloudOpacity));
        }
    }
    m_points.flush();
}

void PoseScene::showBalance() {
    const PoseOverlay& overlay = *m_overlay;
    const Vector3f& verdict = overlay.isBalanced ? kGoodColor : kWarnColor;
    const auto onGround = [](const Eigen::Vector2d& p) { return Vector3d(p.x(), p.y(), kGroundM); };
    const auto& corners = overlay.support_S;
    std::vector<ColorVertex> filled;
    for (std::size_t i = 0; i < corners.size() && corners.size() > 1; ++i) {
        const Vector3d from = onGround(corners[i]);
        const Vector3d to = onGround(corners[(i + 1) % corners.size()]);
        m_strokes.instances.push_back(stroke(from, to, 2.0F, verdict, 0.75F));
        if (i >= 2) {
            filled.push_back(corner(onGround(corners[0]), verdict, 0.34F));
            filled.push_back(corner(onGround(corners[i - 1]), verdict, 0.34F));
            filled.push_back(corner(from, verdict, 0.34F));
        }
    }
    m_support->setVertices(filled);
    const auto showPath = [this](const std::vector<Vector3d>& path_S, const Vector3f& color) {
        for (std::size_t i = 1; i < path_S.size(); ++i) {
            const float age = static_cast<float>(i) / static_cast<float>(path_S.size());
            m_groundLines.instances.push_back(
                stroke(path_S[i - 1], path_S[i], 2.5F, color, 0.35F + 0.65F * age));
        }
    };
    showPath(overlay.path_S, kPathColor);
    showPath(overlay.ballPath_S, kBallPathColor);
    if (overlay.centerOfMass_S) {
        const Vector3d& center = *overlay.centerOfMass_S;
        const Vector3d foot(center.x(), center.y(), kGroundM);
        for (double z = center.z() - kCenterRadiusM; z > kGroundM; z -= 2.0 * kDashM) {
            m_strokes.instances.push_back(stroke(
                {center.x(), center.y(), z},
                {center.x(), center.y(), std::max(z - kDashM, kGroundM)}, 2.0F, verdict, 0.85F));
        }
        m_dots.instances.push_back(dot(foot, 13.0F, kWhite, 0.95F));
        m_dots.instances.push_back(dot(foot, 9.0F, verdict, 1.0F));
    }
    if (overlay.zmp_S) {
        const Vector3d p = onGround(*overlay.zmp_S);
        for (const auto& [width, color] : {std::pair{5.0F, kBlack}, {3.0F, kZmpColor}}) {
            for (const Vector3d& arm :
                 {Vector3d(kCrossM, kCrossM, 0), Vector3d(kCrossM, -kCrossM, 0)}) {
                m_strokes.instances.push_back(stroke(p - arm, p + arm, width, color, 0.95F));
            }
        }
    }
}

} // namespace sideline::viewer3d
