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

/// What a sender shows under one name. Immutable and shared from board to board: the same pointer
/// is the same picture.
struct ShapeSet {
    std::string sender;
    std::string name; ///< as `ball.prediction`
    std::vector<Shape> shapes;
    [[nodiscard]] bool operator==(const ShapeSet&) const = default;
};

/// A text over an agent's head, and who put it there.
struct AgentNote {
    AgentRef agent;
    std::string text;
    Color color;
    std::string sender;
    [[nodiscard]] bool operator==(const AgentNote&) const = default;
};

/// Everything that is drawn at one instant. Immutable once published.
struct DrawingBoard {
    std::vector<std::shared_ptr<const ShapeSet>> sets; ///< by sender and name; some without shapes
    std::vector<AgentNote> agentNotes;                 ///< by agent, one each
    std::optional<AgentRef> selected;                  ///< whom a sender asked to select last
    std::uint64_t selections = 0;                      ///< how often that was asked

    [[nodiscard]] std::size_t shapeCount() const;
    /// Equal by content, however the boards were reached.
    [[nodiscard]] bool operator==(const DrawingBoard& other) const;
};

using DrawingBoardPtr = std::shared_ptr<const DrawingBoard>;

/// Bounds on what is kept. What does not fit is omitted and counted.
struct DrawingLimits {
    std::size_t maxBytes = std::size_t{64} << 20U; ///< of all shapes, shown or waiting
    std::size_t maxShapesPerSet = 20'000;
    std::size_t maxShapes = 50'000; ///< of all sets, shown or waiting
    std::size_t maxSets = 2000;
    std::size_t maxSetsPerSender = 500;
    std::size_t maxNameBytes = 512; ///< of a set
    std::size_t maxSenders = 256;   ///< the one silent for longest goes for a new one
    /// Bytes of datagrams per second, of all senders and of each; a second's worth may come at
    /// once. 0: as many as come, as in a recording, where they were counted already.
    double maxBytesPerS = 0.0;
    double maxSenderBytesPerS = 0.0;
};

/// Bounds for what comes over a network: a flood is cut off before it costs anything.
[[nodiscard]] inline DrawingLimits networkDrawingLimits() {
    DrawingLimits limits;
    limits.maxBytesPerS = 4.0 * (1U << 20U);
    limits.maxSenderBytesPerS = 1U << 20U; // forty of RoboViz's datagrams in every cycle
    return limits;
}

/// How one sender is doing, for an inspector.
struct SenderStats {
    std::string sender;
    std::uint64_t datagrams = 0;
    std::uint64_t commands = 0;
    std::uint64_t bytes = 0;
    std::uint64_t errors = 0;    ///< datagrams that could not be read to their end
    std::uint64_t oversized = 0; ///< longer than RoboViz's buffer
    std::uint64_t leftOut = 0;   ///< shapes for which there was no room
    std::uint64_t refused = 0;   ///< datagrams that were too much for a second; not in the others
    double datagramsPerS = 0.0;
    double bytesPerS = 0.0;
    std::chrono::nanoseconds lastAt{0};   ///< when it was heard last
    std::optional<base::Error> lastError; ///< the last datagram's that could not be read
    std::size_t shapesShown = 0;
    /// Sets that hold shapes but were never swapped, so that nobody sees them; with their shapes.
    std::vector<std::pair<std::string, std::size_t>> unswapped;
};

struct DrawingStats {
    std::vector<SenderStats> senders; ///< by name
    std::uint64_t forgottenSenders = 0;
    std::uint64_t leftOut = 0;    ///< shapes and sets without room, of all senders that ever were
    std::uint64_t refused = 0;    ///< datagrams that were too much for a second, of all senders
    std::uint64_t unrecorded = 0; ///< datagrams that are shown, but were too much to be recorded
    std::size_t heldBytes = 0;    ///< memory of shapes, about
};

/// Turns datagrams into what is shown, as RoboViz does: every set has a front buffer, which is
/// seen, and a back buffer, which is drawn into; a swap shows the back buffers of all sets whose
/// names begin with its text, and empties them.
///
/// Better than RoboViz on purpose:
/// - Each sender has sets of its own, so that two agents that both draw `ball` do not tear each
///   other's picture. A swap concerns the sender's own sets; if none of them has such a name it
///   concerns everybody's, so that a tool may clear what others drew, and a client that sends each
///   datagram from another port is seen as well.
/// - Whoever shows a set takes it over from senders of the same host that have been silent for
///   two seconds: an agent that was restarted replaces what it drew in its life before.
/// - A text for an agent that is not there yet is kept.
/// - Nothing a sender sends can end it, and memory is bounded.
///
/// A value: copies are independent. One thread at a time. Times are of any steady clock, and only
/// matter to each other.
class DrawingBuilder {
public:
    explicit DrawingBuilder(DrawingLimits limits = {});

    /// Applies a datagram.
    /// @param sender as `127.0.0.1:40312`; the host is what stands before the last colon
    /// @param time when it came
    /// @return false if it was refused: too many bytes per second
    bool apply(std::string_view sender, std::string_view datagram, std::chrono::nanoseconds time);

    /// Counts a datagram that could not even be taken out of its file.
    void addError(std::string_view sender, base::Error error, std::chrono::nanoseconds time);

    /// Forgets all shapes and texts, shown or waiting; keeps the counters.
    void clear();

    /// What is shown now; the same pointer as long as nothing has changed. Takes time only after
    /// a change, and copies no shapes.
    [[nodiscard]] DrawingBoardPtr board() const;

    /// Commands that draw the same again, what waits for its swap included; without selections.
    /// Senders are not distinguished in them.
    [[nodiscard]] std::vector<Command> commands() const;

    /// @param now on the clock of `apply`, for rates and for what waits too long for its swap
    [[nodiscard]] DrawingStats stats(std::chrono::nanoseconds now) const;

    /// Memory it takes, about; fronts that it shares with boards included.
    [[nodiscard]] std::size_t byteSize() const;

private:
    struct Set {
        std::shared_ptr<const ShapeSet> front; ///< null until the first swap
        std::vector<Shape> back;
        std::size_t frontBytes = 0;
        std::size_t backBytes = 0;
        std::chrono::nanoseconds firstAt{0}; ///< when its first shape came
    };
    struct Sender {
        std::map<std::string, Set, std::less<>> sets;
        SenderStats counts; ///< without what `stats` computes
        std::chrono::nanoseconds firstAt{0};
        double decayingDatagrams = 0.0; ///< that came, refused ones included
        double decayingBytes = 0.0;
        ByteBudget budget{0.0, 0.0};
    };
    using Senders = std::map<std::string, Sender, std::less<>>;

    Sender& senderNamed(std::string_view name, std::chrono::nanoseconds time);
    void forgetQuietest();
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
    mutable DrawingBoardPtr m_board; ///< null after a change
};

} // namespace sideline::drawing
