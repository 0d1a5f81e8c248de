#include "logs/session/session_writer.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

#include "agentcore/base/worker.h"
#include "logs/session/frame_chunk.h"
#include "logs/session/session_store.h"

namespace sideline::logs {

using base::Expected;
using std::chrono::nanoseconds;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kQueuedFrames = 8192;
constexpr std::size_t kWakeFrames = 2048;        // number of queued frames that wakes the writer
constexpr std::size_t kChunkBytes = 4U << 20U;   // limited because readers unpack whole chunks
constexpr std::uint32_t kChunkFrames = 64;       // limit when frames arrive faster than real time
constexpr std::size_t kChunkMemory = 32U << 20U; // maximum size of a chunk's frames before packing
constexpr nanoseconds kChunkSpan = std::chrono::milliseconds(900);

struct QueuedFrame {
    std::size_t agent = 0;
    std::size_t bytes = 0;
    world::AgentFramePtr frame;
};

// The writer thread's state for an agent.
struct Track {
    FrameChunkBuilder chunk;
    nanoseconds lastAt = nanoseconds::min();
    std::uint64_t lastCycle = 0;
    world::AgentIdentity identity;
    std::uint64_t position = 0; // number of frames in chunks so far
    std::uint64_t packed = 0;   // number of frames in chunks of the batch
    std::size_t frameBytes = 0; // memory size of the frames in `chunk`
};

// Merges intervals of the same kind and agent until they are written.
void merge(std::vector<DropSpan>& spans, const DropSpan& added) {
    for (DropSpan& span : spans) {
        if (span.kind == added.kind && span.agent == added.agent) {
            span.first = std::min(span.first, added.first);
            span.last = std::max(span.last, added.last);
            span.count += added.count;
            return;
        }
    }
    spans.push_back(added);
}

} // namespace

class SessionWriter::Impl {
public:
    Impl(std::filesystem::path path, SessionInfo info, SessionWriterOptions options,
         SessionStore store)
        : m_path(std::move(path)),
          m_info(std::move(info)),
          m_options(options),
          m_store(std::move(store)) {
        m_frames.reserve(kQueuedFrames);
        m_takenFrames.reserve(kQueuedFrames);
        m_drops.reserve(64);
        m_thread = base::Worker(
            "writing the session", [this](const auto& /*stop*/) { run(); },
            [this](const base::Error& error) { fail(error); });
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() = default;

    world::FrameSink& addAgent(const std::string& name, const world::AgentIdentity& identity);
    void offerFrame(std::size_t agent, const world::AgentFramePtr& frame);
    void offerNote(SessionNote note);
    void dropNote(RecordKind kind, nanoseconds at);
    SessionCounters counters() const;
    std::string fault() const;
    Expected<void> flush();
    Expected<void> close();

    std::filesystem::path m_path;
    SessionInfo m_info;

private:
    class Sink : public world::FrameSink {
    public:
        Sink(Impl& impl, std::size_t agent) : m_impl(impl), m_agent(agent) {}
        void take(const world::AgentFramePtr& frame) override {
            if (frame) {
                m_impl.offerFrame(m_agent, frame);
            }
        }

    private:
        Impl& m_impl;
        std::size_t m_agent;
    };
    struct Agent {
        std::string name;
        world::AgentIdentity identity;
        RecordCount count;
        std::unique_ptr<Sink> sink;
    };

    // Any thread, with the mutex held.
    bool hasRoom(std::size_t bytes) const;
    void drop(RecordKind kind, std::int32_t agent, nanoseconds at);
    RecordCount& countOf(RecordKind kind) { return m_counts[static_cast<std::size_t>(kind)]; }
    Expected<void> faultAsResult() const;
    std::string faultText() const;

    // Writer thread only.
    void run();
    void fail(const base::Error& error);
    void packTaken();
    void packFrame(const QueuedFrame& queued);
    void seal(Track& track);
    void commit(bool isEnd);
    void carryOver();
    void fillBatch(bool isEnd);
    void keep(std::size_t now, std::size_t before);

    const SessionWriterOptions m_options;

    std::mutex m_joining;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_flushed;
    std::vector<QueuedFrame> m_frames;
    std::vector<SessionNote> m_notes;
    std::deque<Agent> m_agents;
    std::array<RecordCount, kRecordKindCount> m_counts = {}; // frames are also counted by agent
    std::vector<DropSpan> m_drops;
    std::uint64_t m_frameBytes = 0;
    std::size_t m_heldBytes = 0;
    std::optional<base::Error> m_fault;
    std::optional<base::Error> m_carryFault; // the data is written, but only to the journal
    std::uint64_t m_flushAsked = 0;
    std::uint64_t m_flushDone = 0;
    bool m_isEnding = false;
    bool m_hasEnded = false;

    // Writer thread only.
    SessionStore m_store;
    std::vector<QueuedFrame> m_takenFrames;
    std::vector<SessionNote> m_takenNotes;
    std::vector<Track> m_tracks;
    SessionBatch m_batch;
    RobotTable m_robots;
    std::size_t m_writtenRobots = 0;
    std::size_t m_writtenAgents = 0;
    std::size_t m_batchFrameBytes = 0;
    std::size_t m_batchNoteBytes = 0;
    std::array<std::uint64_t, kRecordKindCount> m_batchCounts = {};
    Clock::time_point m_nextCommit = Clock::now();
    std::chrono::milliseconds m_retry{0};
    base::Worker m_thread;
};

world::FrameSink& SessionWriter::Impl::addAgent(const std::string& name,
                                                const world::AgentIdentity& identity) {
    const std::scoped_lock lock(m_mutex);
    for (Agent& agent : m_agents) {
        if (agent.name == name) {
            return *agent.sink;
        }
    }
    m_agents.push_back({name, identity, {}, std::make_unique<Sink>(*this, m_agents.size())});
    return *m_agents.back().sink;
}

bool SessionWriter::Impl::hasRoom(std::size_t bytes) const {
    return !m_isEnding && m_heldBytes + bytes <= m_options.memoryBytes;
}

void SessionWriter::Impl::drop(RecordKind kind, std::int32_t agent, nanoseconds at) {
    ++countOf(kind).dropped;
    merge(m_drops, {kind, agent, at, at, 1});
}

void SessionWriter::Impl::offerFrame(std::size_t index, const world::AgentFramePtr& frame) {
    const std::size_t bytes = approximateBytes(*frame);
    bool isFull = false;
    {
        const std::scoped_lock lock(m_mutex);
        Agent& agent = m_agents[index];
        ++agent.count.offered;
        ++countOf(RecordKind::Frame).offered;
        if (!hasRoom(bytes) || bytes > kMaxFrameBytes || m_frames.size() == kQueuedFrames) {
            ++agent.count.dropped;
            drop(RecordKind::Frame, static_cast<std::int32_t>(index),
                 frame->timing.receivedAt - m_info.begunSteady);
            return;
        }
        m_frames.push_back({index, bytes, frame});
        m_heldBytes += bytes;
        isFull = m_frames.size() == kWakeFrames;
    }
    if (isFull) {
        m_wake.notify_one();
    }
}

void SessionWriter::Impl::offerNote(SessionNote note) {
    std::visit([&](auto& entry) { entry.at -= m_info.begunSteady; }, note);
    const std::size_t bytes = approximateBytes(note);
    const RecordKind kind = kindOf(note);
    const std::scoped_lock lock(m_mutex);
    ++countOf(kind).offered;
    if (!hasRoom(bytes)) {
        drop(kind, -1, std::visit([](const auto& entry) { return entry.at; }, note));
        return;
    }
    m_notes.push_back(std::move(note));
    m_heldBytes += bytes;
}

void SessionWriter::Impl::dropNote(RecordKind kind, nanoseconds at) {
    const std::scoped_lock lock(m_mutex);
    ++countOf(kind).offered;
    drop(kind, -1, at - m_info.begunSteady);
}

SessionCounters SessionWriter::Impl::counters() const {
    const std::scoped_lock lock(m_mutex);
    const auto of = [&](RecordKind kind) { return m_counts[static_cast<std::size_t>(kind)]; };
    SessionCounters counters;
    counters.frames = of(RecordKind::Frame);
    counters.outputs = of(RecordKind::Output);
    counters.drawings = of(RecordKind::Drawing);
    counters.orders = of(RecordKind::Order);
    counters.processes = of(RecordKind::Process);
    counters.marks = of(RecordKind::Mark);
    counters.beliefs = of(RecordKind::Belief);
    for (const Agent& agent : m_agents) {
        counters.agents.emplace_back(agent.name, agent.count);
    }
    counters.frameBytes = m_frameBytes;
    counters.heldBytes = m_heldBytes;
    counters.fault = faultText();
    return counters;
}

std::string SessionWriter::Impl::fault() const {
    const std::scoped_lock lock(m_mutex);
    return faultText();
}

std::string SessionWriter::Impl::faultText() const {
    const auto& fault = m_fault ? m_fault : m_carryFault;
    return fault ? fault->toString() : "";
}

Expected<void> SessionWriter::Impl::faultAsResult() const {
    if (m_fault) {
        return tl::unexpected(*m_fault);
    }
    return {};
}

Expected<void> SessionWriter::Impl::flush() {
    std::unique_lock lock(m_mutex);
    const std::uint64_t asked = ++m_flushAsked;
    m_wake.notify_one();
    m_flushed.wait(lock, [&] { return m_flushDone >= asked || m_hasEnded; });
    return faultAsResult();
}

Expected<void> SessionWriter::Impl::close() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isEnding = true;
    }
    m_wake.notify_one();
    {
        const std::scoped_lock lock(m_joining);
        if (m_thread.isJoinable()) {
            m_thread.join();
        }
    }
    const std::scoped_lock lock(m_mutex);
    return faultAsResult();
}

void SessionWriter::Impl::run() {
    std::unique_lock lock(m_mutex);
    while (!m_hasEnded) {
        m_wake.wait_for(lock, m_options.look, [&] {
            return m_isEnding || m_flushAsked > m_flushDone || m_frames.size() >= kWakeFrames;
        });
        const bool isEnding = m_isEnding;
        const std::uint64_t asked = m_flushAsked;
        const bool isAsked = isEnding || asked > m_flushDone;
        std::swap(m_frames, m_takenFrames);
        std::swap(m_notes, m_takenNotes);
        while (m_tracks.size() < m_agents.size()) {
            const Agent& agent = m_agents[m_tracks.size()];
            m_tracks.emplace_back().identity = agent.identity;
        }
        lock.unlock();
        packTaken();
        if (isAsked || Clock::now() >= m_nextCommit) {
            commit(isEnding);
        }
        lock.lock();
        m_flushDone = isAsked ? asked : m_flushDone;
        m_hasEnded = isEnding;
        if (isAsked) {
            m_flushed.notify_all();
        }
    }
    lock.unlock();
    m_store =
        SessionStore(); // SQLite deletes its auxiliary files when the last connection is closed
}

// Rejects further data and releases waiting callers.
void SessionWriter::Impl::fail(const base::Error& error) {
    const std::scoped_lock lock(m_mutex);
    m_fault = error.inFile(m_path.string());
    m_isEnding = true;
    m_hasEnded = true;
    m_flushed.notify_all();
}

void SessionWriter::Impl::keep(std::size_t now, std::size_t before) {
    const std::scoped_lock lock(m_mutex);
    m_heldBytes = m_heldBytes + now - before;
}

void SessionWriter::Impl::packTaken() {
    std::size_t noteBytes = 0;
    for (SessionNote& note : m_takenNotes) {
        noteBytes += approximateBytes(note);
        ++m_batchCounts[static_cast<std::size_t>(kindOf(note))];
        m_batch.notes.push_back(std::move(note));
    }
    m_takenNotes.clear();
    m_batchNoteBytes += noteBytes;
    for (QueuedFrame& queued : m_takenFrames) {
        packFrame(queued);
        queued.frame.reset(); // the owner may reuse it
    }
    m_takenFrames.clear();
}

void SessionWriter::Impl::packFrame(const QueuedFrame& queued) {
    const world::AgentFrame& frame = *queued.frame;
    Track& track = m_tracks[queued.agent];
    // Frames are searched by time, which must not decrease within a track.
    const nanoseconds at = std::max(track.lastAt, frame.timing.receivedAt - m_info.begunSteady);
    track.lastAt = at;
    track.lastCycle = frame.cycle;
    track.identity = frame.identity;
    track.frameBytes += queued.bytes;
    const std::size_t before = track.chunk.byteSize();
    track.chunk.add(static_cast<std::uint32_t>(queued.agent), frame, at, m_robots);
    keep(track.chunk.byteSize(), before + queued.bytes);
    if (!frame.lines.empty()) {
        std::size_t bytes = 0;
        const std::scoped_lock lock(m_mutex);
        for (const std::string& text : frame.lines) {
            OutputLine line{at, m_agents[queued.agent].name, OutputStream::Agent, text};
            bytes += approximateBytes(SessionNote(line));
            m_batch.notes.emplace_back(std::move(line));
            ++m_batchCounts[static_cast<std::size_t>(RecordKind::Output)];
        }
        countOf(RecordKind::Output).offered += frame.lines.size();
        m_batchNoteBytes += bytes;
        m_heldBytes += bytes;
    }
    const ChunkSummary& summary = track.chunk.summary();
    if (track.chunk.byteSize() >= kChunkBytes || summary.frameCount >= kChunkFrames ||
        track.frameBytes >= kChunkMemory || summary.lastAt - summary.firstAt >= kChunkSpan) {
        seal(track);
    }
}

void SessionWriter::Impl::seal(Track& track) {
    const ChunkSummary summary = track.chunk.summary();
    if (summary.frameCount == 0) {
        return;
    }
    const std::size_t before = track.chunk.byteSize();
    std::string blob = track.chunk.seal();
    keep(blob.size(), before);
    m_batchFrameBytes += blob.size();
    m_batchCounts[static_cast<std::size_t>(RecordKind::Frame)] += summary.frameCount;
    m_batch.chunks.push_back({summary, track.position, std::move(blob)});
    track.position += summary.frameCount;
    track.packed += summary.frameCount;
    track.frameBytes = 0;
}

void SessionWriter::Impl::fillBatch(bool isEnd) {
    for (Track& track : m_tracks) {
        seal(track);
    }
    m_batch.isEnd = isEnd;
    m_batch.robots.assign(m_robots.models().begin() + static_cast<std::ptrdiff_t>(m_writtenRobots),
                          m_robots.models().end());
    const std::scoped_lock lock(m_mutex);
    for (const DropSpan& span : m_drops) {
        merge(m_batch.drops, span);
    }
    m_drops.clear();
    m_batch.agents.clear();
    for (std::size_t i = 0; i < m_tracks.size(); ++i) {
        const Agent& agent = m_agents[i];
        const Track& track = m_tracks[i];
        m_batch.agents.push_back({agent.name, track.identity, agent.count, track.lastCycle,
                                  track.position > 0 ? track.lastAt : nanoseconds(0)});
        m_batch.agents.back().count.written += track.packed;
    }
    m_batch.counts = m_counts;
    for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
        m_batch.counts[kind].written += m_batchCounts[kind];
    }
}

void SessionWriter::Impl::commit(bool isEnd) {
    fillBatch(isEnd);
    m_nextCommit = Clock::now() + m_options.commit;
    if (m_batch.isEmpty() && m_batch.agents.size() == m_writtenAgents && !isEnd) {
        return carryOver();
    }
    auto written = m_store.write(m_batch);
    if (written) {
        carryOver();
    }
    const std::scoped_lock lock(m_mutex);
    if (!written) {
        m_fault = std::move(written.error());
        m_retry = std::clamp(m_retry * 2, m_options.firstRetry, m_options.longestRetry);
        m_nextCommit = Clock::now() + m_retry;
        return;
    }
    m_fault.reset();
    m_retry = std::chrono::milliseconds(0);
    m_writtenAgents = m_batch.agents.size();
    m_writtenRobots += std::exchange(m_batch.robots, {}).size();
    for (std::size_t i = 0; i < m_tracks.size(); ++i) {
        m_agents[i].count.written += std::exchange(m_tracks[i].packed, 0);
    }
    for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
        m_counts[kind].written += std::exchange(m_batchCounts[kind], 0);
    }
    m_frameBytes += m_batchFrameBytes;
    m_heldBytes -= std::exchange(m_batchFrameBytes, 0) + std::exchange(m_batchNoteBytes, 0);
    m_batch.chunks.clear();
    m_batch.notes.clear();
    m_batch.drops.clear();
}

// After a fault the data is still in the journal, which stays next to the file: the fault is
// reported, but no data is lost.
void SessionWriter::Impl::carryOver() {
    auto carried = m_store.checkpoint();
    const std::scoped_lock lock(m_mutex);
    m_carryFault.reset();
    if (!carried) {
        m_carryFault = std::move(carried.error());
    }
}

SessionWriter::SessionWriter(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

SessionWriter::~SessionWriter() {
    static_cast<void>(close());
}

Expected<std::unique_ptr<SessionWriter>> SessionWriter::open(const std::filesystem::path& path,
                                                             SessionInfo info,
                                                             SessionWriterOptions options) {
    auto store = SessionStore::create(path, info, options.maxPages);
    if (!store) {
        return tl::unexpected(std::move(store.error()));
    }
    return std::unique_ptr<SessionWriter>(new SessionWriter(
        std::make_unique<Impl>(path, std::move(info), options, std::move(*store))));
}

const std::filesystem::path& SessionWriter::path() const {
    return m_impl->m_path;
}

const SessionInfo& SessionWriter::info() const {
    return m_impl->m_info;
}

world::FrameSink& SessionWriter::addAgent(const std::string& name,
                                          const world::AgentIdentity& identity) {
    return m_impl->addAgent(name, identity);
}

void SessionWriter::beginMatchLog(std::string name, nanoseconds at) {
    m_impl->offerNote(MatchLogEntry{at, std::move(name)});
}

void SessionWriter::mark(std::uint64_t matchFrame, nanoseconds at) {
    m_impl->offerNote(MatchMark{at, matchFrame});
}

void SessionWriter::add(OutputLine line) {
    m_impl->offerNote(std::move(line));
}

void SessionWriter::add(DrawingDatagram drawing) {
    m_impl->offerNote(std::move(drawing));
}

void SessionWriter::dropDrawing(nanoseconds at) {
    m_impl->dropNote(RecordKind::Drawing, at);
}

void SessionWriter::add(BeliefDatagram belief) {
    m_impl->offerNote(std::move(belief));
}

void SessionWriter::dropBelief(nanoseconds at) {
    m_impl->dropNote(RecordKind::Belief, at);
}

void SessionWriter::add(TrainerOrder order) {
    m_impl->offerNote(std::move(order));
}

void SessionWriter::add(ProcessEvent event) {
    m_impl->offerNote(std::move(event));
}

SessionCounters SessionWriter::counters() const {
    return m_impl->counters();
}

std::string SessionWriter::fault() const {
    return m_impl->fault();
}

Expected<void> SessionWriter::flush() {
    return m_impl->flush();
}

Expected<void> SessionWriter::close() {
    return m_impl->close();
}

} // namespace sideline::logs
