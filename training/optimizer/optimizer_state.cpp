#include "training/optimizer/optimizer_state.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sideline::training {

nlohmann::json toJson(const base::Rng& rng) {
    return rng.state();
}

base::Rng rngFromJson(const nlohmann::json& json) {
    return base::Rng(json.get<base::Rng::State>());
}

nlohmann::json toJson(std::span<const Genome> genomes) {
    nlohmann::json json = nlohmann::json::array();
    for (const Genome& genome : genomes) {
        json.push_back(genome.program.empty() ? nlohmann::json(genome.values)
                                              : nlohmann::json(genome.program));
    }
    return json;
}

std::vector<Genome> genomesFromJson(const nlohmann::json& json) {
    std::vector<Genome> genomes;
    for (const nlohmann::json& each : json) {
        Genome& genome = genomes.emplace_back();
        if (each.is_string()) {
            genome.program = each.get<std::string>();
        } else {
            genome.values = each.get<std::vector<double>>();
        }
    }
    return genomes;
}

base::Expected<void> readState(std::string_view state,
                               const std::function<bool(const nlohmann::json&)>& read) {
    const auto json = nlohmann::json::parse(state, nullptr, false);
    try {
        if (!json.is_discarded() && read(json)) {
            return {};
        }
    } catch (const nlohmann::json::exception&) {
        // Falls through to the message below.
    }
    return base::failure(base::ErrorCode::Malformed, "the state of the optimizer is damaged",
                         "a state with the same settings");
}

std::vector<std::size_t> ranked(std::span<const double> fitness) {
    std::vector<std::size_t> order(fitness.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::isfinite(fitness[a]) && (!std::isfinite(fitness[b]) || fitness[a] > fitness[b]);
    });
    return order;
}

} // namespace sideline::training
