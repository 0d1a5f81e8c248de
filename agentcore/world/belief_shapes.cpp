#include "agentcore/world/belief_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <Eigen/Eigenvalues>

#include "agentcore/game/constants.h"
#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/world/balance.h"
#include "agentcore/world/ball_prediction.h"

namespace sideline::world {

namespace {

using drawing::Color;
using Eigen::Vector3d;

constexpr Color kPoseColor{0, 220, 220, 255};
constexpr Color kBallColor{255, 150, 0, 255};
constexpr Color kMateColor{80, 220, 120, 255};
constexpr Color kOpponentColor{255, 90, 160, 255};
constexpr Color kLandmarkColor{255, 255, 0, 255};
constexpr Color kErrorColor{255, 60, 0, 255};
constexpr Color kLineColor{200, 120, 255, 255};
constexpr Color kConeColor{120, 200, 255, 255};
constexpr Color kForceColor{255, 210, 0, 255};
constexpr Color kSupportColor{60, 200, 255, 90};
constexpr Color kGyroColor{255, 80, 255, 255};

constexpr double kRollS = 1.0 / 1.085; // distance that a ball rolls per speed (simspark.md 3.6)
constexpr double kVisionM = 8.0;       // drawn length of the view cone
constexpr double kRingM = 0.2;         // radius around players
constexpr double kWalkS = 1.0;         // drawn prediction of a player's walk
constexpr double kMinArrowM = 0.1;

// Collects the shapes of one frame.
class BeliefPainter {
public:
    BeliefPainter(const AgentFrame& frame, std::vector<drawing::NamedShape>& out)
        : m_frame(frame), m_out(out), m_X_SF(fieldFromServer(frame.identity.robot.side).inverse()) {
        const robot::RobotModel& model = *frame.identity.model;
        std::array<double, robot::kMaxJoints> angles{};
        const std::size_t count = std::min(frame.body.joints.size(), model.joints().size());
        for (std::size_t i = 0; i < count; ++i) {
            angles[i] = frame.body.joints[i].measuredRad;
        }
        robot::forwardKinematics(model, frame.body.pose.X_ST,
                                 std::span(angles).first(model.joints().size()), bodies());
    }

    void pose() {
        const math::Pose& X_ST = m_frame.body.pose.X_ST;
        const Vector3d ground(X_ST.p.x(), X_ST.p.y(), 0.0);
        Vector3d forward = X_ST.R.col(1);
        forward.z() = 0.0;
        ring("belief.pose", ground, std::max(m_frame.body.pose.positionSigmaM, 0.05), kPoseColor);
        if (forward.norm() > 1e-6) {
            arrow("belief.pose", ground, ground + 0.5 * forward.normalized(), kPoseColor);
        }
    }

    void ball() {
        const BallBelief& ball = m_frame.world.ball;
        if (!ball.isKnown) {
            return;
        }
        const Color color = faded(kBallColor, ball.confidence);
        const Vector3d p_S = m_X_SF * ball.p_F;
        add("belief.ball", drawing::Sphere{p_S, game::kBallRadiusM, color});
        ring("belief.ball", {p_S.x(), p_S.y(), 0.0}, 0.12, color);
        ballSpread(p_S, ball.covariance.topLeftCorner<2, 2>(), ball.confidence);
        Vector3d rest_S = p_S + kRollS * (m_X_SF.R * ball.velocity_FMps);
        if (ball.confidence > 0.0) { // provided by a filter
            rest_S = m_X_SF * ball.rest_F;
        }
        rest_S.z() = p_S.z();
        if ((rest_S - p_S).norm() > 0.05) {
            arrow("belief.ball", p_S, rest_S, color);
            ballPath(ball, rest_S, color);
        }
    }

    void players() {
        for (const PlayerBelief& player : m_frame.world.players) {
            const Vector3d p_S = m_X_SF * player.p_F;
            const Vector3d ground(p_S.x(), p_S.y(), 0.0);
            const Color color =
                faded(player.isTeammate ? kMateColor : kOpponentColor, player.confidence);
            ring("belief.players", ground, kRingM, color);
            if (player.positionSigmaM > kRingM) {
                ring("belief.players", ground, player.positionSigmaM, color);
            }
            if (player.hasHeading) {
                const Vector3d heading(std::cos(player.headingRad), std::sin(player.headingRad),
                                       0.0);
                arrow("belief.players", ground, ground + 0.4 * (m_X_SF.R * heading), color);
            }
            const Vector3d way = kWalkS * (m_X_SF.R * player.velocity_FMps);
            if (way.norm() > kMinArrowM) {
                add("belief.players", drawing::Line{ground, ground + way, 1.5, color});
            }
            const std::string number =
                player.unum > 0 ? std::to_string(player.unum) : std::string("?");
            add("belief.players.numbers",
                drawing::Annotation{ground + Vector3d(0.0, 0.0, 0.75),
                                    player.isFallen ? number + " fallen" : number, color});
        }
    }

    void landmarks(const field::FieldModel& field) {
        for (const SeenLandmark& seen : m_frame.world.landmarks) {
            const Vector3d p_S = m_X_SF * seen.p_F;
            add("belief.landmarks", drawing::Point{p_S, 8.0, kLandmarkColor});
            const auto real =
                std::ranges::find(field.landmarks(), seen.name, &field::Landmark::name);
            if (real != field.landmarks().end()) {
                add("belief.landmarks", drawing::Line{p_S, real->p_S, 2.0, kErrorColor});
            }
        }
    }

    void lines() {
        for (const SeenLine& line : m_frame.world.lines) {
            add("belief.lines",
                drawing::Line{m_X_SF * line.from_F, m_X_SF * line.to_F, 2.0, kLineColor});
        }
    }

    // The outline of the camera's view on the ground.
    void viewCone() {
        const auto& vision = std::as_const(*m_frame.identity.model).percepts();
        const auto camera = std::ranges::find(vision.perceptors, robot::PerceptorKind::Vision,
                                              &robot::Perceptor::kind);
        if (camera == vision.perceptors.end() || !vision.vision.cone) {
            return;
        }
        const math::Pose X_SCamera =
            localization::cameraOf(*m_frame.identity.model, m_bodies[camera->body.index()]);
        const auto& cone = *vision.vision.cone;
        constexpr int kSteps = 8;
        std::vector<Vector3d> rim;
        for (int i = 0; i <= kSteps; ++i) {
            rim.push_back(
                onGround(X_SCamera, widthAt(cone.halfWidthRad, i, kSteps), -cone.halfHeightRad));
        }
        for (int i = kSteps; i >= 0; --i) {
            rim.push_back(
                onGround(X_SCamera, widthAt(cone.halfWidthRad, i, kSteps), cone.halfHeightRad));
        }
        for (std::size_t i = 0; i < rim.size(); ++i) {
            add("belief.view", drawing::Line{rim[i], rim[(i + 1) % rim.size()], 1.5, kConeColor});
        }
    }

    void forces() {
        for (const ForceBelief& force : m_frame.body.forces) {
            if (!force.body.isValid() || force.body.index() >= bodies().size()) {
                continue; // occurs in damaged recordings
            }
            const math::Pose& X_SBody = m_bodies[force.body.index()];
            const Vector3d from = X_SBody * force.center_Body;
            arrow("belief.forces", from, from + kForceLineMPerN * (X_SBody.R * force.force_BodyN),
                  kForceColor);
        }
    }

    void balance() {
        const Balance balance = balanceOf(*m_frame.identity.model, m_frame.body, bodies());
        const Vector3d& com = balance.centerOfMass_A;
        add("belief.balance", drawing::Sphere{com, 0.02, kForceColor});
        add("belief.balance", drawing::Line{com, {com.x(), com.y(), 0.0}, 1.5, kForceColor});
        if (balance.support_A.size() >= 3) {
            drawing::Polygon polygon{{}, kSupportColor};
            for (const Eigen::Vector2d& corner : balance.support_A) {
                polygon.corners_S.emplace_back(corner.x(), corner.y(), 0.005);
            }
            add("belief.balance", std::move(polygon));
        }
    }

    void inertia() {
        const math::Pose& X_ST = m_frame.body.pose.X_ST;
        arrow("belief.inertia", X_ST.p,
              X_ST.p + kAccelerationLineMPerMps2 * (X_ST.R * m_frame.body.acceleration_TMps2),
              kForceColor);
        if (m_frame.body.gyro_TRadPerS.norm() > 0.02) {
            arrow("belief.inertia", X_ST.p,
                  X_ST.p + kGyroLineMPerRadPerS * (X_ST.R * m_frame.body.gyro_TRadPerS),
                  kGyroColor);
        }
    }

private:
    std::span<math::Pose> bodies() {
        return std::span(m_bodies).first(m_frame.identity.model->bodies().size());
    }

    static double widthAt(double halfWidthRad, int step, int steps) {
        return halfWidthRad * (2.0 * step / steps - 1.0);
    }

    // Opacity depends on the confidence. Beliefs without a confidence are drawn opaque.
    static Color faded(Color color, double confidence) {
        constexpr double kMinAlpha = 70.0;
        if (confidence > 0.0) {
            color.alpha = static_cast<std::uint8_t>(
                std::lround(kMinAlpha + (255.0 - kMinAlpha) * std::min(confidence, 1.0)));
        }
        return color;
    }

    // The two-sigma ellipse on the ground, if it is larger than the ball.
    void ballSpread(const Vector3d& p_S, const Eigen::Matrix2d& covariance_F, double confidence) {
        constexpr int kCorners = 24;
        constexpr double kSigmas = 2.0;
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver(covariance_F);
        const Eigen::Vector2d sigmas = solver.eigenvalues().cwiseMax(0.0).cwiseSqrt();
        if (!(kSigmas * sigmas.maxCoeff() > game::kBallRadiusM)) {
            return;
        }
        const Eigen::Matrix2d axes_S =
            m_X_SF.R.topLeftCorner<2, 2>() * solver.eigenvectors() * sigmas.asDiagonal();
        Color color = faded(kBallColor, confidence);
        color.alpha = static_cast<std::uint8_t>(color.alpha / 3);
        drawing::Polygon ellipse{{}, color};
        for (int i = 0; i < kCorners; ++i) {
            const double angleRad = 2.0 * math::kPi * i / kCorners;
            const Eigen::Vector2d corner =
                p_S.head<2>() +
                kSigmas * axes_S * Eigen::Vector2d(std::cos(angleRad), std::sin(angleRad));
            ellipse.corners_S.emplace_back(corner.x(), corner.y(), 0.006);
        }
        add("belief.ball", std::move(ellipse));
    }

    // Points along the path to the resting place.
    void ballPath(const BallBelief& ball, const Vector3d& rest_S, Color color) {
        constexpr double kEveryS = 0.2;
        constexpr int kMaxPoints = 20;
        for (int i = 1; i <= kMaxPoints; ++i) {
            const Vector3d p_S = m_X_SF * predictBall(ball, i * kEveryS).p_F;
            if ((p_S - rest_S).head<2>().norm() < game::kBallRadiusM) {
                break;
            }
            add("belief.ball", drawing::Point{p_S, 4.0, color});
        }
    }

    // Intersection of a camera ray with the ground, or the end of the drawn ray if there is none.
    static Vector3d onGround(const math::Pose& X_SCamera, double thetaRad, double phiRad) {
        const Vector3d ray_Camera(-std::sin(thetaRad) * std::cos(phiRad),
                                  std::cos(thetaRad) * std::cos(phiRad), std::sin(phiRad));
        const Vector3d ray = X_SCamera.R * ray_Camera;
        const Eigen::Vector2d along = ray.head<2>();
        const double reach = along.norm() > 1e-6 ? kVisionM / along.norm() : 0.0;
        const double down = ray.z() < -1e-6 ? -X_SCamera.p.z() / ray.z() : reach;
        const Vector3d end = X_SCamera.p + std::clamp(down, 0.0, reach) * ray;
        return {end.x(), end.y(), 0.01};
    }

    void ring(const char* set, const Vector3d& ground, double radiusM, Color color) {
        add(set, drawing::Circle{ground.head<2>(), radiusM, 2.0, color});
    }

    void arrow(const char* set, const Vector3d& from, const Vector3d& to, Color color) {
        add(set, drawing::Line{from, to, 2.5, color});
        add(set, drawing::Point{to, 7.0, color});
    }

    void add(const char* set, drawing::Shape shape) { m_out.push_back({set, std::move(shape)}); }

    const AgentFrame& m_frame;
    std::vector<drawing::NamedShape>& m_out;
    math::Pose m_X_SF;
    std::array<math::Pose, robot::kMaxBodies> m_bodies;
};

} // namespace

void appendBeliefShapes(const AgentFrame& frame, const field::FieldModel& field,
                        const BeliefLayers& layers, std::vector<drawing::NamedShape>& out) {
    if (!frame.body.pose.isValid || frame.identity.model == nullptr) {
        return;
    }
    BeliefPainter painter(frame, out);
    const auto when = [](bool isOn, auto paint) {
        if (isOn) {
            paint();
        }
    };
    when(layers.pose, [&] { painter.pose(); });
    when(layers.ball, [&] { painter.ball(); });
    when(layers.players, [&] { painter.players(); });
    when(layers.landmarks, [&] { painter.landmarks(field); });
    when(layers.lines, [&] { painter.lines(); });
    when(layers.viewCone, [&] { painter.viewCone(); });
    when(layers.forces, [&] { painter.forces(); });
    when(layers.balance, [&] { painter.balance(); });
    when(layers.inertia, [&] { painter.inertia(); });
}

} // namespace sideline::world
