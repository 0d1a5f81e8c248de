#include "training/experiment/experiment_records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "logs/session/sqlite.h"

namespace sideline::training {

namespace {

namespace fs = std::filesystem;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kMaxTableBytes = 1U << 30U;
constexpr std::size_t kColumns = 13; ///< columns of the table of generations

base::Error malformed(const fs::path& file, std::string message, std::string expected) {
    base::Error error;
    error.code = base::ErrorCode::Malformed;
    error.message = std::move(message);
    error.expected = std::move(expected);
    error.file = file.string();
    return error;
}

// Reads a number; an empty cell is NaN.
bool readCell(std::string_view cell, double& value) {
    value = kMissing;
    if (cell.empty()) {
        return true;
    }
    const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return fault == std::errc() && end == cell.data() + cell.size();
}

bool readLine(std::string_view line, GenerationFigures& figures) {
    std::array<double, kColumns> cells{};
    std::size_t count = 0;
    for (bool shouldContinue = true; shouldContinue; ++count) {
        const std::size_t comma = line.find(',');
        shouldContinue = comma != std::string_view::npos;
        if (count >= kColumns || !readCell(line.substr(0, comma), cells[count])) {
            return false;
        }
        line.remove_prefix(shouldContinue ? comma + 1 : line.size());
    }
    if (count != kColumns || !std::isfinite(cells[0])) {
        return false;
    }
    figures.generation = static_cast<std::uint64_t>(cells[0]);
    figures.individuals = static_cast<int>(cells[1]);
    figures.trials = static_cast<int>(cells[2]);
    figures.failedTrials = static_cast<int>(cells[3]);
    figures.best = cells[4];
    figures.q75 = cells[5];
    figures.median = cells[6];
    figures.q25 = cells[7];
    figures.worst = cells[8];
    figures.successRate = cells[9];
    figures.champion = cells[10];
    figures.championSuccessRate = cells[11];
    figures.championGeneration = cells[12];
    return true;
}

base::Expected<void> readGenerations(const fs::path& file, std::uint64_t from, std::uint64_t end,
                                     std::vector<GenerationFigures>& generations) {
    const auto text = base::readTextFile(file, kMaxTableBytes, "the table of generations");
    if (!text) {
        return tl::unexpected(text.error());
    }
    std::string_view rest = *text;
    for (int number = 1; !rest.empty(); ++number) {
        const std::size_t lineEnd = rest.find('\n');
        if (lineEnd == std::string_view::npos) {
            break; // still being written
        }
        const std::string_view line = rest.substr(0, lineEnd);
        rest.remove_prefix(lineEnd + 1);
        GenerationFigures figures;
        if (number == 1) {
            continue; // column names
        }
        if (!readLine(line, figures)) {
            base::Error error = malformed(file, "not a line of the table of generations",
                                          fmt::format("{} numbers", kColumns));
            error.line = number;
            return tl::unexpected(std::move(error));
        }
        if (figures.generation >= from && figures.generation < end) {
            generations.push_back(figures);
        }
    }
    return {};
}

std::vector<double> numbersOf(std::string_view blob) {
    std::vector<double> numbers(blob.size() / sizeof(double));
    if (!numbers.empty()) {
        std::memcpy(numbers.data(), blob.data(), numbers.size() * sizeof(double));
    }
    return numbers;
}

IndividualRecord individualOf(const logs::Statement& row) {
    IndividualRecord record;
    record.generation = static_cast<std::uint64_t>(row.integer(0));
    record.number = static_cast<std::uint64_t>(row.integer(1));
    record.result.fitness = row.real(2);
    record.result.successRate = row.real(3);
    record.result.trials = static_cast<int>(row.integer(4));
    record.result.failedTrials = static_cast<int>(row.integer(5));
    record.result.simulatedS = row.real(6);
    record.genome.values = numbersOf(row.blob(7));
    record.genome.program = row.text(8);
    record.result.metrics = numbersOf(row.blob(9));
    return record;
}

base::Expected<void> readDatabase(const fs::path& file, std::uint64_t from, std::uint64_t end,
                                  std::size_t maxIndividuals, ExperimentRecords& records) {
    auto database = logs::Database::open(file, logs::Database::Access::Read);
    if (!database) {
        return tl::unexpected(database.error());
    }
    if (auto read = database->query("SELECT name, unit, least, most, start FROM parameters", {},
                                    [&](const logs::Statement& row) {
                                        records.parameters.push_back(
                                            {std::string(row.text(0)), std::string(row.text(1)),
                                             row.real(2), row.real(3), row.real(4)});
                                    });
        !read) {
        return read;
    }
    if (auto read = database->query("SELECT name, unit, description FROM metrics", {},
                                    [&](const logs::Statement& row) {
                                        records.metrics.push_back({std::string(row.text(0)),
                                                                   std::string(row.text(1)),
                                                                   std::string(row.text(2))});
                                    });
        !read) {
        return read;
    }
    if (auto read = database->query(
            fmt::format("SELECT generation, number, fitness, success, trials, failed, simulated, "
                        "numbers, program, metrics FROM individuals WHERE generation >= {} AND "
                        "generation < {} ORDER BY generation DESC, number DESC LIMIT {}",
                        from, end, maxIndividuals + 1),
            {},
            [&](const logs::Statement& row) { records.individuals.push_back(individualOf(row)); });
        !read) {
        return read;
    }
    if (records.individuals.size() > maxIndividuals) {
        records.individuals.pop_back();
        records.isCut = true;
    }
    std::ranges::reverse(records.individuals);
    for (const IndividualRecord& individual : records.individuals) {
        if (individual.genome.values.size() != records.parameters.size() ||
            individual.result.metrics.size() > records.metrics.size()) {
            return tl::unexpected(
                malformed(file,
                          fmt::format("individual {} of generation {} does not fit the parameters",
                                      individual.number, individual.generation),
                          fmt::format("{} numbers", records.parameters.size())));
        }
    }
    return {};
}

// Returns ranks in ascending order; equal values get their mean rank.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]]) {
            ++end;
        }
        for (std::size_t i = begin; i < end; ++i) {
            ranks[order[i]] = 0.5 * static_cast<double>(begin + end - 1);
        }
        begin = end;
    }
    return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const auto count = static_cast<double>(a.size());
    const double meanA = std::accumulate(a.begin(), a.end(), 0.0) / count;
    const double meanB = std::accumulate(b.begin(), b.end(), 0.0) / count;
    double together = 0.0;
    double ofA = 0.0;
    double ofB = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        together += (a[i] - meanA) * (b[i] - meanB);
        ofA += (a[i] - meanA) * (a[i] - meanA);
        ofB += (b[i] - meanB) * (b[i] - meanB);
    }
    return ofA > 0.0 && ofB > 0.0 ? together / std::sqrt(ofA * ofB) : 0.0;
}

} // namespace

base::Expected<ExperimentRecords> readRecords(const fs::path& folder, std::uint64_t from,
                                              std::uint64_t end, std::size_t maxIndividuals) {
    ExperimentRecords records;
    if (auto read = readGenerations(folder / "generations.csv", from, end, records.generations);
        !read) {
        return tl::unexpected(read.error());
    }
    const fs::path database = folder / "individuals.sqlite";
    if (auto read = readDatabase(database, from, end, maxIndividuals, records); !read) {
        return tl::unexpected(read.error().inFile(database.string()));
    }
    return records;
}

std::vector<double> rankCorrelations(std::span<const IndividualRecord> individuals) {
    std::vector<const IndividualRecord*> evaluated;
    for (const IndividualRecord& individual : individuals) {
        if (std::isfinite(individual.result.fitness)) {
            evaluated.push_back(&individual);
        }
    }
    std::vector<double> found(individuals.empty() ? 0 : individuals.front().genome.values.size());
    if (evaluated.size() < 3) {
        return found;
    }
    std::vector<double> values(evaluated.size());
    std::ranges::transform(evaluated, values.begin(),
                           [](const auto* individual) { return individual->result.fitness; });
    const std::vector<double> fitness = ranksOf(values);
    for (std::size_t parameter = 0; parameter < found.size(); ++parameter) {
        std::ranges::transform(evaluated, values.begin(), [&](const auto* individual) {
            return individual->genome.values[parameter];
        });
        found[parameter] = correlation(ranksOf(values), fitness);
    }
    return found;
}

} // namespace sideline::training
