#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::evaluation {

/// One message of percepts and the events since the previous message.
struct StreamCycle {
    std::string_view percepts;       ///< message as sent by the server; points into the stream
    std::string_view commands;       ///< the agent's answer; may be empty
    double serverTimeS = 0.0;        ///< `(time (now T))`; if missing, extrapolated by 0.02 s
    std::optional<double> gameTimeS; ///< `(GS (t T))`
    /// Whether a requested beam, or the placement after `init`, first shows in this message: two
    /// messages after the one answered with `beam` or `init` (simspark.md 3.1).
    bool isBeamed = false;
    bool mayBeam = false;     ///< whether the reported play mode allows beams
    bool asksForBeam = false; ///< whether the answer requests an allowed beam or a number
    /// Whether a trainer has moved the robot since approximately the previous message.
    bool isMoved = false;
    bool hasVision = false;
    bool hasTwoLandmarks = false; ///< whether its vision frame has two landmarks
    /// Acceleration along the torso's upright axis as measured, m/s^2.
    std::optional<double> upwardsMps2;
    /// Pose of the camera's body in the torso, from the joint angles in the message.
    math::Pose X_TCamera;
};

/// The percepts of one agent, cycle by cycle, and its identity. Cycles can be appended.
class AgentStream {
public:
    /// Reads a recording of a stream (`.rec`, plain or compressed).
    ///
    /// A damaged recording is read up to the damage: see `damage`. Errors: those of
    /// `logs::AgentRecording::read`; UnsupportedFormat if it contains no message of a server, or
    /// its robot is unknown. A stream that begins after its `(scene ...)` is treated as a Nao of
    /// type 4 if it has toes, otherwise as type 0.
    /// @param robots robots that its `(scene ...)` may name
    [[nodiscard]] static base::Expected<AgentStream> read(const std::filesystem::path& path,
                                                          robot::RobotCatalog robots = {});

    /// Constructs an empty stream, to be filled by `append`.
    AgentStream(std::string name, const robot::RobotModel& model, int typeNumber);
    AgentStream(AgentStream&&) noexcept;
    AgentStream& operator=(AgentStream&&) noexcept;
    ~AgentStream();

    /// Adds a cycle: the message, the answer to it, and whether an external repositioning first
    /// shows in this message.
    void append(std::string percepts, std::string commands, bool isMoved = false);

    /// Sets the answer to the newest message, which must exist.
    void answered(std::string commands);

    /// Sets the identity of the agent where its messages lack it.
    void setIdentity(const game::PlayerId& robot, const std::string& team);

    [[nodiscard]] const std::deque<StreamCycle>& cycles() const { return m_cycles; }
    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }
    [[nodiscard]] int typeNumber() const { return m_typeNumber; }
    /// The robot's side and number; None and 0 until the server has reported them.
    [[nodiscard]] const game::PlayerId& robot() const { return m_robot; }
    [[nodiscard]] const std::string& team() const { return m_team; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Why the stream ends before the end of its file, if it does.
    [[nodiscard]] const std::optional<base::Error>& damage() const { return m_damage; }

private:
    struct Listener;

    std::string m_name;
    robot::RobotModelPtr m_model;
    int m_typeNumber = 0;
    game::PlayerId m_robot;
    std::string m_team;
    std::deque<std::string> m_texts; ///< storage of the text that cycles refer to
    std::deque<StreamCycle> m_cycles;
    std::optional<base::Error> m_damage;
    std::unique_ptr<Listener> m_listener; ///< processes appended messages
};

} // namespace sideline::evaluation
