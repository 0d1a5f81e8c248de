#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/cloned.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/fall_state.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/ids.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/assess.h"
#include "agentcore/world/ball_choice.h"
#include "agentcore/world/ball_filter.h"
#include "agentcore/world/body_tracker.h"
#include "agentcore/world/external_pose.h"
#include "agentcore/world/formation.h"
#include "agentcore/world/message_memory.h"
#include "agentcore/world/player_tracker.h"
#include "agentcore/world/reported_pose.h"
#include "agentcore/world/step_clock.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// An agent's beliefs about itself and the field: the only code that converts server messages to
/// identity, game, body, world and situation of an `AgentFrame`.
///
/// Each cycle calls `update`, then decides, then calls `sent`. One thread at a time. Allocates
/// nothing after warm-up: frames are reused, and the model keeps text buffers that a frame no
/// longer needs.
///
/// Time advances in server steps of 20 ms: the server adds up its time in single precision and
/// reports hundredths, so messages appear 20 or 30 ms apart although the physics advanced by one
/// step.
///
/// A pose reported by the server (rcssservermj does so, without error) replaces the estimator.
class WorldModel {
public:
    /// @param identity team, requested number and type; `identity.model` is not null and must
    /// outlive this object
    /// @param field must outlive this object
    /// @param estimator not null
    WorldModel(AgentIdentity identity, const field::FieldModel& field,
               std::unique_ptr<localization::PoseEstimator> estimator);
    /// A copy continues independently from the same state.
    WorldModel(const WorldModel&) = default;
    WorldModel& operator=(const WorldModel&) = delete;
    ~WorldModel() = default;

    /// Processes the percepts of a cycle and overwrites `identity`, `game`, `body`, `world` and
    /// `situation` of `frame`; the rest of the frame is unchanged.
    ///
    /// Sets `body.joints[i].targetRad` to the target of the previous cycle (initially the measured
    /// angle) and `commandRadPerS` to 0. Values that are not finite are ignored: the last valid one
    /// is kept.
    void update(const protocol::Percepts& percepts, AgentFrame& frame);

    /// Reports the speeds and target angles sent in reply to the last `update`, from which the
    /// expected angles are computed. Without a call the joints keep their last speeds, as on the
    /// server.
    /// @param joints one per joint of the model, with `targetRad` and `commandRadPerS`
    void sent(std::span<const JointBelief> joints);

    /// The number of messages after which a beam takes effect (simspark.md 3.1).
    static constexpr int kBeamShowsAfter = 2;
    /// Reports that a beam was requested in reply to the last `update`. When it takes effect,
    /// localization restarts, and the robot is believed to be upright.
    void beamed();
    /// Whether a beam took effect before the last `update`.
    [[nodiscard]] bool hasBeamed() const { return m_hasBeamed; }
    /// Restarts localization with the next `update`.
    void forgetPose();

    /// Replaces the localization method; effective from the next `update`.
    /// @param estimator not null
    void setEstimator(std::unique_ptr<localization::PoseEstimator> estimator);

    /// Sets the robot's pose from an external source, from the next `update` on; see
    /// `ExternalPoses`.
    void setExternalPose(const std::optional<ExternalPose>& pose) { m_external.set(pose); }
    /// Whether the last `update` used an external pose.
    [[nodiscard]] bool isPoseExternal() const { return m_isPoseExternal; }

    /// Reports the odometry of the walk for the reply to the last `update`; the next `update`
    /// passes it to the estimator.
    void walked(const std::optional<localization::WalkOdometry>& odometry) {
        m_odometry = odometry;
    }

    /// Time between the last two messages, a whole number of the server's steps, s.
    [[nodiscard]] double stepS() const { return m_stepS; }
    /// The last message of every speaker heard recently.
    [[nodiscard]] std::span<const HeardMessage> heardMessages() const {
        return m_messages.heardMessages();
    }

    /// Resets everything but the identity's team and type, for a new connection.
    /// @param unum requested number, as for the constructor
    void reset(int unum);

private:
    void updateGame(const protocol::Percepts& percepts, double stepS);
    void updateSide(const protocol::Percepts& percepts);
    void updatePose(const protocol::Percepts& percepts, AgentFrame& frame, double stepS);
    void updateViewpoint(const BodyBelief& body);
    [[nodiscard]] Viewpoint viewpoint() const;
    void updateBall(const protocol::VisionPercept& vision);
    void writeBall(const BodyBelief& body, BallBelief& ball) const;
    void writeVision(const protocol::VisionPercept& vision, const Viewpoint& view,
                     WorldBelief& world) const;
    void writeHeard(const protocol::Percepts& percepts, WorldBelief& world);
    void updateHearing(double stepS, const BodyBelief& body, WorldBelief& world);
    void updateSituation(double stepS, AgentFrame& frame);

    AgentIdentity m_identity;
    const field::FieldModel& m_field;
    base::Cloned<localization::PoseEstimator> m_estimator;
    ExternalPoses m_external;
    bool m_isPoseExternal = false;
    GameBelief m_game;
    BodyTracker m_body;
    ReportedPose m_reportedPose;
    /// The viewpoint of the objects in this message: the vision percepts of rcssservermj are one
    /// cycle old.
    struct VisionFrame {
        localization::PoseEstimate pose;
        math::Pose X_FT;
        math::Pose X_TCamera;
    };
    VisionFrame m_now;
    VisionFrame m_visionFrame;
    BallChoice m_ballChoice;
    BallFilter m_ball;
    PlayerTracker m_players;
    MessageMemory m_messages;
    SituationMemory m_situation;
    Formation m_homes = defaultHomeTable();
    int m_beamShowsIn = 0;    ///< messages until a requested beam takes effect; 0: none pending
    bool m_hasBeamed = false; ///< whether it took effect with the last message
    Eigen::Vector3d m_seenBall_T = Eigen::Vector3d::Zero(); ///< position of the ball when it was
                                                            ///< last seen
    double m_seenBallAgeS = 0.0;
    bool m_hasSeenBall = false;
    std::optional<localization::WalkOdometry> m_odometry; ///< odometry for the last cycle's step
    StepClock m_clock;
    double m_stepS = game::kStepS;
    std::vector<std::string> m_spareTexts; ///< spare buffers for frames with long strings
    game::FallState m_fall;
};

} // namespace sideline::world
