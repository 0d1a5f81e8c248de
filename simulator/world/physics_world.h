#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <ode/ode.h>

#include "agentcore/field/field_model.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/robot/robot_body.h"
#include "simulator/world/rigid_body.h"
#include "simulator/world/surface.h"

namespace sideline::simulator {

/// Names a robot of a physical world for as long as it is there; never given twice.
using RobotKey = std::uint32_t;

/// Where the ball is and how it moves; server frame S.
struct BallState {
    math::Pose X_SBall;
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d angularVelocity_SRadPerS = Eigen::Vector3d::Zero();
};

/// Everything that a physical world remembers from step to step. Restoring it into a world with
/// the same robots continues bit for bit as the saved one did.
struct PhysicsState {
    BodyState ball;
    std::vector<std::pair<RobotKey, RobotBodyState>> robots;
    [[nodiscard]] bool operator==(const PhysicsState&) const = default;
};

/// The physical world of rcssserver3d 0.7.3: ground, goals, walls, ball, robots; one exact step of
/// ODE (`dWorldStep`) of 20 ms per cycle. One thread at a time.
///
/// The result of a step depends on the state before it alone, not on how that state was reached:
/// contacts are put in order before ODE sees them.
class PhysicsWorld {
public:
    static constexpr double kStepS = 0.02;
    static constexpr double kGravityMps2 = -9.81; ///< along z
    static constexpr double kBallRadiusM = 0.042;
    static constexpr double kBallMassKg = 0.026;

    explicit PhysicsWorld(const field::FieldDimensions& field);
    ~PhysicsWorld();
    PhysicsWorld(const PhysicsWorld&) = delete;
    PhysicsWorld& operator=(const PhysicsWorld&) = delete;

    /// Adds a robot with all joints at zero, its torso at `X_STorso`. The model must outlive the
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

    void step();

    [[nodiscard]] PhysicsState save() const;
    /// @return false, and nothing changed, if the state is of other robots than are here
    bool restore(const PhysicsState& state);

private:
    struct Collider;
    struct Entry {
        RobotKey key;
        std::unique_ptr<RobotBody> robot;
    };
    struct Pair;
    void addStatic(dGeomID geom, const Surface& surface);
    void addGoal(const field::FieldDimensions& field, double side);
    void addWalls(const field::FieldDimensions& field);
    void label(dGeomID geom, const Surface& surface, std::optional<RobotKey> robot,
               robot::BodyId body);
    void collide();
    void touch(const Pair& pair);
    static void near(void* world, dGeomID first, dGeomID second);

    OdePtr<dxWorld> m_world;
    OdePtr<dxSpace> m_space;
    OdePtr<dxJointGroup> m_contacts;
    std::vector<std::unique_ptr<Collider>> m_colliders; ///< what the geoms' data points to
    std::vector<OdePtr<dxGeom>> m_statics;
    std::unique_ptr<RigidBody> m_ball;
    OdePtr<dxGeom> m_ballGeom;
    std::vector<Entry> m_robots; ///< ascending keys
    RobotKey m_nextKey = 1;
    std::uint32_t m_nextOrder = 0;
    std::vector<Pair> m_pairs;             ///< scratch of `collide`
    std::deque<dJointFeedback> m_feedback; ///< of this step's contacts; kept to be used again
    std::size_t m_contactCount = 0;
    std::vector<RobotKey> m_ballTouchers;
};

} // namespace sideline::simulator
