#pragma once

#include <cstdint>

#include <QSettings>

#include "launcher/server_program.h"

namespace sideline::studio {

/// What runs a match that the studio starts.
enum class ServerChoice : std::uint8_t {
    Embedded,     ///< the simulator in this window
    Rcssserver3d, ///< the user's own
    Rcssservermj, ///< the same
};

/// The user's choice, with the options of both installed servers.
struct ChosenServer {
    ServerChoice which = ServerChoice::Embedded;
    launcher::ServerOptions simSpark = launcher::usualOptions(game::ServerKind::SimSpark);
    launcher::ServerOptions mujoco = launcher::usualOptions(game::ServerKind::Rcssservermj);

    [[nodiscard]] bool isInstalled() const { return which != ServerChoice::Embedded; }
    /// Of the installed server that is chosen; of rcssservermj for the simulator.
    [[nodiscard]] const launcher::ServerOptions& options() const {
        return which == ServerChoice::Rcssserver3d ? simSpark : mujoco;
    }
    [[nodiscard]] bool operator==(const ChosenServer&) const = default;
};

/// Reads the choice under `live/server`; values that are missing or none are the defaults.
[[nodiscard]] ChosenServer readServerChoice(const QSettings& store);
void writeServerChoice(QSettings& store, const ChosenServer& chosen);

} // namespace sideline::studio
