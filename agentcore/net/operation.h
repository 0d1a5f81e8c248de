#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// A repeatable asynchronous operation, at most one at a time, and its last result.
///
/// The state written by Asio's handler, and the memory in which Asio stores it, live as long as the
/// handler: a socket can be closed and destroyed while its operations are pending. Allocates
/// nothing after the first use. Used in the thread that runs the handlers.
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
    /// Handler for waits, connections and transfers.
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

    /// Starts the operation and returns its handler: `socket.async_wait(type, operation.begin())`.
    /// @pre not isPending()
    [[nodiscard]] Handler begin() {
        SIDELINE_ASSERT(!isPending());
        m_state->isPending = true;
        m_state->hasEnded = false;
        return Handler(m_state);
    }

    /// Whether the operation was started and its handler has not run yet.
    [[nodiscard]] bool isPending() const { return m_state->isPending; }
    /// Whether the operation has ended since the last `takeEnd`.
    [[nodiscard]] bool hasEnded() const { return m_state->hasEnded; }
    bool takeEnd() { return std::exchange(m_state->hasEnded, false); }

    // The results of the last operation:
    [[nodiscard]] const error_code& fault() const { return m_state->fault; }
    [[nodiscard]] std::size_t bytes() const { return m_state->bytes; }
    [[nodiscard]] Clock::time_point endedAt() const { return m_state->endedAt; }

private:
    std::shared_ptr<State> m_state;
};

} // namespace sideline::net
