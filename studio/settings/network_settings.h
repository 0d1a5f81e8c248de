#pragma once

#include <cstdint>
#include <string>

#include <QSettings>

namespace sideline::studio {

inline constexpr std::uint16_t kDefaultDrawingPort = 32769; ///< port that RoboViz clients send to
inline constexpr std::uint16_t kDefaultBeliefPort = 3300;

/// Ports and addresses that the program listens on. A value type; ranges are enforced when it is
/// read.
struct NetworkSettings {
    int drawingPort =
        kDefaultDrawingPort; ///< UDP port for drawings in RoboViz's protocol; 0: any free port
    int beliefPort =
        kDefaultBeliefPort; ///< UDP port for beliefs reported by agents; 0: any free port
    /// Whether other machines may send to these ports, and connect to the simulator.
    bool letsOthersIn = false;
    [[nodiscard]] bool operator==(const NetworkSettings&) const = default;

    /// Returns the address to listen on: of this machine only, or of all interfaces.
    [[nodiscard]] std::string address() const { return letsOthersIn ? "0.0.0.0" : "127.0.0.1"; }
};

/// Reads settings; missing or invalid values are replaced by the defaults.
[[nodiscard]] NetworkSettings readNetworkSettings(const QSettings& store);
void writeNetworkSettings(QSettings& store, const NetworkSettings& settings);

} // namespace sideline::studio
