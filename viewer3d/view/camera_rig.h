#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::viewer3d {

/// What moves the camera.
enum class CameraMode : std::uint8_t {
    Free,                ///< mouse and keys fly it
    FollowBall,          ///< keeps its direction, moves along with the ball
    FollowPlayer,        ///< the same with the selected player
    FollowPlayerTurning, ///< turns with the selected player as well
    FirstPerson,         ///< sits in the selected player's head
    ThirdPerson,         ///< behind the selected player's back
    Top,                 ///< from above, without perspective
    Orbit,               ///< turns about a place, to look at one robot from all sides
};
inline constexpr int kCameraModeCount = 7; ///< that a match is watched with: all but `Orbit`
inline constexpr int kCameraPresetCount = 8;

/// Name for menus' and command lines' use: `free`, `follow-ball`, ... as listed by the CLI help.
/// `Orbit` is the pose editor's and has a name only.
[[nodiscard]] std::string_view cameraModeName(CameraMode mode);
[[nodiscard]] std::optional<CameraMode> cameraModeFromName(std::string_view name);

/// Where the camera is and looks. Server frame S, meters.
struct CameraPose {
    Eigen::Vector3d eye = Eigen::Vector3d(0, -20, 12);
    Eigen::Vector3d forward = Eigen::Vector3d(0, 1, 0); ///< unit
    Eigen::Vector3d up = Eigen::Vector3d(0, 0, 1);      ///< unit, across `forward`
    double fovYRad = 0.785;                             ///< vertical opening, for perspective
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

/// Moves a camera around a match. Plain numbers, no window: the viewer feeds it and draws what it
/// says. One thread.
class CameraRig {
public:
    CameraRig();

    /// Takes the field that is played on; one of length 0 is not known and changes nothing. A
    /// camera that nobody has moved since `frameField` shows all of a field of another size.
    /// @return whether it has moved for that
    bool setField(const field::FieldDimensions& field);
    /// How much of the height comes into the view, from 20 to 120 degrees; not of a player's eyes,
    /// in `CameraMode::Orbit` or `Top`.
    void setFovY(double fovYRad);
    [[nodiscard]] double fovYRad() const { return m_fovYRad; }
    void setMode(CameraMode mode);
    [[nodiscard]] CameraMode mode() const { return m_mode; }
    /// Player that the player modes look at; without one they keep still.
    void setPlayer(std::optional<game::PlayerId> player);
    [[nodiscard]] const std::optional<game::PlayerId>& player() const { return m_player; }

    /// Jumps to one of RoboViz's eight views, 1 to 8, and flies freely from there; other numbers do
    /// nothing. Formulas: RoboViz `SimsparkController`, turned into the server frame.
    void goToPreset(int number);

    /// Places a free camera beside the sideline so that the whole field is in view.
    /// @param aspect width of the view by its height
    void frameField(double aspect);

    /// Turns about a place from now on, keeping the direction if it did so before.
    /// @param target_S what is in the middle of the view, meters
    /// @param distanceM of the eye, from 0.3 to 12
    void orbitAbout(const Eigen::Vector3d& target_S, double distanceM);
    /// Swings smoothly around the place, in `CameraMode::Orbit` only.
    /// @param azimuthRad 0 looks along -y of S, at the front of a robot that faces +y; pi/2 at that
    ///                   robot's left side
    /// @param elevationRad 0 level, pi/2 from above; not below the ground
    void orbitTo(double azimuthRad, double elevationRad);

    /// Turns the view by a mouse drag, in pixels of a view that is `viewHeightPx` high.
    void rotate(double dxPx, double dyPx, double viewHeightPx);
    /// Shifts the view sideways and up or down by a mouse drag, in pixels.
    void pan(double dxPx, double dyPx, double viewHeightPx);
    /// Moves on or back by wheel notches (positive: closer); changes the opening angle in first
    /// person.
    void zoom(double notches, bool precise);

    /// Lets time pass: flies by keys, follows its target. Independent of the frame rate.
    /// @param frame may be null
    void advance(double elapsedS, const CameraKeys& keys, const monitor::MatchFrame* frame);

    /// Puts followers where they want to be, without the smooth way there.
    void snap(const monitor::MatchFrame* frame);

    [[nodiscard]] CameraPose pose() const;
    /// Whether `advance` will still move the camera without keys held.
    [[nodiscard]] bool isMoving() const { return m_isMoving; }

private:
    [[nodiscard]] Eigen::Vector3d direction() const;
    void fly(double elapsedS, const CameraKeys& keys);
    void follow(double elapsedS, const monitor::MatchFrame& frame, bool snap);
    void swing(double elapsedS);
    bool followPoint(double elapsedS, const Eigen::Vector3d& p, bool snap);
    void followBehind(double elapsedS, const monitor::RobotFrame& robot, bool snap);

    CameraMode m_mode = CameraMode::Free;
    std::optional<game::PlayerId> m_player;
    Eigen::Vector3d m_framedEye = Eigen::Vector3d::Zero(); ///< where `frameField` put it
    double m_framedAspect = 1.0;
    field::FieldDimensions m_field;
    // Free flight, and direction of the followers.
    Eigen::Vector3d m_eye;
    double m_yawRad = 0.0;   ///< direction on the ground, 0 along +x
    double m_pitchRad = 0.0; ///< negative: downward
    double m_fovYRad;
    Eigen::Vector3d m_velocityMps = Eigen::Vector3d::Zero();
    // Followers.
    Eigen::Vector3d m_target = Eigen::Vector3d::Zero();
    static constexpr double kAnyDistanceM = 1e9;
    double m_behindM = kAnyDistanceM; ///< how far `m_target` is from where the target is
    double m_distanceM = 4.0;
    double m_turnRad = 0.0; ///< of the player, smoothed
    // Orbit, about the followers' target.
    struct Direction {
        double yawRad;
        double pitchRad;
    };
    std::optional<Direction> m_swingTo;
    // First person.
    CameraPose m_headPose;
    double m_headFovYRad;
    // Top.
    Eigen::Vector2d m_topCenter = Eigen::Vector2d::Zero();
    double m_topHalfHeightM = 12.0;
    bool m_isMoving = false;
};

} // namespace sideline::viewer3d
