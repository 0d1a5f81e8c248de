#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/world/world_model.h"
#include "evaluation/agent_stream.h"
#include "evaluation/belief_message.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// The world model's estimates in a cycle, except the pose, in the field frame F.
struct ObjectsOfCycle {
    world::BallBelief ball;
    std::vector<world::PlayerBelief> players;
};

/// A stream of percepts for examination: its cycles, the truth, and the results that are the same
/// for every estimator. Cycles can be appended.
class AnnotatedStream {
public:
    explicit AnnotatedStream(AgentStream stream);
    ~AnnotatedStream();

    [[nodiscard]] const AgentStream& stream() const { return m_stream; }
    [[nodiscard]] const field::FieldModel& field() const { return m_field; }
    [[nodiscard]] std::size_t cycleCount() const { return m_objects.size(); }

    /// Sets the identity of the agent if its messages lack it.
    void setIdentity(const game::PlayerId& robot, const std::string& team);
    /// Appends a cycle; see `AgentStream::append`. It is processed by `read`.
    void append(std::string percepts, std::string commands);
    /// Processes up to this many of the stream's unprocessed cycles.
    /// @param each receives the belief of each cycle; may be empty
    /// @return whether cycles remain
    bool read(std::size_t most,
              const std::function<void(std::size_t, const world::AgentFrame&)>& each = {});

    /// The agent's reported beliefs, if the stream contains them.
    std::vector<BeliefMessage> reported;
    TruthTrack truth; ///< one entry per processed cycle, or empty
    /// The time of each cycle on the clock of the displayed match; increasing.
    std::vector<double> recordTimeS;
    /// Numbers that the agent gave its cycles; empty: counted from 0.
    std::vector<std::uint64_t> agentCycles;

    /// Returns the pose of the camera in the torso in a cycle.
    [[nodiscard]] const math::Pose& X_TC(std::size_t cycle) const {
        return m_stream.cycles()[cycle].X_TCamera;
    }
    [[nodiscard]] const ObjectsOfCycle& things(std::size_t cycle) const { return m_objects[cycle]; }
    /// Returns the newest cycle with a vision frame, up to this one; nullopt before the first.
    [[nodiscard]] std::optional<std::size_t> visionAt(std::size_t cycle) const;
    /// Returns the newest cycle with truth at or before a cycle, if it is recent enough.
    [[nodiscard]] std::optional<std::size_t> truthAt(std::size_t cycle) const;
    /// Returns the cycle nearest to a time of the match. The stream must not be empty.
    [[nodiscard]] std::size_t cycleAt(double timeS) const;
    /// Returns the last cycle whose number from the agent is at most `number`.
    [[nodiscard]] std::size_t cycleOfAgent(std::uint64_t number) const;
    /// Returns the transform from the field frame of the stream's team to the server frame.
    [[nodiscard]] math::Pose X_SF() const;

private:
    AgentStream m_stream;
    field::FieldModel m_field;
    std::unique_ptr<world::WorldModel> m_world;
    world::AgentFrame m_frame;
    protocol::Percepts m_percepts;
    std::vector<ObjectsOfCycle> m_objects;
    std::vector<std::int64_t> m_visionFrames; ///< newest vision frame per cycle; -1: none
};

/// Returns the robot of a belief in the displayed match; nullopt if the match does not contain it.
[[nodiscard]] std::optional<world::AgentIdentity> senderOf(const BeliefMessage& message,
                                                           const monitor::MatchFrame& frame);
/// Returns the percepts of a reported cycle: the server's message if the agent includes it,
/// otherwise only its times.
[[nodiscard]] std::string perceptsOf(const BeliefMessage& message);

/// Called periodically during long work; false cancels it.
/// @param progress 0 to 1
using ContinueCheck = std::function<bool(double progress)>;

/// Reads a recorded stream with its truth and writes it as a match log for views: one frame per
/// cycle, with the robot at its true pose (or, if unknown, its believed pose) and the others where
/// it saw them.
///
/// @param truthLog monitor log with more precise truth; empty: that of the stream itself
/// @param matchLog output file; replaced if it exists
/// Errors: those of `AgentStream::read`, `truthOfMatchLog` and of writing; Canceled.
[[nodiscard]] base::Expected<std::unique_ptr<AnnotatedStream>> loadRecordedStream(
    const std::filesystem::path& file, const std::filesystem::path& truthLog,
    const std::filesystem::path& matchLog, const ContinueCheck& shouldContinue);

/// Reads an agent's stream from a session, with the truth of the match log next to it and the
/// agent's reported beliefs. An external agent is identified by its reports.
/// @param robot the agent's robot; if not given, the first agent
/// Errors: those of `logs::SessionReader`; NotFound if the session has no agent; Canceled.
[[nodiscard]] base::Expected<std::unique_ptr<AnnotatedStream>> loadSessionStream(
    const std::filesystem::path& file, const std::optional<game::PlayerId>& robot,
    const ContinueCheck& shouldContinue);

} // namespace sideline::evaluation
