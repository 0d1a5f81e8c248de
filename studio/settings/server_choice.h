#pragma once

#include <cstdint>

#include <QSettings>

#include "launcher/server_program.h"

namespace sideline::studio {

/// Server of a match that the studio starts.
enum class ServerChoice : std::uint8_t {
    Embedded,     ///< the simulator in this program
    Rcssserver3d, ///< an installed rcssserver3d
    Rcssservermj, ///< an installed rcssservermj
};

/// The user's choice, with the options of both installed servers.
struct ChosenServer {
    ServerChoice which = ServerChoice::Embedded;
    launcher::ServerOptions simSpark = launcher::defaultOptions(game::ServerKind::SimSpark);
    launcher::ServerOptions mujoco = launcher::defaultOptions(game::ServerKind::Rcssservermj);

    [[nodiscard]] bool isInstalled() const { return which != ServerChoice::Embedded; }
    /// Returns the options of the chosen installed server; those of rcssservermj for the simulator.
    [[nodiscard]] const launcher::ServerOptions& options() const {
        return which == ServerChoice::Rcssserver3d ? simSpark : mujoco;
    }
    [[nodiscard]] bool operator==(const ChosenServer&) const = default;
};

/// Reads the choice under `live/server`; missing or invalid values are replaced by the defaults.
[[nodiscard]] ChosenServer readServerChoice(const QSettings& store);
void writeServerChoice(QSettings& store, const ChosenServer& chosen);

} // namespace sideline::studio
