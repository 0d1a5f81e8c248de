#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <ode/ode.h>

#include "agentcore/base/thread_pool.h"
#include "agentcore/field/field_model.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/body/rigid_body.h"
#include "simulator/body/surface.h"
#include "simulator/robot/robot_body.h"
#include "simulator/world/fast_step.h"
#include "simulator/world/island_threads.h"

namespace sideline::simulator {

/// Identifies a robot of a physical world during its life; never reused.
using RobotKey = std::uint32_t;

/// Pose and velocity of the ball; server frame S.
struct BallState {
    math::Pose X_SBall;
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d angularVelocity_SRadPerS = Eigen::Vector3d::Zero();
};

/// A contact between two robots; one entry per contact point.
struct RobotContact {
    RobotKey first = 0; ///< added earlier than `second`
    RobotKey second = 0;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
};

/// Effect of a contact point in the last step.
struct ContactForce {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d force_SN =
        Eigen::Vector3d::Zero(); ///< force on the moving body, or on the one added earlier
    [[nodiscard]] bool operator==(const ContactForce&) const = default;
};

/// The complete state of a physical world between steps. Restored into a world with the same
/// robots, it continues bit for bit.
struct PhysicsState {
    BodyState ball;
    std::vector<std::pair<RobotKey, RobotBodyState>> robots;
    bool hasGravity = true;
    bool hadGravity = true; ///< whether the last step had gravity; still affects accelerometers
    [[nodiscard]] bool operator==(const PhysicsState&) const = default;
};

/// Solver for the steps of a physical world.
enum class Solver {
    Exact, ///< ODE's `dWorldStep`, as on the real server
    Fast,  ///< `FastStep`: the same problem, solved faster; differs by rounding
};

/// The physical world of rcssserver3d 0.7.3: ground, goals, walls, ball, robots; one step of 20 ms
/// per cycle. One thread at a time.
///
/// The result of a step depends only on the state before it, not on its history: contacts are
/// sorted before ODE gets them.
class PhysicsWorld {
public:
    static constexpr double kGravityMps2 = -9.81;
    explicit PhysicsWorld(const field::FieldDimensions& field, Solver solver = Solver::Exact);
    ~PhysicsWorld();
    PhysicsWorld(const PhysicsWorld&) = delete;
    PhysicsWorld& operator=(const PhysicsWorld&) = delete;

    /// Adds a robot with all joints at zero and its torso at `X_STorso`. The model must outlive the
    /// world.
    RobotKey addRobot(const robot::RobotModel& model, const math::Pose& X_STorso);
    void removeRobot(RobotKey key);
    /// The robot with this key, or nullptr.
    [[nodiscard]] RobotBody* findRobot(RobotKey key);
    [[nodiscard]] std::size_t robotCount() const { return m_robots.size(); }

    [[nodiscard]] BallState ball() const;
    void setBall(const BallState& ball);
    /// Robots that touched the ball in the last step, in the order of their keys.
    [[nodiscard]] const std::vector<RobotKey>& ballTouchers() const { return m_ballTouchers; }

    /// Contacts between robots in the last step.
    [[nodiscard]] const std::vector<RobotContact>& robotContacts() const { return m_robotContacts; }

    /// All contact points of the last step.
    [[nodiscard]] std::vector<ContactForce> contactForces() const;

    void step();

    /// Switches gravity from the next step on; initially on. Without gravity, the accelerometers of
    /// a robot at rest measure 0.
    void setGravity(bool hasGravity);
    [[nodiscard]] bool hasGravity() const { return m_hasGravity; }

    [[nodiscard]] Solver solver() const { return m_solver; }
    /// Distributes the work of a step to other threads; the results do not depend on their number.
    /// @param pool must outlive its use here; nullptr: the calling thread does all work
    void setThreadPool(base::ThreadPool* pool);
    /// The fast step, for statistics; nullptr with `Solver::Exact`.
    [[nodiscard]] const FastStep* fastStep() const { return m_fastStep.get(); }

    [[nodiscard]] PhysicsState save() const;
    /// @return false, without changes, if the state belongs to other robots
    bool restore(const PhysicsState& state);

private:
    struct Collider;
    struct Entry {
        RobotKey key;
        std::unique_ptr<RobotBody> robot;
        TreeNode* tree = nullptr; ///< only with Solver::Fast
    };
    struct Pair;
    void addStatic(dGeomID geom, const Surface& surface);
    void addGoal(const field::FieldDimensions& field, double side);
    void addWalls(const field::FieldDimensions& field);
    Collider& label(dGeomID geom, const Surface& surface);
    void collide();
    void touch(const Pair& pair);
    void join(const Pair& pair, const dContact& contact, dJointFeedback& feedback);
    static void near(void* world, dGeomID first, dGeomID second);

    Solver m_solver;
    bool m_hasGravity = true;
    bool m_hadGravity = true; ///< whether the last step had gravity
    bool m_isFastNow = false; ///< steps with held or entangled robots are always computed by ODE
    base::ThreadPool* m_pool = nullptr;
    /// By default, all ODE worlds use the same threading object, which two threads must not use at
    /// the same time.
    OdePtr<dxThreadingImplementation> m_threading;
    std::unique_ptr<IslandThreads> m_islandThreads; ///< replaces `m_threading` with several threads
    OdePtr<dxWorld> m_world;
    OdePtr<dxSpace> m_space;
    OdePtr<dxJointGroup> m_contacts;
    std::vector<std::unique_ptr<Collider>> m_colliders; ///< targets of the geoms' data pointers
    std::vector<OdePtr<dxGeom>> m_statics;
    std::unique_ptr<RigidBody> m_ball;
    OdePtr<dxGeom> m_ballGeom;
    std::vector<Entry> m_robots; ///< in ascending order of keys
    RobotKey m_nextKey = 1;
    std::uint32_t m_nextOrder = 0;
    std::unique_ptr<FastStep> m_fastStep; ///< only with Solver::Fast
    struct Touching {
        std::size_t pair; ///< index into m_pairs
        dContact contact;
        dJointFeedback* feedback;
    };
    std::vector<Pair> m_pairs;                      ///< scratch space for `collide`
    std::vector<Touching> m_touching;               ///< scratch space for `collide`
    std::deque<dJointFeedback> m_feedback;          ///< feedback of this step's contacts; reused
    std::vector<Eigen::Vector3d> m_contactPoints_S; ///< points of the contacts, in the same order
    std::size_t m_contactCount = 0;
    std::vector<RobotKey> m_ballTouchers;
    std::vector<RobotContact> m_robotContacts;
};

} // namespace sideline::simulator
