#include "widgets/train/train_view.h"

#include <algorithm>
#include <cmath>

namespace sideline::widgets {

namespace {

// Treats two NaN values as equal.
bool isSame(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

bool ExperimentRow::operator==(const ExperimentRow& other) const {
    return folder == other.folder && name == other.name && state == other.state &&
           generation == other.generation && generations == other.generations &&
           isSame(champion, other.champion) && isSame(championSuccess, other.championSuccess) &&
           about == other.about && isOwn == other.isOwn && isElsewhere == other.isElsewhere;
}

bool TrialRow::operator==(const TrialRow& other) const {
    return place == other.place && robot == other.robot && isSame(fitness, other.fitness) &&
           isSuccess == other.isSuccess && why == other.why;
}

const TrainIndividual* findIndividual(const TrainData& data, IndividualId id) {
    const auto found = std::ranges::lower_bound(data.individuals, id, {}, idOf);
    return found != data.individuals.end() && idOf(*found) == id ? &*found : nullptr;
}

} // namespace sideline::widgets
