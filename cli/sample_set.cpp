#include "cli/sample_set.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::cli {

namespace {

using base::ErrorCode;

constexpr std::string_view kHeading = "experiment,measure,value";

bool isRatio(const Measure& measure) {
    return std::ranges::all_of(measure.values,
                               [](double value) { return value == 0.0 || value == 1.0; });
}

math::Proportion proportionOf(const Measure& measure) {
    const auto hits = std::ranges::count(measure.values, 1.0);
    return {static_cast<std::size_t>(hits), measure.values.size()};
}

MeasureComparison::Side sideOf(const Measure& measure, bool isOfProportions) {
    MeasureComparison::Side side;
    side.count = measure.values.size();
    const auto count = static_cast<double>(side.count);
    double mean = 0.0;
    for (const double value : measure.values) {
        mean += value / count;
    }
    double square = 0.0;
    for (const double value : measure.values) {
        square += (value - mean) * (value - mean);
    }
    side.deviation = side.count < 2 ? 0.0 : std::sqrt(square / (count - 1.0));
    std::vector<double> values = measure.values;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    side.median = isOfProportions          ? mean
                  : values.size() % 2 != 0 ? values[half]
                                           : (values[half - 1] + values[half]) / 2.0;
    return side;
}

MeasureComparison compared(const Measure& first, const Measure& second) {
    const bool isOfProportions = isRatio(first) && isRatio(second);
    MeasureComparison result{first.experiment,
                             first.name,
                             sideOf(first, isOfProportions),
                             sideOf(second, isOfProportions),
                             std::nullopt,
                             std::nullopt,
                             std::nullopt};
    if (isOfProportions) {
        result.fisher = math::fisherExact(proportionOf(first), proportionOf(second));
    } else {
        result.mannWhitney = math::mannWhitney(first.values, second.values);
        result.kolmogorovSmirnov = math::kolmogorovSmirnov(first.values, second.values);
    }
    return result;
}

} // namespace

void SampleSet::add(std::string_view experiment, std::string_view measure, double value) {
    auto it = std::ranges::find_if(m_measures, [&](const Measure& each) {
        return each.experiment == experiment && each.name == measure;
    });
    if (it == m_measures.end()) {
        it = m_measures.insert(it, {std::string(experiment), std::string(measure), {}});
    }
    it->values.push_back(value);
}

const Measure* SampleSet::find(std::string_view experiment, std::string_view measure) const {
    const auto it = std::ranges::find_if(m_measures, [&](const Measure& each) {
        return each.experiment == experiment && each.name == measure;
    });
    return it == m_measures.end() ? nullptr : &*it;
}

void SampleSet::write(std::ostream& out) const {
    out << kHeading << '\n';
    for (const Measure& measure : m_measures) {
        for (const double value : measure.values) {
            out << fmt::format("{},{},{}\n", measure.experiment, measure.name, value);
        }
    }
}

base::Expected<SampleSet> SampleSet::read(std::string name, const std::filesystem::path& file) {
    constexpr std::uint64_t kMaxBytes = 64U << 20U;
    const auto text = base::readTextFile(file, kMaxBytes, "a file of samples");
    if (!text) {
        return tl::unexpected(text.error());
    }
    std::istringstream in(*text);
    SampleSet set(std::move(name));
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (line.ends_with('\r')) {
            line.pop_back();
        }
        if (line.empty() || (number == 1 && line == kHeading)) {
            continue;
        }
        const std::size_t first = line.find(',');
        const std::size_t second = line.find(',', first == std::string::npos ? first : first + 1);
        const auto value = second == std::string::npos
                               ? std::nullopt
                               : protocol::parseNumber(std::string_view(line).substr(second + 1));
        if (!value || !std::isfinite(*value)) {
            base::Error error = base::failure(ErrorCode::Malformed, "this is not a sample",
                                              "experiment,measure,value with a finite number")
                                    .value();
            error.file = file.string();
            error.line = number;
            return tl::unexpected(error);
        }
        set.add(std::string_view(line).substr(0, first),
                std::string_view(line).substr(first + 1, second - first - 1), *value);
    }
    return set;
}

SetComparison compare(const SampleSet& first, const SampleSet& second) {
    SetComparison result{first.name(), second.name(), {}};
    std::vector<double> p;
    for (const Measure& measure : first.measures()) {
        const Measure* other = second.find(measure.experiment, measure.name);
        if (other == nullptr) {
            continue;
        }
        result.measures.push_back(compared(measure, *other));
        const MeasureComparison& each = result.measures.back();
        for (const auto& test : {each.mannWhitney, each.kolmogorovSmirnov, each.fisher}) {
            if (test) {
                p.push_back(test->p);
            }
        }
    }
    result.testCount = p.size();
    result.smallestP = p.empty() ? 1.0 : *std::ranges::min_element(p);
    result.smallestCorrectedP = math::smallestCorrected(p);
    return result;
}

} // namespace sideline::cli
