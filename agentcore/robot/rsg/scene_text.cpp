#include "agentcore/robot/rsg/scene_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::robot::rsg {

namespace {

using Eigen::Vector3d;
using math::degFromRad;

constexpr double kTiny = 1e-12; // smaller values are rounding errors

std::string number(double value) {
    return fmt::format("{}", std::abs(value) < kTiny ? 0.0 : value);
}

std::string vector(const Vector3d& v) {
    return fmt::format("{} {} {}", number(v.x()), number(v.y()), number(v.z()));
}

// Returns the angles of setLocalRotation in degrees: R = Rx * Ry * Rz.
Vector3d localRotationDeg(const Eigen::Matrix3d& R) {
    const double y = std::asin(std::clamp(R(0, 2), -1.0, 1.0));
    if (std::abs(R(0, 2)) > 1.0 - 1e-12) { // x and z rotate about the same axis
        return Vector3d(std::atan2(R(1, 0), R(1, 1)), y, 0.0) * degFromRad(1.0);
    }
    return Vector3d(std::atan2(-R(1, 2), R(2, 2)), y, std::atan2(-R(0, 1), R(0, 0))) *
           degFromRad(1.0);
}

// The words for a body's shape in the scene's nodes.
struct Words {
    std::string total; // the call that sets shape and mass
    std::string drawn;
    std::string collider;
};

Words wordsOf(const Body& body) {
    const std::string mass = number(body.massKg);
    if (const auto* box = std::get_if<Box>(&body.shape)) {
        const std::string size = vector(box->sizeM);
        return {fmt::format("setBoxTotal {} {}", mass, size),
                fmt::format("nd Box (setExtents {})", size),
                fmt::format("nd BoxCollider (setBoxLengths {})", size)};
    }
    if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
        const std::string radius = number(sphere->radiusM);
        return {fmt::format("setSphereTotal {} {}", mass, radius),
                fmt::format("nd Sphere (setRadius {})", radius),
                fmt::format("nd SphereCollider (setRadius {})", radius)};
    }
    const auto& capsule = std::get<Capsule>(body.shape);
    const std::string size = fmt::format("{} {}", number(capsule.radiusM), number(capsule.lengthM));
    return {fmt::format("setCapsuleTotal {} {}", mass, size),
            fmt::format("nd Capsule (setParams {})", size),
            fmt::format("nd CapsuleCollider (setParams {})", size)};
}

class SceneText {
public:
    SceneText(const RobotModel& model, int robotType)
        : m_model(model), m_type(robotType), m_poses(model.bodies().size()) {
        math::Pose X_STorso;
        X_STorso.p = model.traits().p_STorsoAtStart;
        forwardKinematics(model, X_STorso, std::vector<double>(model.joints().size(), 0.0),
                          m_poses);
    }

    std::string write() && {
        line("(RSG 0 1)");
        open("(");
        open("(nd Space");
        line("(setName {})", spaceName());
        line("(disableInnerCollision {})", !m_model.traits().collidesWithItself);
        for (std::size_t i = 0; i < m_model.bodies().size(); ++i) {
            addBody(BodyId(i));
        }
        close();
        close();
        return std::move(m_text);
    }

private:
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        m_text.append(2 * m_depth, ' ');
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
        m_text += '\n';
    }
    template <typename... Args>
    void open(fmt::format_string<Args...> format, Args&&... args) {
        line(format, std::forward<Args>(args)...);
        ++m_depth;
    }
    void close() {
        --m_depth;
        line(")");
    }

    std::string spaceName() const {
        std::string name = "robot";
        for (const char c : m_model.name()) {
            if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
                name += c;
            }
        }
        return name;
    }

    // Returns the name of a body's rigid body in the scene.
    std::string_view nodeName(BodyId id) const {
        return id.index() == 0 ? std::string_view("body") : m_model.body(id).name;
    }
    std::string_view rigidName(BodyId id) const {
        constexpr std::string_view kNames[] = {"boxBody", "sphereBody", "capsuleBody"};
        static_assert(std::variant_size_v<Shape> == std::size(kNames));
        return kNames[m_model.body(id).shape.index()];
    }

    void addBody(BodyId id) {
        const math::Pose& X = m_poses[id.index()];
        open("(nd {}", id.index() == 0 ? "AgentAspect" : "Transform");
        line("(setName {})", nodeName(id));
        line("(setLocalPos {})", vector(X.p));
        if (!X.R.isIdentity(1e-12)) {
            line("(setLocalRotation {})", vector(localRotationDeg(X.R)));
        }
        addShape(id);
        if (id.index() == 0) {
            line("(nd StaticMeshInitEffector)");
            line("(nd BeamEffector)");
            line("(nd SayEffector)");
            line("(nd AgentSyncEffector)");
            line("(nd PassEffector)");
        }
        addPerceptors(id);
        for (const VisiblePart& part : m_model.percepts().visibleParts) {
            if (part.body == id) {
                line("(nd ObjectState (setID {}))", part.name);
            }
        }
        close();
    }

    void addShape(BodyId id) {
        const Body& body = m_model.body(id);
        const Words words = wordsOf(body);
        line("({} (setMaterial matGrey))", words.drawn);
        line("(nd RigidBody (setName {}) ({})", rigidName(id), words.total);
        line("  (nd DragController (setAngularDrag 0.01) (setLinearDrag 0.01)))");
        if (body.collides) {
            open("({}", words.collider);
            addSurface(id);
            close();
        }
    }

    bool isTouched(BodyId id) const {
        return std::ranges::any_of(m_model.percepts().perceptors, [&](const Perceptor& perceptor) {
            return perceptor.body == id && perceptorInfo(perceptor.kind).needsContact;
        });
    }

    void addSurface(BodyId id) {
        const ContactSurface& surface = m_model.body(id).surface;
        open("(nd {}", isTouched(id) ? "TouchPerceptorHandler" : "ContactJointHandler");
        line("(setContactBounceMode false)");
        line("(setContactSoftERPMode true) (setContactSoftERP {})", number(surface.softErp));
        if (surface.softCfm) {
            line("(setContactSoftCFMMode true) (setContactSoftCFM {})", number(*surface.softCfm));
        }
        line("(setContactSlipMode true) (setContactSlip {})", number(surface.slip));
        close();
    }

    // Percepts are in the order of their nodes, so a joint is written at the position of its
    // percept.
    void addPerceptors(BodyId id) {
        const JointId ownJoint = m_model.body(id).joint;
        bool hasJoint = false;
        bool isInState = false; // whether in the agent state, which sends GS and hear
        for (const Perceptor& perceptor : m_model.percepts().perceptors) {
            const bool isState =
                perceptor.kind == PerceptorKind::GameState || perceptor.kind == PerceptorKind::Hear;
            if (isInState && !isState) {
                close();
                isInState = false;
            }
            if (perceptor.joint.isValid()) {
                if (perceptor.joint == ownJoint) {
                    addJoint(id);
                    hasJoint = true;
                }
            } else if (perceptor.body == id || (id.index() == 0 && !perceptor.body.isValid())) {
                if (isState && !isInState) {
                    open("(nd AgentState (setName AgentState) (setRobotType {})", m_type);
                    isInState = true;
                }
                addPerceptor(perceptor);
            }
        }
        if (isInState) {
            close();
        }
        if (!hasJoint && m_model.body(id).parent.isValid()) {
            addJoint(id);
        }
    }

    void addPerceptor(const Perceptor& perceptor) {
        const PerceptorKindInfo& info = perceptorInfo(perceptor.kind);
        if (perceptor.kind == PerceptorKind::Vision) {
            addVision();
        } else if (info.hasName) {
            line("(nd {} (setName {}))", info.node, perceptor.name);
        } else {
            line("(nd {})", info.node);
        }
    }

    void addVision() {
        const VisionSettings& vision = m_model.percepts().vision;
        open("(nd {}", vision.cone ? "RestrictedVisionPerceptor" : "VisionPerceptor");
        if (vision.cone) {
            line("(setViewCones {} {})", number(2.0 * degFromRad(vision.cone->halfWidthRad)),
                 number(2.0 * degFromRad(vision.cone->halfHeightRad)));
        }
        if (vision.intervalCycles != 1) {
            line("(setInterval {})", vision.intervalCycles);
        }
        line("(setSenseMyPos {}) (setSenseMyOrien {}) (setSenseBallPos {})",
             vision.reportsOwnPosition, vision.reportsOwnOrientation, vision.reportsBallPosition);
        line("(setStaticSenseAxis {}) (addNoise {}) (setSenseLine {})", vision.hasStaticAxes,
             vision.hasNoise, vision.seesLines);
        close();
    }

    void addJoint(BodyId id) {
        const Body& body = m_model.body(id);
        const auto attach = [&] {
            line("(attach ../{} ../../{}/{})", rigidName(id), nodeName(body.parent),
                 rigidName(body.parent));
        };
        if (!body.joint.isValid()) {
            open("(nd FixedJoint");
            attach();
            line("(setFixed)");
            return close();
        }
        const Joint& joint = m_model.joint(body.joint);
        const bool isUniversal = joint.kind != JointKind::Hinge;
        open("(nd {}", isUniversal ? "UniversalJoint" : "HingeJoint");
        attach();
        line("(setAnchor {})", vector(joint.anchor_Child));
        line("({} {})", isUniversal ? "setAxis1" : "setAxis", vector(joint.axis));
        addAxis(joint, 0);
        if (isUniversal) {
            const Joint& second = m_model.joint(otherAxis(m_model, body.joint));
            line("(setAxis2 {})", vector(second.axis));
            addAxis(second, 1);
        }
        const std::string_view type = isUniversal ? "UniversalJoint" : "Hinge";
        if (!joint.perceptor.empty()) {
            line("(nd {}Perceptor (setName {}))", type, joint.perceptor);
        }
        if (!joint.effector.empty()) {
            line("(nd {}Effector (setName {}))", type, joint.effector);
        }
        close();
    }

    void addAxis(const Joint& joint, int axis) {
        const JointDynamics& dynamics = joint.dynamics;
        line("(setMaxMotorForce {} {}) (setCFM {} {}) (setFudgeFactor {} {}) (setBounce {} {})",
             axis, number(dynamics.maxTorqueNm), axis, dynamics.cfm, axis, dynamics.fudgeFactor,
             axis, number(dynamics.stopBounce));
        line("(setStopCFM {} {}) (setStopERP {} {})", axis, dynamics.stopCfm, axis,
             number(dynamics.stopErp));
        if (std::isfinite(joint.minRad)) {
            line("(setLowStopDeg {} {})", axis, number(degFromRad(joint.minRad)));
        }
        if (std::isfinite(joint.maxRad)) {
            line("(setHighStopDeg {} {})", axis, number(degFromRad(joint.maxRad)));
        }
        if (std::isfinite(joint.maxSpeedRadPerS)) {
            line("(setJointMaxSpeed{} {})", axis + 1, number(joint.maxSpeedRadPerS));
        }
    }

    const RobotModel& m_model;
    int m_type;
    std::vector<math::Pose> m_poses; // world poses of the bodies
    std::string m_text;
    std::size_t m_depth = 0;
};

} // namespace

std::string sceneText(const RobotModel& model, int robotType) {
    return SceneText(model, robotType).write();
}

} // namespace sideline::robot::rsg
