#include "evaluation/ball_score.h"

#include <algorithm>

#include "agentcore/protocol/percepts.h"
#include "agentcore/world/world_model.h"

namespace sideline::evaluation {

namespace {

struct BallErrors {
    std::vector<double> seenM;
    std::vector<double> rememberedM;
    std::vector<double> seenMps;
    std::vector<double> rememberedMps;
    std::size_t reported = 0;
    std::size_t known = 0;

    void add(const world::BallBelief& ball, const math::Pose& X_SF, const TruthInstant& truth) {
        constexpr double kJustSeenS = 0.01;
        const bool isSeen = ball.ageS < kJustSeenS;
        (isSeen ? seenM : rememberedM).push_back((X_SF * ball.p_F - *truth.p_SBall).norm());
        if (truth.velocity_SBallMps) {
            (isSeen ? seenMps : rememberedMps)
                .push_back((X_SF.R * ball.velocity_FMps - *truth.velocity_SBallMps).norm());
        }
    }
};

} // namespace

BallScore ballScoreOf(const AgentStream& stream, const EstimatorSetup& setup,
                      const field::FieldModel& field, const TruthTrack& truth, std::size_t from,
                      std::size_t to) {
    world::AgentIdentity identity;
    identity.team = stream.team();
    identity.robot.unum = stream.robot().unum;
    identity.typeNumber = stream.typeNumber();
    identity.model = stream.model().shared();
    world::WorldModel model(identity, field,
                            localization::makeEstimator(setup.method, setup.options));
    world::AgentFrame frame;
    protocol::Percepts percepts;
    std::uint64_t visionFrames = 0;
    bool hasBegun = false;
    BallErrors errors;
    to = std::min(to, stream.cycles().size());
    for (std::size_t cycle = 0; cycle < to; ++cycle) {
        const StreamCycle& now = stream.cycles()[cycle];
        takePercepts(now, setup, visionFrames, percepts);
        if (now.isBeamed) {
            model.forgetPose();
        }
        model.update(percepts, frame);
        const world::BallBelief& ball = frame.world.ball;
        const bool isKnown = ball.isKnown && frame.body.pose.isValid;
        hasBegun = hasBegun || isKnown;
        const TruthInstant* instant = truth.at(cycle);
        if (!hasBegun || cycle < from || instant == nullptr || !instant->p_SBall) {
            continue;
        }
        ++errors.reported;
        if (isKnown) {
            ++errors.known;
            errors.add(ball, world::fieldFromServer(stream.robot().side).inverse(), *instant);
        }
    }
    BallScore score;
    score.knownRatio = errors.reported == 0 ? 0.0
                                            : static_cast<double>(errors.known) /
                                                  static_cast<double>(errors.reported);
    score.seenM = distributionOf(std::move(errors.seenM));
    score.rememberedM = distributionOf(std::move(errors.rememberedM));
    score.seenMps = distributionOf(std::move(errors.seenMps));
    score.rememberedMps = distributionOf(std::move(errors.rememberedMps));
    return score;
}

} // namespace sideline::evaluation
