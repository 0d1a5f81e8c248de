#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "evaluation/belief_message.h"

namespace sideline::evaluation {

/// The messages of a file, and what was wrong with the other lines.
struct BeliefFile {
    std::vector<BeliefMessage> messages;
    std::vector<base::Error> faults; ///< of the first lines that are bad, with file and line
    std::size_t badLines = 0;

    /// How many faults are kept.
    static constexpr std::size_t kMostFaults = 100;
};

/// Reads messages from lines of JSON, plain or compressed. Empty lines are ignored; a bad line is
/// reported, and those around it stay good.
/// Errors: those of `logs::readUnpacked`; UnsupportedFormat when no line is good, with what is
/// wrong with the first.
[[nodiscard]] base::Expected<BeliefFile> readBeliefs(const std::filesystem::path& path);

/// The same from text. @param file named in the faults
[[nodiscard]] BeliefFile beliefsIn(std::string_view text, const std::string& file);

} // namespace sideline::evaluation
