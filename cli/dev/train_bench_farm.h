#pragma once

namespace sideline::cli {

/// Measures the cost of distributing trials over threads of this process, and under `mpirun` over
/// ranks.
/// @param repeats runs; the median is printed
/// @return exit status
[[nodiscard]] int benchFarm(int repeats);

} // namespace sideline::cli
