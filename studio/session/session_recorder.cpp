#include "studio/session/session_recorder.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QDateTime>

namespace sideline::studio {

namespace {

namespace fs = std::filesystem;

std::chrono::nanoseconds now() {
    return std::chrono::steady_clock::now().time_since_epoch();
}

std::string nameOf(const runtime::AgentSettings& agent) {
    return agent.unum > 0 ? agent.team + " " + std::to_string(agent.unum) : agent.team;
}

std::string nameOf(const launcher::PlayerRef& player) {
    return player.number > 0 ? player.team + " " + std::to_string(player.number) : player.team;
}

std::string nameOf(const world::AgentFrame& frame, const std::string& otherwise) {
    const int unum = frame.identity.robot.unum.value();
    return unum > 0 ? frame.identity.team + " " + std::to_string(unum) : otherwise;
}

logs::OutputStream streamOf(launcher::Stream stream) {
    switch (stream) {
    case launcher::Stream::Out:
        return logs::OutputStream::Out;
    case launcher::Stream::Err:
        return logs::OutputStream::Err;
    case launcher::Stream::Note:
        break;
    }
    return logs::OutputStream::Tool;
}

// Returns the common name of a recording's files: `a.session`, `a.session-wal`, `a.log`.
std::string stemOf(const fs::path& file) {
    const std::string name = file.filename().string();
    return name.substr(0, name.find('.'));
}

} // namespace

// The current writer, shared with threads that start and end independently.
class SessionRecorder::Shared {
public:
    void set(std::shared_ptr<logs::SessionWriter> writer) {
        const std::scoped_lock lock(m_mutex);
        m_writer = std::move(writer);
        ++m_generation;
    }
    [[nodiscard]] std::shared_ptr<logs::SessionWriter> writer() const {
        const std::scoped_lock lock(m_mutex);
        return m_writer;
    }
    [[nodiscard]] std::pair<std::shared_ptr<logs::SessionWriter>, int> current() const {
        const std::scoped_lock lock(m_mutex);
        return {m_writer, m_generation};
    }

    void passOn(Line line) const {
        if (lineTap) {
            lineTap(std::move(line));
        }
    }

    std::function<void(Line)> lineTap; ///< set before other threads start

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<logs::SessionWriter> m_writer;
    int m_generation = 0;
};

// Records an agent's frames into the current recording, if any.
class SessionRecorder::Sink : public world::FrameSink {
public:
    Sink(std::shared_ptr<const Shared> shared, std::string name)
        : m_shared(std::move(shared)), m_name(std::move(name)) {}

    void take(const world::AgentFramePtr& frame) override {
        const auto [writer, generation] = m_shared->current();
        for (const std::string& line : frame->lines) {
            m_shared->passOn({frame->timing.receivedAt, nameOf(*frame, m_name), line, false});
        }
        if (generation != m_generation) { // the old track may have been destroyed
            m_generation = generation;
            m_track = nullptr;
        }
        if (!writer) {
            return;
        }
        if (m_track == nullptr) {
            const int unum = frame->identity.robot.unum.value();
            m_track = &writer->addAgent(unum > 0 ? frame->identity.team + " " + std::to_string(unum)
                                                 : m_name,
                                        frame->identity);
        }
        m_track->take(frame);
    }

private:
    std::shared_ptr<const Shared> m_shared;
    std::string m_name;
    int m_generation = -1;
    world::FrameSink* m_track = nullptr;
};

class SessionRecorder::Outputs : public launcher::OutputSink {
public:
    explicit Outputs(std::shared_ptr<const Shared> shared) : m_shared(std::move(shared)) {}

    void takeLine(const launcher::PlayerRef& player, const launcher::OutputLine& line) override {
        // Output of built-in agents is already recorded with their frames.
        if (line.stream == launcher::Stream::Out && player.isEmbedded) {
            return;
        }
        m_shared->passOn({line.at.time_since_epoch(), nameOf(player), line.text,
                          line.stream == launcher::Stream::Err});
        if (const auto writer = m_shared->writer()) {
            writer->add(logs::OutputLine{line.at.time_since_epoch(), nameOf(player),
                                         streamOf(line.stream), line.text});
        }
    }
    void takePhase(const launcher::PlayerRef& player, launcher::PlayerPhase phase,
                   const std::string& reason, launcher::Clock::time_point at) override {
        if (const auto writer = m_shared->writer()) {
            writer->add(logs::ProcessEvent{at.time_since_epoch(), nameOf(player),
                                           std::string(launcher::phaseText(phase)), reason});
        }
    }

private:
    std::shared_ptr<const Shared> m_shared;
};

SessionRecorder::SessionRecorder(QObject* parent)
    : QObject(parent),
      m_begunAt(now()),
      m_shared(std::make_shared<Shared>()),
      m_outputs(std::make_unique<Outputs>(m_shared)) {}

SessionRecorder::~SessionRecorder() {
    end();
}

base::Expected<void> SessionRecorder::begin(const fs::path& folder, std::uint64_t maxBytes) {
    end();
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) {
        return base::failure(base::ErrorCode::Io, "cannot create the sessions folder, " +
                                                      folder.string() + ": " + failed.message());
    }
    const QDateTime time = QDateTime::currentDateTimeUtc();
    const std::string stem =
        time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd_HH-mm-ss")).toStdString();
    fs::path file = folder / (stem + std::string(logs::kSessionEnding));
    for (int i = 2; fs::exists(file, failed); ++i) { // another recording began in the same second
        file = folder / (stem + "_" + std::to_string(i) + std::string(logs::kSessionEnding));
    }
    logs::SessionInfo info;
    info.begunAt = time.toString(Qt::ISODate).toStdString();
    info.begunEpochMs = time.toMSecsSinceEpoch();
    m_begunAt = now();
    info.begunSteady = m_begunAt;
    info.program = QStringLiteral("sideline-studio %1")
                       .arg(QCoreApplication::applicationVersion())
                       .toStdString();
    auto writer = logs::SessionWriter::open(file, std::move(info));
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    m_writer = std::move(*writer);
    m_file = file;
    m_writer->beginMatchLog(matchLogFile().filename().string(), now());
    m_shared->set(m_writer);
    pruneSessions(folder, maxBytes, m_file);
    return {};
}

void SessionRecorder::end() {
    m_shared->set(nullptr);
    if (m_writer) {
        (void)m_writer->close(); // errors were already displayed during the recording
        m_writer.reset();
    }
}

fs::path SessionRecorder::matchLogFile() const {
    fs::path log = m_file;
    return log.replace_extension(".log.zst");
}

logs::SessionCounters SessionRecorder::counters() const {
    return m_writer ? m_writer->counters() : logs::SessionCounters{};
}

std::function<void()> SessionRecorder::flusher() const {
    return [recording = std::weak_ptr(m_writer)] {
        if (const auto writer = recording.lock()) {
            (void)writer->flush(); // errors are displayed during the recording
        }
    };
}

void SessionRecorder::setLineTap(std::function<void(Line)> tap) {
    m_shared->lineTap = std::move(tap);
}

std::shared_ptr<world::FrameSink> SessionRecorder::sinkFor(const runtime::AgentSettings& agent) {
    return std::make_shared<Sink>(m_shared, nameOf(agent));
}

std::shared_ptr<world::FrameSink> SessionRecorder::sinkForProgram(const std::string& name) const {
    return std::make_shared<Sink>(m_shared, name);
}

launcher::OutputSink& SessionRecorder::outputs() {
    return *m_outputs;
}

void SessionRecorder::mark(std::uint64_t matchFrame, std::chrono::nanoseconds at) {
    if (const auto writer = m_shared->writer()) {
        writer->mark(matchFrame, at);
    }
}

void SessionRecorder::addDrawing(std::string_view sender, std::string_view bytes,
                                 std::chrono::nanoseconds at) {
    if (const auto writer = m_shared->writer()) {
        writer->add(logs::DrawingDatagram{at, std::string(sender), std::string(bytes)});
    }
}

void SessionRecorder::addBelief(std::string_view sender, std::string_view bytes,
                                std::chrono::nanoseconds at) {
    if (const auto writer = m_shared->writer()) {
        writer->add(logs::BeliefDatagram{at, std::string(sender), std::string(bytes)});
    }
}

void SessionRecorder::dropBelief(std::chrono::nanoseconds at) {
    if (const auto writer = m_shared->writer()) {
        writer->dropBelief(at);
    }
}

void SessionRecorder::dropDrawing(std::chrono::nanoseconds at) {
    if (const auto writer = m_shared->writer()) {
        writer->dropDrawing(at);
    }
}

void SessionRecorder::addOrder(const std::string& text, const std::string& by) {
    if (const auto writer = m_shared->writer()) {
        writer->add(logs::TrainerOrder{now(), by, text});
    }
}

void pruneSessions(const fs::path& folder, std::uint64_t maxBytes, const fs::path& keep) {
    struct Recording {
        std::vector<fs::path> files;
        std::uint64_t bytes = 0;
        bool hasSession = false;
    };
    std::map<std::string, Recording> recordings; // names begin with the date: oldest first
    std::error_code failed;
    std::uint64_t total = 0;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        if (!entry.is_regular_file(failed)) {
            continue;
        }
        Recording& recording = recordings[stemOf(entry.path())];
        recording.files.push_back(entry.path());
        recording.bytes += entry.file_size(failed);
        recording.hasSession =
            recording.hasSession || entry.path().extension() == logs::kSessionEnding;
    }
    std::erase_if(recordings, [](const auto& item) { return !item.second.hasSession; });
    for (const auto& [stem, recording] : recordings) {
        total += recording.bytes;
    }
    for (const auto& [stem, recording] : recordings) {
        if (total <= maxBytes) {
            return;
        }
        if (stem == stemOf(keep)) {
            continue;
        }
        for (const fs::path& file : recording.files) {
            fs::remove(file, failed);
        }
        total -= recording.bytes;
    }
}

} // namespace sideline::studio
