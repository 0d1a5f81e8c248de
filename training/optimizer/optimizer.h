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

/// Searches for better individuals, generation by generation: proposes some, is told what they are
/// worth, proposes others. Equal seeds and equal fitnesses give equal proposals, also after `save`
/// and `restore`. One thread at a time.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    /// The next individuals to try; the same again until `report`. Never empty; sizes may differ
    /// from one generation to the next.
    [[nodiscard]] virtual const std::vector<Genome>& propose() = 0;
    /// What the proposed individuals are worth.
    /// @param fitness of each individual one value per objective, individual by individual; more is
    ///     better; NaN counts as worst of all
    virtual void report(std::span<const double> fitness) = 0;
    /// Everything that it remembers, between `report` and `propose`.
    [[nodiscard]] virtual std::string save() const = 0;
    /// Continues exactly as the saved one would.
    /// @param state of an optimizer made with the same settings
    /// Errors: Malformed; nothing has changed then.
    [[nodiscard]] virtual base::Expected<void> restore(std::string_view state) = 0;

protected:
    Optimizer() = default;
};

} // namespace sideline::training
