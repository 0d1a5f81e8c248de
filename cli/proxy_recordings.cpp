#include "cli/proxy_recordings.h"

#include <utility>

#include "cli/session_info.h"
#include "proxy/recording_folder.h"

namespace sideline::cli {

std::function<std::unique_ptr<proxy::RecordingPlace>()> recordingsIn(std::filesystem::path folder,
                                                                     std::string command) {
    return [folder = std::move(folder), command = std::move(command)] {
        proxy::RecordingFolder::Settings settings;
        settings.folder = folder;
        settings.infoNow = [command] { return sessionInfoNow(command); };
        settings.writer.memoryBytes = std::size_t{16}
                                      << 20U; // limit per agent while the disk is full
        return std::make_unique<proxy::RecordingFolder>(std::move(settings));
    };
}

} // namespace sideline::cli
