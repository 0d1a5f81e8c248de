#include "logs/session/session_lists.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace sideline::logs {

using base::Expected;
using std::chrono::nanoseconds;

namespace {

struct Range {
    nanoseconds from = nanoseconds::min();
    nanoseconds to = nanoseconds::max();
    std::size_t limit = std::numeric_limits<std::size_t>::max();
};

OutputStream streamOf(std::int64_t number) {
    return static_cast<OutputStream>(
        std::clamp<std::int64_t>(number, 0, static_cast<std::int64_t>(OutputStream::Tool)));
}

// Runs a query with the parameters from, to and limit. On damage returns no rows: a partial list
// could be mistaken for a complete one.
template <typename T, typename Make>
Expected<std::vector<T>> readRows(const Database& database, const char* table, const char* sql,
                                  const Range& range, Make make) {
    const auto failed = [&](base::Error error) {
        error.message = fmt::format("table {}: {}", table, error.message);
        return tl::unexpected(std::move(error));
    };
    auto statement = database.prepare(sql);
    if (!statement) {
        return failed(std::move(statement.error()));
    }
    statement->bind(1, range.from.count());
    statement->bind(2, range.to.count());
    constexpr auto kMax = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
    statement->bind(3, range.limit > kMax ? -1 : static_cast<std::int64_t>(range.limit));
    std::vector<T> rows;
    while (true) {
        auto row = statement->step();
        if (!row) {
            return failed(std::move(row.error()));
        }
        if (!*row) {
            return rows;
        }
        rows.push_back(make(*statement));
    }
}

OutputLine makeOutput(const Statement& row) {
    return {nanoseconds(row.integer(0)), std::string(row.text(1)), streamOf(row.integer(2)),
            std::string(row.text(3))};
}

} // namespace

Expected<std::vector<OutputLine>> readOutputs(const Database& database, nanoseconds from,
                                              nanoseconds to, std::size_t limit) {
    return readRows<OutputLine>(database, "output",
                                "SELECT time_ns, source, stream, text FROM output "
                                "WHERE time_ns BETWEEN ? AND ? ORDER BY time_ns, id LIMIT ?",
                                {from, to, limit}, makeOutput);
}

Expected<std::vector<OutputLine>> readLastOutputs(const Database& database, nanoseconds to,
                                                  std::size_t limit) {
    auto rows =
        readRows<OutputLine>(database, "output",
                             "SELECT time_ns, source, stream, text FROM output "
                             "WHERE time_ns BETWEEN ? AND ? ORDER BY time_ns DESC, id DESC LIMIT ?",
                             {nanoseconds::min(), to, limit}, makeOutput);
    if (rows) {
        std::ranges::reverse(*rows);
    }
    return rows;
}

Expected<std::vector<DrawingDatagram>> readDrawings(const Database& database, nanoseconds from,
                                                    nanoseconds to, std::size_t limit) {
    return readRows<DrawingDatagram>(database, "drawing",
                                     "SELECT time_ns, sender, bytes FROM drawing "
                                     "WHERE time_ns BETWEEN ? AND ? ORDER BY time_ns, id LIMIT ?",
                                     {from, to, limit}, [](const Statement& row) {
                                         return DrawingDatagram{nanoseconds(row.integer(0)),
                                                                std::string(row.text(1)),
                                                                std::string(row.blob(2))};
                                     });
}

Expected<std::vector<BeliefDatagram>> readBeliefs(const Database& database) {
    return readRows<BeliefDatagram>(database, "belief",
                                    "SELECT time_ns, sender, text FROM belief "
                                    "WHERE time_ns BETWEEN ? AND ? ORDER BY time_ns, id LIMIT ?",
                                    {}, [](const Statement& row) {
                                        return BeliefDatagram{nanoseconds(row.integer(0)),
                                                              std::string(row.text(1)),
                                                              std::string(row.text(2))};
                                    });
}

Expected<std::vector<TrainerOrder>> readOrders(const Database& database) {
    return readRows<TrainerOrder>(database, "trainer",
                                  "SELECT time_ns, sender, text FROM trainer "
                                  "WHERE time_ns BETWEEN ? AND ? ORDER BY time_ns, id LIMIT ?",
                                  {}, [](const Statement& row) {
                                      return TrainerOrder{nanoseconds(row.integer(0)),
                                                          std::string(row.text(1)),
                                                          std::string(row.text(2))};
                                  });
}

Expected<std::vector<ProcessEvent>> readProcessEvents(const Database& database) {
    return readRows<ProcessEvent>(database, "process",
                                  "SELECT time_ns, source, state, reason FROM process "
                                  "WHERE time_ns BETWEEN ? AND ? ORDER BY time_ns, id LIMIT ?",
                                  {}, [](const Statement& row) {
                                      return ProcessEvent{
                                          nanoseconds(row.integer(0)), std::string(row.text(1)),
                                          std::string(row.text(2)), std::string(row.text(3))};
                                  });
}

} // namespace sideline::logs
