#include "widgets/live/referee_reasons.h"

#include <map>

#include "agentcore/monitor/trainer_support.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

std::optional<monitor::TrainerCommand> commandOfButton(const QString& button) {
    using monitor::AgentCommand;
    const auto agent = [](bool isMoved, std::optional<double> battery,
                          std::optional<double> temperature) {
        AgentCommand command;
        if (isMoved) {
            command.move = monitor::AgentMove{};
        }
        command.battery = battery;
        command.temperature = temperature;
        return command;
    };
    static const std::map<QString, monitor::TrainerCommand> kCommands = {
        {QStringLiteral("kickOffLeft"), monitor::KickOff{}},
        {QStringLiteral("kickOffRight"), monitor::KickOff{}},
        {QStringLiteral("kickOffCoin"), monitor::KickOff{}},
        {QStringLiteral("dropBall"), monitor::DropBall{}},
        {QStringLiteral("setMode"), monitor::SetPlayMode{}},
        {QStringLiteral("setScore"), monitor::SetScore{}},
        {QStringLiteral("setTime"), monitor::SetTime{}},
        {QStringLiteral("placeBall"), monitor::BallCommand{}},
        {QStringLiteral("throwBall"), monitor::BallCommand{}},
        {QStringLiteral("kickBall"), monitor::BallCommand{}},
        {QStringLiteral("placeAgent"), agent(true, {}, {})},
        {QStringLiteral("shiftAgent"), agent(true, {}, {})},
        {QStringLiteral("setBattery"), agent(false, 0.0, {})},
        {QStringLiteral("setTemperature"), agent(false, {}, 0.0)},
        {QStringLiteral("reposition"), monitor::RepositionAgent{}},
        {QStringLiteral("kill"), monitor::KillAgent{}},
        {QStringLiteral("select"), monitor::SelectAgent{}},
        {QStringLiteral("selectNext"), monitor::SelectNextAgent{}},
        {QStringLiteral("selectNone"), monitor::ClearSelection{}},
        {QStringLiteral("clearSelected"), monitor::ClearSelectedAgents{}},
        {QStringLiteral("fullState"), monitor::RequestFullState{}},
        {QStringLiteral("getAck"), monitor::GetAck{}},
        {QStringLiteral("killServer"), monitor::KillSimulation{}}};
    const auto it = kCommands.find(button);
    return it == kCommands.end() ? std::nullopt : std::optional(it->second);
}

QString whyNotThere(const QString& button, const RefereeView& view) {
    const auto command = commandOfButton(button);
    const auto why = command && view.server
                         ? monitor::unsupportedReason(*view.server, *command, view.isOurs)
                         : std::optional<std::string_view>();
    return why ? toQt(std::string(*why)) : QString();
}

} // namespace sideline::widgets
