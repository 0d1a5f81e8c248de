#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "logs/session/session_types.h"
#include "logs/session/session_writer.h"
#include "proxy/recording_place.h"

namespace sideline::proxy {

/// Stores recordings as files of a folder, one for each agent: `TEAM-NUMBER.session` for frames,
/// `NAME.rec` for messages. Existing files are kept: the next one is `TEAM-NUMBER-2.session`.
class RecordingFolder : public RecordingPlace {
public:
    struct Settings {
        std::filesystem::path folder; ///< created with the first recording
        /// Describes a session that begins now: clock readings and program.
        std::function<logs::SessionInfo()> infoNow;
        logs::SessionWriterOptions writer = {};
    };
    explicit RecordingFolder(Settings settings);
    ~RecordingFolder() override;

    base::Expected<std::shared_ptr<world::FrameSink>> openFrames(
        const std::string& name, const world::AgentIdentity& identity,
        std::chrono::nanoseconds firstAt) override;
    base::Expected<std::shared_ptr<MessageSink>> openMessages(const std::string& name) override;
    [[nodiscard]] std::vector<std::string> takeLines() override;
    [[nodiscard]] std::uint64_t lost() const override;

private:
    class Report;
    class Frames;
    class Messages;
    base::Expected<std::filesystem::path> freeFile(const std::string& name,
                                                   std::string_view ending) const;

    Settings m_settings;
    std::shared_ptr<Report> m_report; ///< messages of the recordings
    std::vector<std::weak_ptr<Frames>> m_open;
};

} // namespace sideline::proxy
