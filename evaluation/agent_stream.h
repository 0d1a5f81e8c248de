#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/ids.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::evaluation {

/// One message of senses, and what happened since the one before.
struct StreamCycle {
    std::string_view percepts;       ///< as the server sent them; points into the stream
    std::string_view commands;       ///< the agent's answer; may be empty
    double serverTimeS = 0.0;        ///< `(time (now T))`, carried on by 0.02 s where it is missing
    std::optional<double> gameTimeS; ///< `(GS (t T))`
    bool isBeamed = false; ///< the agent asked for a beam in its answer to the message before, or a
                           ///< trainer moved it since
};

/// What one agent perceived, cycle by cycle, and who it is. Grows at the end.
class AgentStream {
public:
    /// Reads a recording of a stream (`.rec`, plain or packed).
    ///
    /// One that breaks in the middle is read as far as it goes: see `damage`.
    /// Errors: those of `logs::AgentRecording::read`; UnsupportedFormat when no server's message is
    /// in it, or its robot is none that is known.
    [[nodiscard]] static base::Expected<AgentStream> read(const std::filesystem::path& path);

    /// A stream that is filled by `append`. @param model outlives the stream
    AgentStream(std::string name, const robot::RobotModel& model, int typeNumber);
    AgentStream(AgentStream&&) noexcept;
    AgentStream& operator=(AgentStream&&) noexcept;
    ~AgentStream();

    /// Adds a cycle: the message, what was answered to it, and whether the robot was beamed since
    /// the message before.
    void append(std::string percepts, std::string commands, bool isBeamed = false);

    [[nodiscard]] const std::deque<StreamCycle>& cycles() const { return m_cycles; }
    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }
    [[nodiscard]] int typeNumber() const { return m_typeNumber; }
    /// Side None and number 0 until the server has told them.
    [[nodiscard]] const monitor::RobotId& robot() const { return m_robot; }
    [[nodiscard]] const std::string& team() const { return m_team; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Why it ends where it does, if not at the end of its file.
    [[nodiscard]] const std::optional<base::Error>& damage() const { return m_damage; }

private:
    std::string m_name;
    const robot::RobotModel* m_model;
    int m_typeNumber = 0;
    monitor::RobotId m_robot;
    std::string m_team;
    std::deque<std::string> m_texts; ///< what the cycles point into
    std::deque<StreamCycle> m_cycles;
    std::optional<base::Error> m_damage;
};

} // namespace sideline::evaluation
