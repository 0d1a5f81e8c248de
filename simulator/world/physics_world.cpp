#include "simulator/world/physics_world.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"

namespace sideline::simulator {

namespace {

constexpr double kGlobalCfm = 1e-5;
constexpr double kContactLayerM = 0.001;
constexpr int kContactsPerPair = 4;
// With more contact points, entangled robots are stepped faster by ODE than by the fast solver.
constexpr std::size_t kMaxFastContacts = 150;
// Colliders without a contact handler use the server's default.
constexpr Surface kDefaultSurface{Surface::Bounce{0.8, 2.0}, {}, {}, {}};
constexpr double kBarM = 0.04;
constexpr double kWallM = 1.0;
constexpr double kBorderLengthRatio =
    0.333; // distance between field and walls, relative to the field
constexpr double kBorderWidthRatio = 0.75;
constexpr RigidBody::Drag kBallDrag{0.01, 5e-5};

void initOde() {
    static std::once_flag once;
    std::call_once(once, [] { dInitODE2(0); });
    dAllocateODEDataForThread(static_cast<unsigned>(dAllocateMaskAll));
}

dMass ballMass() {
    dMass mass;
    dMassSetSphereTotal(&mass, game::kBallMassKg, game::kBallRadiusM);
    return mass;
}

bool hasSelfCollision(const RobotBody& robot) {
    return robot.model().traits().collidesWithItself;
}

// Reuses the angles that were queried after the last step.
void noteAngles(const RobotBody& robot, TreeNode& tree) {
    const std::span<const robot::Body> bodies = robot.model().bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i].joint.isValid()) {
            FastStep::noteAngle(tree, i, robot.knownAngleRad(bodies[i].joint));
        }
    }
}

} // namespace

// Data of a geom; its index among all geoms is constant during its life.
struct PhysicsWorld::Collider {
    std::uint32_t order;
    const Surface* surface;
    bool isBall = false;
    RobotKey robotKey = 0;
    RobotBody* robot = nullptr; ///< nullptr: not part of a robot
    robot::BodyId body{};
    TreeNode* tree = nullptr; ///< nullptr: static, or Solver::Exact
};

struct PhysicsWorld::Pair {
    dGeomID first;
    dGeomID second;
    std::uint32_t firstOrder;
    std::uint32_t secondOrder;
};

PhysicsWorld::PhysicsWorld(const field::FieldDimensions& field, Solver solver) : m_solver(solver) {
    initOde();
    m_threading.reset(dThreadingAllocateSelfThreadedImplementation());
    m_world.reset(dWorldCreate());
    setThreadPool(nullptr);
    m_space.reset(dSimpleSpaceCreate(nullptr)); // few objects: each robot has a space of its own
    dSpaceSetCleanup(m_space.get(), 0);
    m_contacts.reset(dJointGroupCreate(0));
    dWorldSetGravity(m_world.get(), 0, 0, kGravityMps2);
    dWorldSetCFM(m_world.get(), kGlobalCfm);
    dWorldSetContactSurfaceLayer(m_world.get(), kContactLayerM);

    addStatic(dCreatePlane(m_space.get(), 0, 0, 1, 0), kGroundSurface);
    addGoal(field, -1.0);
    addGoal(field, 1.0);
    addWalls(field);
    m_ball = std::make_unique<RigidBody>(m_world.get(), ballMass(), kBallDrag,
                                         math::Pose::translation({0, 0, game::kBallRadiusM}));
    m_ballGeom.reset(dCreateSphere(m_space.get(), game::kBallRadiusM));
    dGeomSetBody(m_ballGeom.get(), m_ball->id());
    Collider& collider = label(m_ballGeom.get(), kBallSurface);
    collider.isBall = true;
    if (m_solver == Solver::Fast) {
        m_fastStep = std::make_unique<FastStep>();
        collider.tree = m_fastStep->addTree(std::array{m_ball->id()});
    }
}

PhysicsWorld::~PhysicsWorld() = default;

PhysicsWorld::Collider& PhysicsWorld::label(dGeomID geom, const Surface& surface) {
    m_colliders.push_back(std::make_unique<Collider>(Collider{m_nextOrder++, &surface}));
    dGeomSetData(geom, m_colliders.back().get());
    return *m_colliders.back();
}

void PhysicsWorld::addStatic(dGeomID geom, const Surface& surface) {
    m_statics.emplace_back(geom);
    label(geom, surface);
}

// Posts, back wall and top plate (`goal.rsg`); the back wall is the net, and the sides are open.
void PhysicsWorld::addGoal(const field::FieldDimensions& field, double side) {
    const double depth = field.goalDepthM;
    const double width = field.goalWidthM;
    const double height = field.goalHeightM;
    const Eigen::Vector3d middle(side * (field.lengthM + depth) / 2.0, 0, height / 2.0);
    const auto box = [&](const Eigen::Vector3d& size, const Eigen::Vector3d& offset) {
        dGeomID geom = dCreateBox(m_space.get(), size.x(), size.y(), size.z());
        const Eigen::Vector3d p = middle + offset;
        dGeomSetPosition(geom, p.x(), p.y(), p.z());
        addStatic(geom, kDefaultSurface);
    };
    box({depth, kBarM, height}, {0, -(width + kBarM) / 2.0, 0});
    box({depth, kBarM, height}, {0, (width + kBarM) / 2.0, 0});
    box({kBarM, width, height}, {side * (depth - kBarM) / 2.0, 0, 0});
    box({depth, width + 2.0 * kBarM, kBarM}, {0, 0, (height + kBarM) / 2.0});
}

void PhysicsWorld::addWalls(const field::FieldDimensions& field) {
    const double borderLength = kBorderLengthRatio * field.lengthM;
    const double borderWidth = kBorderWidthRatio * field.widthM;
    const double alongX = kWallM + field.lengthM + 2.0 * borderLength;
    const double alongY = kWallM + field.widthM + 2.0 * borderWidth;
    for (const double side : {-1.0, 1.0}) {
        dGeomID end = dCreateBox(m_space.get(), kWallM, alongY, kWallM);
        dGeomSetPosition(end, side * (field.lengthM / 2.0 + borderLength), 0, 0);
        addStatic(end, kDefaultSurface);
        dGeomID flank = dCreateBox(m_space.get(), alongX, kWallM, kWallM);
        dGeomSetPosition(flank, 0, side * (field.widthM / 2.0 + borderWidth), 0);
        addStatic(flank, kDefaultSurface);
    }
}

RobotKey PhysicsWorld::addRobot(const robot::RobotModel& model, const math::Pose& X_STorso) {
    const RobotKey key = m_nextKey++;
    m_robots.push_back(
        {key, std::make_unique<RobotBody>(m_world.get(), m_space.get(), model, X_STorso)});
    Entry& entry = m_robots.back();
    if (m_solver == Solver::Fast) {
        std::vector<dBodyID> bodies;
        for (std::size_t i = 0; i < model.bodies().size(); ++i) {
            bodies.push_back(entry.robot->body(robot::BodyId(i)).id());
        }
        entry.tree = m_fastStep->addTree(bodies);
    }
    const auto colliders = entry.robot->colliders();
    std::size_t next = 0;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        if (model.bodies()[i].collides) {
            const robot::BodyId body(i);
            Collider& collider = label(colliders[next++].get(), entry.robot->surface(body));
            collider.robotKey = key;
            collider.robot = entry.robot.get();
            collider.body = body;
            collider.tree = entry.tree;
        }
    }
    return key;
}

void PhysicsWorld::removeRobot(RobotKey key) {
    std::erase_if(m_robots, [&](const Entry& entry) {
        if (entry.key == key && entry.tree != nullptr) {
            m_fastStep->removeTree(entry.tree);
        }
        return entry.key == key;
    });
    std::erase_if(m_colliders, [&](const auto& collider) { return collider->robotKey == key; });
}

RobotBody* PhysicsWorld::findRobot(RobotKey key) {
    const auto it = std::ranges::find(m_robots, key, &Entry::key);
    return it == m_robots.end() ? nullptr : it->robot.get();
}

BallState PhysicsWorld::ball() const {
    return {m_ball->pose(), m_ball->velocityMps(), m_ball->angularVelocityRadPerS()};
}

void PhysicsWorld::setBall(const BallState& ball) {
    m_ball->place(ball.X_SBall, ball.velocity_SMps, ball.angularVelocity_SRadPerS);
}

void PhysicsWorld::setThreadPool(base::ThreadPool* pool) {
    m_pool = pool;
    std::unique_ptr<IslandThreads> islandThreads;
    if (pool != nullptr && pool->threadCount() > 1) {
        islandThreads = std::make_unique<IslandThreads>(*pool);
        islandThreads->serve(m_world.get());
    } else {
        dWorldSetStepThreadingImplementation(
            m_world.get(), dThreadingImplementationGetFunctions(m_threading.get()),
            m_threading.get());
    }
    m_islandThreads = std::move(islandThreads); // the world no longer uses the previous one
}

void PhysicsWorld::step() {
    m_ball->prepareStep();
    m_isFastNow = m_solver == Solver::Fast;
    for (const Entry& entry : m_robots) {
        entry.robot->prepareStep(game::kStepS, m_hadGravity ? kGravityMps2 : 0.0);
        m_isFastNow = m_isFastNow && !entry.robot->isHeld() && !hasSelfCollision(*entry.robot);
    }
    collide();
    if (m_isFastNow) {
        for (const Entry& entry : m_robots) {
            noteAngles(*entry.robot, *entry.tree);
        }
        m_fastStep->step(m_world.get(), game::kStepS, m_pool);
    } else {
        dWorldStep(m_world.get(), game::kStepS);
    }
    for (const Entry& entry : m_robots) {
        entry.robot->finishStep();
    }
    dJointGroupEmpty(m_contacts.get());
    m_hadGravity = m_hasGravity;
}

void PhysicsWorld::setGravity(bool hasGravity) {
    if (hasGravity == m_hasGravity) {
        return;
    }
    m_hasGravity = hasGravity;
    dWorldSetGravity(m_world.get(), 0, 0, hasGravity ? kGravityMps2 : 0.0);
    m_ball->wake(); // a sleeping ball would not fall
    for (const Entry& entry : m_robots) {
        entry.robot->wake();
    }
}

void PhysicsWorld::near(void* world, dGeomID first, dGeomID second) {
    if (dGeomIsSpace(first) || dGeomIsSpace(second)) {
        dSpaceCollide2(first, second, world,
                       &PhysicsWorld::near); // spaces are not tested against themselves
        return;
    }
    auto& self = *static_cast<PhysicsWorld*>(world);
    const auto order = [](dGeomID geom) {
        return static_cast<const Collider*>(dGeomGetData(geom))->order;
    };
    dBodyID firstBody = dGeomGetBody(first);
    dBodyID secondBody = dGeomGetBody(second);
    if (firstBody == nullptr && secondBody == nullptr) {
        return;
    }
    if (firstBody != nullptr && secondBody != nullptr &&
        dAreConnectedExcluding(firstBody, secondBody, dJointTypeContact) != 0) {
        return;
    }
    if (order(first) > order(second)) {
        std::swap(first, second);
    }
    self.m_pairs.push_back({first, second, order(first), order(second)});
}

// ODE reports pairs in an order that depends on the history; sorting removes the dependence.
void PhysicsWorld::collide() {
    m_pairs.clear();
    m_ballTouchers.clear();
    m_robotContacts.clear();
    m_contactPoints_S.clear();
    m_contactCount = 0;
    dSpaceCollide(m_space.get(), this, &PhysicsWorld::near);
    for (const Entry& entry : m_robots) {
        if (hasSelfCollision(*entry.robot)) {
            dSpaceCollide(entry.robot->space(), this, &PhysicsWorld::near);
        }
    }
    std::ranges::sort(m_pairs, [](const Pair& a, const Pair& b) {
        return std::pair(a.firstOrder, a.secondOrder) < std::pair(b.firstOrder, b.secondOrder);
    });
    m_touching.clear();
    for (const Pair& pair : m_pairs) {
        touch(pair);
    }
    m_isFastNow = m_isFastNow && m_robotContacts.size() <= kMaxFastContacts;
    for (const Touching& each : m_touching) {
        join(m_pairs[each.pair], each.contact, *each.feedback);
    }
    std::ranges::sort(m_ballTouchers);
    m_ballTouchers.erase(std::unique(m_ballTouchers.begin(), m_ballTouchers.end()),
                         m_ballTouchers.end());
}

void PhysicsWorld::touch(const Pair& pair) {
    std::array<dContact, kContactsPerPair> contacts{};
    const int count =
        dCollide(pair.first, pair.second, kContactsPerPair, &contacts[0].geom, sizeof(dContact));
    if (count == 0) {
        return;
    }
    const auto& first = *static_cast<const Collider*>(dGeomGetData(pair.first));
    const auto& second = *static_cast<const Collider*>(dGeomGetData(pair.second));
    if ((first.isBall && second.robot) || (second.isBall && first.robot)) {
        m_ballTouchers.push_back(first.robot ? first.robotKey : second.robotKey);
    }
    const dSurfaceParameters surface = mixed(*first.surface, *second.surface);
    for (int i = 0; i < count; ++i) {
        dContact& contact = contacts[static_cast<std::size_t>(i)];
        contact.surface = surface;
        const Eigen::Vector3d p_S(contact.geom.pos[0], contact.geom.pos[1], contact.geom.pos[2]);
        if (first.robot && second.robot) {
            m_robotContacts.push_back({std::min(first.robotKey, second.robotKey),
                                       std::max(first.robotKey, second.robotKey), p_S});
        }
        if (m_contactCount == m_feedback.size()) {
            m_feedback.emplace_back();
        }
        dJointFeedback& feedback = m_feedback[m_contactCount++];
        m_contactPoints_S.push_back(p_S);
        feedback = {};
        m_touching.push_back(
            {static_cast<std::size_t>(&pair - m_pairs.data()), contact, &feedback});
        if (first.robot) {
            first.robot->addContact(first.body, feedback, p_S, false);
        }
        if (second.robot) { // ODE puts the moving body first if the other one is static
            const bool isSecond = dGeomGetBody(pair.first) != nullptr;
            second.robot->addContact(second.body, feedback, p_S, isSecond);
        }
    }
}

// Adds a contact to ODE or to the fast step.
void PhysicsWorld::join(const Pair& pair, const dContact& contact, dJointFeedback& feedback) {
    if (!m_isFastNow) {
        dJointID joint = dJointCreateContact(m_world.get(), m_contacts.get(), &contact);
        dJointAttach(joint, dGeomGetBody(pair.first), dGeomGetBody(pair.second));
        dJointSetFeedback(joint, &feedback);
        return;
    }
    const auto& first = *static_cast<const Collider*>(dGeomGetData(pair.first));
    const auto& second = *static_cast<const Collider*>(dGeomGetData(pair.second));
    const bool isSwapped = first.tree == nullptr; // the moving body comes first
    const Collider& mover = isSwapped ? second : first;
    const Collider& other = isSwapped ? first : second;
    const auto bodyIndex = [](const Collider& collider) {
        return collider.robot != nullptr ? collider.body.index() : std::size_t{0};
    };
    const double sign = isSwapped ? -1.0 : 1.0;
    TouchPoint touch;
    touch.first = mover.tree;
    touch.firstBody = bodyIndex(mover);
    touch.second = other.tree;
    touch.secondBody = bodyIndex(other);
    std::copy_n(contact.geom.pos, 3, touch.p_S.begin());
    for (std::size_t i = 0; i < 3; ++i) {
        touch.normal_S[i] = sign * contact.geom.normal[i];
    }
    touch.depthM = contact.geom.depth;
    touch.surface = contact.surface;
    touch.feedback = &feedback;
    m_fastStep->addTouch(touch);
}

std::vector<ContactForce> PhysicsWorld::contactForces() const {
    std::vector<ContactForce> forces;
    for (std::size_t i = 0; i < m_contactPoints_S.size(); ++i) {
        const dReal* f = m_feedback[i].f1;
        forces.push_back({m_contactPoints_S[i], {f[0], f[1], f[2]}});
    }
    return forces;
}

PhysicsState PhysicsWorld::save() const {
    PhysicsState state;
    state.ball = m_ball->save();
    state.hasGravity = m_hasGravity;
    state.hadGravity = m_hadGravity;
    for (const Entry& entry : m_robots) {
        state.robots.emplace_back(entry.key, entry.robot->save());
    }
    return state;
}

bool PhysicsWorld::restore(const PhysicsState& state) {
    const bool same =
        std::ranges::equal(state.robots, m_robots, [](const auto& saved, const Entry& entry) {
            return saved.first == entry.key &&
                   saved.second.bodies.size() == entry.robot->model().bodies().size() &&
                   saved.second.motorRadPerS.size() == entry.robot->model().joints().size();
        });
    if (!same) {
        return false;
    }
    setGravity(state.hasGravity); // first, because it wakes bodies
    m_hadGravity = state.hadGravity;
    m_ball->restore(state.ball);
    for (std::size_t i = 0; i < m_robots.size(); ++i) {
        m_robots[i].robot->restore(state.robots[i].second);
    }
    return true;
}

} // namespace sideline::simulator
