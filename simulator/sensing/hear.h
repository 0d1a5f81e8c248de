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

#include "agentcore/game/player_id.h"

namespace sideline::simulator {

/// A message of up to 20 characters.
class SpokenText {
public:
    static constexpr std::size_t kMaxLength = 20;

    SpokenText() = default;
    /// @param text at most `kMaxLength` characters
    explicit SpokenText(std::string_view text);
    [[nodiscard]] std::string_view view() const { return {m_text.data(), m_length}; }
    [[nodiscard]] bool operator==(const SpokenText&) const = default;

private:
    std::array<char, kMaxLength> m_text = {};
    std::uint8_t m_length = 0;
};

/// One message that a player hears, for `(hear TEAM TIME self|DIRECTION TEXT)`.
struct HeardMessage {
    game::Side speakerSide = game::Side::None;
    bool isOwn = false;
    /// Direction of the speaker: the angle from the field's x axis as seen by the listener's team
    /// (not relative to its heading), positive to the left; 0 for own messages.
    float directionDeg = 0.0F;
    SpokenText text;
    [[nodiscard]] bool operator==(const HeardMessage&) const = default;
};

/// Messages that a player hears in one cycle, in the order of its percepts: its own, one from a
/// teammate, one from an opponent.
struct HeardMessages {
    std::array<HeardMessage, 3> words;
    std::size_t count = 0;
    [[nodiscard]] std::span<const HeardMessage> view() const {
        return std::span(words).first(count);
    }
};

/// Distributes say messages to the players in range, as the server does.
///
/// Messages are heard at distances below 50 m. A player always hears its own last message, but only
/// one message from its teammates and one from its opponents in two cycles: for each of the two
/// teams it has a capacity of 2, which one message uses up and which grows by 1 per cycle. The
/// first message is the one that is heard. A value: a copy is a saved state. One thread at a time.
///
/// Source: `sayeffector.cpp`, `SoccerRuleAspect::Broadcast`, `agentstate.cpp`, `hearperceptor.cpp`
/// of rcssserver3d 0.7.3; recorded streams.
class Hearing {
public:
    /// Whether the server forwards this text: 1 to 20 printable characters without blanks and
    /// parentheses.
    [[nodiscard]] static bool isSayable(std::string_view text);

    /// Adds a listening player; a player that is already present keeps its state.
    void join(const game::PlayerId& player);
    void leave(const game::PlayerId& player);
    /// To be called when the teams change ends.
    void swapSides();

    /// Sets the position of a player's torso, server frame S, meters. Unknown players are ignored.
    void place(const game::PlayerId& player, const Eigen::Vector3d& p_STorso);
    /// Sends a message from `p_STorso` to all players within range of their last positions. Returns
    /// false, without sending, if the text is not allowed.
    bool say(const game::PlayerId& speaker, std::string_view text, const Eigen::Vector3d& p_STorso);
    /// Takes the messages that a player heard, and refills its capacities; to be called once per
    /// player and cycle, starting with the cycle in which the player has a robot. Unknown players
    /// hear no messages.
    [[nodiscard]] HeardMessages listen(const game::PlayerId& player);

    [[nodiscard]] bool operator==(const Hearing&) const = default;

private:
    struct Ear {
        int capacity = 2;
        std::optional<HeardMessage> word;
        [[nodiscard]] bool operator==(const Ear&) const = default;
    };
    struct Listener {
        game::PlayerId id;
        std::array<float, 3> p_STorso = {};
        std::optional<HeardMessage> own;
        Ear mates;
        Ear opponents;
        [[nodiscard]] bool operator==(const Listener&) const = default;
    };
    [[nodiscard]] Listener* find(const game::PlayerId& player);

    std::vector<Listener> m_listeners; ///< in ascending order of ids
};

} // namespace sideline::simulator
