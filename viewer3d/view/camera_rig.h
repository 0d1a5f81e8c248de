#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::viewer3d {

/// Motion of the camera.
enum class CameraMode : std::uint8_t {
    Free,                ///< flown with mouse and keys
    FollowBall,          ///< keeps its direction, moves along with the ball
    FollowPlayer,        ///< keeps its direction, moves along with the selected player
    FollowPlayerTurning, ///< turns with the selected player as well
    FirstPerson,         ///< the view from the selected player's head
    ThirdPerson,         ///< behind the selected player's back
    Top,                 ///< from above, without perspective
    Orbit,               ///< turns about a point, to view one robot from all sides
};
inline constexpr int kCameraModeCount = 7; ///< modes for matches: all but `Orbit`
inline constexpr int kCameraPresetCount = 8;

/// Name for menus and command lines: `free`, `follow-ball`, ... as listed by the CLI help. `Orbit`
/// belongs to the pose editor: it has a name, but cannot be selected by that name.
[[nodiscard]] std::string_view cameraModeName(CameraMode mode);
[[nodiscard]] std::optional<CameraMode> cameraModeFromName(std::string_view name);

/// Pose and projection of the camera. Server frame S, meters.
struct CameraPose {
    Eigen::Vector3d eye = Eigen::Vector3d(0, -20, 12);
    Eigen::Vector3d forward = Eigen::Vector3d(0, 1, 0); ///< unit
    Eigen::Vector3d up = Eigen::Vector3d(0, 0, 1);      ///< unit, perpendicular to `forward`
    double fovYRad = 0.785;                             ///< vertical field of view, for perspective
    bool orthographic = false;
    double halfHeightM = 12.0; ///< half of the visible height, for orthographic
};

/// Keys that are held down.
struct CameraKeys {
    bool forward = false;
    bool back = false;
    bool left = false;
    bool right = false;
    bool up = false;
    bool down = false;
    bool precise = false; ///< half the speed
    [[nodiscard]] bool any() const { return forward || back || left || right || up || down; }
};

/// Moves a camera around a match. Plain numbers, no window: the viewer updates it and applies its
/// pose. One thread.
class CameraRig {
public:
    CameraRig();

    /// Sets the field; one of length 0 is unknown and ignored. A camera that has not moved since
    /// `frameField` is adapted to a field of a different size.
    /// @return whether the camera has moved
    bool setField(const field::FieldDimensions& field);
    /// Adapts a camera that has not moved since `frameField` to a view's width over its height.
    void setAspect(double aspect);
    /// Sets the vertical field of view, from 20 to 120 degrees; ignored in first person,
    /// in `CameraMode::Orbit` and `Top`.
    void setFovY(double fovYRad);
    [[nodiscard]] double fovYRad() const { return m_fovYRad; }
    void setMode(CameraMode mode);
    [[nodiscard]] CameraMode mode() const { return m_mode; }
    /// Player for the player modes; without one the camera stays.
    void setPlayer(std::optional<game::PlayerId> player);
    [[nodiscard]] const std::optional<game::PlayerId>& player() const { return m_player; }

    /// Jumps to one of RoboViz's eight views, 1 to 8, in free mode; ignores other numbers.
    /// Formulas: RoboViz `SimsparkController`, converted to the server frame.
    void goToPreset(int number);

    /// Places a free camera beside the sideline so that the whole field is in view.
    /// @param aspect width of the view divided by its height
    void frameField(double aspect);

    /// Starts orbiting a point, keeping the direction if it was orbiting before.
    /// @param target_S middle of the view, meters
    /// @param distanceM distance of the eye, from 0.3 to 30
    void orbitAbout(const Eigen::Vector3d& target_S, double distanceM);
    /// Swings smoothly around the point, in `CameraMode::Orbit` only.
    /// @param azimuthRad 0 looks along -y of S, at the front of a robot that faces +y; pi/2 at that
    ///                   robot's left side
    /// @param elevationRad 0 level, pi/2 from above; not below the ground
    void orbitTo(double azimuthRad, double elevationRad);

    /// Turns the view by a mouse drag, in pixels of a view that is `viewHeightPx` high.
    void rotate(double dxPx, double dyPx, double viewHeightPx);
    /// Shifts the view sideways and up or down by a mouse drag, in pixels.
    void pan(double dxPx, double dyPx, double viewHeightPx);
    /// Moves forward or back by wheel notches (positive: closer); changes the field of view in
    /// first person.
    void zoom(double notches, bool precise);

    /// Advances time: flies with the held keys, follows the target. Independent of the frame rate.
    /// @param frame may be null
    void advance(double elapsedS, const CameraKeys& keys, const monitor::MatchFrame* frame);

    /// Moves a following camera to its place at once.
    void snap(const monitor::MatchFrame* frame);

    [[nodiscard]] CameraPose pose() const;
    /// Whether `advance` will still move the camera without keys held.
    [[nodiscard]] bool isMoving() const { return m_isMoving; }

private:
    [[nodiscard]] Eigen::Vector3d direction() const;
    [[nodiscard]] bool isAsFramed() const;
    [[nodiscard]] double followDistanceM() const;
    void fly(double elapsedS, const CameraKeys& keys);
    void follow(double elapsedS, const monitor::MatchFrame& frame, bool snap);
    void swing(double elapsedS);
    bool followPoint(double elapsedS, const Eigen::Vector3d& p, bool snap);
    void followBehind(double elapsedS, const monitor::RobotFrame& robot, bool snap);

    CameraMode m_mode = CameraMode::Free;
    std::optional<game::PlayerId> m_player;
    Eigen::Vector3d m_framedEye = Eigen::Vector3d::Zero(); ///< pose set by `frameField`
    Eigen::Vector3d m_framedDirection = Eigen::Vector3d::Zero();
    double m_framedAspect = 1.0;
    field::FieldDimensions m_field;
    // For free flight, and the direction in the modes that follow an object.
    Eigen::Vector3d m_eye;
    double m_yawRad = 0.0;   ///< direction on the ground, 0 along +x
    double m_pitchRad = 0.0; ///< negative: downward
    double m_fovYRad;
    Eigen::Vector3d m_velocityMps = Eigen::Vector3d::Zero();
    // For the modes that follow an object.
    Eigen::Vector3d m_target = Eigen::Vector3d::Zero();
    static constexpr double kAnyDistanceM = 1e9;
    double m_behindM = kAnyDistanceM; ///< distance of `m_target` from the actual target
    double m_distanceM = 4.0;
    double m_turnRad = 0.0; ///< heading of the player, smoothed
    double m_scale = 1.0;   ///< `RobotFit::scale` of the player, smoothed
    // For `Orbit`, about `m_target`.
    struct Direction {
        double yawRad;
        double pitchRad;
    };
    std::optional<Direction> m_swingTo;
    // For `FirstPerson`.
    CameraPose m_headPose;
    double m_headFovYRad;
    // For `Top`.
    Eigen::Vector2d m_topCenter = Eigen::Vector2d::Zero();
    double m_topHalfHeightM = 12.0;
    bool m_isMoving = false;
};

} // namespace sideline::viewer3d
