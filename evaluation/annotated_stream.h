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

/// What a world model made of a cycle besides the pose. Field frame F.
struct ObjectsOfCycle {
    world::BallBelief ball;
    std::vector<world::PlayerBelief> players;
};

/// A stream of senses that is looked into: its cycles, the truth, and what follows from the cycles
/// for every estimator alike. Grows at the end.
class AnnotatedStream {
public:
    explicit AnnotatedStream(AgentStream stream);
    ~AnnotatedStream();

    [[nodiscard]] const AgentStream& stream() const { return m_stream; }
    [[nodiscard]] const field::FieldModel& field() const { return m_field; }
    [[nodiscard]] std::size_t cycleCount() const { return m_objects.size(); }

    /// Reports whose stream it is, where its messages do not.
    void setIdentity(const game::PlayerId& robot, const std::string& team);
    /// Adds a cycle; see `AgentStream::append`. `read` takes it in.
    void append(std::string percepts, std::string commands);
    /// Works on the cycles of the stream that were not worked on yet, at most so many.
    /// @param each reported the belief of each of them; may be empty
    /// @return whether there is more to do
    bool read(std::size_t most,
              const std::function<void(std::size_t, const world::AgentFrame&)>& each = {});

    /// What the agent reported about its own belief, where it comes with the stream.
    std::vector<BeliefMessage> reported;
    TruthTrack truth; ///< as long as the cycles that were read, or empty
    /// When each cycle was, on the clock of the match that is shown; rising.
    std::vector<double> recordTimeS;
    /// Numbers that the agent itself gave its cycles; empty: from 0 on.
    std::vector<std::uint64_t> agentCycles;

    /// Camera in the torso in a cycle.
    [[nodiscard]] const math::Pose& X_TC(std::size_t cycle) const {
        return m_stream.cycles()[cycle].X_TCamera;
    }
    [[nodiscard]] const ObjectsOfCycle& things(std::size_t cycle) const { return m_objects[cycle]; }
    /// The newest cycle with a vision frame, at or before this one; nothing before the first.
    [[nodiscard]] std::optional<std::size_t> visionAt(std::size_t cycle) const;
    /// The newest truth at or before a cycle and its cycle, but not older than some cycles.
    [[nodiscard]] std::optional<std::size_t> truthAt(std::size_t cycle) const;
    /// The cycle at a time of the match; the nearest one. The stream must not be empty.
    [[nodiscard]] std::size_t cycleAt(double timeS) const;
    /// The cycle to which the agent gave a number; the nearest before it.
    [[nodiscard]] std::size_t cycleOfAgent(std::uint64_t number) const;
    /// Server frame from the field frame of the stream's team.
    [[nodiscard]] math::Pose X_SF() const;

private:
    AgentStream m_stream;
    field::FieldModel m_field;
    std::unique_ptr<world::WorldModel> m_world;
    world::AgentFrame m_frame;
    protocol::Percepts m_percepts;
    std::vector<ObjectsOfCycle> m_objects;
    std::vector<std::int64_t> m_visionFrames; ///< per cycle, the newest one; -1: none
};

/// Whose belief it is, by the match that is played; nothing if no such robot is in it.
[[nodiscard]] std::optional<world::AgentIdentity> senderOf(const BeliefMessage& message,
                                                           const monitor::MatchFrame& frame);
/// The percepts of a cycle that an agent reports: what it says that the server reported it, else
/// its times alone.
[[nodiscard]] std::string perceptsOf(const BeliefMessage& message);

/// Asked now and then how far a long work may continue; false ends it. @param share done, 0 to 1
using GoesOn = std::function<bool(double share)>;

/// Reads a recorded stream with its truth, and writes it as a match log for views: one frame per
/// cycle, the robot where the truth has it (else where it believes itself), the others where it saw
/// them.
///
/// @param truthLog monitor log with finer truth; empty: what the stream itself reports
/// @param matchLog file that is written; replaced if it is there
/// Errors: those of `AgentStream::read`, `truthOfMatchLog` and of writing; Canceled.
[[nodiscard]] base::Expected<std::unique_ptr<AnnotatedStream>> loadRecordedStream(
    const std::filesystem::path& file, const std::filesystem::path& truthLog,
    const std::filesystem::path& matchLog, const GoesOn& goesOn);

/// Reads an agent's part of a session, with the truth of the match log beside it, and with what
/// reported about its own belief. An agent that is not built in is known by what it reported.
/// @param robot the agent's; the first agent if there is none
/// Errors: those of `logs::SessionReader`; NotFound when no agent is in it; Canceled.
[[nodiscard]] base::Expected<std::unique_ptr<AnnotatedStream>> loadSessionStream(
    const std::filesystem::path& file, const std::optional<game::PlayerId>& robot,
    const GoesOn& goesOn);

} // namespace sideline::evaluation
