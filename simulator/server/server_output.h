#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::simulator {

/// State of a file that a simulator writes.
struct ServerOutput {
    std::filesystem::path file{};
    std::string_view unit = "messages"; ///< noun of the lost items; static storage
    std::string fault{};                ///< why writing fails at present; empty without an error
    std::uint64_t lost = 0;             ///< number of `unit` permanently missing in the file
    [[nodiscard]] bool operator==(const ServerOutput&) const = default;
};

/// Changes as lines for display: each error when it starts, and the end of an error with its
/// losses. Changed counts alone are not reported.
/// @param before the same files, or empty
[[nodiscard]] std::vector<std::string> changesOf(const std::vector<ServerOutput>& before,
                                                 const std::vector<ServerOutput>& now);

/// Total losses, one line for each incomplete file.
[[nodiscard]] std::vector<std::string> lossesOf(const std::vector<ServerOutput>& outputs);

} // namespace sideline::simulator
