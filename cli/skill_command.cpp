#include "cli/skill_command.h"

#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/log_command.h"

namespace sideline::cli {

int forEachRobot(const std::vector<std::string>& names,
                 const std::function<base::Expected<void>(
                     const std::string& name, const robot::RobotModelPtr& model)>& action) {
    const robot::RobotCatalog catalog;
    for (const std::string& name : names) {
        const auto model = catalog.named(name);
        const auto done =
            model ? action(name, *model) : base::Expected<void>(tl::unexpected(model.error()));
        if (!done) {
            printError(done.error().toString());
            return kExitFailed;
        }
    }
    return kExitGood;
}

void addSkillCommand(CLI::App& app, int& status) {
    CLI::App* skill = app.add_subcommand("skill", "Measure skills: walking, getting up, kicking");
    skill->require_subcommand(1);
    addSkillTry(*skill, status);
    addSkillMatch(*skill, status);
}

} // namespace sideline::cli
