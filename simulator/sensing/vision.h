#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/protocol/reuse.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::simulator {

/// Switches for the error sources of the sensors and for additional reports. The defaults match the
/// real server.
struct SensorSwitches {
    bool visionNoise = true;            ///< random error of each distance and direction
    bool visionCalibrationError = true; ///< constant error of each agent's camera
    bool visionQuantization = true;     ///< two decimals in See; otherwise six
    bool restrictsViewToCone = true;    ///< otherwise agents have a 360-degree view
    bool groundTruth = false;           ///< adds mypos, myorien and ballpos to See
    [[nodiscard]] bool operator==(const SensorSwitches&) const = default;
};

/// All visible objects of a cycle, shared by all agents; server frame S.
///
/// Objects are in the order of the server's scene, which is that of its See percepts: posts of the
/// left goal (1, 2), of the right goal (2, 1), flags, ball, then players in the order in which they
/// were added. (The real server sorts players by memory address, an arbitrary order that is
/// constant during a match.) Names of parts are not copied: they must be valid until the next
/// `beginCycle`; returned references are valid until then. Any thread may read.
class VisionScene {
public:
    struct TrackedObject {
        std::string_view name;
        Eigen::Vector3f p_S;
    };
    struct Line {
        Eigen::Vector3f begin_S;
        Eigen::Vector3f end_S;
    };
    struct Player {
        game::PlayerId id;
        std::string team; ///< empty without a team; agents with a limited view do not see it then
        Eigen::Vector3f p_STorso;
        std::size_t firstPart = 0;
        std::size_t partCount = 0;
    };

    /// @param field must outlive this object
    explicit VisionScene(const field::FieldModel& field);

    /// Removes the players and sets the position of the ball.
    void beginCycle(const Eigen::Vector3d& p_SBall);
    void addPlayer(const game::PlayerId& id, std::string_view team,
                   const Eigen::Vector3d& p_STorso);
    /// Adds a visible part to the last added player.
    void addPart(std::string_view name, const Eigen::Vector3d& p_S);

    [[nodiscard]] std::span<const TrackedObject> landmarks() const { return m_landmarks; }
    [[nodiscard]] std::span<const Line> lines() const { return m_lines; }
    [[nodiscard]] const Eigen::Vector3f& p_SBall() const { return m_p_SBall; }
    [[nodiscard]] std::span<const Player> players() const {
        return {m_players.data(), m_players.size()};
    }
    [[nodiscard]] std::span<const TrackedObject> parts(const Player& player) const {
        return std::span(m_parts).subspan(player.firstPart, player.partCount);
    }

private:
    std::vector<TrackedObject> m_landmarks;
    std::vector<Line> m_lines;
    Eigen::Vector3f m_p_SBall = Eigen::Vector3f::Zero();
    protocol::RecycledVector<Player> m_players;
    std::vector<TrackedObject> m_parts;
};

/// The camera of one agent.
struct Viewer {
    /// Pose of the body with the vision perceptor: the camera looks along y, z is up.
    math::Pose X_SCamera;
    game::Side side = game::Side::None; ///< ground truth is rotated for the right team
};

/// Whether a robot receives vision in a cycle of the server.
/// @param cyclesConnected number of cycles since its agent connected, including this one; cycles
/// without a robot count (`AgentAspect::QueryPerceptors`), so that agents see in different cycles
[[nodiscard]] bool seesInCycle(const robot::VisionSettings& settings,
                               std::uint32_t cyclesConnected);

/// The camera errors of one agent; creates its See percepts.
///
/// A limited view follows the server's `RestrictedVisionPerceptor`, a 360-degree view its older
/// `VisionPerceptor`: sigma of distances 0.0965 %, of horizontal directions 0.1480 degrees, of
/// vertical ones 0.1225 degrees; a constant calibration error up to 5 mm along each axis of the
/// camera (or of the field for a 360-degree view). There is no occlusion; objects nearer than 0.1 m
/// are not seen. A value: a copy continues exactly like the original. One thread at a time.
class VisionSensor {
public:
    explicit VisionSensor(std::uint64_t seed);

    /// The constant error of this agent's camera, m, each within +-0.005.
    [[nodiscard]] Eigen::Vector3d calibrationErrorM() const;

    /// Appends `(See ...)` with all visible objects. Draws random numbers only for noise.
    void see(const VisionScene& scene, const Viewer& viewer, const robot::VisionSettings& settings,
             const SensorSwitches& switches, std::string& out);
    /// Fills in the same percept as values, identical to those that a reader parses from that text;
    /// strings in it point into the scene.
    /// @param vision replaced
    /// @return false if only text can represent it (six decimals, ground truth, a number that is
    /// not finite): `vision` is then unusable; to write the text with the same noise, use a copy of
    /// the sensor made before the call
    [[nodiscard]] bool see(const VisionScene& scene, const Viewer& viewer,
                           const robot::VisionSettings& settings, const SensorSwitches& switches,
                           protocol::VisionPercept& vision);

private:
    template <typename Report>
    void look(const VisionScene& scene, const Viewer& viewer, const robot::VisionSettings& settings,
              const SensorSwitches& switches, Report& report);

    base::Rng m_rng;
    std::array<float, 3> m_calibrationErrorM;
};

} // namespace sideline::simulator
