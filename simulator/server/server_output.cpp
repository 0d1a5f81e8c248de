#include "simulator/server/server_output.h"

#include <algorithm>

#include <fmt/format.h>

namespace sideline::simulator {

std::vector<std::string> changesOf(const std::vector<ServerOutput>& before,
                                   const std::vector<ServerOutput>& now) {
    std::vector<std::string> news;
    for (const ServerOutput& output : now) {
        const auto old = std::ranges::find(before, output.file, &ServerOutput::file);
        const std::string fault = old == before.end() ? std::string() : old->fault;
        if (output.fault == fault) {
            continue;
        }
        news.push_back(!output.fault.empty()
                           ? output.fault
                           : fmt::format("{}: writing again; {} {} are missing",
                                         output.file.string(), output.lost, output.unit));
    }
    return news;
}

std::vector<std::string> lossesOf(const std::vector<ServerOutput>& outputs) {
    std::vector<std::string> losses;
    for (const ServerOutput& output : outputs) {
        if (output.lost > 0) {
            losses.push_back(fmt::format("{}: {} {} could not be written and are missing",
                                         output.file.string(), output.lost, output.unit));
        }
    }
    return losses;
}

} // namespace sideline::simulator
