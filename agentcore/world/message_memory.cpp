#include "agentcore/world/message_memory.h"

#include <algorithm>
#include <cmath>

#include "agentcore/field/ball_flight.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/world/ball_prediction.h"
#include "agentcore/world/formation.h"

namespace sideline::world {

namespace {

using game::kStepS;
constexpr double kSameMessageS = 0.03;
constexpr double kMaxAgeS = 3.0;     // maximum age of information heard from teammates
constexpr double kMaxPoseAgeS = 2.0; // maximum age of a speaker's own pose
constexpr double kOwnVisionS =
    0.3; // the robot's own vision takes precedence over messages that are newer by less than this
constexpr double kHeardSigmaM = 0.1;
constexpr double kHeardGrowthMps = 0.4;
constexpr double kHeardSpeedSigmaMps = 0.3;
constexpr double kAtRestS = 30.0;
constexpr double kSamePlayerM = 0.7;

double confidenceOf(double ageS) {
    return std::clamp(1.0 - ageS / (2.0 * kMaxAgeS), 0.0, 1.0);
}

double sigmaM(double ageS) {
    return kHeardSigmaM + kHeardGrowthMps * ageS;
}

bool isSameSpeaker(const HeardMessage& known, const HeardMessage& spoken) {
    if (known.isOwn != spoken.isOwn || known.team.view() != spoken.team.view()) {
        return false;
    }
    if (known.words && spoken.words) {
        return known.words->unum == spoken.words->unum;
    }
    return std::abs(math::wrapRad(known.directionRad - spoken.directionRad)) <
           MessageMemory::kSameDirectionRad;
}

void mergeMate(const HeardMessage& spoken, WorldBelief& world) {
    const SayWords& words = *spoken.words;
    const double ageS = spoken.ageS + words.poseAgeS;
    const auto found = std::ranges::find_if(world.players, [&](const PlayerBelief& player) {
        return player.isTeammate &&
               (player.unum == words.unum ||
                (player.unum == 0 && (player.p_F.head<2>() - words.p_F).norm() < kSamePlayerM));
    });
    if (found != world.players.end() && found->ageS < ageS + kOwnVisionS) {
        if (found->unum == 0) {
            found->unum = words.unum;
        }
        return;
    }
    PlayerBelief& player = found != world.players.end() ? *found : world.players.emplace_back();
    const double z = player.p_F.z();
    player = {};
    player.isTeammate = true;
    player.unum = words.unum;
    player.p_F << words.p_F, z;
    player.headingRad = words.headingRad;
    player.hasHeading = true;
    player.isFallen = words.isFallen;
    player.ageS = ageS;
    player.positionSigmaM = sigmaM(ageS);
    player.confidence = confidenceOf(ageS);
    player.isHeard = true;
}

void mergeBall(const HeardMessage& spoken, const BodyBelief& body, BallBelief& ball) {
    const SayWords& words = *spoken.words;
    const double ageS = spoken.ageS + words.ballAgeS;
    BallBelief then;
    then.isKnown = true;
    then.p_F << words.ball_F, field::kBallRestHeightM;
    then.velocity_FMps << words.ballVelocity_FMps, 0.0;
    const double place = sigmaM(words.ballAgeS) * sigmaM(words.ballAgeS);
    const double speed = kHeardSpeedSigmaMps * kHeardSpeedSigmaMps;
    then.covariance.diagonal() << place, place, 1e-6, speed, speed, 1e-6;
    const BallPrediction now = predictBall(then, spoken.ageS);
    ball = {};
    ball.isKnown = true;
    ball.p_F = now.p_F;
    ball.velocity_FMps = now.velocity_FMps;
    ball.covariance = now.covariance;
    ball.rest_F = predictBall(then, kAtRestS).p_F;
    if (body.pose.isValid) {
        ball.p_T = body.X_FT.inverse() * ball.p_F;
    }
    ball.ageS = ageS;
    ball.confidence = confidenceOf(ageS);
    ball.isHeard = true;
}

} // namespace

void MessageMemory::advance(double stepS) {
    for (HeardMessage& spoken : std::span(m_heard).first(m_count)) {
        spoken.ageS += stepS;
    }
    const auto kept = std::remove_if(m_heard.begin(), m_heard.begin() + m_count,
                                     [](const HeardMessage& v) { return v.ageS > kRetentionS; });
    m_count = static_cast<std::size_t>(kept - m_heard.begin());
}

void MessageMemory::hear(const WorldBelief::Heard& heard, std::string_view ownTeam) {
    HeardMessage spoken;
    spoken.team = std::string_view(heard.team);
    spoken.text = std::string_view(heard.text);
    spoken.isOwn = heard.isOwn;
    spoken.directionRad = heard.directionRad;
    spoken.ageS = std::max(heard.ageS, 0.0);
    if (spoken.ageS > kRetentionS) {
        return;
    }
    if (heard.team.empty() || heard.team == ownTeam) {
        spoken.words = readSay(heard.text);
    }
    const auto known = std::span(m_heard).first(m_count);
    const auto same = std::ranges::find_if(
        known, [&](const HeardMessage& other) { return isSameSpeaker(other, spoken); });
    if (same != known.end()) {
        const bool isNewer = spoken.ageS + kSameMessageS < same->ageS;
        const bool isOther =
            spoken.text.view() != same->text.view() && spoken.ageS <= same->ageS + kSameMessageS;
        if (isNewer || isOther) {
            *same = spoken;
        }
        return;
    }
    if (m_count < kMaxSpeakers) {
        m_heard[m_count++] = spoken;
        return;
    }
    *std::ranges::max_element(m_heard, {}, &HeardMessage::ageS) = spoken;
}

bool SpeakingTurn::take(double timeS, int unum) {
    constexpr double kBeginsS = 0.035; // time within the slot in which a message may begin, so that
                                       // two cycles remain
    const double slot = std::floor(timeS / kSlotS + 1e-6);
    const bool isTurn = std::fmod(slot, kTeamSize) == unum - 1 && timeS - slot * kSlotS < kBeginsS;
    if (!isTurn || slot == m_taken) {
        return false;
    }
    m_taken = slot;
    return true;
}

std::optional<SayWords> ownMessage(const AgentFrame& frame) {
    const localization::PoseEstimate& pose = frame.body.pose;
    const int unum = frame.identity.robot.unum.value();
    if (!pose.isValid || unum <= 0) {
        return std::nullopt;
    }
    const math::Pose& X_FT = frame.body.X_FT;
    const BallBelief& ball = frame.world.ball;
    SayWords words;
    words.unum = unum;
    words.isFallen = frame.body.isFallen;
    words.p_F = X_FT.p.head<2>();
    words.headingRad = math::forwardHeadingRad(X_FT.R);
    words.poseAgeS = kStepS * pose.cyclesSinceVision;
    words.isBallKnown = ball.isKnown && !ball.isHeard;
    words.ball_F = ball.p_F.head<2>();
    words.ballVelocity_FMps = ball.velocity_FMps.head<2>();
    words.ballAgeS = ball.ageS;
    return words;
}

void mergeHeard(std::span<const HeardMessage> heardMessages, const AgentIdentity& self,
                const BodyBelief& body, WorldBelief& world) {
    const HeardMessage* best = nullptr;
    for (const HeardMessage& spoken : heardMessages) {
        if (spoken.isOwn || !spoken.words || spoken.words->unum == self.robot.unum.value() ||
            spoken.words->poseAgeS > kMaxPoseAgeS) {
            continue;
        }
        if (spoken.ageS + spoken.words->poseAgeS <= kMaxAgeS) {
            mergeMate(spoken, world);
        }
        const double ballAgeS = spoken.ageS + spoken.words->ballAgeS;
        if (spoken.words->isBallKnown && ballAgeS <= kMaxAgeS &&
            (best == nullptr || ballAgeS < best->ageS + best->words->ballAgeS)) {
            best = &spoken;
        }
    }
    const BallBelief& ball = world.ball;
    if (best != nullptr &&
        (!ball.isKnown || ball.ageS > best->ageS + best->words->ballAgeS + kOwnVisionS)) {
        mergeBall(*best, body, world.ball);
    }
}

} // namespace sideline::world
