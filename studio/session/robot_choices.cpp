#include "studio/session/robot_choices.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QCoreApplication>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "studio/settings/live_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr std::array kNaoRemarks = {QT_TRANSLATE_NOOP("RobotChoice", "standard"),
                                    QT_TRANSLATE_NOOP("RobotChoice", "long legs and arms"),
                                    QT_TRANSLATE_NOOP("RobotChoice", "fast ankle pitch"),
                                    QT_TRANSLATE_NOOP("RobotChoice", "long legs, wide hip"),
                                    QT_TRANSLATE_NOOP("RobotChoice", "with toes")};

QString translated(const char* text) {
    return QCoreApplication::translate("RobotChoice", text);
}

} // namespace

QString robotName(const robot::RobotModel& model) {
    const auto type = robot::naoTypeNumberOf(model);
    return type ? translated(QT_TRANSLATE_NOOP("RobotChoice", "Nao type %1")).arg(*type)
                : widgets::toQt(model.name());
}

std::vector<RobotChoice> knownRobots() {
    std::vector<RobotChoice> choices;
    for (const robot::RobotCatalog::Entry& entry : robot::RobotCatalog().entries()) {
        RobotChoice choice{robotName(*entry.model), {}, entry.type, entry.model};
        const auto type = robot::naoTypeNumberOf(*entry.model);
        choice.about =
            type && static_cast<std::size_t>(*type) < kNaoRemarks.size()
                ? QStringLiteral("%1: %2").arg(
                      choice.name, translated(kNaoRemarks[static_cast<std::size_t>(*type)]))
                : choice.name;
        choices.push_back(std::move(choice));
    }
    return choices;
}

std::vector<RobotChoice> playableRobots(const std::optional<game::ServerKind>& server) {
    std::vector<RobotChoice> choices = knownRobots();
    for (const robot::MujocoRobot robot : robot::kMujocoRobots) {
        const robot::RobotModelPtr model = robot::mujocoRobotModel(robot).shared();
        const QString name = robotName(*model);
        choices.push_back({name, QStringLiteral("%1 (rcssservermj)").arg(name), 0, model});
    }
    std::erase_if(choices, [&](const RobotChoice& choice) {
        return server && choice.model->traits().server != *server;
    });
    return choices;
}

robot::RobotModelPtr newlyChosenRobot(QSettings& store, const QString& key) {
    const QString chosen = widgets::toQt(readLiveSettings(store).robot);
    if (chosen == store.value(key, widgets::toQt(LiveSettings().robot)).toString()) {
        return nullptr;
    }
    store.setValue(key, chosen);
    const std::vector<RobotChoice> choices = playableRobots();
    const auto found = std::ranges::find_if(choices, [&](const RobotChoice& choice) {
        return widgets::toQt(choice.model->name()) == chosen;
    });
    return found == choices.end() ? nullptr : found->model;
}

int indexOf(const std::vector<RobotChoice>& choices, const robot::RobotModel& model) {
    const auto found = std::ranges::find_if(
        choices, [&](const RobotChoice& choice) { return choice.model->name() == model.name(); });
    return found == choices.end() ? 0 : static_cast<int>(found - choices.begin());
}

} // namespace sideline::studio
