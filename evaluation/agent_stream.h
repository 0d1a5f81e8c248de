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

/// One message of senses, and what happened since the one before.
struct StreamCycle {
    std::string_view percepts;       ///< as the server sent them; points into the stream
    std::string_view commands;       ///< the agent's answer; may be empty
    double serverTimeS = 0.0;        ///< `(time (now T))`, carried on by 0.02 s where it is missing
    std::optional<double> gameTimeS; ///< `(GS (t T))`
    /// A beam that the agent asked for, or the place that it got with its number, shows first in
    /// this message: two after the one that it answered with `beam` or `init` (simspark.md 3.1).
    bool isBeamed = false;
    bool mayBeam = false;     ///< beams work in the play mode that the message reports
    bool asksForBeam = false; ///< the answer asks for a beam that works, or for a number
    /// Somebody else (a trainer) has put the robot elsewhere since the message before, about.
    bool isMoved = false;
    bool hasVision = false;
    bool hasTwoLandmarks = false; ///< in its vision frame
    /// What the accelerometer reports along the torso's upright axis, m/s^2.
    std::optional<double> upwardsMps2;
    /// Pose of the camera's body in the torso, by the joints that the message reports.
    math::Pose X_TCamera;
};

/// What one agent perceived, cycle by cycle, and who it is. Grows at the end.
class AgentStream {
public:
    /// Reads a recording of a stream (`.rec`, plain or compressed).
    ///
    /// One that breaks in the middle is read as far as it goes: see `damage`.
    /// Errors: those of `logs::AgentRecording::read`; UnsupportedFormat when no server's message is
    /// in it, or its robot is none that is known. A stream that begins after its `(scene ...)` is
    /// taken for a Nao of type 4 if it has toes, else of type 0.
    /// @param robots that its `(scene ...)` may name
    [[nodiscard]] static base::Expected<AgentStream> read(const std::filesystem::path& path,
                                                          robot::RobotCatalog robots = {});

    /// A stream that is filled by `append`.
    AgentStream(std::string name, const robot::RobotModel& model, int typeNumber);
    AgentStream(AgentStream&&) noexcept;
    AgentStream& operator=(AgentStream&&) noexcept;
    ~AgentStream();

    /// Adds a cycle: the message, what was answered to it, and whether a hand from outside shows
    /// first in this message.
    void append(std::string percepts, std::string commands, bool isMoved = false);

    /// Sets what was answered to the newest message; there is one.
    void answered(std::string commands);

    /// Reports whose stream it is, where none of its messages does.
    void setIdentity(const game::PlayerId& robot, const std::string& team);

    [[nodiscard]] const std::deque<StreamCycle>& cycles() const { return m_cycles; }
    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }
    [[nodiscard]] int typeNumber() const { return m_typeNumber; }
    /// Side None and number 0 until the server has reported them.
    [[nodiscard]] const game::PlayerId& robot() const { return m_robot; }
    [[nodiscard]] const std::string& team() const { return m_team; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Why it ends where it does, if not at the end of its file.
    [[nodiscard]] const std::optional<base::Error>& damage() const { return m_damage; }

private:
    struct Listener;

    std::string m_name;
    robot::RobotModelPtr m_model;
    int m_typeNumber = 0;
    game::PlayerId m_robot;
    std::string m_team;
    std::deque<std::string> m_texts; ///< what the cycles point into
    std::deque<StreamCycle> m_cycles;
    std::optional<base::Error> m_damage;
    std::unique_ptr<Listener> m_listener; ///< reads what is appended
};

} // namespace sideline::evaluation
