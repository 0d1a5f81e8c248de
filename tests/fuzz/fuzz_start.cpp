// Arbitrary text as a start situation: parsing gives a situation that is written and parsed
// identically and starts a match with finite positions; or errors with positions.

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "simulator/simulation/simulation.h"
#include "simulator/start/start_family.h"
#include "simulator/start/start_situation.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

constexpr int kCycles = 4;

void checkErrors(const simulator::StartErrors& errors) {
    require(!errors.empty(), "it states what is wrong");
    for (const base::Error& error : errors) {
        require(!error.message.empty() && !error.file.empty() && error.line.has_value(),
                "and where");
    }
}

void checkMatch(const simulator::StartSituation& start) {
    simulator::SimulationSettings settings;
    settings.start = std::make_shared<const simulator::StartSituation>(start);
    simulator::Simulation simulation(settings);
    for (const simulator::StartRobot& robot : start.robots) {
        const bool isLeft = robot.player.side == game::Side::Left;
        (void)simulation.addRobot(robot.file, robot.type, isLeft ? "A" : "B",
                                  robot.player.unum.value());
    }
    for (int i = 0; i < kCycles; ++i) {
        simulation.cycle();
        require(simulation.physics().ball().X_SBall.p.allFinite(), "the ball is somewhere");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static robot::RobotCatalog robots;
    const field::FieldDimensions field = field::newestField().dimensions;
    const auto ofAnyFamily = simulator::parseStartOfAnyFamily(text, "a.situation", robots);
    if (!ofAnyFamily) {
        checkErrors(ofAnyFamily.error());
    }
    const auto start = simulator::parseStart(text, "a.situation", field, robots);
    if (!start) {
        checkErrors(start.error());
        return 0;
    }
    require(ofAnyFamily && *ofAnyFamily == *start, "its family is known from its robots");
    const std::string written = simulator::textOf(*start);
    const auto again = simulator::parseStart(written, "b.situation", field, robots);
    require(again.has_value(), "what is written can be read");
    require(*again == *start, "and is the same");
    checkMatch(*start);
    return 0;
}
