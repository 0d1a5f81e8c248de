#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/drawing/byte_budget.h"
#include "agentcore/drawing/command.h"

namespace sideline::drawing {

/// The shapes that a sender shows under one name. Immutable and shared between boards: equal
/// pointers mean equal pictures.
struct ShapeSet {
    std::string sender;
    std::string name; ///< name, such as `ball.prediction`
    std::vector<Shape> shapes;
    [[nodiscard]] bool operator==(const ShapeSet&) const = default;
};

/// Text above an agent's head and its sender.
struct AgentNote {
    AgentRef agent;
    std::string text;
    Color color;
    std::string sender;
    [[nodiscard]] bool operator==(const AgentNote&) const = default;
};

/// All drawings at one time. Immutable once published.
struct DrawingBoard {
    std::vector<std::shared_ptr<const ShapeSet>> sets; ///< sorted by sender and name; some have no
                                                       ///< shapes
    std::vector<AgentNote> agentNotes;                 ///< sorted by agent, one each
    std::optional<AgentRef> selected;                  ///< agent of the last selection request
    std::uint64_t selections = 0;                      ///< number of selection requests

    [[nodiscard]] std::size_t shapeCount() const;
    /// Compares by content.
    [[nodiscard]] bool operator==(const DrawingBoard& other) const;
};

using DrawingBoardPtr = std::shared_ptr<const DrawingBoard>;

/// Limits on the stored drawings. Whatever exceeds them is dropped and counted.
struct DrawingLimits {
    std::size_t maxBytes = std::size_t{64} << 20U; ///< memory of all shapes, in both buffers
    std::size_t maxShapesPerSet = 20'000;
    std::size_t maxShapes = 50'000; ///< number of shapes of all sets, in both buffers
    std::size_t maxSets = 2000;
    std::size_t maxSetsPerSender = 500;
    std::size_t maxNameBytes = 512; ///< per set
    std::size_t maxSenders = 256;   ///< a new sender replaces the sender that has been silent
                                    ///< longest
    /// Bytes of datagrams per second, for all senders together and for each; a burst of one
    /// second's data is allowed. 0: unlimited, as for recordings, which were already limited.
    double maxBytesPerS = 0.0;
    double maxSenderBytesPerS = 0.0;
};

/// Limits for network input: rejects floods before they cost memory or time.
[[nodiscard]] inline DrawingLimits networkDrawingLimits() {
    DrawingLimits limits;
    limits.maxBytesPerS = 4.0 * (1U << 20U);
    limits.maxSenderBytesPerS = 1U << 20U; // about forty datagrams of RoboViz's size per cycle
    return limits;
}

/// Statistics of one sender, for an inspector.
struct SenderStats {
    std::string sender;
    std::uint64_t datagrams = 0;
    std::uint64_t commands = 0;
    std::uint64_t bytes = 0;
    std::uint64_t errors = 0;    ///< datagrams with a parse error
    std::uint64_t oversized = 0; ///< datagrams longer than RoboViz's buffer
    std::uint64_t leftOut = 0;   ///< shapes dropped for lack of memory
    std::uint64_t refused =
        0; ///< datagrams over the rate limit; not included in the other counters
    double datagramsPerS = 0.0;
    double bytesPerS = 0.0;
    std::chrono::nanoseconds lastAt{0};   ///< time of the last datagram
    std::optional<base::Error> lastError; ///< error of the last unreadable datagram
    std::size_t shapesShown = 0;
    /// Sets with shapes that were never swapped and are therefore invisible, each with its number
    /// of shapes.
    std::vector<std::pair<std::string, std::size_t>> unswapped;
};

struct DrawingStats {
    std::vector<SenderStats> senders; ///< by name
    std::uint64_t forgottenSenders = 0;
    std::uint64_t leftOut =
        0; ///< shapes and sets dropped for lack of memory, over all senders so far
    std::uint64_t refused = 0;    ///< datagrams over the rate limit, over all senders
    std::uint64_t unrecorded = 0; ///< datagrams that are shown but exceeded the recording limit
    std::size_t heldBytes = 0;    ///< approximate memory of shapes
};

/// Turns datagrams into displayed drawings, as RoboViz does: every set has a visible front buffer
/// and a back buffer for drawing; a swap shows the back buffers of all sets whose names start with
/// its text, and clears them.
///
/// Deliberate improvements over RoboViz:
/// - Each sender has its own sets, so two agents that both draw `ball` do not overwrite each other.
/// A swap applies to the sender's own sets; if none matches, it applies to all senders, so that a
/// tool can clear the drawings of others, and clients that use another port for each datagram still
/// work. - A sender that shows a set takes it over from senders on the same host that have been
/// silent for two seconds: a restarted agent replaces its previous drawings. - A label for an agent
/// that is not in the scene yet is kept. - Invalid input cannot crash it, and memory is bounded.
///
/// A value: copies are independent. One thread at a time. Times come from any steady clock; only
/// differences matter.
class DrawingBuilder {
public:
    explicit DrawingBuilder(DrawingLimits limits = {});

    /// Applies a datagram.
    /// @param sender address, such as `127.0.0.1:40312`; the host is the part before the last colon
    /// @param time time of arrival
    /// @return false if it was rejected for exceeding the rate limit
    bool apply(std::string_view sender, std::string_view datagram, std::chrono::nanoseconds time);

    /// Counts a datagram that could not be read from its file.
    void addError(std::string_view sender, base::Error error, std::chrono::nanoseconds time);

    /// Removes all shapes and labels of both buffers; keeps the counters.
    void clear();

    /// The visible drawings; the same pointer until something changes. Costs time only after a
    /// change, and copies no shapes.
    [[nodiscard]] DrawingBoardPtr board() const;

    /// Commands that reproduce the current state, including back buffers but not selections. They
    /// do not distinguish senders.
    [[nodiscard]] std::vector<Command> commands() const;

    /// @param now on the clock of `apply`, for rates and for sets that were never swapped
    [[nodiscard]] DrawingStats stats(std::chrono::nanoseconds now) const;

    /// Approximate memory usage, including front buffers shared with boards.
    [[nodiscard]] std::size_t byteSize() const;

private:
    struct Set {
        std::shared_ptr<const ShapeSet> front; ///< null until the first swap
        std::vector<Shape> back;
        std::size_t frontBytes = 0;
        std::size_t backBytes = 0;
        std::chrono::nanoseconds firstAt{0}; ///< when its first shape arrived
    };
    struct Sender {
        std::map<std::string, Set, std::less<>> sets;
        SenderStats counts; ///< all values except those that `stats` computes
        std::chrono::nanoseconds firstAt{0};
        double decayingDatagrams = 0.0; ///< received datagrams, including refused ones
        double decayingBytes = 0.0;
        ByteBudget budget{0.0, 0.0};
    };
    using Senders = std::map<std::string, Sender, std::less<>>;

    Sender& senderNamed(std::string_view name, std::chrono::nanoseconds time);
    void forgetLongestSilent();
    void removeSet(Sender& sender, std::map<std::string, Set, std::less<>>::iterator set);
    void run(Sender& sender, Command& command, std::chrono::nanoseconds time);
    void addShape(Sender& sender, NamedShape& named, std::chrono::nanoseconds time);
    [[nodiscard]] bool makeRoomForSet(const Sender& sender);
    [[nodiscard]] bool hasRoomForSet(const Sender& sender) const;
    void swap(Sender& sender, const std::string& prefix, std::chrono::nanoseconds time);
    bool swapSets(Sender& sender, const std::string& prefix);
    void takeOver(const Sender& sender, const std::string& prefix, std::chrono::nanoseconds time);
    void changed() { m_board.reset(); }

    DrawingLimits m_limits;
    Senders m_senders;
    std::map<AgentRef, AgentNote> m_notes;
    std::optional<AgentRef> m_selected;
    std::uint64_t m_selections = 0;
    std::size_t m_bytes = 0;
    std::size_t m_setCount = 0;
    std::size_t m_shapeCount = 0;
    ByteBudget m_budget;
    bool m_mayHaveEmptySets = false;
    std::uint64_t m_leftOut = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_forgotten = 0;
    mutable DrawingBoardPtr m_board; ///< null after a change, until requested again
};

} // namespace sideline::drawing
