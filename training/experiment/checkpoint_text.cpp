#include "training/experiment/checkpoint_text.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sideline::training {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kKind = "sideline-checkpoint ";
constexpr std::string_view kCheckpointVersion = "1";

// Stores doubles bit for bit; MessagePack would convert some to integers.
Json::binary_t binaryOf(const std::vector<double>& values) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(values.data()); // NOLINT: bytes
    return Json::binary_t(std::vector<std::uint8_t>(begin, begin + values.size() * sizeof(double)));
}

std::vector<double> doublesOf(const Json& json) {
    const auto& bytes = json.get_binary();
    std::vector<double> values(bytes.size() / sizeof(double));
    if (!values.empty()) {
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
    }
    return values;
}

Json jsonOf(const std::vector<TrialPlace>& places) {
    Json json = Json::array();
    for (const TrialPlace& place : places) {
        json.push_back({place.seed, place.robot});
    }
    return json;
}

std::vector<TrialPlace> placesFrom(const Json& json) {
    std::vector<TrialPlace> places;
    for (const Json& place : json) {
        places.push_back({place.at(0).get<std::uint64_t>(), place.at(1).get<std::uint32_t>()});
    }
    return places;
}

Json jsonOf(const Champion& champion) {
    const IndividualResult& result = champion.validated;
    return {{"numbers", binaryOf(champion.genome.values)},
            {"program", champion.genome.program},
            {"generation", champion.generation},
            {"number", champion.number},
            {"figures", binaryOf({result.fitness, result.successRate, result.simulatedS})},
            {"trials", result.trials},
            {"failed", result.failedTrials},
            {"metrics", binaryOf(result.metrics)}};
}

Champion championFrom(const Json& json) {
    Champion champion;
    champion.genome = {doublesOf(json.at("numbers")), json.at("program").get<std::string>()};
    champion.generation = json.at("generation").get<std::uint64_t>();
    champion.number = json.at("number").get<std::uint64_t>();
    const std::vector<double> figures = doublesOf(json.at("figures"));
    champion.validated.fitness = figures.at(0);
    champion.validated.successRate = figures.at(1);
    champion.validated.simulatedS = figures.at(2);
    champion.validated.trials = json.at("trials").get<int>();
    champion.validated.failedTrials = json.at("failed").get<int>();
    champion.validated.metrics = doublesOf(json.at("metrics"));
    return champion;
}

} // namespace

std::string checkpointText(const Checkpoint& checkpoint) {
    Json json;
    json["generation"] = checkpoint.generation;
    json["optimizer"] = Json::binary_t(
        std::vector<std::uint8_t>(checkpoint.optimizer.begin(), checkpoint.optimizer.end()));
    json["individuals"] = checkpoint.individuals;
    json["trials"] = checkpoint.trials;
    json["simulated"] = binaryOf({checkpoint.simulatedS});
    json["csvBytes"] = checkpoint.csvBytes;
    if (!checkpoint.hardPlaces.empty()) {
        json["hard"] = jsonOf(checkpoint.hardPlaces);
    }
    if (checkpoint.champion) {
        json["champion"] = jsonOf(*checkpoint.champion);
    }
    const std::vector<std::uint8_t> bytes = Json::to_msgpack(json);
    return fmt::format("{}{}\n", kKind, kCheckpointVersion) +
           std::string(bytes.begin(), bytes.end());
}

base::Expected<Checkpoint> checkpointFrom(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (!text.starts_with(kKind) || end == std::string_view::npos) {
        return base::failure(base::ErrorCode::Malformed, "not a checkpoint",
                             std::string(kKind) + std::string(kCheckpointVersion));
    }
    const std::string_view version = text.substr(kKind.size(), end - kKind.size());
    if (version != kCheckpointVersion) {
        return base::failure(base::ErrorCode::UnsupportedFormat,
                             fmt::format("unsupported checkpoint version {}", version),
                             fmt::format("version {}", kCheckpointVersion));
    }
    const std::string_view bytes = text.substr(end + 1);
    try {
        const Json json = Json::from_msgpack(bytes.begin(), bytes.end());
        Checkpoint checkpoint;
        checkpoint.generation = json.at("generation").get<std::uint64_t>();
        const auto& optimizer = json.at("optimizer").get_binary();
        checkpoint.optimizer.assign(optimizer.begin(), optimizer.end());
        checkpoint.individuals = json.at("individuals").get<std::uint64_t>();
        checkpoint.trials = json.at("trials").get<std::uint64_t>();
        checkpoint.simulatedS = doublesOf(json.at("simulated")).at(0);
        checkpoint.csvBytes = json.at("csvBytes").get<std::uint64_t>();
        if (json.contains("hard")) {
            checkpoint.hardPlaces = placesFrom(json.at("hard"));
        }
        if (json.contains("champion")) {
            checkpoint.champion = championFrom(json.at("champion"));
        }
        return checkpoint;
    } catch (const std::exception&) { // thrown by the JSON library, also by its `at`
        return base::failure(base::ErrorCode::Malformed, "the checkpoint is damaged",
                             "a checkpoint written by this version");
    }
}

} // namespace sideline::training
