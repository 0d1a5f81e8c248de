#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// An asynchronous operation that is begun again and again, one at a time, and how it ended.
///
/// What Asio's handler writes, and the memory in which Asio keeps the handler, live as long as the
/// handler: a socket can be closed and forgotten at any time, even while its operations are
/// pending. Nothing is allocated after the first time. Used in the thread that runs the handlers.
class Operation {
    struct State {
        std::pmr::unsynchronized_pool_resource memory;
        bool isPending = false;
        bool hasEnded = false;
        error_code fault;
        std::size_t bytes = 0;
        Clock::time_point endedAt;
    };

public:
    /// The handler of waits, connections and transfers alike.
    class Handler {
    public:
        using allocator_type = std::pmr::polymorphic_allocator<std::byte>;

        explicit Handler(std::shared_ptr<State> state) : m_state(std::move(state)) {}
        [[nodiscard]] allocator_type get_allocator() const noexcept { return &m_state->memory; }
        void operator()(const error_code& fault, std::size_t bytes = 0) const {
            m_state->isPending = false;
            m_state->hasEnded = true;
            m_state->fault = fault;
            m_state->bytes = bytes;
            m_state->endedAt = Clock::now();
        }

    private:
        std::shared_ptr<State> m_state;
    };

    Operation() : m_state(std::make_shared<State>()) {}
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    ~Operation() = default;

    /// Gives the handler to begin with, as in `socket.async_wait(type, operation.begin())`.
    /// @pre not isPending()
    [[nodiscard]] Handler begin() {
        SIDELINE_ASSERT(!isPending());
        m_state->isPending = true;
        m_state->hasEnded = false;
        return Handler(m_state);
    }

    /// Whether it was begun and its handler has not run yet.
    [[nodiscard]] bool isPending() const { return m_state->isPending; }
    /// Whether it has ended, and nobody has taken notice with `takeEnd` yet.
    [[nodiscard]] bool hasEnded() const { return m_state->hasEnded; }
    bool takeEnd() { return std::exchange(m_state->hasEnded, false); }

    // Of the operation that ended last:
    [[nodiscard]] const error_code& fault() const { return m_state->fault; }
    [[nodiscard]] std::size_t bytes() const { return m_state->bytes; }
    [[nodiscard]] Clock::time_point endedAt() const { return m_state->endedAt; }

private:
    std::shared_ptr<State> m_state;
};

} // namespace sideline::net
