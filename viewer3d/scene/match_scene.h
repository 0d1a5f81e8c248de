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
#include "viewer3d/scene/overlay_scene.h"
#include "viewer3d/scene/pose_scene.h"
#include "viewer3d/scene/server_meshes.h"

namespace sideline::viewer3d {

/// How a match is drawn.
struct SceneOptions {
    QColor leftColor = QColor(0x26, 0x56, 0xff);
    QColor rightColor = QColor(0xe8, 0x2a, 0x2a);
    QColor background = QColor(0xbf, 0xcc, 0xdb);
    bool shadows = true;      ///< cast by the sun; without, only a soft patch below each robot
    bool playerLabels = true; ///< numbers over the heads
    bool teamNames = true;    ///< over the goals that the teams defend
    bool wireframe = false;   ///< edges of triangles instead of solid robots, ball and posts
    bool selectionRing = true;
    bool field = true; ///< lines and goals; without, a grid of 10 cm about the origin
    int detail = 1;    ///< of near robots: 0 coarse, 1 fine; far ones are coarse anyway
    bool operator==(const SceneOptions&) const = default;
};

/// Where something has been, to be drawn behind it.
struct Trail {
    std::vector<Eigen::Vector3d> path_S;       ///< positions, oldest first; meters
    std::vector<monitor::RobotFrame> ghosts;   ///< earlier poses of a robot
    std::vector<Eigen::Vector3d> ballGhosts_S; ///< earlier places of the ball
};

/// How large things appear at a place.
struct ViewScale {
    Eigen::Vector3d eye_S = Eigen::Vector3d::Zero();
    double focalPx = 700.0;  ///< pixels of a meter at a meter's distance; 0 without perspective
    double pixelsPerM = 0.0; ///< at any distance, without perspective
    [[nodiscard]] double at(const Eigen::Vector3d& p_S) const;
};

/// The entities of a match: field, goals, ball, robots. Knows nothing of windows and cameras.
/// GUI thread only.
class MatchScene : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    explicit MatchScene(Qt3DCore::QNode* parent = nullptr);
    ~MatchScene() override;

    void setOptions(const SceneOptions& options);
    [[nodiscard]] const SceneOptions& options() const { return m_options; }

    /// Draws a frame. Cheap when nothing but poses changed.
    void setFrame(const monitor::MatchFrame& frame);
    /// Marks an object with a ring, and one of its bodies with a glow.
    void setSelection(const monitor::ObjectId& selection);
    void setTrail(const Trail& trail);
    /// Draws what acts inside of the simulated world, and robots as of glass; null for neither.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setPhysicsOverlay(const std::shared_ptr<const PhysicsOverlay>& overlay);
    /// Draws what agents and other programs drew; null for nothing.
    void setDrawings(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);
    [[nodiscard]] const DrawingScene& drawings() const { return *m_drawings; }
    /// Draws what the user measures, whatever is hidden of the drawings.
    void setRuler(std::vector<drawing::Shape> shapes);
    /// Team names and ruler.
    [[nodiscard]] const DrawingScene& marks() const { return *m_marks; }
    /// The arrow of a mouse that pulls or pushes something.
    void setHandle(const std::optional<OverlayScene::Handle>& handle);
    /// Draws what helps to pose the frame's first robot; null for nothing.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setPoseOverlay(const std::shared_ptr<const PoseOverlay>& overlay);
    /// What the mouse does to that robot.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setPosePointer(const PoseScene::Pointer& pointer);
    [[nodiscard]] const PoseScene& poseScene() const { return *m_pose; }
    void setViewportSize(const QSize& sizePx);
    /// Robots are drawn as finely as their size on the screen deserves.
    /// @return whether `setFrame` should be called again for that
    [[nodiscard]] bool setViewScale(const ViewScale& scale);
    /// Does not draw this robot's head, ring and trail, when the eye sits in its head.
    void setHiddenHead(std::optional<game::PlayerId> robot);
    /// Robots drawn with the server's own meshes from now on; null for the generated shells.
    void setServerMeshes(std::shared_ptr<const ServerMeshes> meshes);

    /// Grows whenever `setFrame` shows a kind of shape that the frame before did not, or the other
    /// way round: the graphics card may need some pictures for that.
    [[nodiscard]] std::size_t shapeChanges() const { return m_shapeChanges; }
    /// Triangles of the last frame, shadows not counted.
    [[nodiscard]] std::size_t triangleCount() const { return m_triangles; }

private:
    struct Batch {
        std::unique_ptr<InstancedMesh> mesh;
        std::vector<Instance> instances;
    };
    using Batches = std::map<std::string, Batch>;

    void setField(const field::FieldDimensions& field);
    void showField();
    Batch& batch(Batches& batches, const std::string& key, Qt3DRender::QMaterial* material,
                 const std::function<MeshData()>& build);
    Batch& bodyBatch(Batches& batches, const robot::RobotModel* model, std::size_t body,
                     Qt3DRender::QMaterial* material, int level);
    Batch& ballBatch(Batches& batches, Qt3DRender::QMaterial* material);
    void addRobot(const monitor::RobotFrame& robot, bool isPosed);
    void addGhost(const monitor::RobotFrame& robot);
    void addShadow(const monitor::RobotFrame& robot);
    [[nodiscard]] int levelAt(const Eigen::Vector3d& p_S, int before) const;
    void addMarks(const monitor::MatchFrame& frame);
    void showMarks();
    [[nodiscard]] Eigen::Vector3f colorOf(game::Side side) const;
    void flush(Batches& batches);

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
    std::size_t m_shapeChanges = 0;
    ViewScale m_scale;
    struct Placed {
        Eigen::Vector3d p_S;
        int level; ///< of detail that it is drawn with
    };
    std::map<game::PlayerId, Placed> m_placed;

    std::unique_ptr<ColorGeometry> m_ground;
    std::unique_ptr<ColorGeometry> m_lines;
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
    Batches m_solid;
    Batches m_glass;
    Batches m_shadows; ///< coarser than what casts them
    Batches m_ghosts;
};

} // namespace sideline::viewer3d
