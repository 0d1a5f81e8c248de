// Our own optimizers: what PaGMO lacks.
#include <cmath>
#include <utility>

#include <fmt/format.h>

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
    const std::string& name = parameters.text("selection");
    const auto selection = selectionFromName(name);
    if (!selection) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("invalid value for selection: '{}'", name),
                             "roulette, tournament or rank");
    }
    GenerationalSettings settings;
    settings.population = countOf(parameters, "population");
    settings.selection = *selection;
    settings.tournamentSize = countOf(parameters, "tournament");
    settings.eliteCount = countOf(parameters, "elite");
    settings.survivorCount = countOf(parameters, "survivors");
    settings.mostAge = countOf(parameters, "age");
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
    info.summary = "Genetic algorithm: children of chosen parents replace the population";
    info.takesPrograms = true;
    info.parameters = {
        {"population", "individuals in a generation", 100.0, "", 2.0, 100000.0},
        {"selection", "how parents are chosen: roulette, tournament or rank",
         std::string("roulette")},
        {"tournament", "individuals that are drawn for a tournament", 3.0, "", 1.0, 1000.0},
        {"elite", "best individuals that stay", 2.0, "", 0.0, 100000.0},
        {"survivors", "other individuals that stay, chosen like parents", 0.0, "", 0.0, 100000.0},
        {"age", "generations after which nobody stays; 0: no limit", 0.0, "", 0.0, 1000000.0},
        {"crossover", "share of children with two parents", 0.8, "", 0.0, 1.0},
        {"mutation", "share of children that are changed", 0.5, "", 0.0, 1.0},
        {"blend", "of numbers: how far children lie beyond their parents", 0.3, "", 0.0, 2.0},
        {"mutate-number", "share of a child's numbers that change", 0.2, "", 0.0, 1.0},
        {"number-deviation", "standard deviation of such a change, as a share of the range", 0.1,
         "", 0.0, 1.0}};
    info.make = makeGenerational;
    return info;
}

OptimizerInfo eda() {
    OptimizerInfo info;
    info.name = "eda";
    info.summary = "Estimation of distribution: a normal distribution that follows the best";
    info.parameters = {
        {"population", "individuals in a generation", 50.0, "", 2.0, 100000.0},
        {"parents", "share of the population that the distribution follows", 0.3, "", 0.01, 1.0},
        {"elite", "best individuals that are tried again", 1.0, "", 0.0, 100000.0},
        {"learning-rate", "how far the distribution follows in a generation", 1.0, "", 0.01, 1.0},
        {"full", "whether numbers may depend on each other", false},
        {"start-deviation", "standard deviation at the begin, as a share of the range", 0.25, "",
         0.0001, 10.0},
        {"least-deviation", "standard deviation that stays, as a share of the range", 0.001, "",
         0.0, 1.0}};
    info.make = [](const agents::Parameters& parameters, const OptimizerContext& context) -> Made {
        EdaSettings settings;
        settings.population = countOf(parameters, "population");
        settings.parentShare = parameters.number("parents");
        settings.eliteCount = countOf(parameters, "elite");
        settings.learningRate = parameters.number("learning-rate");
        settings.isFull = parameters.flag("full");
        settings.startDeviation = parameters.number("start-deviation");
        settings.leastDeviation = parameters.number("least-deviation");
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
