#include "studio/workspaces/motion/motion_robot.h"

#include <algorithm>

#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionRobot::MotionRobot(QSettings& store) : m_store(store) {
    m_index = nearest(m_store.value(QStringLiteral("motion/robot"), 0).toInt());
}

std::vector<widgets::RobotName> MotionRobot::names() const {
    std::vector<widgets::RobotName> names;
    for (const RobotChoice& robot : m_choices) {
        names.push_back({widgets::toQt(robot.model->name()), robot.name});
    }
    return names;
}

int MotionRobot::add(const robot::RobotModelPtr& model) {
    const RobotChoice choice{robotName(*model), robotName(*model), 0, model};
    const auto same = std::ranges::find_if(
        m_choices, [&](const RobotChoice& other) { return other.model->name() == model->name(); });
    if (same != m_choices.end()) {
        same->model = model;
        return static_cast<int>(same - m_choices.begin());
    }
    m_choices.push_back(choice);
    return static_cast<int>(m_choices.size()) - 1;
}

int MotionRobot::nearest(int robot) const {
    return std::clamp(robot, 0, static_cast<int>(m_choices.size()) - 1);
}

void MotionRobot::choose(int robot) {
    m_index = nearest(robot);
    m_store.setValue(QStringLiteral("motion/robot"), m_index);
}

bool MotionRobot::followStart(const MotionDocument& document) {
    const keyframe::Motion& motion = *document.motion();
    if (document.isModified() || !document.file().isEmpty() || !motion.keyframes.empty() ||
        !motion.robots.empty()) {
        return false;
    }
    const auto chosen = newlyChosenRobot(m_store, QStringLiteral("motion/startRobot"));
    if (chosen != nullptr) {
        choose(indexOf(m_choices, *chosen));
    }
    return chosen != nullptr;
}

void MotionRobot::chooseFor(const keyframe::Motion& motion) {
    const auto& robots = motion.robots;
    if (robots.empty() || std::ranges::find(robots, model().name()) != robots.end()) {
        return;
    }
    const auto made = std::ranges::find_if(m_choices, [&](const RobotChoice& robot) {
        return std::ranges::find(robots, robot.model->name()) != robots.end();
    });
    if (made != m_choices.end()) {
        m_index = static_cast<int>(made - m_choices.begin());
        Q_EMIT chosenForMotion();
    }
}

} // namespace sideline::studio
