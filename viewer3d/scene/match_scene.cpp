#include "viewer3d/scene/match_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include <QSurfaceFormat>

#include "agentcore/game/constants.h"
#include "viewer3d/shapes/field_mesh.h"
#include "viewer3d/shapes/nao_shells.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3f;
using game::Side;
using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;
using PrimitiveType = Qt3DRender::QGeometryRenderer::PrimitiveType;

constexpr float kGroundReachM = 120.0F;
constexpr float kLabelHeightPx = 22.0F;
constexpr double kLabelAboveHeadM = 0.13;
constexpr double kNoteAboveLabelPx = 10.0;
constexpr double kNameAboveGoalM = 0.25;
constexpr float kSolid = 1.0F;
constexpr float kHighlighted = 2.0F;
constexpr float kFlagged = 3.0F;
constexpr float kPointed = 4.0F;
constexpr float kGlass = 0.28F;
constexpr float kGlassHighlighted = 0.7F;
// Levels of detail, and the height on the screen at which a robot is drawn with the next one.
constexpr std::array<Detail, 3> kDetails = {Detail{6, 3, 1}, Detail{10, 6, 2}, Detail{16, 8, 3}};
constexpr std::array kLevelFromPx = {80.0, 200.0};
constexpr double kLevelMargin = 0.12; // keeps a robot at a boundary from flickering
constexpr double kRobotHeightM = 0.57;
constexpr int kGhostLevel = 1;
const Vector3f kUnnamedColor(0.62F, 0.62F, 0.62F);
const Vector3f kSelectionColor(1.0F, 0.82F, 0.20F);

Vector3f toVector(const QColor& color) {
    return {static_cast<float>(color.redF()), static_cast<float>(color.greenF()),
            static_cast<float>(color.blueF())};
}

// Returns a lighter color, which is readable on any background.
Vector3f readable(const Vector3f& color) {
    return color * 0.45F + Vector3f::Constant(0.55F);
}

drawing::Color toColor(const QColor& color) {
    const Vector3f light = 255.0F * readable(toVector(color));
    const auto part = [](float value) { return static_cast<std::uint8_t>(value); };
    return {part(light.x()), part(light.y()), part(light.z()), 255};
}

// The `blob` shader's instance: x, y, radius and strength; ring or filled.
Instance blob(const Eigen::Vector3d& p_S, float radiusM, float strength, const Vector3f& color,
              bool ring) {
    Instance instance;
    instance.rows[0] = static_cast<float>(p_S.x());
    instance.rows[1] = static_cast<float>(p_S.y());
    instance.rows[2] = radiusM;
    instance.rows[3] = strength;
    instance.color = {color.x(), color.y(), color.z(), ring ? 1.0F : 0.0F};
    return instance;
}

Instance label(const Eigen::Vector3d& p_S, int number, const Vector3f& color) {
    Instance instance;
    instance.rows[0] = static_cast<float>(p_S.x());
    instance.rows[1] = static_cast<float>(p_S.y());
    instance.rows[2] = static_cast<float>(p_S.z());
    instance.rows[3] = kLabelHeightPx;
    instance.color = {color.x(), color.y(), color.z(),
                      static_cast<float>(std::clamp(number, 0, 99))};
    return instance;
}

float lookOf(PoseScene::Mark mark, bool glows) {
    if (mark == PoseScene::Mark::Flagged) {
        return kFlagged;
    }
    if (glows) {
        return kHighlighted;
    }
    return mark == PoseScene::Mark::Pointed ? kPointed : kSolid;
}

std::size_t headIndex(const RobotFrame& robot) {
    const robot::BodyId head = robot.model != nullptr ? robot.model->findBody(robot::BodyRole::Head)
                                                      : robot::BodyId::none();
    return head.isValid() ? head.index() : 0;
}

// Height of the head's center above its joint, for robots whose body origins are at the joints.
double headHeightM(const RobotFrame& robot) {
    if (robot.model == nullptr) {
        return 0.0;
    }
    const auto& solids = robot.model->bodies()[headIndex(robot)].solids;
    return solids.empty() ? 0.0 : solids.front().X_BodySolid.p.z();
}

// Pose of the patch for the number. The patch fits a Nao's back; a block-shaped trunk has it on its
// back.
math::Pose numberPose(const RobotFrame& robot) {
    constexpr double kNaoBackM = 0.058; // distance behind the middle of its torso
    for (std::size_t i = 0; i < robot.X_SBody.size(); ++i) {
        for (const robot::Solid& solid : robot.model->bodies()[i].solids) {
            const auto* box = std::get_if<robot::Box>(&solid.shape);
            if (box != nullptr && solid.color == robot::SolidColor::Team) {
                return robot.X_SBody[i] * solid.X_BodySolid *
                       math::Pose::translation({0.0, kNaoBackM - box->sizeM.y() / 2.0, 0.02});
            }
        }
    }
    return robot.X_STorso();
}

// Returns the middles of the field's lines, to be drawn one pixel wide, if stripes narrower than a
// pixel have gaps or are not drawn at all, as with one sample per pixel; otherwise nothing.
std::vector<ColorVertex> middlesOfLines(const field::FieldDimensions& field) {
    const bool hasGaps = QSurfaceFormat::defaultFormat().samples() <= 0;
    return hasGaps ? fieldLineMiddles(field::FieldModel(field)) : std::vector<ColorVertex>{};
}

} // namespace

MatchScene::MatchScene(Qt3DCore::QNode* parent)
    : QEntity(parent), m_materials(this), m_ballRadiusM(game::kBallRadiusM) {
    m_ground = std::make_unique<ColorGeometry>(PrimitiveType::Triangles, m_materials.ground, this);
    m_lines =
        std::make_unique<ColorGeometry>(PrimitiveType::Triangles, m_materials.groundLine, this);
    m_lineMiddles =
        std::make_unique<ColorGeometry>(PrimitiveType::Lines, m_materials.groundLine, this);
    m_nets = std::make_unique<ColorGeometry>(PrimitiveType::Lines, m_materials.line, this);
    m_path = std::make_unique<ColorGeometry>(PrimitiveType::LineStrip, m_materials.line, this);
    m_blobs = std::make_unique<InstancedMesh>(unitSquare(), m_materials.blob, this);
    m_labels = std::make_unique<InstancedMesh>(unitSquare(), m_materials.label, this);
    m_numbers = std::make_unique<InstancedMesh>(backNumberPatch(), m_materials.number, this);

    m_overlay = std::make_unique<OverlayScene>(m_materials, this);
    m_drawings = std::make_unique<DrawingScene>(m_materials, this);
    m_marks = std::make_unique<DrawingScene>(m_materials, this);
    m_pose = std::make_unique<PoseScene>(m_materials, this);

    std::vector<ColorVertex> ground;
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}}) {
        ground.push_back(
            {{static_cast<float>(x) * kGroundReachM, static_cast<float>(y) * kGroundReachM, 0.0F},
             {}});
    }
    m_ground->setVertices(ground);
    setField(field::newestField().dimensions);
    m_materials.setBackground(m_options.background);
}

MatchScene::~MatchScene() = default;

double ViewScale::at(const Eigen::Vector3d& p_S) const {
    constexpr double kNearestM = 0.1;
    return pixelsPerM + focalPx / std::max((p_S - eye_S).norm(), kNearestM);
}

bool MatchScene::setViewScale(const ViewScale& scale) {
    m_scale = scale;
    if (m_pose->overlay()) {
        m_pose->setViewScale(scale);
    }
    return std::ranges::any_of(m_placed, [&](const auto& entry) {
        return levelAt(entry.second.p_S, entry.second.level) != entry.second.level;
    });
}

int MatchScene::levelAt(const Eigen::Vector3d& p_S, int before) const {
    const double heightPx = kRobotHeightM * m_scale.at(p_S);
    int level = 0;
    for (std::size_t i = 0; i < kLevelFromPx.size(); ++i) {
        const bool was = before > static_cast<int>(i);
        level += heightPx > kLevelFromPx[i] * (was ? 1.0 - kLevelMargin : 1.0 + kLevelMargin);
    }
    return std::min(level, m_options.detail > 0 ? 2 : 1);
}

void MatchScene::setOptions(const SceneOptions& options) {
    m_options = options;
    m_materials.setBackground(options.background);
    m_materials.setWireframe(options.wireframe);
    showField();
    showMarks();
}

void MatchScene::setServerMeshes(std::shared_ptr<const ServerMeshes> meshes) {
    m_serverMeshes = std::move(meshes);
    m_solid.clear();
    m_glass.clear();
    m_shadows.clear();
    m_ghosts.clear();
}

void MatchScene::setField(const field::FieldDimensions& field) {
    m_field = field;
    m_materials.setFieldHalfSize(static_cast<float>(field.lengthM / 2.0),
                                 static_cast<float>(field.widthM / 2.0));
    const MeshData posts = goalPosts(field, kDetails.back());
    m_posts = std::make_unique<InstancedMesh>(posts, m_materials.surface, this);
    m_postShadows = std::make_unique<InstancedMesh>(posts, m_materials.shadow, this);
    showField();
}

void MatchScene::showField() {
    const bool isShown = m_options.field;
    m_lines->setVertices(isShown ? fieldLineTriangles(field::FieldModel(m_field))
                                 : gridTriangles());
    m_lineMiddles->setVertices(isShown ? middlesOfLines(m_field) : std::vector<ColorVertex>{});
    m_nets->setVertices(isShown ? goalNetLines(m_field) : std::vector<ColorVertex>{});
    const Instance once = Instance::of(math::Pose{}, Vector3f::Ones(), kSolid);
    m_posts->setInstances({&once, isShown ? 1U : 0U});
    m_postShadows->setInstances({&once, isShown && m_options.shadows ? 1U : 0U});
}

void MatchScene::setRuler(std::vector<drawing::Shape> shapes) {
    m_ruler = std::move(shapes);
    showMarks();
}

// Shows the team names above their goals, and the ruler.
void MatchScene::showMarks() {
    drawing::ShapeSet set;
    set.shapes = m_ruler;
    if (m_options.teamNames && m_options.field) {
        const auto name = [&](const std::string& team, double side, const QColor& color) {
            if (!team.empty()) {
                set.shapes.emplace_back(drawing::Annotation{
                    {side * m_field.lengthM / 2.0, 0.0, m_field.goalHeightM + kNameAboveGoalM},
                    team,
                    toColor(color)});
            }
        };
        name(m_teamLeft, -1.0, m_options.leftColor);
        name(m_teamRight, 1.0, m_options.rightColor);
    }
    auto board = std::make_shared<drawing::DrawingBoard>();
    board->sets.push_back(std::make_shared<const drawing::ShapeSet>(std::move(set)));
    m_marks->setBoard(board, {});
}

void MatchScene::setViewportSize(const QSize& sizePx) {
    m_materials.setViewportSize(sizePx);
}

void MatchScene::setSelection(const ObjectId& selection) {
    m_selection = selection;
}

void MatchScene::setHiddenHead(std::optional<game::PlayerId> robot) {
    m_hiddenHead = robot;
}

Vector3f MatchScene::colorOf(Side side) const {
    switch (side) {
    case Side::Left:
        return toVector(m_options.leftColor);
    case Side::Right:
        return toVector(m_options.rightColor);
    case Side::None:
        break;
    }
    return kUnnamedColor;
}

void MatchScene::addBody(MeshBatches& batches, const RobotFrame& robot, std::size_t body,
                         Qt3DRender::QMaterial* material, int level, const Instance& instance) {
    const Detail& detail = kDetails[static_cast<std::size_t>(level)];
    const robot::RobotModel* model = robot.model.get();
    if (model == nullptr) {
        batches.add("unknown", material, instance, [&] { return unknownBodyShell(detail); });
        return;
    }
    const robot::BodyId id(body);
    if (m_serverMeshes && &batches != &m_shadows) {
        batches.add(model->name() + " " + model->body(id).name, material, instance, [&] {
            const MeshData* mesh = m_serverMeshes->find(*model, id);
            return mesh != nullptr ? *mesh : bodyShell(*model, id, detail);
        });
        return;
    }
    const std::string key = shellKey(*model, id) + " " + std::to_string(level);
    batches.add(key, material, instance, [&] { return bodyShell(*model, id, detail); });
}

void MatchScene::addBall(MeshBatches& batches, Qt3DRender::QMaterial* material,
                         const Instance& instance) {
    const auto radiusM = static_cast<float>(m_ballRadiusM);
    batches.add("ball " + std::to_string(radiusM), material, instance,
                [&] { return ballMesh(radiusM, kDetails.back()); });
}

void MatchScene::addRobot(const RobotFrame& robot, bool isPosed) {
    const Vector3f color = colorOf(robot.id.side);
    const bool selected = m_selection.sameObject(ObjectId::ofRobot(robot.id));
    const bool headHidden = m_hiddenHead == robot.id;
    const int level = m_placed[robot.id].level;
    for (std::size_t i = 0; i < robot.X_SBody.size(); ++i) {
        if (headHidden && i == headIndex(robot)) {
            continue;
        }
        const bool glows =
            selected && m_selection.body > 0 && static_cast<std::size_t>(m_selection.body) == i;
        const PoseScene::Mark mark = isPosed ? m_pose->markOf(i) : PoseScene::Mark::None;
        if (m_robotsAreGlass) {
            addBody(m_glass, robot, i, m_materials.glass, level,
                    Instance::of(robot.X_SBody[i], color, glows ? kGlassHighlighted : kGlass));
        } else {
            addBody(m_solid, robot, i, m_materials.surface, level,
                    Instance::of(robot.X_SBody[i], color, lookOf(mark, glows)));
        }
    }
}

void MatchScene::addShadow(const RobotFrame& robot) {
    const int level = std::max(0, m_placed[robot.id].level - 1);
    for (std::size_t i = 0; i < robot.X_SBody.size(); ++i) {
        addBody(m_shadows, robot, i, m_materials.shadow, level,
                Instance::of(robot.X_SBody[i], Vector3f::Zero(), kSolid));
    }
}

void MatchScene::addGhost(const RobotFrame& robot) {
    const auto solid = m_placed.find(robot.id);
    for (std::size_t i = 0; i < robot.X_SBody.size(); ++i) {
        const math::Pose& X = robot.X_SBody[i];
        const bool isHidden = solid != m_placed.end() && i < solid->second.X_SBody.size() &&
                              isSamePlace(solid->second.X_SBody[i], X);
        if (!isHidden) {
            addBody(m_ghosts, robot, i, m_materials.ghost, kGhostLevel,
                    Instance::of({kGhostScale * X.R, X.p}, colorOf(robot.id.side), kSolid));
        }
    }
}

void MatchScene::setFrame(const MatchFrame& frame) {
    m_ballRadiusM = frame.game.ballRadiusM();
    if (frame.game.environment && frame.game.environment->field.lengthM > 0.0 &&
        !(frame.game.environment->field == m_field)) {
        setField(frame.game.environment->field);
        showMarks();
    }
    if (frame.game.teamLeft != m_teamLeft || frame.game.teamRight != m_teamRight) {
        m_teamLeft = frame.game.teamLeft;
        m_teamRight = frame.game.teamRight;
        showMarks();
    }
    std::map<game::PlayerId, Placed> placed;
    for (const RobotFrame& robot : frame.robots) {
        const auto before = m_placed.find(robot.id);
        const Eigen::Vector3d& p_S = robot.X_STorso().p;
        placed[robot.id] = {p_S, levelAt(p_S, before == m_placed.end() ? 0 : before->second.level),
                            robot.X_SBody};
    }
    m_placed = std::move(placed);
    for (const RobotFrame& robot : frame.robots) {
        addRobot(robot, &robot == &frame.robots.front());
        if (m_options.shadows) {
            addShadow(robot);
        }
    }
    if (frame.ball) {
        const Instance ball = Instance::of(frame.ball->X_SBall, Vector3f::Ones(), kSolid);
        addBall(m_solid, m_materials.surface, ball);
        if (m_options.shadows) {
            addBall(m_shadows, m_materials.shadow, ball);
        }
    }
    m_triangles = m_solid.triangleCount() + m_glass.triangleCount();
    m_solid.flush();
    m_glass.flush();
    m_shadows.flush();
    addMarks(frame);
    if (m_pose->overlay()) {
        m_pose->setRobot(frame.robots.empty() ? nullptr : &frame.robots.front());
    }
}

// Adds numbers, soft patches below robots and ball, and the selection's ring.
void MatchScene::addMarks(const MatchFrame& frame) {
    std::vector<Instance> labels;
    std::vector<Instance> numbers;
    std::vector<Instance> blobs;
    std::map<game::PlayerId, Eigen::Vector3d> p_SHeads;
    for (const RobotFrame& robot : frame.robots) {
        const Eigen::Vector3d& p_STorso = robot.X_STorso().p;
        const float strength =
            0.55F * std::clamp(1.2F - static_cast<float>(p_STorso.z()), 0.0F, 1.0F);
        blobs.push_back(blob(p_STorso, 0.34F, strength, Vector3f::Zero(), false));
        const int unum = robot.id.unum.value();
        if (unum <= 0) {
            continue;
        }
        if (robot.model != nullptr &&
            !m_robotsAreGlass) { // on translucent robots the numbers would hide the inside
            numbers.push_back(Instance::of(numberPose(robot), Vector3f(0.97F, 0.97F, 0.97F),
                                           static_cast<float>(unum)));
        }
        if (m_hiddenHead == robot.id) {
            continue;
        }
        Eigen::Vector3d place = robot.X_SBody[headIndex(robot)].p;
        place.z() += kLabelAboveHeadM + headHeightM(robot);
        p_SHeads[robot.id] = place;
        if (m_options.playerLabels) {
            labels.push_back(label(place, unum, readable(colorOf(robot.id.side))));
        }
    }
    if (frame.ball) {
        const float height = static_cast<float>(frame.ball->X_SBall.p.z());
        blobs.push_back(
            blob(frame.ball->X_SBall.p, 2.4F * static_cast<float>(m_ballRadiusM) + 0.05F * height,
                 0.8F * std::clamp(1.0F - height, 0.15F, 1.0F), Vector3f::Zero(), false));
    }
    const bool inside = m_hiddenHead && m_selection.sameObject(ObjectId::ofRobot(*m_hiddenHead));
    if (const auto pose = frame.findPose(m_selection); pose && !inside && m_options.selectionRing) {
        const bool isBall = m_selection.kind == ObjectId::Kind::Ball;
        blobs.push_back(blob(pose->p,
                             isBall ? 0.1F + 1.9F * static_cast<float>(m_ballRadiusM) : 0.36F, 0.9F,
                             kSelectionColor, true));
    }
    m_drawings->setHeads(std::move(p_SHeads), m_options.playerLabels ? kNoteAboveLabelPx : 0.0);
    m_labels->setInstances(labels);
    m_numbers->setInstances(numbers);
    m_blobs->setInstances(blobs);
}

void MatchScene::setTrail(const Trail& shown) {
    // Through its own eyes, a robot would see only its ghosts.
    const Trail trail = m_hiddenHead && !shown.ghosts.empty() ? Trail{} : shown;
    for (const RobotFrame& ghost : trail.ghosts) {
        addGhost(ghost);
    }
    for (const Eigen::Vector3d& p_S : trail.ballGhosts_S) {
        addBall(m_ghosts, m_materials.ghost,
                Instance::of(math::Pose::translation(p_S), Vector3f::Ones(), kSolid));
    }
    m_ghosts.flush();
    std::vector<ColorVertex> path;
    for (std::size_t i = 0; i < trail.path_S.size(); ++i) {
        const float age = static_cast<float>(i + 1) / static_cast<float>(trail.path_S.size());
        path.push_back({trail.path_S[i].cast<float>(), {1.0F, 0.85F, 0.25F, 0.15F + 0.85F * age}});
    }
    m_path->setVertices(path);
}

bool MatchScene::setPhysicsOverlay(const std::shared_ptr<const PhysicsOverlay>& overlay) {
    const bool wasGlass = std::exchange(m_robotsAreGlass, overlay != nullptr);
    if (wasGlass || overlay) {
        m_overlay->setOverlay(overlay ? *overlay : PhysicsOverlay{});
    }
    return wasGlass != m_robotsAreGlass;
}

bool MatchScene::setPoseOverlay(const std::shared_ptr<const PoseOverlay>& overlay) {
    const auto before = m_pose->overlay();
    if (overlay && !before) {
        m_pose->setViewScale(m_scale);
    }
    m_pose->setOverlay(overlay);
    if (overlay && !before) {
        return true;
    }
    const std::vector<robot::BodyId> none;
    return (before ? before->flagged : none) != (overlay ? overlay->flagged : none);
}

bool MatchScene::setPosePointer(const PoseScene::Pointer& pointer) {
    const robot::BodyId before = m_pose->pointer().body;
    m_pose->setPointer(pointer);
    return before != pointer.body;
}

void MatchScene::setDrawings(const drawing::DrawingBoardPtr& board,
                             const drawing::DrawingFilter& filter) {
    m_drawings->setBoard(board, filter);
}

void MatchScene::setHandle(const std::optional<OverlayScene::Handle>& handle) {
    m_overlay->setHandle(handle);
}

} // namespace sideline::viewer3d
