#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/session/session_types.h"
#include "logs/session/sqlite.h"

namespace sideline::logs {

/// Returns rows of a session's tables in chronological order, from `from` to `to` inclusive, at
/// most `limit`. Errors: as SQLite reports them, naming the table.
[[nodiscard]] base::Expected<std::vector<OutputLine>> readOutputs(const Database& database,
                                                                  std::chrono::nanoseconds from,
                                                                  std::chrono::nanoseconds to,
                                                                  std::size_t limit);
/// Returns the last `limit` lines at or before `to`, in chronological order.
[[nodiscard]] base::Expected<std::vector<OutputLine>> readLastOutputs(const Database& database,
                                                                      std::chrono::nanoseconds to,
                                                                      std::size_t limit);
[[nodiscard]] base::Expected<std::vector<DrawingDatagram>> readDrawings(
    const Database& database, std::chrono::nanoseconds from, std::chrono::nanoseconds to,
    std::size_t limit);
[[nodiscard]] base::Expected<std::vector<BeliefDatagram>> readBeliefs(const Database& database);
[[nodiscard]] base::Expected<std::vector<TrainerOrder>> readOrders(const Database& database);
[[nodiscard]] base::Expected<std::vector<ProcessEvent>> readProcessEvents(const Database& database);

} // namespace sideline::logs
