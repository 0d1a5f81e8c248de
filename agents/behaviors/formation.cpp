#include "agents/behaviors/formation.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "agentcore/behavior/formation_player.h"
#include "agents/behaviors/formation_watch.h"
#include "agents/behaviors/gait.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"
#include "agents/behaviors/place.h"
#include "agents/behaviors/striker.h"

namespace sideline::agents {

namespace {

base::Expected<std::unique_ptr<behavior::Behavior>> makeFormation(const Parameters& parameters,
                                                                  BuildContext& context) {
    const std::string& file = parameters.text("file");
    if (file.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "behavior formation: no file is set",
                             "file=PATH, with the path of a formation");
    }
    auto settings = numbersOf(parameters, behavior::FormationPlayerSettings::numbers());
    readNumbers(parameters, planning::SpeedTable::numbers(), settings.speeds, kPlayers);
    readNumbers(parameters, planning::CoordinatorSettings::numbers(), settings.duties, kDuty);
    settings.role = static_cast<int>(parameters.number("role"));
    if (settings.role != parameters.number("role")) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} has no role {}", file, parameters.number("role")),
                             "the number of one of its roles, or 0");
    }
    // Later changes are detected by the watch.
    TrackedFiles tracked;
    tracked.track(file);
    auto formation = loadFormation(file, settings.role);
    if (!formation) {
        return tl::unexpected(std::move(formation.error()));
    }
    const auto assigns = areRolesAssigned(parameters);
    if (!assigns) {
        return tl::unexpected(assigns.error());
    }
    settings.assignsRoles = *assigns;
    settings.strikes = parameters.flag("strike");
    settings.receives = parameters.flag("receive");
    settings.marks = parameters.flag("mark");
    settings.formation = std::make_shared<const planning::TeamFormation>(std::move(*formation));
    if (parameters.flag("watch")) {
        settings.feed = std::make_shared<FormationWatch>(file, settings.role, std::move(tracked));
    }
    auto striker = strikerFor(parameters, context);
    if (!striker) {
        return tl::unexpected(std::move(striker.error()));
    }
    auto feet = onFeetFor(parameters, context);
    if (!feet) {
        return tl::unexpected(std::move(feet.error()));
    }
    return std::make_unique<behavior::FormationPlayer>(std::move(*striker), std::move(*feet),
                                                       std::move(settings));
}

} // namespace

BehaviorInfo formationInfo() {
    BehaviorInfo info;
    info.name = "formation";
    info.layer = Layer::Role;
    info.summary =
        "Keeps its position in a formation; plays the ball when it is the first to reach it";
    info.parameters = {{.name = "file",
                        .description = "path of the formation",
                        .defaultValue = std::string(),
                        .isPath = true},
                       {"role", "number of its role; 0: assigned by `roles`", 0.0, "", 0.0, 11.0},
                       rolesParameter(true),
                       {"receive",
                        "goes to the announced target of a teammate's kick, if it is the nearest",
                        true},
                       {"mark", "marks opponents in its own half while they have the ball", false},
                       {"strike", "play the ball when it is the first to reach it", true},
                       {"watch", "whether to reload the file when it is saved", true}};
    append(info.parameters, numberParameters(behavior::FormationPlayerSettings::numbers()));
    append(info.parameters, surefootedParameters());
    append(info.parameters, dutyParameters());
    append(info.parameters, strikerParameters());
    info.make = makeFormation;
    return info;
}

} // namespace sideline::agents
