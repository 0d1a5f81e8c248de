#include "studio/workspaces/live/simulator_switches.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <QCoreApplication>

#include "agentcore/game/rules.h"
#include "simulator/sensing/percept_message.h"

namespace sideline::studio {

namespace {

using game::Rules;
using simulator::SensorSwitches;
using widgets::SwitchView;

QString textOf(const char* text) {
    return QCoreApplication::translate("SimulatorSwitches", text);
}

template <typename Owner>
struct LiveSwitch {
    const char* key;
    const char* text;
    const char* tip;
    bool Owner::*member;
};

constexpr std::array<LiveSwitch<SensorSwitches>, 5> kSensors = {{
    {"sensors.noise", "Vision noise",
     "Adds random errors to every distance and direction, as in a match",
     &SensorSwitches::visionNoise},
    {"sensors.calibration", "Camera calibration error",
     "Each robot's camera has a constant offset of a few millimeters",
     &SensorSwitches::visionCalibrationError},
    {"sensors.quantization", "Round to two decimals",
     "When off, vision is reported with six decimals", &SensorSwitches::visionQuantization},
    {"sensors.cone", "120\u00b0 field of view", "When off, robots see all around",
     &SensorSwitches::restrictsViewToCone},
    {"sensors.truth", "Include ground truth",
     "Adds the robot's true position and heading and the ball's position to the vision percept, "
     "for development",
     &SensorSwitches::groundTruth},
}};

constexpr std::array<LiveSwitch<Rules>, 8> kRules = {{
    {"rules.fouls", "Player fouls",
     "When off, the referee calls no fouls; for experiments with single robots", &Rules::usesFouls},
    {"rules.charging", "Charging is a foul", "Running into an opponent", &Rules::usesCharging},
    {"rules.self-collision", "Self-collision is a foul",
     "When parts of a robot collide, its joints are frozen for a second",
     &Rules::usesSelfCollisions},
    {"rules.offside", "Offside", "Off in recent competitions", &Rules::usesOffside},
    {"rules.kick-off", "Kick off without a referee",
     "The match starts automatically after a while, without a kick-off command",
     &Rules::kicksOffAutomatically},
    {"rules.sides", "Change sides at half-time", "The teams swap sides",
     &Rules::changesSidesInSecondHalf},
    {"rules.single-half", "One half only", "The match ends after the first half",
     &Rules::hasSingleHalf},
    {"rules.anywhere", "Start anywhere",
     "Before kick-off, players may also be placed in the other half", &Rules::startsAnywhere},
}};

template <typename Owner, std::size_t Count>
std::vector<SwitchView> viewsOf(const std::array<LiveSwitch<Owner>, Count>& switches,
                                const Owner& owner) {
    std::vector<SwitchView> views;
    for (const LiveSwitch<Owner>& entry : switches) {
        views.push_back(
            {QLatin1String(entry.key), textOf(entry.text), textOf(entry.tip), owner.*entry.member});
    }
    return views;
}

template <typename Owner, std::size_t Count>
bool setSwitch(const std::array<LiveSwitch<Owner>, Count>& switches, Owner& owner,
               const QString& key, bool isOn) {
    const auto found = std::ranges::find_if(
        switches, [&](const LiveSwitch<Owner>& entry) { return key == QLatin1String(entry.key); });
    if (found == switches.end()) {
        return false;
    }
    owner.*found->member = isOn;
    return true;
}

} // namespace

void connectSwitches(widgets::SimulatorSetup& setup, LiveSession& session) {
    setup.setSwitches(viewsOf(kSensors, session.sensors()), viewsOf(kRules, session.rules()));
    QObject::connect(&setup, &widgets::SimulatorSetup::switchToggled, &setup,
                     [&session](const QString& key, bool isOn) {
                         SensorSwitches sensors = session.sensors();
                         Rules rules = session.rules();
                         if (setSwitch(kSensors, sensors, key, isOn)) {
                             session.setSensors(sensors);
                         } else if (setSwitch(kRules, rules, key, isOn)) {
                             session.setRules(rules);
                         }
                     });
}

} // namespace sideline::studio
