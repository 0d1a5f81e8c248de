#include "viewer3d/scene/drawing_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace sideline::viewer3d {

namespace {

using drawing::Color;
using Eigen::Vector3d;
using Eigen::Vector3f;
using PrimitiveType = Qt3DRender::QGeometryRenderer::PrimitiveType;

constexpr int kCircleParts = 40;
constexpr double kFarM = 1000.0; // points beyond are not drawn
constexpr double kFlatM = 0.02;  // polygons up to this height are drawn on the ground
constexpr double kMaxWidthPx = 100.0;
constexpr float kTextPx = 14.0F;
constexpr float kTextAbovePx = 2.0F;
constexpr std::size_t kMaxStrokes = 200'000; // limit beyond which drawing becomes slow
constexpr std::size_t kMaxCharacters = 50'000;

Vector3f rgb(const Color& color) {
    return Vector3f(color.red, color.green, color.blue) / 255.0F;
}

// Returns the color of a label, lightened if it is dark, since labels have a dark outline.
Vector3f readable(const Color& color) {
    const Vector3f own = rgb(color);
    const float brightness = own.dot(Vector3f(0.30F, 0.59F, 0.11F));
    const float lack = std::max(0.0F, 0.45F - brightness) / 0.45F;
    return own + 0.6F * lack * (Vector3f::Ones() - own);
}

bool isNear(const Vector3d& p_S) {
    return p_S.cwiseAbs().maxCoeff() < kFarM;
}

float width(double px) {
    return static_cast<float>(std::clamp(px, 1.0, kMaxWidthPx));
}

// Instance of the shader `stroke`.
Instance stroke(const Vector3d& from_S, const Vector3d& to_S, double thicknessPx,
                const Vector3f& color) {
    Instance instance;
    const Vector3f from = from_S.cast<float>();
    const Vector3f to = to_S.cast<float>();
    instance.rows = {from.x(), from.y(), from.z(), width(thicknessPx), to.x(), to.y(), to.z()};
    instance.color = {color.x(), color.y(), color.z(), 1.0F};
    return instance;
}

const std::array<Eigen::Vector2d, kCircleParts + 1>& unitCircle() {
    static const auto kPoints = [] {
        std::array<Eigen::Vector2d, kCircleParts + 1> points;
        for (int i = 0; i <= kCircleParts; ++i) {
            const double angle = 2.0 * std::numbers::pi * (i % kCircleParts) / kCircleParts;
            points[static_cast<std::size_t>(i)] = {std::cos(angle), std::sin(angle)};
        }
        return points;
    }();
    return kPoints;
}

} // namespace

DrawingScene::DrawingScene(Materials& materials, Qt3DCore::QNode* parent)
    : QEntity(parent), m_atlas(materials.characters()) {
    m_groundPolygons =
        std::make_unique<ColorGeometry>(PrimitiveType::Triangles, materials.groundLine, this);
    m_polygons = std::make_unique<ColorGeometry>(PrimitiveType::Triangles, materials.line, this);
    const MeshData sphere = ellipsoid(Vector3f::Ones(), Zone::Team, Detail{16, 10, 1});
    m_spheres = std::make_unique<InstancedMesh>(sphere, materials.surface, this);
    m_strokes = std::make_unique<InstancedMesh>(unitSquare(), materials.stroke, this);
    m_dots = std::make_unique<InstancedMesh>(unitSquare(), materials.dot, this);
    m_texts = std::make_unique<InstancedMesh>(unitSquare(), materials.text, this);
    m_notes = std::make_unique<InstancedMesh>(unitSquare(), materials.text, this);
}

void DrawingScene::setBoard(const drawing::DrawingBoardPtr& board,
                            const drawing::DrawingFilter& filter) {
    if (board == m_board && filter == m_filter) {
        return;
    }
    m_board = board;
    m_filter = filter;
    m_shapes = 0;
    m_groundCorners.clear();
    m_corners.clear();
    for (auto* instances :
         {&m_sphereInstances, &m_strokeInstances, &m_dotInstances, &m_textInstances}) {
        instances->clear();
    }
    if (board) {
        for (const auto& set : board->sets) {
            if (!filter.shows(*set)) {
                continue;
            }
            for (const drawing::Shape& shape : set->shapes) {
                std::visit([this](const auto& kind) { add(kind); }, shape);
            }
        }
    }
    m_groundPolygons->setVertices(m_groundCorners);
    m_polygons->setVertices(m_corners);
    m_spheres->setInstances(m_sphereInstances);
    m_strokes->setInstances(m_strokeInstances);
    m_dots->setInstances(m_dotInstances);
    m_texts->setInstances(m_textInstances);
    showNotes();
}

void DrawingScene::setHeads(std::map<game::PlayerId, Eigen::Vector3d> p_SHeads, double abovePx) {
    m_p_SHeads = std::move(p_SHeads);
    m_notesAbovePx = abovePx;
    if (m_board && !m_board->agentNotes.empty()) {
        showNotes();
    }
}

void DrawingScene::showNotes() {
    m_noteInstances.clear();
    if (m_board) {
        for (const drawing::AgentNote& note : m_board->agentNotes) {
            const game::PlayerId id{note.agent.isRight ? game::Side::Right : game::Side::Left,
                                    game::UniformNumber(note.agent.unum)};
            const auto head = m_p_SHeads.find(id);
            if (head != m_p_SHeads.end() && m_filter.shows(note)) {
                m_atlas.addText(m_noteInstances, note.text, head->second, readable(note.color),
                                kTextPx, static_cast<float>(m_notesAbovePx));
            }
        }
    }
    m_atlas.flush();
    m_notes->setInstances(m_noteInstances);
}

void DrawingScene::add(const drawing::Circle& circle) {
    const Vector3d center(circle.center_S.x(), circle.center_S.y(), 0.0);
    if (!isNear(center) || !(std::abs(circle.radiusM) < kFarM) ||
        m_strokeInstances.size() >= kMaxStrokes) {
        return;
    }
    ++m_shapes;
    const auto at = [&](std::size_t i) -> Vector3d {
        const Eigen::Vector2d p = circle.center_S + circle.radiusM * unitCircle()[i];
        return {p.x(), p.y(), 0.0};
    };
    const Vector3f color = rgb(circle.color);
    for (std::size_t i = 0; i < kCircleParts; ++i) {
        m_strokeInstances.push_back(stroke(at(i), at(i + 1), circle.thicknessPx, color));
    }
}

void DrawingScene::add(const drawing::Line& line) {
    if (isNear(line.from_S) && isNear(line.to_S) && m_strokeInstances.size() < kMaxStrokes) {
        ++m_shapes;
        m_strokeInstances.push_back(
            stroke(line.from_S, line.to_S, line.thicknessPx, rgb(line.color)));
    }
}

void DrawingScene::add(const drawing::Point& point) {
    if (isNear(point.p_S)) {
        ++m_shapes;
        m_dotInstances.push_back(stroke(point.p_S, point.p_S, point.sizePx, rgb(point.color)));
    }
}

void DrawingScene::add(const drawing::Sphere& sphere) {
    const double radiusM = std::abs(sphere.radiusM);
    if (isNear(sphere.center_S) && radiusM > 0.0 && radiusM < kFarM) {
        ++m_shapes;
        m_sphereInstances.push_back(Instance::of(
            {radiusM * Eigen::Matrix3d::Identity(), sphere.center_S}, rgb(sphere.color), 1.0F));
    }
}

void DrawingScene::add(const drawing::Polygon& polygon) {
    const auto& corners = polygon.corners_S;
    if (corners.size() < 3 || !std::ranges::all_of(corners, isNear)) {
        return;
    }
    ++m_shapes;
    const bool isFlat = std::ranges::all_of(
        corners, [](const Vector3d& corner) { return std::abs(corner.z()) < kFlatM; });
    auto& out = isFlat ? m_groundCorners : m_corners;
    const Vector3f color = rgb(polygon.color);
    const std::array<float, 4> rgba = {color.x(), color.y(), color.z(),
                                       static_cast<float>(polygon.color.alpha) / 255.0F};
    for (std::size_t i = 2; i < corners.size(); ++i) {
        for (const std::size_t corner : {std::size_t{0}, i - 1, i}) {
            out.push_back({corners[corner].cast<float>(), rgba});
        }
    }
}

void DrawingScene::add(const drawing::Annotation& note) {
    if (isNear(note.p_S) && m_textInstances.size() < kMaxCharacters) {
        ++m_shapes;
        m_atlas.addText(m_textInstances, note.text, note.p_S, readable(note.color), kTextPx,
                        kTextAbovePx);
    }
}

} // namespace sideline::viewer3d
