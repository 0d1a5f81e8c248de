#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include <Qt3DCore/QEntity>

#include "agentcore/drawing/drawing_board.h"
#include "agentcore/drawing/drawing_filter.h"
#include "agentcore/game/player_id.h"
#include "viewer3d/scene/drawables.h"
#include "viewer3d/scene/materials.h"
#include "viewer3d/scene/text_atlas.h"

namespace sideline::viewer3d {

/// Draws the drawings that agents and other programs sent over RoboViz's protocol, with one call
/// for each kind of shape. Lines, points and labels keep their size on the screen. GUI thread only.
class DrawingScene : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    DrawingScene(Materials& materials, Qt3DCore::QNode* parent);

    /// Replaces all drawings; null for none. Costs nothing if they are unchanged.
    void setBoard(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);

    /// Sets the positions of the agents' heads, for the labels above them.
    /// @param abovePx distance of the labels above these positions on the screen
    void setHeads(std::map<game::PlayerId, Eigen::Vector3d> p_SHeads, double abovePx);

    /// Number of shapes drawn, excluding labels above agents and shapes far off the field.
    [[nodiscard]] std::size_t shapeCount() const { return m_shapes; }

private:
    void add(const drawing::Circle& circle);
    void add(const drawing::Line& line);
    void add(const drawing::Point& point);
    void add(const drawing::Sphere& sphere);
    void add(const drawing::Polygon& polygon);
    void add(const drawing::Annotation& note);
    void showNotes();

    drawing::DrawingBoardPtr m_board;
    drawing::DrawingFilter m_filter;
    std::map<game::PlayerId, Eigen::Vector3d> m_p_SHeads;
    double m_notesAbovePx = 0.0;
    std::size_t m_shapes = 0;

    TextAtlas& m_atlas;
    std::unique_ptr<ColorGeometry> m_groundPolygons;
    std::unique_ptr<ColorGeometry> m_polygons;
    std::unique_ptr<InstancedMesh> m_spheres;
    std::unique_ptr<InstancedMesh> m_strokes;
    std::unique_ptr<InstancedMesh> m_dots;
    std::unique_ptr<InstancedMesh> m_texts;
    std::unique_ptr<InstancedMesh> m_notes;

    // Refilled for each new set of drawings; kept to reuse their memory.
    std::vector<ColorVertex> m_groundCorners;
    std::vector<ColorVertex> m_corners;
    std::vector<Instance> m_sphereInstances;
    std::vector<Instance> m_strokeInstances;
    std::vector<Instance> m_dotInstances;
    std::vector<Instance> m_textInstances;
    std::vector<Instance> m_noteInstances;
};

} // namespace sideline::viewer3d
