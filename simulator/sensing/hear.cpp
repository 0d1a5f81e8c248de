#include "simulator/sensing/hear.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::simulator {

namespace {

using game::PlayerId;
using game::Side;

constexpr float kHearingRangeM = 50.0F;
constexpr int kMaxCapacity = 2;
constexpr int kCapacityPerMessage = 2;
constexpr int kCapacityPerCycle = 1;

// Rotated by 180 degrees for listeners of the right team.
float directionDeg(const Eigen::Vector3f& towards_S, Side listener) {
    const float sign = listener == Side::Right ? -1.0F : 1.0F;
    const auto rad = static_cast<float>(std::atan2(static_cast<double>(sign * towards_S.y()),
                                                   static_cast<double>(sign * towards_S.x())));
    return static_cast<float>(math::degFromRad(static_cast<double>(rad)));
}

Side otherSide(Side side) {
    return side == Side::Left ? Side::Right : side == Side::Right ? Side::Left : Side::None;
}

} // namespace

SpokenText::SpokenText(std::string_view text) : m_length(static_cast<std::uint8_t>(text.size())) {
    SIDELINE_ASSERT(text.size() <= kMaxLength);
    std::ranges::copy(text, m_text.begin());
}

bool Hearing::isSayable(std::string_view text) {
    return !text.empty() && text.size() <= SpokenText::kMaxLength &&
           std::ranges::all_of(text,
                               [](char c) { return c > ' ' && c <= '~' && c != '(' && c != ')'; });
}

Hearing::Listener* Hearing::find(const PlayerId& player) {
    const auto it = std::ranges::lower_bound(m_listeners, player, {}, &Listener::id);
    return it != m_listeners.end() && it->id == player ? &*it : nullptr;
}

void Hearing::join(const PlayerId& player) {
    const auto it = std::ranges::lower_bound(m_listeners, player, {}, &Listener::id);
    if (it == m_listeners.end() || it->id != player) {
        Listener listener;
        listener.id = player;
        m_listeners.insert(it, listener);
    }
}

void Hearing::leave(const PlayerId& player) {
    std::erase_if(m_listeners, [&](const Listener& l) { return l.id == player; });
}

void Hearing::swapSides() {
    const auto swap = [](std::optional<HeardMessage>& word) {
        if (word) {
            word->speakerSide = otherSide(word->speakerSide);
        }
    };
    for (Listener& listener : m_listeners) {
        listener.id.side = otherSide(listener.id.side);
        swap(listener.own);
        swap(listener.mates.word);
        swap(listener.opponents.word);
    }
    std::ranges::sort(m_listeners, {}, &Listener::id);
}

void Hearing::place(const PlayerId& player, const Eigen::Vector3d& p_STorso) {
    if (Listener* listener = find(player)) {
        Eigen::Vector3f::Map(listener->p_STorso.data()) = p_STorso.cast<float>();
    }
}

bool Hearing::say(const PlayerId& speaker, std::string_view text, const Eigen::Vector3d& p_STorso) {
    if (!isSayable(text)) {
        return false;
    }
    const Eigen::Vector3f from_S = p_STorso.cast<float>();
    HeardMessage word;
    word.speakerSide = speaker.side;
    word.text = SpokenText(text);
    for (Listener& listener : m_listeners) {
        if (listener.id == speaker) {
            listener.own = word;
            listener.own->isOwn = true;
            continue;
        }
        const Eigen::Vector3f towards_S = from_S - Eigen::Vector3f::Map(listener.p_STorso.data());
        Ear& ear = listener.id.side == speaker.side ? listener.mates : listener.opponents;
        if (!(towards_S.squaredNorm() < kHearingRangeM * kHearingRangeM) ||
            ear.capacity < kCapacityPerMessage) {
            continue;
        }
        ear.capacity -= kCapacityPerMessage;
        ear.word = word;
        ear.word->directionDeg = directionDeg(towards_S, listener.id.side);
    }
    return true;
}

HeardMessages Hearing::listen(const PlayerId& player) {
    HeardMessages heard;
    Listener* listener = find(player);
    if (listener == nullptr) {
        return heard;
    }
    const auto hand = [&](std::optional<HeardMessage>& word) {
        if (word) {
            heard.words[heard.count++] = *word;
            word.reset();
        }
    };
    hand(listener->own);
    for (Ear* ear : {&listener->mates, &listener->opponents}) {
        if (ear->capacity < kMaxCapacity) {
            ear->capacity += kCapacityPerCycle;
        }
        hand(ear->word);
    }
    return heard;
}

} // namespace sideline::simulator
