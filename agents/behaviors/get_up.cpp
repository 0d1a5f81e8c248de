#include "agents/behaviors/get_up.h"

#include <algorithm>
#include <array>
#include <utility>

#include "agents/behaviors/gait.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

base::Expected<behavior::GetUp> getUpFor(const Parameters& parameters,
                                         const BuildContext& context) {
    behavior::GetUp::Motions motions;
    for (const auto& [name, into] : std::array{std::pair("getup-front", &motions.front),
                                               std::pair("getup-back", &motions.back),
                                               std::pair("getup-side", &motions.side)}) {
        auto trajectory = context.skills.find(name, context.model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        *into = std::move(*trajectory);
    }
    behavior::GetUpSettings settings;
    readNumbers(parameters, behavior::GetUpSettings::numbers(), settings, kGetUp);
    return behavior::GetUp(std::move(motions), settings);
}

ParameterInfo lookParameter() {
    ParameterInfo info{"look",
                       "follow: tracks the ball, with occasional sideways glances; learn: chooses "
                       "the view that is most informative about the ball and its own pose; scan: "
                       "pans back and forth",
                       std::string("follow")};
    info.choices = {"follow", "learn", "scan"};
    return info;
}

behavior::Look::Aim lookAimOf(const Parameters& parameters) {
    const std::string& look = parameters.text("look");
    return look == "learn"  ? behavior::Look::Aim::Learn
           : look == "scan" ? behavior::Look::Aim::Scan
                            : behavior::Look::Aim::Follow;
}

std::vector<ParameterInfo> movingParameters() {
    auto infos = groupParameters<behavior::OnFeetSettings>();
    append(infos, numberParameters(behavior::GetUpSettings::numbers(), {}, kGetUp));
    return infos;
}

behavior::OnFeetSettings onFeetSettingsOf(const Parameters& parameters) {
    behavior::OnFeetSettings settings;
    settings.look.aim = lookAimOf(parameters);
    readGroups(parameters, settings);
    return settings;
}

std::vector<ParameterInfo> onFeetParameters() {
    std::vector<ParameterInfo> infos = gaitParameters();
    infos.push_back(lookParameter());
    append(infos, movingParameters());
    return infos;
}

std::vector<ParameterInfo> surefootedParameters() {
    std::vector<ParameterInfo> infos = onFeetParameters();
    std::ranges::find(infos, kRun, &ParameterInfo::name)->defaultValue = std::string(kNoGait);
    return infos;
}

base::Expected<behavior::OnFeet> onFeetFor(const Parameters& parameters,
                                           const BuildContext& context) {
    const auto walk = gaitSettingsOf(parameters, context);
    if (!walk) {
        return tl::unexpected(walk.error());
    }
    auto getUp = getUpFor(parameters, context);
    if (!getUp) {
        return tl::unexpected(getUp.error());
    }
    return behavior::OnFeet(behavior::Walk(*walk), std::move(*getUp), onFeetSettingsOf(parameters));
}

} // namespace sideline::agents
