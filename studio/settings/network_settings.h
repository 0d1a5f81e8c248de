#pragma once

#include <cstdint>
#include <string>

#include <QSettings>

namespace sideline::studio {

inline constexpr std::uint16_t kUsualDrawingPort = 32769; ///< that clients of RoboViz send to
inline constexpr std::uint16_t kUsualBeliefPort = 3300;

/// Where the program listens. A value; ranges are enforced when it is read.
struct NetworkSettings {
    int drawingPort =
        kUsualDrawingPort; ///< UDP, for drawings as RoboViz receives them; 0: any free one
    int beliefPort =
        kUsualBeliefPort; ///< UDP, for what agents report about their belief; 0: any free one
    /// Whether other machines may send these, and connect to the simulator.
    bool letsOthersIn = false;
    [[nodiscard]] bool operator==(const NetworkSettings&) const = default;

    /// Address to listen on: of this machine only, or of all that it has.
    [[nodiscard]] std::string address() const { return letsOthersIn ? "0.0.0.0" : "127.0.0.1"; }
};

/// Reads settings; values that are missing or no values are the defaults.
[[nodiscard]] NetworkSettings readNetworkSettings(const QSettings& store);
void writeNetworkSettings(QSettings& store, const NetworkSettings& settings);

} // namespace sideline::studio
