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

/// What a player says at once: up to 20 characters.
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

/// One word that a player hears, for `(hear TEAM TIME self|DIRECTION TEXT)`.
struct HeardWord {
    game::Side speakerSide = game::Side::None;
    bool isOwn = false;
    /// From where it comes: the angle from the x axis of the field as the listener's team turns
    /// it (not from where it looks), positive to the left; 0 for own words.
    float directionDeg = 0.0F;
    SpokenText text;
    [[nodiscard]] bool operator==(const HeardWord&) const = default;
};

/// What a player hears in one cycle, in the order in which its message reports it: own words, a
/// teammate's, an opponent's.
struct HeardWords {
    std::array<HeardWord, 3> words;
    std::size_t count = 0;
    [[nodiscard]] std::span<const HeardWord> view() const { return std::span(words).first(count); }
};

/// Carries what players say to those who hear it, as the server does.
///
/// Words are heard at less than 50 m. A player hears its own last words always, but of teammates
/// and of opponents only one word each in two cycles: each has a capacity of 2, which a word takes
/// wholly and each cycle refills by 1. What comes first counts. A value: a copy is a saved state.
/// One thread at a time.
///
/// Source: `sayeffector.cpp`, `SoccerRuleAspect::Broadcast`, `agentstate.cpp`, `hearperceptor.cpp`
/// of rcssserver3d 0.7.3; recorded streams.
class Hearing {
public:
    /// Whether the server passes this on: 1 to 20 printable characters without blanks and
    /// parentheses.
    [[nodiscard]] static bool isSayable(std::string_view text);

    /// A player that hears from now on; it keeps what it has when it is there already.
    void join(const game::PlayerId& player);
    void leave(const game::PlayerId& player);
    /// To be called when the teams change sides.
    void swapSides();

    /// Where a player's torso is, server frame S, meters. Unknown players are ignored.
    void place(const game::PlayerId& player, const Eigen::Vector3d& p_STorso);
    /// Says something from `p_STorso` to all who are in reach where they were placed last.
    /// Returns false, and nobody hears it, when it is not sayable.
    bool say(const game::PlayerId& speaker, std::string_view text, const Eigen::Vector3d& p_STorso);
    /// Hands over what a player heard, and refills its capacities; once per player and cycle,
    /// from the cycle on in which it has a body. Nothing for unknown players.
    [[nodiscard]] HeardWords listen(const game::PlayerId& player);

    [[nodiscard]] bool operator==(const Hearing&) const = default;

private:
    struct Ear {
        int capacity = 2;
        std::optional<HeardWord> word;
        [[nodiscard]] bool operator==(const Ear&) const = default;
    };
    struct Listener {
        game::PlayerId id;
        std::array<float, 3> p_STorso = {};
        std::optional<HeardWord> own;
        Ear mates;
        Ear opponents;
        [[nodiscard]] bool operator==(const Listener&) const = default;
    };
    [[nodiscard]] Listener* find(const game::PlayerId& player);

    std::vector<Listener> m_listeners; ///< ascending ids
};

} // namespace sideline::simulator
