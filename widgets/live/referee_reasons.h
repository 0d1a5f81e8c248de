#pragma once

#include <optional>

#include <QString>

#include "agentcore/monitor/trainer_command.h"
#include "widgets/live/referee_view.h"

namespace sideline::widgets {

/// A command of the kind that a button of the referee's panel sends, by the button's name; nullopt
/// for buttons without a command.
[[nodiscard]] std::optional<monitor::TrainerCommand> commandOfButton(const QString& button);

/// Why the server of a match does not support a button's command; empty if it does.
[[nodiscard]] QString whyNotThere(const QString& button, const RefereeView& view);

} // namespace sideline::widgets
