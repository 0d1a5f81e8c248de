#include "agentcore/robot/workshop/robot_structure.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::robot {

namespace {

using base::ErrorCode;
using base::Expected;

constexpr double kNewStopRad = math::radFromDeg(45.0);
constexpr double kNewSpeedRadPerS = math::radFromDeg(351.77); // same speed as the server's Nao
// Characters that are not allowed in words of scene files and messages.
constexpr std::string_view kForbidden = "()\"$/;#\\";

Expected<void> isGoodName(std::string_view name, std::string_view what) {
    const bool isWord = std::ranges::all_of(name, [](char c) {
        return c > ' ' && c < 127 && kForbidden.find(c) == std::string_view::npos;
    });
    if (name.empty() || !isWord) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'{}' cannot be the name of a {}", name, what),
                             "letters, digits, _ and -");
    }
    return {};
}

Expected<void> isFreeName(const RobotModel& model, std::string_view name) {
    if (auto good = isGoodName(name, "body"); !good) {
        return good;
    }
    // Scene files call the torso `body`.
    if (name == "body" || model.findBody(name).isValid()) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("another body is called '{}'", name),
                             "a name that no other body has");
    }
    return {};
}

// Returns the sensors that a body can be given, for errors.
std::string sensorWords() {
    std::vector<std::string_view> words;
    for (const PerceptorKindInfo& info : kPerceptorKinds) {
        if (!info.ending.empty()) {
            words.emplace_back(info.text);
        }
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

bool hasSize(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return box->sizeM.allFinite() && (box->sizeM.array() > 0.0).all();
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return capsule->radiusM > 0.0 && capsule->lengthM > 0.0;
    }
    return std::get<Sphere>(shape).radiusM > 0.0;
}

// A robot as separate parts that can be changed and reassembled.
struct Draft {
    std::string name;
    std::vector<Body> bodies;
    std::vector<Joint> joints;
    PerceptorLayout percepts;
    RobotTraits traits;

    explicit Draft(const RobotModel& model)
        : name(model.name()),
          bodies(model.bodies().begin(), model.bodies().end()),
          joints(model.joints().begin(), model.joints().end()),
          percepts(model.percepts()),
          traits(model.traits()) {
        for (Body& body : bodies) {
            body.role = BodyRole::None; // derived again, since the robot may have changed
        }
    }

    // Removes the marked parts and renumbers the others.
    void drop(const std::vector<bool>& dropsBody, const std::vector<bool>& dropsJoint) {
        const std::vector<BodyId> newBody = numbered<BodyId>(dropsBody);
        const std::vector<JointId> newJoint = numbered<JointId>(dropsJoint);
        std::erase_if(percepts.perceptors, [&](const Perceptor& perceptor) {
            return (perceptor.body.isValid() && dropsBody[perceptor.body.index()]) ||
                   (perceptor.joint.isValid() && dropsJoint[perceptor.joint.index()]);
        });
        std::erase_if(percepts.visibleParts,
                      [&](const VisiblePart& part) { return dropsBody[part.body.index()]; });
        keep(bodies, dropsBody);
        keep(joints, dropsJoint);
        renumber(newBody, newJoint);
    }

    // Sorts joints and percepts in the order of their bodies.
    void sort() {
        std::vector<std::size_t> order(joints.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [this](std::size_t i) { return joints[i].child; });
        std::vector<JointId> newJoint(joints.size());
        std::vector<Joint> sorted;
        for (const std::size_t i : order) {
            newJoint[i] = JointId(sorted.size());
            sorted.push_back(joints[i]);
        }
        joints = std::move(sorted);
        std::vector<BodyId> same(bodies.size());
        for (std::size_t i = 0; i < same.size(); ++i) {
            same[i] = BodyId(i);
        }
        renumber(same, newJoint);
        std::ranges::stable_sort(percepts.perceptors, {}, [this](const Perceptor& perceptor) {
            return perceptor.joint.isValid()  ? joints[perceptor.joint.index()].child.index()
                   : perceptor.body.isValid() ? perceptor.body.index()
                                              : std::size_t{0};
        });
    }

    [[nodiscard]] RobotModel build() && {
        sort();
        return {std::move(name), std::move(bodies), std::move(joints), std::move(percepts),
                std::move(traits)};
    }

private:
    template <typename Id>
    static std::vector<Id> numbered(const std::vector<bool>& drops) {
        std::vector<Id> ids(drops.size());
        std::size_t next = 0;
        for (std::size_t i = 0; i < drops.size(); ++i) {
            ids[i] = drops[i] ? Id::none() : Id(next++);
        }
        return ids;
    }
    template <typename Value>
    static void keep(std::vector<Value>& values, const std::vector<bool>& drops) {
        std::size_t at = 0;
        std::erase_if(values, [&](const Value&) { return drops[at++]; });
    }
    void renumber(const std::vector<BodyId>& newBody, const std::vector<JointId>& newJoint) {
        const auto body = [&](BodyId id) { return id.isValid() ? newBody[id.index()] : id; };
        const auto joint = [&](JointId id) { return id.isValid() ? newJoint[id.index()] : id; };
        for (Body& each : bodies) {
            each.parent = body(each.parent);
            each.joint = joint(each.joint);
        }
        for (Joint& each : joints) {
            each.parent = body(each.parent);
            each.child = body(each.child);
        }
        for (Perceptor& each : percepts.perceptors) {
            each.body = body(each.body);
            each.joint = joint(each.joint);
        }
        for (VisiblePart& each : percepts.visibleParts) {
            each.body = body(each.body);
        }
    }
};

// Adds a joint with one or two axes to a fixed body.
void addJoint(Draft& draft, BodyId id, Joint first, Connection connection) {
    Body& body = draft.bodies[id.index()];
    const JointId joint(draft.joints.size());
    body.joint = joint;
    first.parent = body.parent;
    first.child = id;
    const bool isUniversal = connection == Connection::Universal;
    first.kind = isUniversal ? JointKind::UniversalFirst : JointKind::Hinge;
    draft.joints.push_back(first);
    if (isUniversal) {
        Joint second = first;
        second.kind = JointKind::UniversalSecond;
        second.axis =
            std::abs(first.axis.y()) < 0.7 ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitX();
        draft.joints.push_back(std::move(second));
    }
    if (!first.perceptor.empty()) {
        draft.percepts.perceptors.push_back(
            {isUniversal ? PerceptorKind::Universal : PerceptorKind::Hinge,
             first.perceptor,
             {},
             joint});
    }
}

// Returns the default joint between two bodies that had none.
Joint defaultJoint(const Body& body) {
    Joint joint;
    joint.perceptor = body.name + "j";
    joint.effector = body.name + "e";
    joint.anchor_Child = -0.5 * (body.R_ParentBody.transpose() * body.p_ParentBody);
    joint.minRad = -kNewStopRad;
    joint.maxRad = kNewStopRad;
    joint.maxSpeedRadPerS = kNewSpeedRadPerS;
    return joint;
}

std::vector<bool> none(std::size_t count) {
    return std::vector<bool>(count, false);
}

tl::unexpected<base::Error> isTorso(std::string_view what) {
    return base::failure(ErrorCode::InvalidArgument, fmt::format("the torso {}", what),
                         "another body");
}

Expected<void> fits(const Draft& draft, Connection connection) {
    const std::size_t axes = connection == Connection::Fixed       ? 0
                             : connection == Connection::Universal ? 2
                                                                   : 1;
    if (draft.joints.size() + axes > kMaxJoints) {
        return base::failure(ErrorCode::LimitExceeded, "the robot would have too many joints",
                             fmt::format("at most {}", kMaxJoints));
    }
    return {};
}

bool isTaken(const RobotModel& model, JointId joint, std::string_view name,
             std::string Joint::*which) {
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        const Joint& other = model.joints()[i];
        if (!name.empty() && other.child != model.joint(joint).child && other.*which == name) {
            return true;
        }
    }
    return false;
}

} // namespace

Connection connectionOf(const RobotModel& model, BodyId body) {
    const JointId joint = model.body(body).joint;
    return !joint.isValid()                              ? Connection::Fixed
           : model.joint(joint).kind == JointKind::Hinge ? Connection::Hinge
                                                         : Connection::Universal;
}

Expected<RobotModel> addBody(const RobotModel& model, const NewBody& body) {
    if (auto good = isFreeName(model, body.name); !good) {
        return tl::unexpected(good.error());
    }
    if (!(body.massKg > 0.0) || !hasSize(body.shape) || !body.p_ParentBody.allFinite()) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'{}' has no mass or no size", body.name),
                             "a mass and sizes above 0");
    }
    Draft draft(model);
    if (draft.bodies.size() == kMaxBodies) {
        return base::failure(ErrorCode::LimitExceeded, "the robot would have too many bodies",
                             fmt::format("at most {}", kMaxBodies));
    }
    if (auto fit = fits(draft, body.connection); !fit) {
        return tl::unexpected(fit.error());
    }
    Body made;
    made.name = body.name;
    made.parent = body.parent;
    made.p_ParentBody = body.p_ParentBody;
    made.massKg = body.massKg;
    made.shape = body.shape;
    made.collides = true;
    draft.bodies.push_back(made);
    if (body.connection != Connection::Fixed) {
        addJoint(draft, BodyId(draft.bodies.size() - 1), defaultJoint(made), body.connection);
    }
    return std::move(draft).build();
}

Expected<RobotModel> removeBody(const RobotModel& model, BodyId body) {
    if (body.index() == 0) {
        return isTorso("cannot be removed");
    }
    Draft draft(model);
    std::vector<bool> dropsBody = none(draft.bodies.size());
    for (std::size_t i = body.index(); i < dropsBody.size(); ++i) {
        const BodyId parent = draft.bodies[i].parent;
        dropsBody[i] = BodyId(i) == body || (parent.isValid() && dropsBody[parent.index()]);
    }
    std::vector<bool> dropsJoint;
    for (const Joint& joint : draft.joints) {
        dropsJoint.push_back(dropsBody[joint.child.index()]);
    }
    draft.drop(dropsBody, dropsJoint);
    return std::move(draft).build();
}

Expected<RobotModel> connectBody(const RobotModel& model, BodyId body, Connection connection) {
    if (body.index() == 0) {
        return isTorso("is not connected to anything");
    }
    if (connectionOf(model, body) == connection) {
        return model;
    }
    Draft draft(model);
    const JointId before = draft.bodies[body.index()].joint;
    const Joint joint =
        before.isValid() ? draft.joints[before.index()] : defaultJoint(draft.bodies[body.index()]);
    std::vector<bool> dropsJoint;
    for (const Joint& each : draft.joints) {
        dropsJoint.push_back(each.child == body);
    }
    draft.bodies[body.index()].joint = JointId::none();
    draft.drop(none(draft.bodies.size()), dropsJoint);
    if (auto fit = fits(draft, connection); !fit) {
        return tl::unexpected(fit.error());
    }
    if (connection != Connection::Fixed) {
        addJoint(draft, body, joint, connection);
    }
    return std::move(draft).build();
}

Expected<RobotModel> renameBody(const RobotModel& model, BodyId body, std::string_view name) {
    if (body.index() == 0) {
        return isTorso("cannot be renamed");
    }
    if (model.body(body).name == name) {
        return model;
    }
    if (auto good = isFreeName(model, name); !good) {
        return tl::unexpected(good.error());
    }
    Draft draft(model);
    for (VisiblePart& part : draft.percepts.visibleParts) {
        if (part.body == body && part.name == model.body(body).name) {
            part.name = name;
        }
    }
    draft.bodies[body.index()].name = name;
    return std::move(draft).build();
}

Expected<RobotModel> renameJoint(const RobotModel& model, JointId joint, std::string_view perceptor,
                                 std::string_view effector) {
    for (const auto& [name, which] :
         {std::pair(perceptor, &Joint::perceptor), std::pair(effector, &Joint::effector)}) {
        if (auto good = isGoodName(name, "joint"); !good && !name.empty()) {
            return tl::unexpected(good.error());
        }
        if (isTaken(model, joint, name, which)) {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("another joint has the name '{}'", name),
                                 "a name that no other joint has");
        }
    }
    Draft draft(model);
    const BodyId child = model.joint(joint).child;
    const JointId first = model.body(child).joint;
    for (Joint& each : draft.joints) {
        if (each.child == child) {
            each.perceptor = perceptor;
            each.effector = effector;
        }
    }
    auto& percepts = draft.percepts.perceptors;
    const auto own = std::ranges::find(percepts, first, &Perceptor::joint);
    if (perceptor.empty()) {
        std::erase_if(percepts, [&](const Perceptor& each) { return each.joint == first; });
    } else if (own != percepts.end()) {
        own->name = perceptor;
    } else {
        percepts.push_back({connectionOf(model, child) == Connection::Universal
                                ? PerceptorKind::Universal
                                : PerceptorKind::Hinge,
                            std::string(perceptor),
                            {},
                            first});
    }
    return std::move(draft).build();
}

Expected<RobotModel> addSensor(const RobotModel& model, BodyId body, PerceptorKind kind) {
    const PerceptorKindInfo& info = perceptorInfo(kind);
    if (info.ending.empty()) {
        return base::failure(ErrorCode::InvalidArgument, "this sensor cannot be added to a body",
                             sensorWords());
    }
    const auto& percepts = model.percepts().perceptors;
    if (std::ranges::any_of(percepts, [&](const Perceptor& each) {
            return each.kind == kind && each.body == body;
        })) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'{}' already has such a sensor", model.body(body).name),
                             "a body without one");
    }
    if (info.needsContact && !model.body(body).collides) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'{}' does not collide", model.body(body).name),
                             "a body that collides");
    }
    Draft draft(model);
    draft.percepts.perceptors.push_back(
        {kind, fmt::format("{}{}", model.body(body).name, info.ending), body, {}});
    return std::move(draft).build();
}

Expected<RobotModel> removeSensor(const RobotModel& model, std::size_t sensor) {
    const PerceptorKindInfo& info = perceptorInfo(model.percepts().perceptors[sensor].kind);
    if (info.place == PerceptorKindInfo::Place::Joint) {
        return base::failure(ErrorCode::InvalidArgument, "the sensor belongs to its joint",
                             "a joint without a percept name");
    }
    if (info.ending.empty()) {
        return base::failure(ErrorCode::InvalidArgument, "agents need this percept", sensorWords());
    }
    Draft draft(model);
    draft.percepts.perceptors.erase(draft.percepts.perceptors.begin() +
                                    static_cast<std::ptrdiff_t>(sensor));
    return std::move(draft).build();
}

std::string freeBodyName(const RobotModel& model) {
    for (int i = 1;; ++i) {
        std::string name = fmt::format("body{}", i);
        if (!model.findBody(name).isValid()) {
            return name;
        }
    }
}

RobotModel renamed(const RobotModel& model, std::string name) {
    return {std::move(name),
            {model.bodies().begin(), model.bodies().end()},
            {model.joints().begin(), model.joints().end()},
            model.percepts(),
            model.traits()};
}

} // namespace sideline::robot
