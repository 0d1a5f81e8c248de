#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "training/genome/parameter_space.h"
#include "training/optimizer/optimizer.h"

namespace sideline::training {

struct EdaSettings {
    std::size_t population = 50; ///< 2 or more
    double parentShare = 0.3;    ///< of the population, the best: the next are drawn like them
    std::size_t eliteCount = 1;  ///< best ones that are tried again
    double learningRate = 1.0;   ///< how far the distribution follows the parents, above 0, to 1
    bool isFull = false;         ///< whether parameters may depend on each other (EMNA), instead of
                                 ///< each on its own (UMDA)
    double startDeviation = 0.25;  ///< standard deviation at the start, as a share of the range
    double leastDeviation = 0.001; ///< it does not fall below
    std::uint64_t seed = 1;
};

/// An estimation of distribution algorithm: a normal distribution that follows the best.
///
/// Larranaga and Lozano, "Estimation of Distribution Algorithms", 2002: Gaussian UMDA, and EMNA
/// with the full covariance matrix, whose variance is taken about the mean of the generation
/// before (as CMA-ES has it), so that it does not vanish on a slope. Draws outside a parameter's
/// range are moved to its end.
class Eda final : public Optimizer {
public:
    Eda(ParameterSpace space, const EdaSettings& settings);

    [[nodiscard]] const std::vector<Genome>& propose() override { return m_proposed; }
    void report(std::span<const double> fitness) override;
    [[nodiscard]] std::string save() const override;
    [[nodiscard]] base::Expected<void> restore(std::string_view state) override;

private:
    void draw();
    [[nodiscard]] Eigen::VectorXd shares(const Genome& genome) const;
    [[nodiscard]] Eigen::MatrixXd factor() const;

    ParameterSpace m_space;
    EdaSettings m_settings;
    base::Rng m_rng;
    // In shares of the ranges.
    Eigen::VectorXd m_mean;
    Eigen::MatrixXd m_covariance;   ///< diagonal unless `isFull`
    std::vector<Genome> m_proposed; ///< begins with those that are tried again
};

} // namespace sideline::training
