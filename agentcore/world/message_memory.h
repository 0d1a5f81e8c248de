#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "agentcore/world/agent_frame.h"
#include "agentcore/world/say_words.h"
#include "agentcore/world/short_text.h"

namespace sideline::world {

/// The last message of one speaker.
struct HeardMessage {
    ShortText<40> team; ///< name of the speaker's team; empty on servers that do not report it
    ShortText<24> text;
    bool isOwn = false;
    double directionRad = 0.0; ///< direction in the robot's frame; 0 for the robot's own messages
    double ageS = 0.0;         ///< time since it was sent
    std::optional<SayWords> words; ///< decoded content, if it comes from our team and is valid
};

/// The last message of every speaker heard recently. A speaker is identified by the number in its
/// message, or else by team and direction. No allocation; one thread at a time.
class MessageMemory {
public:
    static constexpr double kRetentionS = 5.0; ///< messages are removed after this time
    static constexpr std::size_t kMaxSpeakers = 24;
    static constexpr double kSameDirectionRad = 0.35;

    /// Advances the time.
    void advance(double stepS);
    /// Processes a message of this cycle. Repetitions of a known message are ignored.
    void hear(const WorldBelief::Heard& heard, std::string_view ownTeam);
    void reset() { m_count = 0; }

    [[nodiscard]] std::span<const HeardMessage> heardMessages() const {
        return std::span(m_heard).first(m_count);
    }

private:
    std::array<HeardMessage, kMaxSpeakers> m_heard{};
    std::size_t m_count = 0;
};

/// Schedule for say messages. A server forwards one message per team every two cycles and drops the
/// others. Each number therefore has its own slot of three cycles (a clock with a resolution of
/// hundredths may be off by one cycle), every 0.66 s. A value.
class SpeakingTurn {
public:
    static constexpr double kSlotS = 0.06;

    /// Whether the robot's slot is active and still unused; marks the slot as used.
    /// @param timeS server time, the same for all robots
    /// @param unum 1 to 11
    [[nodiscard]] bool take(double timeS, int unum);

private:
    double m_taken = -1.0; ///< number of the last used slot
};

/// The message of a robot to its teammates about a cycle's beliefs; contains the ball only if the
/// robot itself has seen it. Not set if the robot's pose or number is unknown.
[[nodiscard]] std::optional<SayWords> ownMessage(const AgentFrame& frame);

/// Merges information from teammates into the beliefs of a cycle where the robot's own vision is
/// older or missing: the ball, extrapolated to the present, and teammates by number. Merged beliefs
/// are marked `isHeard`.
/// @param self the agent, whose own messages and number are ignored
void mergeHeard(std::span<const HeardMessage> heardMessages, const AgentIdentity& self,
                const BodyBelief& body, WorldBelief& world);

} // namespace sideline::world
