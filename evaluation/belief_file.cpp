#include "evaluation/belief_file.h"

#include <utility>

#include "agentcore/base/input_file.h"
#include "logs/session/agent_recording.h"

namespace sideline::evaluation {

namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30U;

} // namespace

base::Expected<BeliefFile> readBeliefs(const std::filesystem::path& path) {
    const auto text =
        logs::readUnpacked(path, kMaxFileBytes, "a belief file, one JSON object per line");
    if (!text) {
        return tl::unexpected(text.error());
    }
    BeliefFile file = beliefsIn(*text, path.string());
    if (file.messages.empty()) {
        base::Error error;
        if (file.faults.empty()) {
            error.message = "it contains no belief";
            error.expected = "one JSON object per line";
        } else {
            error = file.faults.front();
        }
        error.code = base::ErrorCode::UnsupportedFormat;
        return tl::unexpected(error.inFile(path.string()));
    }
    return file;
}

BeliefFile beliefsIn(std::string_view text, const std::string& file) {
    BeliefFile result;
    text = base::withoutByteOrderMark(text);
    std::uint64_t number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
            continue;
        }
        if (auto message = parseBelief(line)) {
            result.messages.push_back(std::move(*message));
            continue;
        } else if (++result.badLines <= BeliefFile::kMaxFaults) {
            base::Error& fault = result.faults.emplace_back(message.error().inFile(file));
            fault.line = number;
        }
    }
    return result;
}

} // namespace sideline::evaluation
