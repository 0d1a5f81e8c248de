#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/math/two_samples.h"

namespace sideline::cli {

/// The values of one measure over the trials of an experiment.
struct Measure {
    std::string experiment; ///< such as `kick-left-0`
    std::string name;       ///< such as `ball m`
    std::vector<double> values;
};

/// The results of many trials on one server or solver.
class SampleSet {
public:
    explicit SampleSet(std::string name) : m_name(std::move(name)) {}
    [[nodiscard]] const std::string& name() const { return m_name; }

    void add(std::string_view experiment, std::string_view measure, double value);
    /// Returns the measures in the order of their first values.
    [[nodiscard]] std::span<const Measure> measures() const { return m_measures; }
    [[nodiscard]] const Measure* find(std::string_view experiment, std::string_view measure) const;

    /// Writes rows of `experiment,measure,value` after a header with these words.
    void write(std::ostream& out) const;
    /// Reads what `write` wrote. Errors: those of `base::readTextFile`; Malformed with the line.
    [[nodiscard]] static base::Expected<SampleSet> read(std::string name,
                                                        const std::filesystem::path& file);

private:
    std::string m_name;
    std::vector<Measure> m_measures;
};

/// Compares two sets in one measure. Values that are all 0 or 1 (fell or not) are compared as
/// proportions, all others by ranks and distributions.
struct MeasureComparison {
    struct Side {
        std::size_t count = 0;
        double median = 0.0; ///< for values of 0 and 1, the proportion of 1
        double deviation = 0.0;
    };
    std::string experiment;
    std::string measure;
    Side first;
    Side second;
    std::optional<math::TwoSampleTest> mannWhitney;
    std::optional<math::TwoSampleTest> kolmogorovSmirnov;
    std::optional<math::TwoSampleTest> fisher;
};

/// The results of all tests of two sets.
struct SetComparison {
    std::string first; ///< name of the first set
    std::string second;
    std::vector<MeasureComparison> measures; ///< measures that both sets have
    std::size_t testCount = 0;
    double smallestP = 1.0;
    double smallestCorrectedP = 1.0; ///< corrected for the number of tests (Bonferroni)
    /// Whether the sets differ significantly, at a level of 5 % for all tests together.
    [[nodiscard]] bool isDifferent() const { return smallestCorrectedP < 0.05; }
};

[[nodiscard]] SetComparison compare(const SampleSet& first, const SampleSet& second);

} // namespace sideline::cli
