#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "training/genome/parameter_space.h"
#include "training/optimizer/optimizer.h"

namespace sideline::training {

struct EdaSettings {
    std::size_t population = 50; ///< 2 or more
    double parentRatio = 0.3;    ///< fraction of the population, the best individuals, to which the
                                 ///< distribution is fitted
    std::size_t eliteCount = 1;  ///< number of best individuals that are evaluated again
    /// Rate at which the distribution follows the parents, greater than 0, up to 1.
    double learningRate = 1.0;
    /// Whether parameters may be correlated (EMNA) rather than independent (UMDA).
    bool isFull = false;
    double startDeviation = 0.25; ///< initial standard deviation relative to the range
    double minDeviation = 0.001;  ///< lower bound of the standard deviation
    std::uint64_t seed = 1;
};

/// Estimation of distribution algorithm: a normal distribution that follows the best individuals.
///
/// Larranaga and Lozano, "Estimation of Distribution Algorithms", 2002: Gaussian UMDA, and EMNA
/// with the full covariance matrix, computed about the mean of the previous generation (as in
/// CMA-ES), so that it does not vanish on a slope. Draws are clamped to the parameters' ranges.
class Eda final : public Optimizer {
public:
    Eda(ParameterSpace space, const EdaSettings& settings);

    [[nodiscard]] const std::vector<Genome>& propose() override { return m_proposed; }
    void report(std::span<const double> fitness) override;
    [[nodiscard]] std::string save() const override;
    [[nodiscard]] base::Expected<void> restore(std::string_view state) override;

private:
    void draw();
    [[nodiscard]] Eigen::VectorXd ratios(const Genome& genome) const;
    [[nodiscard]] Eigen::MatrixXd factor() const;

    ParameterSpace m_space;
    EdaSettings m_settings;
    base::Rng m_rng;
    // Relative to the ranges.
    Eigen::VectorXd m_mean;
    Eigen::MatrixXd m_covariance;   ///< diagonal unless `isFull`
    std::vector<Genome> m_proposed; ///< begins with the repeated best individuals
};

} // namespace sideline::training
