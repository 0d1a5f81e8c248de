#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Qt3DCore/QEntity>

#include "viewer3d/scene/drawables.h"
#include "viewer3d/scene/materials.h"
#include "viewer3d/scene/pose_overlay.h"

namespace sideline::viewer3d {

struct ViewScale;

/// Scale of see-through copies of bodies, which are hidden inside the robot where both nearly
/// coincide.
inline constexpr double kGhostScale = 0.97;

/// Whether two poses of a body nearly coincide: a copy there would only show as speckles.
[[nodiscard]] bool isSamePlace(const math::Pose& a, const math::Pose& b);

/// Draws the aids of the pose editor: handles, ranges of joints, neighboring poses, balance. Aids
/// inside the robot show through it. GUI thread only.
class PoseScene : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    PoseScene(const Materials& materials, Qt3DCore::QNode* parent);
    ~PoseScene() override;

    /// Replaces the overlay; null for none.
    void setOverlay(const std::shared_ptr<const PoseOverlay>& overlay);
    /// The posed robot: bodies of its neighbors are drawn only where they differ from its
    /// own. Null for none.
    void setRobot(const monitor::RobotFrame* robot);
    /// Sets the scale; handles keep their size on the screen.
    void setViewScale(const ViewScale& scale);

    /// Object that the mouse points at or drags.
    struct Pointer {
        std::optional<int> handle; ///< highlighted
        robot::BodyId body;        ///< body drawn tinted; may be none
        bool isDragging = false;
        Eigen::Vector3d grip_S = Eigen::Vector3d::Zero();   ///< the point that is dragged
        Eigen::Vector3d target_S = Eigen::Vector3d::Zero(); ///< point to which the mouse drags it
    };
    void setPointer(const Pointer& pointer);
    [[nodiscard]] const Pointer& pointer() const { return m_pointer; }

    /// How a body of the posed robot is marked.
    enum class Mark : std::uint8_t { None, Pointed, Flagged };
    [[nodiscard]] Mark markOf(std::size_t body) const;
    [[nodiscard]] const std::shared_ptr<const PoseOverlay>& overlay() const { return m_overlay; }
    /// Radius with which a handle at this place is drawn, m.
    [[nodiscard]] static double handleRadiusM(const ViewScale& scale, const Eigen::Vector3d& p_S);

private:
    struct Shapes {
        std::unique_ptr<InstancedMesh> mesh;
        std::vector<Instance> instances;
        void flush();
    };
    void addSkin(const PoseOverlay::Skin& skin);
    void showSkins();
    void showHandles();
    void showPointer();
    void showBalance();
    void addRange(const PoseOverlay::Range& range);
    void addAxis(const PoseOverlay::Axis& axis);
    void showClouds();

    const Materials& m_materials;
    std::shared_ptr<const PoseOverlay> m_overlay;
    std::unique_ptr<ViewScale> m_scale;
    Pointer m_pointer;
    robot::RobotModelPtr m_posedModel;
    std::vector<math::Pose> m_X_SPosed; ///< poses of the robot's bodies

    std::map<std::string, Shapes> m_skins; ///< shapes by shell
    Shapes m_handles;                      ///< visible through everything, like the balls
    Shapes m_balls;
    Shapes m_strokes;     ///< visible through everything
    Shapes m_groundLines; ///< hidden by objects in front of them
    Shapes m_dots;
    Shapes m_points;                                                 ///< points of clouds
    std::shared_ptr<const std::vector<PoseOverlay::Cloud>> m_clouds; ///< drawn points
    Shapes m_pointerStrokes;
    Shapes m_pointerDots;
    std::unique_ptr<ColorGeometry> m_sectors;
    std::unique_ptr<ColorGeometry> m_support;
    std::vector<ColorVertex> m_sectorCorners;
};

} // namespace sideline::viewer3d
