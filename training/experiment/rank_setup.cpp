#include "training/experiment/rank_setup.h"

#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/output_file.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/experiment_settings.h"
#include "training/ranks/bytes.h"

namespace sideline::training {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxRankFileBytes = 64U << 20U;
constexpr const char* kSettingsName = "experiment.toml";

// A temporary folder for reading files; removed with this object.
class TemporaryFolder {
public:
    TemporaryFolder() = default;
    ~TemporaryFolder() {
        if (!m_path.empty()) {
            std::error_code ignored;
            fs::remove_all(m_path, ignored);
        }
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    base::Expected<void> make() {
        std::error_code failed;
        std::string name = (fs::temp_directory_path(failed) / "sideline-rank-XXXXXX").string();
        if (failed || ::mkdtemp(name.data()) == nullptr) {
            return tl::unexpected(base::systemError(errno, "cannot create a folder", name));
        }
        m_path = name;
        return {};
    }
    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

base::Expected<void> unpack(std::string_view files, const fs::path& folder) {
    while (!files.empty()) {
        std::string name;
        std::string text;
        if (!takeText(files, name) || !takeText(files, text) ||
            name != fs::path(name).filename().string()) {
            return base::failure(base::ErrorCode::Malformed, "the experiment's text is damaged",
                                 "the message of rank 0");
        }
        auto file = base::OutputFile::create(folder / name, {});
        if (!file) {
            return tl::unexpected(file.error());
        }
        if (auto written = file->write(text); !written) {
            return written;
        }
        if (auto written = file->commit(); !written) {
            return written;
        }
    }
    return {};
}

} // namespace

base::Expected<std::string> rankSetup(const fs::path& folder, std::string_view version) {
    std::string setup;
    appendText(setup, version);
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        if (name != kSettingsName && !name.starts_with("start.")) {
            continue;
        }
        const auto text = base::readTextFile(entry.path(), kMaxRankFileBytes, "an experiment file");
        if (!text) {
            return tl::unexpected(text.error());
        }
        appendText(setup, name);
        appendText(setup, *text);
    }
    if (failed) {
        return tl::unexpected(
            base::systemError(failed.value(), "cannot read the folder", folder.string()));
    }
    return setup;
}

base::Expected<TrialFunctionFactory> trialsOfSetup(std::string_view setup,
                                                   std::string_view version) {
    std::string found;
    if (!takeText(setup, found) || found != version) {
        return base::failure(base::ErrorCode::UnsupportedFormat,
                             fmt::format("rank 0 runs sideline {}", found),
                             fmt::format("sideline {}, as here", version));
    }
    TemporaryFolder folder;
    if (const auto made = folder.make(); !made) {
        return tl::unexpected(made.error());
    }
    if (const auto unpacked = unpack(setup, folder.path()); !unpacked) {
        return tl::unexpected(unpacked.error());
    }
    const auto settings = readExperiment(folder.path() / kSettingsName);
    if (!settings) {
        return tl::unexpected(settings.error().front());
    }
    const auto parts = partsOf(*settings);
    if (!parts) {
        return tl::unexpected(parts.error());
    }
    return trialsOf(*parts, settings->trials.isExact);
}

} // namespace sideline::training
