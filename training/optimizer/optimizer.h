#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "training/genome/genome.h"

namespace sideline::training {

/// Searches for better individuals, generation by generation: proposes some, receives their
/// fitness, proposes others. Equal seeds and fitnesses produce equal proposals, even after `save`
/// and `restore`. One thread at a time.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    /// Returns the next individuals to evaluate; unchanged until `report`. Never empty; sizes may
    /// differ between generations.
    [[nodiscard]] virtual const std::vector<Genome>& propose() = 0;
    /// Reports the fitness of the proposed individuals.
    /// @param fitness one value per objective for each individual, individual by individual; more
    ///     is better; NaN counts as worst
    virtual void report(std::span<const double> fitness) = 0;
    /// Returns the complete state, between `report` and `propose`.
    [[nodiscard]] virtual std::string save() const = 0;
    /// Continues exactly like the saved optimizer.
    /// @param state state of an optimizer with the same settings
    /// Errors: Malformed; then nothing changes.
    [[nodiscard]] virtual base::Expected<void> restore(std::string_view state) = 0;

protected:
    Optimizer() = default;
};

} // namespace sideline::training
