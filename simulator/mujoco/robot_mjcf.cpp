#include "simulator/mujoco/robot_mjcf.h"

#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/robot/workshop/robot_analysis.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;

// Writes the elements of a robot. Names need no escaping: robot names contain no XML characters,
// which is checked when a `RobotModel` is read from a file.
class MjcfWriter {
public:
    MjcfWriter(const robot::RobotModel& model, const RobotPhysics& physics)
        : m_model(model), m_physics(physics) {}

    std::string write() {
        put("<mujoco model=\"{}\">\n<compiler angle=\"radian\"/>\n<worldbody>\n",
            escaped(m_model.name()));
        writeBody(robot::BodyId(std::size_t{0}));
        put("</worldbody>\n<contact>\n");
        for (const auto& [first, second] : m_physics.ignoredPairs) {
            put("<exclude body1=\"{}\" body2=\"{}\"/>\n", bodyName(first), bodyName(second));
        }
        put("</contact>\n<actuator>\n");
        writeActuators();
        put("</actuator>\n<sensor>\n");
        writeSensors();
        put("</sensor>\n</mujoco>\n");
        return std::move(m_out);
    }

private:
    template <typename... Values>
    void put(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(m_out), format, std::forward<Values>(values)...);
    }

    static std::string escaped(std::string_view name) {
        std::string text;
        for (const char c : name) {
            text += c == '&'   ? "&amp;"
                    : c == '<' ? "&lt;"
                    : c == '"' ? "&quot;"
                               : std::string(1, c);
        }
        return text;
    }
    template <typename Values>
    static std::string numbers(const Values& values) {
        return fmt::format("{}", fmt::join(values.begin(), values.end(), " "));
    }
    static std::string turn(const Eigen::Matrix3d& R_Ours) {
        const Eigen::Quaterniond q(toServer(R_Ours));
        return fmt::format("{} {} {} {}", q.w(), q.x(), q.y(), q.z());
    }
    static std::string place(const math::Pose& X) {
        std::string text = fmt::format("pos=\"{}\"", numbers(toServer(X.p)));
        if (!X.R.isIdentity(0.0)) {
            text += fmt::format(" quat=\"{}\"", turn(X.R));
        }
        return text;
    }

    [[nodiscard]] std::string bodyName(robot::BodyId id) const {
        const robot::Body& body = m_model.body(id);
        return body.parent.isValid() ? escaped(body.name) : "torso";
    }

    void writeBody(robot::BodyId id) {
        const robot::Body& body = m_model.body(id);
        const bool isTorso = !body.parent.isValid();
        const math::Pose X_Parent = isTorso
                                        ? math::Pose::translation(m_model.traits().p_STorsoAtStart)
                                        : math::Pose{body.R_ParentBody, body.p_ParentBody};
        put("<body name=\"{}\" {}>\n", bodyName(id), place(X_Parent));
        if (isTorso) {
            put("<site name=\"torso\"/>\n<freejoint name=\"root\"/>\n");
        }
        writeInertia(body);
        for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
            if (m_model.joints()[i].child == id) {
                writeJoint(robot::JointId(i));
            }
        }
        for (const Site& site : m_physics.sites) {
            if (site.body == id) {
                put("<site name=\"{}\" pos=\"{}\"/>\n", escaped(site.name),
                    numbers(toServer(site.p_Body)));
            }
        }
        for (const Collider& collider : m_physics.colliders) {
            if (collider.body == id) {
                writeCollider(collider);
            }
        }
        for (std::size_t i = id.index() + 1; i < m_model.bodies().size(); ++i) {
            if (m_model.bodies()[i].parent == id) {
                writeBody(robot::BodyId(i));
            }
        }
        put("</body>\n");
    }

    void writeInertia(const robot::Body& body) {
        const Eigen::Matrix3d I = toServer(robot::inertiaKgM2(body));
        put("<inertial pos=\"{}\" mass=\"{}\" fullinertia=\"{} {} {} {} {} {}\"/>\n",
            numbers(toServer(body.p_BodyCom)), body.massKg, I(0, 0), I(1, 1), I(2, 2), I(0, 1),
            I(0, 2), I(1, 2));
    }

    void writeJoint(robot::JointId id) {
        const robot::Joint& joint = m_model.joint(id);
        const JointResistance& resistance = m_physics.joints[id.index()];
        put("<joint name=\"{}\" axis=\"{}\" pos=\"{}\"", escaped(m_model.jointName(id)),
            numbers(toServer(joint.axis)), numbers(toServer(joint.anchor_Child)));
        if (std::isfinite(joint.minRad) && std::isfinite(joint.maxRad)) {
            put(" limited=\"true\" range=\"{} {}\"", joint.minRad, joint.maxRad);
        }
        if (joint.dynamics.maxTorqueNm > 0.0) {
            put(" actuatorfrclimited=\"true\" actuatorfrcrange=\"{} {}\"",
                -joint.dynamics.maxTorqueNm, joint.dynamics.maxTorqueNm);
        }
        put(" armature=\"{}\" damping=\"{}\" frictionloss=\"{}\"/>\n", resistance.armatureKgM2,
            resistance.dampingNmsPerRad, resistance.frictionLossNm);
    }

    void writeCollider(const Collider& collider) {
        std::string shape;
        if (const auto* box = std::get_if<robot::Box>(&collider.shape)) {
            shape = fmt::format("type=\"box\" size=\"{}\"",
                                numbers(Vector3d(toServer(box->sizeM).cwiseAbs() / 2.0)));
        } else if (const auto* sphere = std::get_if<robot::Sphere>(&collider.shape)) {
            shape = fmt::format("type=\"sphere\" size=\"{}\"", sphere->radiusM);
        } else if (const auto* capsule = std::get_if<robot::Capsule>(&collider.shape)) {
            shape = fmt::format("type=\"capsule\" size=\"{} {}\"", capsule->radiusM,
                                capsule->lengthM / 2.0);
        } else if (const auto* cylinder = std::get_if<Cylinder>(&collider.shape)) {
            shape = fmt::format("type=\"cylinder\" size=\"{} {}\"", cylinder->radiusM,
                                cylinder->lengthM / 2.0);
        }
        const ContactParameters& contact = collider.contact;
        put("<geom{} {} {} group=\"3\" priority=\"1\" friction=\"{}\" solref=\"{}\" "
            "solimp=\"{}\"/>\n",
            collider.name.empty() ? "" : fmt::format(" name=\"{}\"", escaped(collider.name)), shape,
            place(collider.X_BodyCollider), numbers(contact.friction), numbers(contact.solref),
            numbers(contact.solimp));
    }

    void writeActuators() {
        for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
            const std::string effector = escaped(m_model.joints()[i].effector);
            if (effector.empty()) {
                continue;
            }
            const std::string joint = escaped(m_model.jointName(robot::JointId(i)));
            put("<motor name=\"{0}_tau\" joint=\"{1}\"/>\n<position name=\"{0}_pos\" "
                "joint=\"{1}\"/>"
                "\n<velocity name=\"{0}_vel\" joint=\"{1}\"/>\n",
                effector, joint);
        }
    }

    void writeSensors() {
        put("<framequat name=\"torso_quat\" objtype=\"site\" objname=\"torso\"/>\n"
            "<framepos name=\"torso_pos\" objtype=\"site\" objname=\"torso\"/>\n"
            "<gyro name=\"torso_gyro\" site=\"torso\"/>\n"
            "<accelerometer name=\"torso_acc\" site=\"torso\"/>\n");
        for (const auto& [element, prefix] :
             {std::pair("jointpos", "q_"), std::pair("jointvel", "dq_")}) {
            for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
                const robot::JointId id(i);
                if (!m_model.joint(id).perceptor.empty()) {
                    put("<{} name=\"{}{}\" joint=\"{}\"/>\n", element, prefix,
                        escaped(m_model.perceptorName(id)), escaped(m_model.jointName(id)));
                }
            }
        }
    }

    const robot::RobotModel& m_model;
    const RobotPhysics& m_physics;
    std::string m_out;
};

} // namespace

std::string robotMjcf(const robot::RobotModel& model, const RobotPhysics& physics) {
    return MjcfWriter(model, physics).write();
}

} // namespace sideline::simulator::mujoco
