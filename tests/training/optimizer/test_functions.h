#pragma once

#include <vector>

#include "training/genome/parameter_space.h"
#include "training/optimizer/optimizer.h"

namespace sideline::tests {

/// Numbers x0, x1, ... from -5 to 5 that begin at 3.
[[nodiscard]] inline training::ParameterSpace cube(std::size_t size) {
    std::vector<training::TrainedParameter> parameters;
    for (std::size_t i = 0; i < size; ++i) {
        parameters.push_back({"x" + std::to_string(i), "", -5.0, 5.0, 3.0});
    }
    return *training::ParameterSpace::make(std::move(parameters));
}

/// The negative sum of squares of the distances from 1: 0 is best.
[[nodiscard]] inline double sphere(const training::Genome& genome) {
    double sum = 0.0;
    for (const double x : genome.values) {
        sum -= (x - 1.0) * (x - 1.0);
    }
    return sum;
}

/// The fitness of all that an optimizer proposes.
template <typename Function>
std::vector<double> fitnessOf(training::Optimizer& optimizer, const Function& function) {
    std::vector<double> fitness;
    for (const training::Genome& genome : optimizer.propose()) {
        fitness.push_back(function(genome));
    }
    return fitness;
}

/// Runs generations.
/// @return the best fitness of the last
template <typename Function>
double optimize(training::Optimizer& optimizer, int generations, const Function& function) {
    double best = 0.0;
    for (int i = 0; i < generations; ++i) {
        const auto fitness = fitnessOf(optimizer, function);
        best = *std::ranges::max_element(fitness);
        optimizer.report(fitness);
    }
    return best;
}

} // namespace sideline::tests
