#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "evaluation/belief_message.h"

namespace sideline::evaluation {

/// The messages of a file and the faults of its other lines.
struct BeliefFile {
    std::vector<BeliefMessage> messages;
    std::vector<base::Error> faults; ///< faults of the first invalid lines, with file and line
    std::size_t badLines = 0;

    /// Maximum number of faults that are kept.
    static constexpr std::size_t kMaxFaults = 100;
};

/// Reads messages from lines of JSON, plain or compressed. Empty lines are ignored; an invalid line
/// is reported and skipped.
/// Errors: those of `logs::readUnpacked`; UnsupportedFormat if no line is valid, with the fault of
/// the first line.
[[nodiscard]] base::Expected<BeliefFile> readBeliefs(const std::filesystem::path& path);

/// Reads messages from text. @param file named in the faults
[[nodiscard]] BeliefFile beliefsIn(std::string_view text, const std::string& file);

} // namespace sideline::evaluation
