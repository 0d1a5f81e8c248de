#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::simulator {

/// How a file that a simulator writes is doing.
struct ServerOutput {
    std::filesystem::path file{};
    std::string_view unit = "messages"; ///< what is lost; of static storage
    std::string fault{};                ///< why nothing can be written now; empty if all is well
    std::uint64_t lost = 0;             ///< of `unit`, that are not in the file and never will be
    [[nodiscard]] bool operator==(const ServerOutput&) const = default;
};

/// What is new, as lines for display: faults, each when it begins, and ends of faults with what was
/// lost meanwhile. Counts alone are not reported.
/// @param before the same files, or none of them
[[nodiscard]] std::vector<std::string> newsOf(const std::vector<ServerOutput>& before,
                                              const std::vector<ServerOutput>& now);

/// What was lost altogether, a line for each file that something is missing in.
[[nodiscard]] std::vector<std::string> lossesOf(const std::vector<ServerOutput>& outputs);

} // namespace sideline::simulator
