#include "training/optimizer/eda.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>

#include "agentcore/base/assert.h"
#include "training/optimizer/optimizer_state.h"

namespace sideline::training {

Eda::Eda(ParameterSpace space, const EdaSettings& settings)
    : m_space(std::move(space)), m_settings(settings), m_rng(settings.seed) {
    SIDELINE_ASSERT(!m_space.isEmpty() && settings.population >= 2);
    m_mean = ratios({m_space.start(), {}});
    m_covariance = Eigen::MatrixXd::Identity(m_mean.size(), m_mean.size()) *
                   (settings.startDeviation * settings.startDeviation);
    draw();
}

Eigen::VectorXd Eda::ratios(const Genome& genome) const {
    Eigen::VectorXd result(static_cast<Eigen::Index>(m_space.size()));
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        result[static_cast<Eigen::Index>(i)] =
            (genome.values[i] - m_space[i].minimum) / (m_space[i].maximum - m_space[i].minimum);
    }
    return result;
}

// Returns the factor that transforms independent draws into draws from the distribution.
Eigen::MatrixXd Eda::factor() const {
    const Eigen::Index n = m_mean.size();
    const double minimum = m_settings.minDeviation * m_settings.minDeviation;
    const Eigen::VectorXd deviations = m_covariance.diagonal().cwiseMax(minimum).cwiseSqrt();
    if (m_settings.isFull) {
        // Few parents do not span the space: the minimum deviation preserves the other directions.
        const Eigen::MatrixXd safe = m_covariance + minimum * Eigen::MatrixXd::Identity(n, n);
        if (const Eigen::LLT<Eigen::MatrixXd> llt(safe); llt.info() == Eigen::Success) {
            return llt.matrixL();
        }
    }
    return deviations.asDiagonal();
}

// Completes the proposed individuals.
void Eda::draw() {
    const Eigen::MatrixXd L = factor();
    Eigen::VectorXd independent(m_mean.size());
    while (m_proposed.size() < m_settings.population) {
        for (double& each : independent) {
            each = m_rng.normal(1.0);
        }
        const Eigen::VectorXd drawn = m_mean + L * independent;
        Genome genome;
        for (std::size_t i = 0; i < m_space.size(); ++i) {
            const double range = m_space[i].maximum - m_space[i].minimum;
            genome.values.push_back(m_space[i].minimum +
                                    range * drawn[static_cast<Eigen::Index>(i)]);
        }
        genome.values = m_space.clamped(genome.values);
        m_proposed.push_back(std::move(genome));
    }
}

void Eda::report(std::span<const double> fitness) {
    SIDELINE_ASSERT(fitness.size() == m_proposed.size());
    std::vector<std::size_t> order = ranked(fitness);
    std::erase_if(order, [&](std::size_t i) { return !std::isfinite(fitness[i]); });
    const auto requested = static_cast<std::size_t>(
        std::lround(m_settings.parentRatio * static_cast<double>(m_settings.population)));
    const std::size_t parents = std::min(std::max<std::size_t>(requested, 1), order.size());
    if (parents > 0) {
        Eigen::MatrixXd points(m_mean.size(), static_cast<Eigen::Index>(parents));
        for (std::size_t i = 0; i < parents; ++i) {
            points.col(static_cast<Eigen::Index>(i)) = ratios(m_proposed[order[i]]);
        }
        const Eigen::VectorXd mean = points.rowwise().mean();
        points.colwise() -= m_mean; // about the new mean, the covariance would shrink on a slope
        Eigen::MatrixXd covariance = points * points.transpose() / static_cast<double>(parents);
        if (!m_settings.isFull) {
            covariance = Eigen::MatrixXd(covariance.diagonal().asDiagonal());
        }
        m_mean += m_settings.learningRate * (mean - m_mean);
        m_covariance += m_settings.learningRate * (covariance - m_covariance);
    }
    std::vector<Genome> kept;
    for (std::size_t i = 0;
         i < std::min({m_settings.eliteCount, parents, m_settings.population - 1}); ++i) {
        kept.push_back(m_proposed[order[i]]);
    }
    m_proposed = std::move(kept);
    draw();
}

std::string Eda::save() const {
    const auto numbers = [](const auto& matrix) {
        return std::vector<double>(matrix.data(), matrix.data() + matrix.size());
    };
    return nlohmann::json{{"rng", toJson(m_rng)},
                          {"mean", numbers(m_mean)},
                          {"covariance", numbers(m_covariance)},
                          {"proposed", toJson(m_proposed)}}
        .dump();
}

base::Expected<void> Eda::restore(std::string_view state) {
    return readState(state, [this](const nlohmann::json& json) {
        const base::Rng rng = rngFromJson(json.at("rng"));
        const auto mean = json.at("mean").get<std::vector<double>>();
        const auto covariance = json.at("covariance").get<std::vector<double>>();
        auto proposed = genomesFromJson(json.at("proposed"));
        const std::size_t n = m_space.size();
        const auto isOfKind = [&](const Genome& genome) {
            return genome.values.size() == n && genome.program.empty() &&
                   genome.values == m_space.clamped(genome.values);
        };
        if (mean.size() != n || covariance.size() != n * n ||
            proposed.size() != m_settings.population || !std::ranges::all_of(proposed, isOfKind)) {
            return false;
        }
        m_rng = rng;
        std::ranges::copy(mean, m_mean.data());
        std::ranges::copy(covariance, m_covariance.data());
        m_proposed = std::move(proposed);
        return true;
    });
}

} // namespace sideline::training
