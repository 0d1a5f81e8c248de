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
#include "agentcore/world/memory.h"
#include "agentcore/world/message_memory.h"
#include "agentcore/world/player_tracker.h"
#include "agentcore/world/step_clock.h"
#include "agentcore/world/told_pose.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// What an agent believes of itself and the field, from its percepts: the one place where a message
/// of the server becomes the identity, game, body, world and situation of an `AgentFrame`.
///
/// An agent's cycle is `update`, then the decision, then `sent`. State is the model's own; one
/// thread at a time. Nothing is allocated once model and frames are warm: frames are reused, and
/// the model keeps the buffers of texts that a frame has no more use for.
///
/// Time continues in the server's steps of 20 ms: the server reports its time in hundredths of a
/// sum in single precision, so that messages look 20 or 30 ms apart though physics took one step.
///
/// Where the server tells an agent its pose (rcssservermj does, without error), that is believed,
/// and the estimator is not asked.
class WorldModel {
public:
    /// @param identity team, wanted number and type; `identity.model` is not null and outlives this
    /// @param field outlives this
    /// @param estimator not null
    WorldModel(AgentIdentity identity, const field::FieldModel& field,
               std::unique_ptr<localization::PoseEstimator> estimator);
    /// A copy believes the same and continues alone.
    WorldModel(const WorldModel&) = default;
    WorldModel& operator=(const WorldModel&) = delete;
    ~WorldModel() = default;

    /// Takes the percepts of a cycle and writes `identity`, `game`, `body`, `world` and `situation`
    /// of `frame`, whatever stood there; the rest of the frame is left alone.
    ///
    /// `body.joints[i].wantedRad` becomes what was wanted in the cycle before (at first what is
    /// measured), `commandRadPerS` 0. Values that are not finite are ignored: the last good
    /// one stays.
    void update(const protocol::Percepts& percepts, AgentFrame& frame);

    /// Reports which speeds and target angles were sent in reply to the last `update`; what is
    /// expected of the joints follows from it. Without a call the joints keep the speeds they were
    /// sent last, as in the server.
    /// @param joints one per joint of the model, with `wantedRad` and `commandRadPerS`
    void sent(std::span<const JointBelief> joints);

    /// Reports that a beam was asked for in reply to the last `update`. It shows two messages later
    /// (simspark.md 3.1); from then on where the robot is has to be found again.
    /// @param beam_F where to: x and y in m, heading in rad
    void beamed(const Eigen::Vector3d& beam_F);
    /// Where the robot is has to be found again, from the next `update` on.
    void forgetPose();

    /// Another way to find out where the robot is, from the next `update` on; it restarts.
    /// @param estimator not null
    void setEstimator(std::unique_ptr<localization::PoseEstimator> estimator);

    /// Where somebody outside knows the robot to be, from the next `update` on; see
    /// `ExternalPoses`.
    void setExternalPose(const std::optional<ExternalPose>& pose) { m_external.set(pose); }
    /// Whether the last `update` believed a pose from outside.
    [[nodiscard]] bool isPoseExternal() const { return m_isPoseExternal; }

    /// Reports how the walk moves the robot in reply to the last `update`; the next one gives it to
    /// the estimator.
    void walked(const std::optional<localization::WalkOdometry>& odometry) {
        m_odometry = odometry;
    }

    /// Reports what was said in reply to the last `update`; it is remembered.
    void said(std::string_view text);

    /// Where players belong from now on; see `SituationBelief::home_F`.
    void setHomes(const Formation& homes) { m_homes = homes; }

    /// Time between the last two messages, a whole number of the server's steps, s.
    [[nodiscard]] double stepS() const { return m_stepS; }
    /// What was perceived, believed and done in the last seconds.
    [[nodiscard]] const Memory& memory() const { return m_memory; }
    /// The last message of everybody who was heard lately.
    [[nodiscard]] std::span<const HeardVoice> voices() const { return m_messages.voices(); }

    /// Forgets everything but the identity's team and type, as after a new connection.
    /// @param unum wanted number, as in the constructor
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
    ToldPose m_told;
    /// From where things were seen that this message reports: rcssservermj's vision is a cycle old.
    struct Seeing {
        localization::PoseEstimate pose;
        math::Pose X_FT;
        math::Pose X_TCamera;
    };
    Seeing m_now;
    Seeing m_seeing;
    BallChoice m_ballChoice;
    BallFilter m_ball;
    PlayerTracker m_players;
    MessageMemory m_messages;
    SituationMemory m_situation;
    Formation m_homes = defaultHomeTable();
    int m_beamShowsIn = 0; ///< messages until a beam shows that was asked for; 0: none was
    Memory m_memory;
    Eigen::Vector3d m_seenBall_T = Eigen::Vector3d::Zero(); ///< as it was seen last
    double m_seenBallAgeS = 0.0;
    bool m_hasSeenBall = false;
    std::optional<localization::WalkOdometry> m_odometry; ///< of the last cycle's step
    StepClock m_clock;
    double m_stepS = game::kStepS;
    std::vector<std::string> m_spareTexts; ///< buffers for frames that need long texts again
    game::FallState m_fall;
};

} // namespace sideline::world
