#pragma once

#include <cstdint>

#include "simulator/simulation/simulation.h"

namespace sideline::cli {

/// Runs 22 robots with random motions several times (repeated, with 2 and 4 threads, from a state
/// saved in the middle) and prints the hash of each final state.
/// @return whether all hashes are the same
bool printDeterminism(simulator::Solver solver, std::uint64_t cycles);

} // namespace sideline::cli
