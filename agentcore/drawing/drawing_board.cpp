#include "agentcore/drawing/drawing_board.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "agentcore/drawing/datagram.h"

namespace sideline::drawing {

namespace {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

constexpr nanoseconds kSilenceTimeout = 2s; // after this time of silence, other senders may take
                                            // over a set
constexpr nanoseconds kUnswappedAfter = 2s; // a set that is not swapped for longer counts as never
                                            // swapped
constexpr double kRateWindowS = 2.0;
constexpr double kMinWindowS = 0.25;
constexpr std::size_t kNodeBytes = 96; // approximate size of a map entry with its name

double seconds(nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string_view hostOf(std::string_view sender) {
    return sender.substr(0, sender.rfind(':'));
}

std::size_t bytesOf(const Shape& shape) {
    std::size_t heap = 0;
    if (const auto* polygon = std::get_if<Polygon>(&shape)) {
        heap = polygon->corners_S.capacity() * sizeof(Eigen::Vector3d);
    } else if (const auto* note = std::get_if<Annotation>(&shape)) {
        heap = note->text.capacity();
    }
    return sizeof(Shape) + heap;
}

// Events per second from an exponentially decaying sum; exact for a steady rate from the start.
double rateOf(double decayingSum, nanoseconds first, nanoseconds last, nanoseconds now) {
    const double ageS = std::max(0.0, seconds(now - last));
    const double spanS = std::max(kMinWindowS, seconds(now - first));
    return decayingSum * std::exp(-ageS / kRateWindowS) /
           (kRateWindowS * (1.0 - std::exp(-spanS / kRateWindowS)));
}

} // namespace

std::size_t DrawingBoard::shapeCount() const {
    std::size_t count = 0;
    for (const auto& set : sets) {
        count += set->shapes.size();
    }
    return count;
}

bool DrawingBoard::operator==(const DrawingBoard& other) const {
    return agentNotes == other.agentNotes && selected == other.selected &&
           selections == other.selections &&
           std::ranges::equal(sets, other.sets,
                              [](const auto& a, const auto& b) { return a == b || *a == *b; });
}

// Allows a burst of one second's data.
DrawingBuilder::DrawingBuilder(DrawingLimits limits)
    : m_limits(limits), m_budget(limits.maxBytesPerS, limits.maxBytesPerS) {}

DrawingBuilder::Sender& DrawingBuilder::senderNamed(std::string_view name, nanoseconds time) {
    const auto known = m_senders.find(name);
    if (known != m_senders.end()) {
        return known->second;
    }
    if (m_senders.size() >= std::max<std::size_t>(m_limits.maxSenders, 1)) {
        forgetLongestSilent();
    }
    Sender& sender = m_senders[std::string(name)];
    sender.counts.sender = name;
    sender.counts.lastAt = time;
    sender.firstAt = time;
    sender.budget = ByteBudget(m_limits.maxSenderBytesPerS, m_limits.maxSenderBytesPerS);
    return sender;
}

void DrawingBuilder::forgetLongestSilent() {
    const auto longestSilent = std::ranges::min_element(
        m_senders, {}, [](const auto& entry) { return entry.second.counts.lastAt; });
    while (!longestSilent->second.sets.empty()) {
        removeSet(longestSilent->second, longestSilent->second.sets.begin());
    }
    m_senders.erase(longestSilent);
    ++m_forgotten;
}

void DrawingBuilder::removeSet(Sender& sender,
                               std::map<std::string, Set, std::less<>>::iterator set) {
    m_bytes -= set->second.frontBytes + set->second.backBytes;
    m_shapeCount -=
        set->second.back.size() + (set->second.front ? set->second.front->shapes.size() : 0);
    --m_setCount;
    sender.sets.erase(set);
    changed();
}

bool DrawingBuilder::apply(std::string_view name, std::string_view datagram, nanoseconds time) {
    Sender& sender = senderNamed(name, time);
    SenderStats& counts = sender.counts;
    const double ageS = std::max(0.0, seconds(time - counts.lastAt));
    const double decay = std::exp(-ageS / kRateWindowS);
    sender.decayingDatagrams = sender.decayingDatagrams * decay + 1.0;
    sender.decayingBytes = sender.decayingBytes * decay + static_cast<double>(datagram.size());
    counts.lastAt = std::max(counts.lastAt, time);
    if (!sender.budget.has(datagram.size(), time) || !m_budget.has(datagram.size(), time)) {
        ++counts.refused;
        ++m_refused;
        return false;
    }
    sender.budget.spend(datagram.size());
    m_budget.spend(datagram.size());
    ParsedDatagram parsed = parseDatagram(datagram);
    ++counts.datagrams;
    counts.commands += parsed.commands.size();
    counts.bytes += datagram.size();
    counts.oversized += datagram.size() > kRoboVizBufferBytes ? 1U : 0U;
    if (parsed.error) {
        ++counts.errors;
        counts.lastError = std::move(parsed.error);
    }
    for (Command& command : parsed.commands) {
        run(sender, command, time);
    }
    return true;
}

void DrawingBuilder::addError(std::string_view name, base::Error error, nanoseconds time) {
    SenderStats& counts = senderNamed(name, time).counts;
    ++counts.errors;
    counts.lastError = std::move(error);
    counts.lastAt = std::max(counts.lastAt, time);
}

void DrawingBuilder::run(Sender& sender, Command& command, nanoseconds time) {
    std::visit(
        [&](auto& value) {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, NamedShape>) {
                addShape(sender, value, time);
                return;
            } else if constexpr (std::is_same_v<T, SwapBuffers>) {
                swap(sender, value.prefix, time);
                return;
            } else if constexpr (std::is_same_v<T, AgentAnnotation>) {
                m_notes[value.agent] = {value.agent, std::move(value.text), value.color,
                                        sender.counts.sender};
            } else if constexpr (std::is_same_v<T, ClearAgentAnnotation>) {
                m_notes.erase(value.agent);
            } else {
                m_selected = value.agent;
                ++m_selections;
            }
            changed();
        },
        command);
}

void DrawingBuilder::addShape(Sender& sender, NamedShape& named, nanoseconds time) {
    const auto leaveOut = [&] {
        ++sender.counts.leftOut;
        ++m_leftOut;
    };
    auto found = sender.sets.find(named.set);
    if (found == sender.sets.end()) {
        if (named.set.size() > m_limits.maxNameBytes || !makeRoomForSet(sender)) {
            leaveOut();
            return;
        }
        found = sender.sets.try_emplace(std::move(named.set)).first;
        found->second.firstAt = time;
        ++m_setCount;
    }
    Set& set = found->second;
    const std::size_t bytes = bytesOf(named.shape);
    if (set.back.size() >= m_limits.maxShapesPerSet || m_shapeCount >= m_limits.maxShapes ||
        m_bytes + bytes > m_limits.maxBytes) {
        leaveOut();
        return;
    }
    set.back.push_back(std::move(named.shape));
    set.backBytes += bytes;
    m_bytes += bytes;
    ++m_shapeCount;
}

bool DrawingBuilder::hasRoomForSet(const Sender& sender) const {
    return m_setCount < m_limits.maxSets && sender.sets.size() < m_limits.maxSetsPerSender;
}

// Makes room by removing the empty sets left by clients that never reuse a name.
bool DrawingBuilder::makeRoomForSet(const Sender& requester) {
    if (hasRoomForSet(requester) || !std::exchange(m_mayHaveEmptySets, false)) {
        return hasRoomForSet(requester);
    }
    for (auto& [name, sender] : m_senders) {
        for (auto it = sender.sets.begin(); it != sender.sets.end();) {
            const auto set = it++;
            if (set->second.back.empty() && set->second.front &&
                set->second.front->shapes.empty()) {
                removeSet(sender, set);
            }
        }
    }
    return hasRoomForSet(requester);
}

void DrawingBuilder::swap(Sender& sender, const std::string& prefix, nanoseconds time) {
    if (swapSets(sender, prefix)) {
        takeOver(sender, prefix, time);
        return;
    }
    for (auto& [name, other] : m_senders) {
        (void)swapSets(other, prefix);
    }
}

bool DrawingBuilder::swapSets(Sender& sender, const std::string& prefix) {
    bool isAny = false;
    for (auto it = sender.sets.lower_bound(prefix);
         it != sender.sets.end() && it->first.starts_with(prefix); ++it) {
        Set& set = it->second;
        isAny = true;
        m_bytes -= set.frontBytes;
        set.frontBytes = std::exchange(set.backBytes, 0);
        if (!set.front || !set.front->shapes.empty() || !set.back.empty()) {
            m_shapeCount -= set.front ? set.front->shapes.size() : 0;
            set.front = std::make_shared<const ShapeSet>(
                ShapeSet{sender.counts.sender, it->first, std::exchange(set.back, {})});
            m_mayHaveEmptySets = m_mayHaveEmptySets || set.front->shapes.empty();
            changed();
        }
    }
    return isAny;
}

void DrawingBuilder::takeOver(const Sender& sender, const std::string& prefix, nanoseconds time) {
    const std::string_view host = hostOf(sender.counts.sender);
    for (auto& [name, other] : m_senders) {
        if (&other == &sender || hostOf(name) != host ||
            time - other.counts.lastAt < kSilenceTimeout) {
            continue;
        }
        for (auto it = other.sets.lower_bound(prefix);
             it != other.sets.end() && it->first.starts_with(prefix);) {
            const auto old = it++;
            const auto own = sender.sets.find(old->first);
            if (own != sender.sets.end() && own->second.front) {
                removeSet(other, old);
            }
        }
    }
}

void DrawingBuilder::clear() {
    for (auto& [name, sender] : m_senders) {
        sender.sets.clear();
    }
    m_notes.clear();
    m_bytes = 0;
    m_setCount = 0;
    m_shapeCount = 0;
    changed();
}

DrawingBoardPtr DrawingBuilder::board() const {
    if (!m_board) {
        auto board = std::make_shared<DrawingBoard>();
        for (const auto& [name, sender] : m_senders) {
            for (const auto& [setName, set] : sender.sets) {
                if (set.front) {
                    board->sets.push_back(set.front);
                }
            }
        }
        for (const auto& [agent, note] : m_notes) {
            board->agentNotes.push_back(note);
        }
        board->selected = m_selected;
        board->selections = m_selections;
        m_board = std::move(board);
    }
    return m_board;
}

std::vector<Command> DrawingBuilder::commands() const {
    std::vector<Command> shown;
    std::vector<Command> waiting;
    for (const auto& [name, sender] : m_senders) {
        for (const auto& [setName, set] : sender.sets) {
            if (set.front) {
                for (const Shape& shape : set.front->shapes) {
                    shown.emplace_back(NamedShape{setName, shape});
                }
            }
            for (const Shape& shape : set.back) {
                waiting.emplace_back(NamedShape{setName, shape});
            }
        }
    }
    if (!shown.empty()) {
        shown.emplace_back(SwapBuffers{});
    }
    shown.insert(shown.end(), waiting.begin(), waiting.end());
    for (const auto& [agent, note] : m_notes) {
        shown.emplace_back(AgentAnnotation{agent, note.text, note.color});
    }
    return shown;
}

DrawingStats DrawingBuilder::stats(nanoseconds now) const {
    DrawingStats result;
    result.forgottenSenders = m_forgotten;
    result.leftOut = m_leftOut;
    result.refused = m_refused;
    result.heldBytes = m_bytes;
    for (const auto& [name, sender] : m_senders) {
        SenderStats stats = sender.counts;
        stats.datagramsPerS = rateOf(sender.decayingDatagrams, sender.firstAt, stats.lastAt, now);
        stats.bytesPerS = rateOf(sender.decayingBytes, sender.firstAt, stats.lastAt, now);
        for (const auto& [setName, set] : sender.sets) {
            if (set.front) {
                stats.shapesShown += set.front->shapes.size();
            } else if (now - set.firstAt >= kUnswappedAfter) {
                stats.unswapped.emplace_back(setName, set.back.size());
            }
        }
        result.senders.push_back(std::move(stats));
    }
    return result;
}

std::size_t DrawingBuilder::byteSize() const {
    std::size_t bytes = sizeof(*this) + m_bytes + kNodeBytes * (m_setCount + m_notes.size()) +
                        m_senders.size() * (sizeof(Sender) + kNodeBytes);
    for (const auto& [agent, note] : m_notes) {
        bytes += note.text.capacity();
    }
    return bytes;
}

} // namespace sideline::drawing
