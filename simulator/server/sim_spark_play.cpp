#include "simulator/server/sim_spark_play.h"

#include <memory>
#include <utility>

#include "simulator/server/monitor_feed.h"
#include "simulator/server/run_settings.h"
#include "simulator/simulation/sim_spark_control.h"

namespace sideline::simulator {

PlayedMatch playSimSpark(const SimulationSettings& settings) {
    auto match = std::make_unique<Simulation>(settings);
    auto feed = std::make_unique<MonitorFeed>(*match);
    auto control = std::make_unique<SimSparkControl>(*match);
    return {std::move(match), std::move(feed), std::move(control), settingsToJson(settings)};
}

} // namespace sideline::simulator
