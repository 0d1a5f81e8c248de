#include "agentcore/robot/robot_limbs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/robot/hinge_chain.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/shape_extent.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;

constexpr std::size_t kMinLegJoints = 3;
constexpr std::size_t kMinArmJoints = 2;
// Relative to the robot's height: minimum lateral distance of a limb's end, maximum difference
// between the two sides, and tolerance for a foot that is level with the ground.
constexpr double kMiddleRatio = 0.02;
constexpr double kMirrorRatio = 0.3;
constexpr double kLevelRatio = 0.02;
// Minimum cosine between a pitch joint's axis and the lateral direction.
constexpr double kPitchCos = 0.9;

constexpr std::array kEnds = {BodyRole::LeftFoot, BodyRole::RightFoot, BodyRole::LeftHand,
                              BodyRole::RightHand, BodyRole::Head};

// Groups of bodies fixed to each other, identified by the body closest to the torso.
class Links {
public:
    Links(const RobotModel& model, std::span<const math::Pose> X_TBody)
        : m_model(model), m_poses(X_TBody) {
        const auto bodies = model.bodies();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const bool isRoot = i == 0 || bodies[i].joint.isValid();
            m_root.push_back(isRoot ? i : m_root[bodies[i].parent.index()]);
            m_isEnd.push_back(isRoot && i > 0);
            m_jointCount.push_back(i == 0 ? 0 : m_jointCount[bodies[i].parent.index()]);
            if (isRoot && i > 0) {
                m_isEnd[parent(i)] = false;
                const bool isHinge = model.joint(bodies[i].joint).kind == JointKind::Hinge;
                m_jointCount[i] += isHinge ? 1 : 2;
            }
            m_lowM = std::min(m_lowM, -extent(i, -Vector3d::UnitZ()));
            m_highM = std::max(m_highM, extent(i, Vector3d::UnitZ()));
        }
    }

    // Returns the link relative to which this link moves.
    [[nodiscard]] std::size_t parent(std::size_t link) const {
        return m_root[m_model.bodies()[link].parent.index()];
    }
    [[nodiscard]] bool isEnd(std::size_t link) const { return m_isEnd[link]; }
    [[nodiscard]] std::size_t jointCount(std::size_t link) const { return m_jointCount[link]; }
    [[nodiscard]] double heightM() const { return m_highM - m_lowM; }
    [[nodiscard]] double extent(std::size_t body, const Vector3d& direction) const {
        return extentM(m_model.bodies()[body], m_poses[body], direction);
    }
    [[nodiscard]] double lowOf(std::size_t link) const {
        double lowM = std::numeric_limits<double>::infinity();
        for (std::size_t i = link; i < m_root.size(); ++i) {
            if (m_root[i] == link) {
                lowM = std::min(lowM, -extent(i, -Vector3d::UnitZ()));
            }
        }
        return lowM;
    }
    [[nodiscard]] const Vector3d& place(std::size_t link) const { return m_poses[link].p; }
    // Returns the height of the joint that moves a link.
    [[nodiscard]] double hingeHeight(std::size_t link) const {
        const Joint& joint = m_model.joint(m_model.bodies()[link].joint);
        return Vector3d(m_poses[link] * joint.anchor_Child).z();
    }
    [[nodiscard]] bool feelsForce(std::size_t link) const {
        return std::ranges::any_of(m_model.percepts().perceptors, [&](const Perceptor& each) {
            return each.kind == PerceptorKind::ForceResistance && each.body.isValid() &&
                   m_root[each.body.index()] == link;
        });
    }
    // Counts the joints that move this link but not the other.
    [[nodiscard]] std::size_t ownJoints(std::size_t link, std::size_t other) const {
        std::size_t common = link;
        while (!contains(common, other)) {
            common = parent(common);
        }
        return m_jointCount[link] - m_jointCount[common];
    }
    // Whether a link is `other` or is between `other` and the torso.
    [[nodiscard]] bool contains(std::size_t link, std::size_t other) const {
        while (other > link) {
            other = parent(other);
        }
        return other == link;
    }

private:
    const RobotModel& m_model;
    std::span<const math::Pose> m_poses;
    std::vector<std::size_t> m_root;       // per body
    std::vector<bool> m_isEnd;             // one per body; used only for links
    std::vector<std::size_t> m_jointCount; // number of joints between each body and the torso
    double m_lowM = std::numeric_limits<double>::infinity();
    double m_highM = -std::numeric_limits<double>::infinity();
};

struct Pair {
    std::size_t left = 0;
    std::size_t right = 0;
};

// Returns the ends of mirrored chains.
std::vector<Pair> mirroredEnds(const Links& links, std::size_t bodyCount) {
    const double middleM = kMiddleRatio * links.heightM();
    const auto differenceM = [&](std::size_t left, std::size_t right) {
        const Vector3d& p = links.place(right);
        return links.jointCount(left) == links.jointCount(right)
                   ? (links.place(left) - Vector3d(-p.x(), p.y(), p.z())).norm()
                   : std::numeric_limits<double>::infinity();
    };
    std::vector<std::size_t> lefts;
    std::vector<std::size_t> rights;
    for (std::size_t i = 1; i < bodyCount; ++i) {
        if (links.isEnd(i) && std::abs(links.place(i).x()) > middleM) {
            (links.place(i).x() < 0.0 ? lefts : rights).push_back(i);
        }
    }
    std::vector<Pair> pairs;
    for (const std::size_t left : lefts) {
        const auto right = std::ranges::min_element(
            rights, {}, [&](std::size_t each) { return differenceM(left, each); });
        if (right == rights.end() ||
            !(differenceM(left, *right) < kMirrorRatio * links.heightM())) {
            continue;
        }
        const auto back = std::ranges::min_element(
            lefts, {}, [&](std::size_t each) { return differenceM(each, *right); });
        if (*back == left) {
            pairs.push_back({left, *right});
        }
    }
    return pairs;
}

// Returns the ends of the legs; not set for robots that do not stand on two legs.
std::optional<Pair> legsOf(const Links& links, std::vector<Pair> pairs) {
    const auto lowM = [&](const Pair& pair) {
        return std::min(links.lowOf(pair.left), links.lowOf(pair.right));
    };
    const auto feelsForce = [&](const Pair& pair) {
        return links.feelsForce(pair.left) && links.feelsForce(pair.right);
    };
    std::erase_if(pairs, [&](const Pair& pair) {
        return lowM(pair) > links.place(0).z() ||
               (links.ownJoints(pair.left, pair.right) < kMinLegJoints && !feelsForce(pair));
    });
    if (std::ranges::any_of(pairs, feelsForce)) {
        std::erase_if(pairs, [&](const Pair& pair) { return !feelsForce(pair); });
    }
    const auto lowest = std::ranges::min_element(pairs, {}, lowM);
    if (lowest == pairs.end()) {
        return std::nullopt;
    }
    const bool hasMoreLegs = std::ranges::any_of(pairs, [&](const Pair& pair) {
        return links.ownJoints(pair.left, lowest->left) >= kMinLegJoints &&
               lowM(pair) < lowM(*lowest) + kLevelRatio * links.heightM();
    });
    return hasMoreLegs ? std::nullopt : std::optional(*lowest);
}

// Whether the last link is only the front of a foot, with the previous link also on the ground.
bool isToe(const RobotModel& model, const Links& links, std::size_t end) {
    const std::size_t before = links.parent(end);
    const double levelM = links.lowOf(end) + kLevelRatio * links.heightM();
    return before > 0 && std::holds_alternative<Box>(model.bodies()[before].shape) &&
           links.lowOf(before) < levelM && links.hingeHeight(end) < levelM;
}

std::optional<std::size_t> headOf(const RobotModel& model, const Links& links,
                                  const std::vector<BodyRole>& roles) {
    const BodyId camera = model.cameraBody();
    if (camera.isValid() && camera.index() > 0) {
        return camera.index();
    }
    std::optional<std::size_t> head;
    for (std::size_t i = 1; i < roles.size(); ++i) {
        const bool isBetween = std::abs(links.place(i).x()) < kMiddleRatio * links.heightM();
        if (roles[i] == BodyRole::None && isBetween &&
            links.place(i).z() > links.extent(0, Vector3d::UnitZ()) &&
            (!head || links.place(i).z() > links.place(*head).z())) {
            head = i;
        }
    }
    return head;
}

void assignLegs(const RobotModel& model, const Links& links, const Pair& ends,
                std::vector<BodyRole>& roles) {
    const bool hasToes = isToe(model, links, ends.left) && isToe(model, links, ends.right);
    roles[hasToes ? links.parent(ends.left) : ends.left] = BodyRole::LeftFoot;
    roles[hasToes ? links.parent(ends.right) : ends.right] = BodyRole::RightFoot;
    if (hasToes) {
        roles[ends.left] = BodyRole::LeftToe;
        roles[ends.right] = BodyRole::RightToe;
    }
}

// Returns the pose of a body in one of its ancestors in the rest pose.
math::Pose restPose(const RobotModel& model, BodyId ancestor, BodyId body) {
    static constexpr std::array<double, kMaxJoints> kZeros{};
    math::Pose X;
    for (; body != ancestor; body = model.body(body).parent) {
        X = bodyTransform(model, body, kZeros) * X;
    }
    return X;
}

// Returns how far the bodies fixed to the end extend in a direction, in the end's frame.
double extentOfEnd(const RobotModel& model, const LimbChain& chain, const Vector3d& direction_End) {
    const BodyId first = model.joint(chain.joints.back()).child;
    const math::Pose X_EndFirst = restPose(model, first, chain.body).inverse();
    double extent = -std::numeric_limits<double>::infinity();
    for (std::size_t i = first.index(); i < model.bodies().size(); ++i) {
        BodyId root(i);
        while (root != first && root.index() > 0 && !model.body(root).joint.isValid()) {
            root = model.body(root).parent;
        }
        if (root == first) {
            const math::Pose X_EndBody = X_EndFirst * restPose(model, first, BodyId(i));
            extent = std::max(extent, extentM(model.bodies()[i], X_EndBody, direction_End));
        }
    }
    return extent;
}

// Moves a point along a direction to the surface of the end.
Vector3d toSurface(const RobotModel& model, const LimbChain& chain, const Vector3d& p_End,
                   const Vector3d& direction_End) {
    return p_End - direction_End.dot(p_End) * direction_End +
           extentOfEnd(model, chain, direction_End) * direction_End;
}

// Returns the frame of the placed point in the body with the limb's role.
math::Pose tipOf(const RobotModel& model, const LimbChain& chain,
                 std::span<const math::Pose> X_TBody) {
    const Eigen::Matrix3d& R_TEnd = X_TBody[chain.body.index()].R;
    const auto anchor_End = [&](JointId id) -> Vector3d {
        const BodyId child = model.joint(id).child;
        return restPose(model, child, chain.body).inverse() * model.joint(id).anchor_Child;
    };
    const auto pitches = [&](JointId id) {
        const Joint& joint = model.joint(id);
        return std::abs(Vector3d(X_TBody[joint.child.index()].R * joint.axis).x()) > kPitchCos;
    };
    if (chain.limb == LimbId::Head) {
        return math::Pose::translation(chain.body == model.cameraBody() ? model.traits().p_HeadEye
                                                                        : Vector3d::Zero());
    }
    if (chain.limb == LimbId::LeftFoot || chain.limb == LimbId::RightFoot) {
        const auto ankle = std::find_if(chain.joints.rbegin(), chain.joints.rend(), pitches);
        const Vector3d p_End =
            anchor_End(ankle == chain.joints.rend() ? chain.joints.back() : *ankle);
        const Vector3d down_End = -R_TEnd.transpose() * Vector3d::UnitZ();
        return {R_TEnd.transpose(), toSurface(model, chain, p_End, down_End)};
    }
    // Places the tip along the axis on which the end extends farthest from the last joint.
    const Vector3d elbow_End = anchor_End(chain.joints.back());
    double farM = 0.0;
    Vector3d tip_End = elbow_End;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
            const Vector3d direction = sign * Vector3d::Unit(axis);
            const Vector3d far_End = toSurface(model, chain, elbow_End, direction);
            const double beyondM = direction.dot(far_End - elbow_End);
            if (beyondM > farM + 1e-9) {
                farM = beyondM;
                tip_End = far_End;
            }
        }
    }
    return math::Pose::translation(tip_End);
}

} // namespace

double extentM(const Body& body, const math::Pose& X_ABody, const Vector3d& direction_A) {
    if (body.solids.empty()) {
        return extentM(body.shape, X_ABody, direction_A);
    }
    double extent = -std::numeric_limits<double>::infinity();
    for (const Solid& solid : body.solids) {
        extent = std::max(extent, extentM(solid.shape, X_ABody * solid.X_BodySolid, direction_A));
    }
    return extent;
}

std::vector<BodyRole> deriveRoles(const RobotModel& model, std::span<const math::Pose> X_TBody) {
    const Links links(model, X_TBody);
    std::vector<BodyRole> roles(X_TBody.size(), BodyRole::None);
    roles.front() = BodyRole::Torso;
    std::vector<Pair> pairs = mirroredEnds(links, roles.size());
    if (const auto legs = legsOf(links, pairs)) {
        assignLegs(model, links, *legs, roles);
        std::erase_if(pairs, [&](const Pair& pair) {
            return links.ownJoints(pair.left, legs->left) < kMinArmJoints;
        });
    }
    std::erase_if(pairs, [&](const Pair& pair) {
        return links.ownJoints(pair.left, pair.right) < kMinArmJoints;
    });
    const auto arms = std::ranges::max_element(
        pairs, {}, [&](const Pair& pair) { return links.ownJoints(pair.left, pair.right); });
    if (arms != pairs.end()) {
        roles[arms->left] = BodyRole::LeftHand;
        roles[arms->right] = BodyRole::RightHand;
    }
    if (const auto head = headOf(model, links, roles)) {
        roles[*head] = BodyRole::Head;
    }
    return roles;
}

std::vector<JointId> jointsTo(const RobotModel& model, BodyId body) {
    std::vector<JointId> joints;
    for (; model.body(body).parent.isValid(); body = model.body(body).parent) {
        const JointId joint = model.body(body).joint;
        if (!joint.isValid()) {
            continue; // the body is fixed to its parent
        }
        joints.push_back(joint);
        if (model.joint(joint).kind != JointKind::Hinge) {
            joints.push_back(otherAxis(model, joint));
        }
    }
    std::ranges::reverse(joints);
    return joints;
}

RobotLimbs deriveLimbs(const RobotModel& model, std::span<const math::Pose> X_TBody) {
    std::array<std::vector<JointId>, kLimbs.size()> joints;
    for (const LimbId limb : kLimbs) {
        const BodyId end = model.findBody(kEnds[static_cast<std::size_t>(limb)]);
        if (end.isValid()) {
            joints[static_cast<std::size_t>(limb)] = jointsTo(model, end);
        }
    }
    RobotLimbs limbs;
    for (const LimbId limb : kLimbs) {
        const std::size_t index = static_cast<std::size_t>(limb);
        if (joints[index].empty() || joints[index].size() > kMaxChainJoints) {
            continue;
        }
        LimbChain chain;
        chain.limb = limb;
        chain.body = model.findBody(kEnds[index]);
        chain.joints = joints[index];
        for (std::size_t other = 0; other < joints.size(); ++other) {
            if (other != index) {
                const auto [own, others] = std::ranges::mismatch(chain.joints, joints[other]);
                const auto shared = static_cast<std::size_t>(own - chain.joints.begin());
                chain.trunkJoints = std::max(chain.trunkJoints, shared);
            }
        }
        if (chain.trunkJoints < chain.joints.size()) {
            chain.X_BodyTip = tipOf(model, chain, X_TBody);
            limbs.chains[index] = std::move(chain);
        }
    }
    return limbs;
}

} // namespace sideline::robot
