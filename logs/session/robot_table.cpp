#include "logs/session/robot_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/catalog/robot_description.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::logs {

namespace {

constexpr std::uint64_t kDefaultRobotTypes = 5;                     // numbered first
constexpr std::size_t kMaxDescriptionBytes = std::size_t{1} << 20U; // a Nao takes 20 kB

} // namespace

robot::RobotModelPtr builtInRobotOf(std::uint64_t number) {
    if (number >= kMaxBuiltInNumber) {
        return nullptr;
    }
    if (number < kDefaultRobotTypes) {
        return robot::defaultRobot(static_cast<int>(number))->shared();
    }
    using Stops = robot::Soccerbot056Stops;
    const Stops stops = number == kDefaultRobotTypes ? Stops::None : Stops::Described;
    return robot::soccerbot056Model(stops).shared();
}

std::uint64_t RobotTable::numberOf(const robot::RobotModelPtr& model) {
    if (!model) {
        return 0;
    }
    const auto met = std::ranges::find(m_known, model, &Known::model);
    if (met != m_known.end()) {
        return met->number;
    }
    const std::string description = robot::describe(*model);
    const auto same = std::ranges::find_if(m_models, [&](const auto& known) {
        return known && robot::describe(*known) == description;
    });
    const auto number = static_cast<std::uint64_t>(same - m_models.begin()) + 1;
    if (same == m_models.end()) {
        m_models.push_back(model);
    }
    m_known.push_back({model, number});
    return number;
}

robot::RobotModelPtr RobotTable::find(std::uint64_t number) const {
    return number == 0 || !has(number) ? nullptr : m_models[static_cast<std::size_t>(number - 1)];
}

base::Expected<void> RobotTable::read(std::string_view description) {
    m_models.emplace_back();
    if (description.size() > kMaxDescriptionBytes) {
        return base::failure(base::ErrorCode::LimitExceeded,
                             fmt::format("robot description of {} bytes", description.size()),
                             fmt::format("at most {}", kMaxDescriptionBytes));
    }
    auto model = robot::readDescription(description);
    if (!model) {
        return tl::unexpected(std::move(model.error()));
    }
    m_models.back() = std::move(*model);
    m_known.push_back({m_models.back(), m_models.size()});
    return {};
}

} // namespace sideline::logs
