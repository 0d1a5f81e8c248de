#pragma once

#include <vector>

#include "training/genome/parameter_space.h"
#include "training/optimizer/optimizer.h"

namespace sideline::tests {

/// Parameters x0, x1, ... in -5 to 5, starting at 3.
[[nodiscard]] inline training::ParameterSpace cube(std::size_t size) {
    std::vector<training::TrainedParameter> parameters;
    for (std::size_t i = 0; i < size; ++i) {
        parameters.push_back({"x" + std::to_string(i), "", -5.0, 5.0, 3.0});
    }
    return *training::ParameterSpace::make(std::move(parameters));
}

/// Negative sum of squared distances from 1: the maximum is 0.
[[nodiscard]] inline double sphere(const training::Genome& genome) {
    double sum = 0.0;
    for (const double x : genome.values) {
        sum -= (x - 1.0) * (x - 1.0);
    }
    return sum;
}

/// Evaluates all proposals of an optimizer.
template <typename Function>
std::vector<double> fitnessOf(training::Optimizer& optimizer, const Function& function) {
    std::vector<double> fitness;
    for (const training::Genome& genome : optimizer.propose()) {
        fitness.push_back(function(genome));
    }
    return fitness;
}

/// Runs generations. @return the best fitness in the last one
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
