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
struct HeardVoice {
    ShortText<40> team; ///< empty on servers that do not report it
    ShortText<24> text;
    bool isOwn = false;
    double directionRad = 0.0;     ///< as the robot heard it; 0 for own words
    double ageS = 0.0;             ///< since it was said
    std::optional<SayWords> words; ///< what it means, if it is of the own team and understood
};

/// What has been heard lately: the last message of every speaker. A speaker is known by the number
/// in its message, or else by its team and direction. No allocation; one thread at a time.
class MessageMemory {
public:
    static constexpr double kKeptS = 5.0; ///< then a message is forgotten
    static constexpr std::size_t kMostVoices = 24;
    static constexpr double kSameDirectionRad = 0.35;

    /// Lets time pass.
    void advance(double stepS);
    /// Takes a message of this cycle. One that is known already changes nothing.
    void hear(const WorldBelief::Heard& heard, std::string_view ownTeam);
    void reset() { m_count = 0; }

    [[nodiscard]] std::span<const HeardVoice> voices() const {
        return std::span(m_voices).first(m_count);
    }

private:
    std::array<HeardVoice, kMostVoices> m_voices{};
    std::size_t m_count = 0;
};

/// When a robot speaks. Of a team a server passes on one message in two cycles; what else is said
/// in them is lost. So each number has its own three cycles (a clock that is read in hundredths may
/// be one cycle off), and its turn comes every 0.66 s. A value.
class SpeakingTurn {
public:
    static constexpr double kSlotS = 0.06;

    /// Whether it is its turn and it has not spoken in it; the next call says no.
    /// @param timeS of the server, the same for all robots
    /// @param unum 1 to 11
    [[nodiscard]] bool take(double timeS, int unum);

private:
    double m_taken = -1.0; ///< number of the slot in which it spoke last
};

/// What a robot reports to its teammates of a cycle's beliefs; the ball only if it has seen it
/// itself. Nothing if it does not know where it is, or has no number.
[[nodiscard]] std::optional<SayWords> ownWords(const AgentFrame& frame);

/// Puts what teammates have reported into the beliefs of a cycle, where the robot's own vision
/// frame is older or missing: the ball, rolled on to now, and teammates by their numbers. What
/// comes from there is marked `isHeard`.
/// @param self its own words and number are ignored
void mergeHeard(std::span<const HeardVoice> voices, const AgentIdentity& self,
                const BodyBelief& body, WorldBelief& world);

} // namespace sideline::world
