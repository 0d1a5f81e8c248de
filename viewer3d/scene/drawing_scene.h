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

/// Draws what agents and other programs drew by RoboViz's protocol: all shapes of a kind in one
/// call. Lines, points and texts keep their size on the screen. GUI thread only.
class DrawingScene : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    DrawingScene(Materials& materials, Qt3DCore::QNode* parent);

    /// Replaces everything that is drawn; null for nothing. Costs nothing if both are as before.
    void setBoard(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);

    /// Where the agents' heads are, for the texts over them.
    /// @param abovePx how far above these places on the screen the texts stand
    void setHeads(std::map<game::PlayerId, Eigen::Vector3d> p_SHeads, double abovePx);

    /// Shapes drawn now, texts over agents not counted; those that lie nowhere near are not drawn.
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

    // Filled again for each board; kept for their memory.
    std::vector<ColorVertex> m_groundCorners;
    std::vector<ColorVertex> m_corners;
    std::vector<Instance> m_sphereInstances;
    std::vector<Instance> m_strokeInstances;
    std::vector<Instance> m_dotInstances;
    std::vector<Instance> m_textInstances;
    std::vector<Instance> m_noteInstances;
};

} // namespace sideline::viewer3d
