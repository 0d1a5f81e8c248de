// Sideline's own optimizers, in addition to PaGMO's.
#include <cmath>
#include <utility>

#include "training/optimizer/eda.h"
#include "training/optimizer/generational.h"
#include "training/optimizer/optimizer_registry.h"
#include "training/optimizer/vector_operators.h"

namespace sideline::training {

namespace {

using Made = base::Expected<std::unique_ptr<Optimizer>>;

std::size_t countOf(const agents::Parameters& parameters, std::string_view name) {
    return static_cast<std::size_t>(std::lround(parameters.number(name)));
}

Made makeGenerational(const agents::Parameters& parameters, const OptimizerContext& context) {
    GenerationalSettings settings;
    settings.population = countOf(parameters, "population");
    settings.selection = *selectionFromName(parameters.text("selection"));
    settings.tournamentSize = countOf(parameters, "tournament");
    settings.eliteCount = countOf(parameters, "elite");
    settings.survivorCount = countOf(parameters, "survivors");
    settings.maxAge = countOf(parameters, "age");
    settings.crossover = parameters.number("crossover");
    settings.mutation = parameters.number("mutation");
    settings.seed = context.seed;
    auto operators = context.operators;
    if (!operators) {
        operators = std::make_shared<const VectorOperators>(
            context.space,
            VectorVariation{parameters.number("blend"), parameters.number("mutate-number"),
                            parameters.number("number-deviation")});
    }
    return std::make_unique<Generational>(std::move(operators), settings);
}

OptimizerInfo generational() {
    OptimizerInfo info;
    info.name = "generational";
    info.summary = "Genetic algorithm: children of selected parents replace the population";
    info.takesPrograms = true;
    agents::ParameterInfo selection{"selection", "parent selection", std::string("roulette")};
    selection.choices = selectionNames();
    info.parameters = {
        {"population", "individuals per generation", 100.0, "", 2.0, 100000.0},
        selection,
        {"tournament", "individuals per tournament", 3.0, "", 1.0, 1000.0},
        {"elite", "best individuals that survive (elitism)", 2.0, "", 0.0, 100000.0},
        {"survivors", "other individuals that survive, selected like parents", 0.0, "", 0.0,
         100000.0},
        {"age", "maximum age in generations; 0: no limit", 0.0, "", 0.0, 1000000.0},
        {"crossover", "fraction of children with two parents", 0.8, "", 0.0, 1.0},
        {"mutation", "fraction of children that mutate", 0.5, "", 0.0, 1.0},
        {"blend", "BLX-alpha: how far children may lie beyond their parents", 0.3, "", 0.0, 2.0},
        {"mutate-number", "fraction of a child's values that mutate", 0.2, "", 0.0, 1.0},
        {"number-deviation", "standard deviation of a mutation, as a fraction of the range", 0.1,
         "", 0.0, 1.0}};
    info.make = makeGenerational;
    return info;
}

OptimizerInfo eda() {
    OptimizerInfo info;
    info.name = "eda";
    info.summary =
        "Estimation of distribution: a normal distribution fitted to the best individuals";
    info.parameters = {
        {"population", "individuals per generation", 50.0, "", 2.0, 100000.0},
        {"parents", "fraction of the population used to fit the distribution", 0.3, "", 0.01, 1.0},
        {"elite", "best individuals that are evaluated again", 1.0, "", 0.0, 100000.0},
        {"learning-rate", "learning rate of the distribution per generation", 1.0, "", 0.01, 1.0},
        {"full", "fit the full covariance matrix", false},
        {"start-deviation", "initial standard deviation, as a fraction of the range", 0.25, "",
         0.0001, 10.0},
        {"least-deviation", "minimum standard deviation, as a fraction of the range", 0.001, "",
         0.0, 1.0}};
    info.make = [](const agents::Parameters& parameters, const OptimizerContext& context) -> Made {
        EdaSettings settings;
        settings.population = countOf(parameters, "population");
        settings.parentRatio = parameters.number("parents");
        settings.eliteCount = countOf(parameters, "elite");
        settings.learningRate = parameters.number("learning-rate");
        settings.isFull = parameters.flag("full");
        settings.startDeviation = parameters.number("start-deviation");
        settings.minDeviation = parameters.number("least-deviation");
        settings.seed = context.seed;
        return std::make_unique<Eda>(context.space, settings);
    };
    return info;
}

} // namespace

std::vector<OptimizerInfo> evolutionOptimizers() {
    return {generational(), eda()};
}

} // namespace sideline::training
