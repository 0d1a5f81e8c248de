#include "proxy/recording_folder.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/output_file.h"
#include "agentcore/base/plural.h"

namespace sideline::proxy {

namespace fs = std::filesystem;

namespace {

// Makes a file name without path separators or characters that a shell would require quoting.
std::string fileStem(const std::string& name) {
    std::string stem = name;
    for (char& letter : stem) {
        const bool isPlain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                             (letter >= '0' && letter <= '9') || letter == '_' || letter == '.';
        letter = isPlain ? letter : '-';
    }
    return stem.empty() || stem.front() == '.' ? "agent" + stem : stem;
}

} // namespace

class RecordingFolder::Report {
public:
    void say(std::string line) { m_lines.push_back(std::move(line)); }
    void addLost(std::uint64_t count) { m_lost += count; }
    [[nodiscard]] std::vector<std::string> takeLines() { return std::exchange(m_lines, {}); }
    [[nodiscard]] std::uint64_t lost() const { return m_lost; }

private:
    std::vector<std::string> m_lines;
    std::uint64_t m_lost = 0;
};

class RecordingFolder::Frames : public world::FrameSink {
public:
    Frames(std::unique_ptr<logs::SessionWriter> writer, const std::string& name,
           const world::AgentIdentity& identity, std::shared_ptr<Report> report)
        : m_writer(std::move(writer)),
          m_track(m_writer->addAgent(name, identity)),
          m_report(std::move(report)) {}
    ~Frames() override {
        const auto closed = m_writer->close();
        const logs::RecordCount frames = m_writer->counters().frames;
        const std::uint64_t lost = frames.offered - frames.written;
        if (!closed) {
            m_report->say(closed.error().toString());
        }
        m_report->addLost(lost);
        m_report->say(lost == 0 ? fmt::format("{}: {} recorded", m_writer->path().string(),
                                              base::plural(frames.written, "cycle"))
                                : fmt::format("{}: {} of {} could not be written and are missing",
                                              m_writer->path().string(), lost,
                                              base::plural(frames.offered, "cycle")));
    }
    Frames(const Frames&) = delete;
    Frames& operator=(const Frames&) = delete;

    void take(const world::AgentFramePtr& frame) override { m_track.take(frame); }

    // Reports when writing stops or resumes.
    void look() {
        const std::string fault = m_writer->fault();
        if (fault != m_fault) {
            m_report->say(fault.empty()
                              ? fmt::format("{}: writing again", m_writer->path().string())
                              : fault + "; retrying");
            m_fault = fault;
        }
    }

private:
    std::unique_ptr<logs::SessionWriter> m_writer;
    world::FrameSink& m_track;
    std::shared_ptr<Report> m_report;
    std::string m_fault;
};

class RecordingFolder::Messages : public MessageSink {
public:
    Messages(base::OutputFile file, std::shared_ptr<Report> report)
        : m_file(std::move(file)), m_report(std::move(report)) {}
    ~Messages() override {
        m_report->say(m_lost == 0 ? fmt::format("{}: {} recorded", m_file.path().string(),
                                                base::plural(m_offered, "message"))
                                  : fmt::format("{}: {} of {} could not be written and are missing",
                                                m_file.path().string(), m_lost,
                                                base::plural(m_offered, "message")));
    }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    void take(logs::Speaker speaker, std::string_view message) override {
        ++m_offered;
        m_record.clear();
        logs::appendRecord(m_record, speaker, message);
        const auto written = m_file.write(m_record);
        if (!written && std::exchange(m_isGood, false)) {
            m_report->say(written.error().toString() + "; retrying");
        } else if (written && !std::exchange(m_isGood, true)) {
            m_report->say(fmt::format("{}: writing again", m_file.path().string()));
        }
        m_lost += written ? 0U : 1U;
        m_report->addLost(written ? 0U : 1U);
    }

private:
    base::OutputFile m_file;
    std::shared_ptr<Report> m_report;
    std::string m_record;
    std::uint64_t m_offered = 0;
    std::uint64_t m_lost = 0;
    bool m_isGood = true;
};

RecordingFolder::RecordingFolder(Settings settings)
    : m_settings(std::move(settings)), m_report(std::make_shared<Report>()) {}
RecordingFolder::~RecordingFolder() = default;

base::Expected<fs::path> RecordingFolder::freeFile(const std::string& name,
                                                   std::string_view ending) const {
    std::error_code failed;
    fs::create_directories(m_settings.folder, failed);
    if (failed) {
        return tl::unexpected(base::systemError(failed.value(), "cannot create the folder",
                                                m_settings.folder.string()));
    }
    const std::string stem = fileStem(name);
    fs::path file = m_settings.folder / fmt::format("{}{}", stem, ending);
    for (int i = 2; fs::exists(file, failed); ++i) {
        file = m_settings.folder / fmt::format("{}-{}{}", stem, i, ending);
    }
    return file;
}

base::Expected<std::shared_ptr<world::FrameSink>> RecordingFolder::openFrames(
    const std::string& name, const world::AgentIdentity& identity,
    std::chrono::nanoseconds firstAt) {
    const auto file = freeFile(name, logs::kSessionEnding);
    if (!file) {
        return tl::unexpected(file.error());
    }
    logs::SessionInfo info = m_settings.infoNow();
    const auto since = std::max(info.begunSteady - firstAt, std::chrono::nanoseconds::zero());
    info.begunSteady -= since;
    info.begunEpochMs -= std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
    auto writer = logs::SessionWriter::open(*file, std::move(info), m_settings.writer);
    if (!writer) {
        return tl::unexpected(std::move(writer.error()));
    }
    auto frames = std::make_shared<Frames>(std::move(*writer), name, identity, m_report);
    m_open.push_back(frames);
    m_report->say(fmt::format("{} is being recorded to {}", name, file->string()));
    return frames;
}

base::Expected<std::shared_ptr<MessageSink>> RecordingFolder::openMessages(
    const std::string& name) {
    const auto path = freeFile(name, ".rec");
    if (!path) {
        return tl::unexpected(path.error());
    }
    base::OutputOptions options;
    options.kind = base::OutputKind::Growing;
    options.isPrivate = true;
    auto file = base::OutputFile::create(*path, options);
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    m_report->say(fmt::format("{} is being recorded to {}", name, path->string()));
    return std::make_shared<Messages>(std::move(*file), m_report);
}

std::vector<std::string> RecordingFolder::takeLines() {
    std::erase_if(m_open, [](const auto& each) { return each.expired(); });
    for (const auto& each : m_open) {
        if (const auto frames = each.lock()) {
            frames->look();
        }
    }
    return m_report->takeLines();
}

std::uint64_t RecordingFolder::lost() const {
    return m_report->lost();
}

} // namespace sideline::proxy
