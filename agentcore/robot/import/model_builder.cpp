#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/import/body_tree.h"
#include "agentcore/robot/import/part_shape.h"

namespace sideline::robot::imported {

namespace {

using base::ErrorCode;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kTiny = 1e-9;
constexpr double kSameInertiaRatio = 1e-6;
constexpr double kStartStepM = 1e-3;

// Makes names unique and valid in scene files and messages.
class NameSet {
public:
    explicit NameSet(std::set<std::string> taken) : m_taken(std::move(taken)) {}

    std::string unique(const std::string& given, const std::string& otherwise) {
        std::string name = given.empty() ? otherwise : given;
        std::ranges::replace_if(
            name,
            [](char c) {
                return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-';
            },
            '_');
        std::string free = name;
        for (int number = 2; !m_taken.insert(free).second; ++number) {
            free = fmt::format("{}_{}", name, number);
        }
        return free;
    }

private:
    std::set<std::string> m_taken;
};

// Returns the name of a joint's command: for names like those of the league, such as `rlj4`, with
// `e` instead of `j`; otherwise the joint's own name.
std::string effectorOf(std::string name) {
    const std::size_t letter = name.find('j');
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || c == '_'; };
    if (letter != std::string::npos && letter > 0 && letter <= 2 && letter + 1 < name.size() &&
        std::ranges::all_of(name.substr(letter + 1), isDigit)) {
        name[letter] = 'e';
    }
    return name;
}

// Returns the name of a universal joint, derived from the names of its axes, such as `rlj2_3_2`,
// `rlj2_3_1`.
std::string nameOfAxes(const std::vector<ImportedAxis>& axes) {
    const std::string& inner = axes.back().name;
    const std::string stem = inner.ends_with("_1") ? inner.substr(0, inner.size() - 2) : inner;
    return axes.front().name == stem + "_2" ? stem : inner;
}

class ModelBuilder {
public:
    ModelBuilder(ImportedTree tree, std::string name)
        : m_tree(std::move(tree)), m_name(std::move(name)) {}

    base::Expected<ImportedRobot> run() && {
        if (auto fits = checkSize(); !fits) {
            return tl::unexpected(fits.error());
        }
        findHead();
        for (std::size_t i = 0; i < m_tree.parts.size(); ++i) {
            addBody(i);
        }
        return ImportedRobot{finished(), m_tree.notes.notes()};
    }

private:
    base::Expected<void> checkSize() const {
        std::size_t axes = 0;
        for (const ImportedPart& part : m_tree.parts) {
            axes += part.axes.size();
            if (axes > kMaxJoints) {
                return tl::unexpected(errorAt(part.place, ErrorCode::LimitExceeded,
                                              "the robot has too many joints",
                                              fmt::format("at most {}", kMaxJoints)));
            }
        }
        if (m_tree.parts.size() > kMaxBodies) {
            return tl::unexpected(
                errorAt(m_tree.parts[kMaxBodies].place, ErrorCode::LimitExceeded,
                        fmt::format("the robot has {} bodies", m_tree.parts.size()),
                        fmt::format("at most {}", kMaxBodies)));
        }
        return {};
    }

    // The head is the part with a camera, or a part whose name contains `camera` or `head`.
    void findHead() {
        for (const char* word : {"camera", "head"}) {
            for (const ImportedFrame& frame : m_tree.frames) {
                if (m_head < 0 && lowerCase(frame.name).find(word) != std::string::npos) {
                    m_head = frame.part;
                    if (word == std::string_view("camera")) {
                        m_eye_Head = frame.X_PartFrame.p;
                    }
                }
            }
            for (std::size_t i = 0; i < m_tree.parts.size() && m_head < 0; ++i) {
                // Uses the last match, since the name of the neck may contain the word, too.
                const std::size_t last = m_tree.parts.size() - 1 - i;
                if (lowerCase(m_tree.parts[last].name).find(word) != std::string::npos) {
                    m_head = static_cast<int>(last);
                }
            }
            if (m_head >= 0) {
                return;
            }
        }
    }

    void addBody(std::size_t index) {
        const ImportedPart& part = m_tree.parts[index];
        const bool isUpright = index == 0 || static_cast<int>(index) == m_head;
        PartShape shape = shapeOf(part, isUpright, m_tree.notes);
        const math::Pose X_BodyPart = shape.X_PartBody.inverse();
        Body body;
        body.name =
            index == 0 ? "torso" : m_bodyNames.unique(part.name, fmt::format("body{}", index));
        body.shape = shape.shape;
        body.collides = shape.collides;
        body.solids = std::move(shape.solids);
        body.massKg = part.mass.massKg;
        setInertia(body, part.mass.inFrame(X_BodyPart));
        if (part.parent >= 0) {
            body.parent = BodyId(part.parent);
            const math::Pose X = m_bodyFrames[static_cast<std::size_t>(part.parent)].inverse() *
                                 part.X_ParentPart * shape.X_PartBody;
            body.p_ParentBody = tidy(X.p);
            body.R_ParentBody = X.R.isIdentity(kTiny) ? Matrix3d(Matrix3d::Identity()) : X.R;
        }
        addJoints(part, X_BodyPart, BodyId(index), body);
        if (static_cast<int>(index) == m_head && m_eye_Head) {
            m_traits.p_HeadEye = tidy(X_BodyPart * *m_eye_Head);
        }
        m_bodyFrames.push_back(shape.X_PartBody);
        m_bodies.push_back(std::move(body));
    }

    static Vector3d tidy(const Vector3d& v) {
        return v.unaryExpr([](double value) { return std::abs(value) < kTiny ? 0.0 : value; });
    }

    // Omits an inertia that equals that of the shape with uniform density.
    static void setInertia(Body& body, const MassValues& mass) {
        ImportedGeom geom{GeomKind::Box, Vector3d::Zero(), {}, {}};
        if (const auto* box = std::get_if<Box>(&body.shape)) {
            geom.sizeM = box->sizeM;
        } else if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
            geom.kind = GeomKind::Sphere;
            geom.sizeM.x() = sphere->radiusM;
        } else {
            const auto& capsule = std::get<Capsule>(body.shape);
            geom.kind = GeomKind::Capsule;
            geom.sizeM.head<2>() << capsule.radiusM, capsule.lengthM;
        }
        body.p_BodyCom = tidy(mass.p_Com);
        const Matrix3d uniform = massOf(geom, mass.massKg).inertiaKgM2;
        if ((uniform - mass.inertiaKgM2).norm() > kSameInertiaRatio * uniform.norm()) {
            body.inertiaKgM2 = mass.inertiaKgM2;
        }
    }

    void addJoints(const ImportedPart& part, const math::Pose& X_BodyPart, BodyId id, Body& body) {
        if (part.axes.empty()) {
            return;
        }
        body.joint = JointId(m_joints.size());
        const bool isUniversal = part.axes.size() == 2;
        const std::string given = isUniversal ? nameOfAxes(part.axes) : part.axes.front().name;
        const std::string name = m_jointNames.unique(given, body.name);
        // The axis next to the parent is the second one.
        for (std::size_t i = part.axes.size(); i-- > 0;) {
            const ImportedAxis& axis = part.axes[i];
            Joint joint;
            joint.perceptor = name;
            joint.effector = axis.effector.empty() ? effectorOf(name) : axis.effector;
            joint.parent = body.parent;
            joint.child = id;
            joint.anchor_Child = tidy(X_BodyPart * axis.p_PartAnchor);
            joint.axis = tidy(X_BodyPart.R * axis.axis).normalized();
            joint.minRad = axis.minRad;
            joint.maxRad = axis.maxRad;
            joint.maxSpeedRadPerS = axis.maxSpeedRadPerS;
            joint.dynamics.maxTorqueNm = axis.maxTorqueNm;
            joint.kind = !isUniversal ? JointKind::Hinge
                         : i == 1     ? JointKind::UniversalFirst
                                      : JointKind::UniversalSecond;
            m_joints.push_back(std::move(joint));
        }
    }

    // Sensors are grouped by body, as in a scene file.
    [[nodiscard]] PerceptorLayout percepts(const RobotModel& plain) const {
        PerceptorLayout layout;
        const auto add = [&](PerceptorKind kind, std::string name, BodyId body, JointId joint) {
            layout.perceptors.push_back({kind, std::move(name), body, joint});
        };
        const BodyId torso(std::size_t{0});
        const BodyId found = m_head >= 0 ? BodyId(m_head) : plain.findBody(BodyRole::Head);
        const BodyId head = found.isValid() ? found : torso;
        add(PerceptorKind::Time, "", {}, {});
        add(PerceptorKind::GameState, "", {}, {});
        add(PerceptorKind::Hear, "", {}, {});
        add(PerceptorKind::Gyro, "torso", torso, {});
        add(PerceptorKind::Accelerometer, "torso", torso, {});
        for (std::size_t i = 0; i < plain.bodies().size(); ++i) {
            const Body& body = plain.bodies()[i];
            const BodyId id(i);
            if (body.role == BodyRole::LeftFoot || body.role == BodyRole::RightFoot) {
                add(PerceptorKind::ForceResistance, body.role == BodyRole::LeftFoot ? "lf" : "rf",
                    id, {});
            }
            if (body.joint.isValid()) {
                const Joint& joint = plain.joint(body.joint);
                add(joint.kind == JointKind::Hinge ? PerceptorKind::Hinge
                                                   : PerceptorKind::Universal,
                    joint.perceptor, {}, body.joint);
            }
            if (id == head) {
                add(PerceptorKind::Vision, "", id, {});
            }
            if (const char* part = partName(body.role, id == head && i > 0)) {
                layout.visibleParts.push_back({part, id});
            }
        }
        // The same values as for the camera of the league's Nao.
        layout.vision = {.cone =
                             VisionSettings::Cone{math::radFromDeg(60.0), math::radFromDeg(60.0)},
                         .intervalCycles = 3,
                         .hasNoise = true,
                         .seesLines = true};
        return layout;
    }

    // Returns the name under which agents see a part; nullptr for a part that they do not see.
    static const char* partName(BodyRole role, bool isHead) {
        return isHead                        ? "head"
               : role == BodyRole::LeftHand  ? "llowerarm"
               : role == BodyRole::RightHand ? "rlowerarm"
               : role == BodyRole::LeftFoot  ? "lfoot"
               : role == BodyRole::RightFoot ? "rfoot"
                                             : nullptr;
    }

    RobotModel finished() {
        m_traits.scenePath = fmt::format("rsg/agent/{}.rsg", m_name);
        const RobotModel plain(m_name, m_bodies, m_joints, {}, m_traits);
        m_traits.p_STorsoAtStart.z() =
            std::ceil(std::max(plain.standingTorsoM(), 0.0) / kStartStepM - kTiny) * kStartStepM;
        PerceptorLayout layout = percepts(plain);
        return RobotModel(m_name, std::move(m_bodies), std::move(m_joints), std::move(layout),
                          m_traits);
    }

    ImportedTree m_tree;
    std::string m_name;
    int m_head = -1;
    std::optional<Vector3d> m_eye_Head; ///< pose of the camera in the frame of the head's part
    // `body` is the torso in scene files.
    NameSet m_bodyNames{{"torso", "body"}};
    NameSet m_jointNames{{}};
    std::vector<math::Pose> m_bodyFrames; ///< poses of the bodies in their parts
    std::vector<Body> m_bodies;
    std::vector<Joint> m_joints;
    RobotTraits m_traits;
};

} // namespace

base::Expected<ImportedRobot> buildRobot(const ImportedTree& tree, const std::string& name,
                                         FixedBodies fixed) {
    auto reduced = reduce(tree, fixed);
    if (!reduced) {
        return tl::unexpected(reduced.error());
    }
    if (reduced->parts.size() > kMaxBodies && fixed == FixedBodies::Keep) {
        const SourcePlace place = reduced->parts.front().place;
        const std::size_t count = reduced->parts.size();
        reduced = reduce(tree, FixedBodies::Merge);
        if (!reduced) {
            return tl::unexpected(reduced.error());
        }
        reduced->notes.add(place, fmt::format("there are {} bodies with mass; those fixed to "
                                              "others are therefore merged with them",
                                              count));
    }
    return ModelBuilder(std::move(*reduced), name).run();
}

} // namespace sideline::robot::imported
