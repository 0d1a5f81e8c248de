#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QColor>
#include <QSize>
#include <Qt3DCore/QEntity>

#include "agentcore/field/field_model.h"
#include "agentcore/monitor/match_frame.h"
#include "viewer3d/scene/drawables.h"
#include "viewer3d/scene/drawing_scene.h"
#include "viewer3d/scene/materials.h"
#include "viewer3d/scene/mesh_batches.h"
#include "viewer3d/scene/overlay_scene.h"
#include "viewer3d/scene/pose_scene.h"
#include "viewer3d/scene/server_meshes.h"

namespace sideline::viewer3d {

/// Display options of a match.
struct SceneOptions {
    QColor leftColor = QColor(0x26, 0x56, 0xff);
    QColor rightColor = QColor(0xe8, 0x2a, 0x2a);
    QColor background = QColor(0xbf, 0xcc, 0xdb);
    bool shadows = true;      ///< shadows cast by the sun; off: a soft patch below each robot
    bool playerLabels = true; ///< numbers over the heads
    bool teamNames = true;    ///< over the goals that the teams defend
    bool wireframe = false;   ///< wireframe instead of solid robots, ball and posts
    bool selectionRing = true;
    bool field = true; ///< lines and goals; off: a grid of 10 cm about the origin
    int detail = 1; ///< detail of nearby robots: 0 coarse, 1 fine; distant ones are always coarse
    bool operator==(const SceneOptions&) const = default;
};

/// Earlier positions of an object, drawn together with it.
struct Trail {
    std::vector<Eigen::Vector3d> path_S;       ///< positions, oldest first; meters
    std::vector<monitor::RobotFrame> ghosts;   ///< earlier poses of a robot
    std::vector<Eigen::Vector3d> ballGhosts_S; ///< earlier positions of the ball
};

/// Scale of the view at a point.
struct ViewScale {
    Eigen::Vector3d eye_S = Eigen::Vector3d::Zero();
    double focalPx = 700.0;  ///< pixels per meter at a distance of one meter; 0 without perspective
    double pixelsPerM = 0.0; ///< independent of distance, without perspective
    [[nodiscard]] double at(const Eigen::Vector3d& p_S) const;
};

/// The entities of a match: field, goals, ball, robots. Independent of windows and cameras.
/// GUI thread only.
class MatchScene : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    explicit MatchScene(Qt3DCore::QNode* parent = nullptr);
    ~MatchScene() override;

    void setOptions(const SceneOptions& options);
    [[nodiscard]] const SceneOptions& options() const { return m_options; }

    /// Draws a frame. Cheap when only poses have changed.
    void setFrame(const monitor::MatchFrame& frame);
    /// Marks an object with a ring, and one of its bodies with a glow.
    void setSelection(const monitor::ObjectId& selection);
    void setTrail(const Trail& trail);
    /// Draws the simulated world's contacts, forces and axes in translucent robots, unless null.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setPhysicsOverlay(const std::shared_ptr<const PhysicsOverlay>& overlay);
    /// Draws the drawings of agents and other programs; null for none.
    void setDrawings(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);
    [[nodiscard]] const DrawingScene& drawings() const { return *m_drawings; }
    /// Draws the user's ruler, even where drawings are hidden.
    void setRuler(std::vector<drawing::Shape> shapes);
    /// The scene that draws the team names and the ruler.
    [[nodiscard]] const DrawingScene& marks() const { return *m_marks; }
    /// Sets the arrow that shows how the mouse pulls or pushes an object.
    void setHandle(const std::optional<OverlayScene::Handle>& handle);
    /// Draws the pose editor's aids for the frame's first robot; null for none.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setPoseOverlay(const std::shared_ptr<const PoseOverlay>& overlay);
    /// Sets what the mouse points at or drags on that robot.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setPosePointer(const PoseScene::Pointer& pointer);
    [[nodiscard]] const PoseScene& poseScene() const { return *m_pose; }
    void setViewportSize(const QSize& sizePx);
    /// Sets the scale, which determines the robots' level of detail.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setViewScale(const ViewScale& scale);
    /// Hides this robot's head, ring and trail, for a camera in its head.
    void setHiddenHead(std::optional<game::PlayerId> robot);
    /// Draws robots with the server's meshes; null for the generated shells.
    void setServerMeshes(std::shared_ptr<const ServerMeshes> meshes);

    /// Number of kinds of shapes that have appeared or disappeared and may still be uploading.
    [[nodiscard]] std::size_t shapeChanges() const {
        return m_solid.shapeChanges() + m_glass.shapeChanges() + m_shadows.shapeChanges() +
               m_ghosts.shapeChanges();
    }
    /// Number of triangles in the last frame, excluding shadows.
    [[nodiscard]] std::size_t triangleCount() const { return m_triangles; }

private:
    void setField(const field::FieldDimensions& field);
    void showField();
    void addBody(MeshBatches& batches, const monitor::RobotFrame& robot, std::size_t body,
                 Qt3DRender::QMaterial* material, int level, const Instance& instance);
    void addBall(MeshBatches& batches, Qt3DRender::QMaterial* material, const Instance& instance);
    void addRobot(const monitor::RobotFrame& robot, bool isPosed);
    void addGhost(const monitor::RobotFrame& robot);
    void addShadow(const monitor::RobotFrame& robot);
    [[nodiscard]] int levelAt(const Eigen::Vector3d& p_S, int before) const;
    void addMarks(const monitor::MatchFrame& frame);
    void showMarks();
    [[nodiscard]] Eigen::Vector3f colorOf(game::Side side) const;

    SceneOptions m_options;
    Materials m_materials;
    field::FieldDimensions m_field;
    double m_ballRadiusM;
    std::shared_ptr<const ServerMeshes> m_serverMeshes;
    monitor::ObjectId m_selection;
    std::string m_teamLeft;
    std::string m_teamRight;
    std::vector<drawing::Shape> m_ruler;
    std::optional<game::PlayerId> m_hiddenHead;
    std::size_t m_triangles = 0;
    ViewScale m_scale;
    struct Placed {
        Eigen::Vector3d p_S;
        int level;                       ///< level of detail used for drawing
        std::vector<math::Pose> X_SBody; ///< poses of the solid robot
    };
    std::map<game::PlayerId, Placed> m_placed;

    std::unique_ptr<ColorGeometry> m_ground;
    std::unique_ptr<ColorGeometry> m_lines;
    std::unique_ptr<ColorGeometry> m_lineMiddles; ///< without antialiasing: keeps lines visible
    std::unique_ptr<ColorGeometry> m_nets;
    std::unique_ptr<ColorGeometry> m_path;
    std::unique_ptr<InstancedMesh> m_posts;
    std::unique_ptr<InstancedMesh> m_postShadows;
    std::unique_ptr<InstancedMesh> m_blobs;
    std::unique_ptr<InstancedMesh> m_labels;
    std::unique_ptr<InstancedMesh> m_numbers;
    std::unique_ptr<OverlayScene> m_overlay;
    std::unique_ptr<DrawingScene> m_drawings;
    std::unique_ptr<DrawingScene> m_marks;
    std::unique_ptr<PoseScene> m_pose;
    bool m_robotsAreGlass = false;
    MeshBatches m_solid{this};
    MeshBatches m_glass{this};
    MeshBatches m_shadows{this}; ///< coarser than the meshes that cast them
    MeshBatches m_ghosts{this};
};

} // namespace sideline::viewer3d
