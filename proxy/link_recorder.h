#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/durations.h"
#include "agentcore/net/relay.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/runtime/agent_observer.h"
#include "agentcore/runtime/frame_pool.h"
#include "proxy/recording_place.h"

namespace sideline::proxy {

/// Records the messages of one agent and its server.
///
/// A SimSpark agent introduces itself with `(scene ...)` and `(init ...)`, one of rcssservermj with
/// `(init ROBOT TEAM NUMBER)`: from then on its cycles become frames (`runtime::AgentObserver`),
/// including the earlier ones. Messages of any other agent are recorded unchanged. Memory is
/// bounded: while the server is silent, the first 64 KiB of an agent's messages are kept, and the
/// frame reports the omitted ones. One thread at a time.
class LinkRecorder {
public:
    using Say = std::function<void(const std::string& line)>;

    /// @param name for display until the agent has introduced itself
    /// @param place, robots must outlive this
    /// @param say receives lines for the user
    LinkRecorder(std::string name, RecordingPlace& place, robot::RobotCatalog& robots, Say say);
    /// Calls `finish`.
    ~LinkRecorder();
    LinkRecorder(const LinkRecorder&) = delete;
    LinkRecorder& operator=(const LinkRecorder&) = delete;

    /// @param at arrival of the last byte of the message, steady clock
    void take(net::RelayEnd from, std::string message, std::chrono::nanoseconds at);
    /// Completes the last cycle, after the last message; the number of missed cycles is then final.
    void finish();
    /// Notes that messages are missing between the last one and the next.
    void missed(std::uint64_t messages);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::uint64_t cycles() const { return m_cycles; }
    /// The counters of the newest frame.
    [[nodiscard]] const world::AgentCounters& counters() const { return m_counters; }
    /// Times from the end of a server's message to the end of the agent's answer.
    [[nodiscard]] const base::Durations& reactions() const { return m_reactions; }

private:
    enum class Stage : std::uint8_t { Introduction, Frames, Messages, Nothing };
    struct Held {
        net::RelayEnd from;
        std::string message;
        std::chrono::nanoseconds at;
    };
    struct Cycle {
        std::string percepts;
        std::chrono::nanoseconds receivedAt{0};
        std::string commands;
        int answers = 0;
        int leftOut = 0; ///< answers omitted from `commands`
        std::chrono::nanoseconds answeredAt{0};
    };

    void introduce(Held held);
    void hearAgent(const std::string& message);
    void hearServer(const std::string& message);
    void beginFrames();
    void beginMessages(const std::string& why);
    void replayHeld();
    void record(Held held);
    void finishCycle();

    std::string m_name;
    RecordingPlace& m_place;
    robot::RobotCatalog& m_robots;
    Say m_say;
    Stage m_stage = Stage::Introduction;
    std::vector<Held> m_held; ///< messages held until the agent has introduced itself
    std::size_t m_heldBytes = 0;
    std::optional<std::string> m_scene;
    bool m_hasInit = false;
    world::AgentIdentity m_identity;
    std::unique_ptr<runtime::AgentObserver> m_observer;
    std::shared_ptr<world::FrameSink> m_frames;
    std::shared_ptr<MessageSink> m_messages;
    runtime::FramePool m_pool;
    std::optional<Cycle> m_cycle;
    std::uint64_t m_gap = 0; ///< messages missing before this cycle
    std::uint64_t m_cycles = 0;
    world::AgentCounters m_counters;
    base::Durations m_reactions;
};

} // namespace sideline::proxy
