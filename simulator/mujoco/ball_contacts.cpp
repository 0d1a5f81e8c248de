#include "simulator/mujoco/ball_contacts.h"

#include <algorithm>

namespace sideline::simulator::mujoco {

void BallContacts::update(std::span<const BallContact> contacts, double timeS) {
    const auto same = std::ranges::find_if(
        contacts, [&](const BallContact& contact) { return m_active == contact.player; });
    if (same != contacts.end()) {
        m_parts = same->parts;
        return;
    }
    const std::optional<game::PlayerId> next =
        contacts.empty() ? std::nullopt : std::optional(contacts.front().player);
    if (m_active) {
        m_last = m_active;
        if (next) {
            m_changedAtS = timeS;
        }
    } else if (next && m_last != next) {
        m_changedAtS = timeS;
    }
    m_active = next;
    m_parts = contacts.empty() ? std::vector<std::string>() : contacts.front().parts;
}

void BallContacts::reset() {
    *this = BallContacts();
}

} // namespace sideline::simulator::mujoco
