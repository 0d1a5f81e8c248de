#pragma once

namespace sideline::cli {

/// Measures what handing out trials costs: threads of this process, and under `mpirun` its ranks.
/// @param repeats the median counts
/// @return exit status
[[nodiscard]] int benchFarm(int repeats);

} // namespace sideline::cli
