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

/// What came of the tries of one experiment, in one respect.
struct Measure {
    std::string experiment; ///< as `kick-left-0`
    std::string name;       ///< as `ball m`
    std::vector<double> values;
};

/// What came of many tries on one server or solver.
class SampleSet {
public:
    explicit SampleSet(std::string name) : m_name(std::move(name)) {}
    [[nodiscard]] const std::string& name() const { return m_name; }

    void add(std::string_view experiment, std::string_view measure, double value);
    /// In the order in which they came first.
    [[nodiscard]] std::span<const Measure> measures() const { return m_measures; }
    [[nodiscard]] const Measure* find(std::string_view experiment, std::string_view measure) const;

    /// Rows of `experiment,measure,value` after a heading with these words.
    void write(std::ostream& out) const;
    /// Errors: as of `base::readTextFile`; Malformed with the line.
    [[nodiscard]] static base::Expected<SampleSet> read(std::string name,
                                                        const std::filesystem::path& file);

private:
    std::string m_name;
    std::vector<Measure> m_measures;
};

/// Two sets in one measure. Of values that are all 0 or 1 (fell or not) the shares are compared,
/// of all others ranks and distributions.
struct MeasureComparison {
    struct Side {
        std::size_t count = 0;
        double median = 0.0; ///< of 0 and 1: the share of 1
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

/// All tests of two sets.
struct SetComparison {
    std::string first; ///< name of a set
    std::string second;
    std::vector<MeasureComparison> measures; ///< that both sets have
    std::size_t testCount = 0;
    double smallestP = 1.0;
    double smallestCorrectedP = 1.0; ///< for the number of tests (Bonferroni)
    /// Whether something speaks for a difference, at a level of 5 % for all tests together.
    [[nodiscard]] bool isDifferent() const { return smallestCorrectedP < 0.05; }
};

[[nodiscard]] SetComparison compare(const SampleSet& first, const SampleSet& second);

} // namespace sideline::cli
