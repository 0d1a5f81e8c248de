#include "simulator/mujoco/robot_touches.h"

#include <algorithm>
#include <array>

#include "simulator/mujoco/mujoco_library.h"

namespace sideline::simulator::mujoco {

std::vector<BodyTouch> touchesOf(const MujocoWorld& world, RobotKey robot) {
    const auto [model, data] = world.native();
    std::vector<int> bodies;
    for (std::size_t i = 0; i < world.model(robot).bodies().size(); ++i) {
        bodies.push_back(world.bodyId(robot, robot::BodyId(i)));
    }
    const auto bodyOf = [&bodies, numbers = model->geom_bodyid](int geom) {
        const auto found = std::ranges::find(bodies, numbers[geom]);
        return found == bodies.end()
                   ? robot::BodyId::none()
                   : robot::BodyId(static_cast<std::size_t>(found - bodies.begin()));
    };
    std::vector<BodyTouch> touches;
    for (int i = 0; i < data->ncon; ++i) {
        const mjContact& contact = data->contact[i];
        const robot::BodyId first = bodyOf(contact.geom[0]);
        const robot::BodyId second = bodyOf(contact.geom[1]);
        if ((!first.isValid() && !second.isValid()) || contact.efc_address < 0) {
            continue; // a contact of other robots, or of shapes that are only near each other
        }
        std::array<mjtNum, 6>
            wrench{}; // force of the first body on the second, in the contact's frame
        mj_contactForce(model, data, i, wrench.data());
        using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
        const Eigen::Vector3d force_SN = Eigen::Map<const RowMajor>(contact.frame).transpose() *
                                         Eigen::Map<const Eigen::Vector3d>(wrench.data());
        const bool isSecond = second.isValid();
        touches.push_back({isSecond ? second : first, isSecond ? first : second,
                           Eigen::Map<const Eigen::Vector3d>(contact.pos),
                           isSecond ? force_SN : Eigen::Vector3d(-force_SN)});
    }
    return touches;
}

void setPosture(MujocoWorld& world, RobotKey robot, const math::Pose& X_STorso,
                std::span<const double> anglesRad) {
    world.place(robot, X_STorso);
    const auto [model, data] = world.native();
    const robot::RobotModel& description = world.model(robot);
    for (std::size_t i = 0; i < description.joints().size(); ++i) {
        const int body = world.bodyId(robot, description.joints()[i].child);
        data->qpos[model->jnt_qposadr[model->body_jntadr[body]]] = anglesRad[i];
    }
}

void placeInPosture(MujocoWorld& world, RobotKey robot, const math::Pose& X_STorso,
                    std::span<const double> anglesRad) {
    setPosture(world, robot, X_STorso, anglesRad);
    const auto [model, data] = world.native();
    mj_forward(model, data);
}

} // namespace sideline::simulator::mujoco
