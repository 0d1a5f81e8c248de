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
constexpr double kOldestS = 3.0;     // of what is believed on a teammate's word
constexpr double kOldestPoseS = 2.0; // a speaker that has not known for so long where it is
constexpr double kOwnVisionS = 0.3;  // own vision frames count before words that are newer by less
constexpr double kHeardSigmaM = 0.1;
constexpr double kHeardGrowthMps = 0.4;
constexpr double kHeardSpeedSigmaMps = 0.3;
constexpr double kAtRestS = 30.0;
constexpr double kSamePlayerM = 0.7;

double confidenceOf(double ageS) {
    return std::clamp(1.0 - ageS / (2.0 * kOldestS), 0.0, 1.0);
}

double sigmaM(double ageS) {
    return kHeardSigmaM + kHeardGrowthMps * ageS;
}

bool isSameSpeaker(const HeardVoice& known, const HeardVoice& voice) {
    if (known.isOwn != voice.isOwn || known.team.view() != voice.team.view()) {
        return false;
    }
    if (known.words && voice.words) {
        return known.words->unum == voice.words->unum;
    }
    return std::abs(math::wrapRad(known.directionRad - voice.directionRad)) <
           MessageMemory::kSameDirectionRad;
}

void mergeMate(const HeardVoice& voice, WorldBelief& world) {
    const SayWords& words = *voice.words;
    const double ageS = voice.ageS + words.poseAgeS;
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

void mergeBall(const HeardVoice& voice, const BodyBelief& body, BallBelief& ball) {
    const SayWords& words = *voice.words;
    const double ageS = voice.ageS + words.ballAgeS;
    BallBelief then;
    then.isKnown = true;
    then.p_F << words.ball_F, field::kBallRestHeightM;
    then.velocity_FMps << words.ballVelocity_FMps, 0.0;
    const double place = sigmaM(words.ballAgeS) * sigmaM(words.ballAgeS);
    const double speed = kHeardSpeedSigmaMps * kHeardSpeedSigmaMps;
    then.covariance.diagonal() << place, place, 1e-6, speed, speed, 1e-6;
    const BallPrediction now = predictBall(then, voice.ageS);
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
    for (HeardVoice& voice : std::span(m_voices).first(m_count)) {
        voice.ageS += stepS;
    }
    const auto kept = std::remove_if(m_voices.begin(), m_voices.begin() + m_count,
                                     [](const HeardVoice& v) { return v.ageS > kKeptS; });
    m_count = static_cast<std::size_t>(kept - m_voices.begin());
}

void MessageMemory::hear(const WorldBelief::Heard& heard, std::string_view ownTeam) {
    HeardVoice voice;
    voice.team = std::string_view(heard.team);
    voice.text = std::string_view(heard.text);
    voice.isOwn = heard.isOwn;
    voice.directionRad = heard.directionRad;
    voice.ageS = std::max(heard.ageS, 0.0);
    if (voice.ageS > kKeptS) {
        return;
    }
    if (heard.team.empty() || heard.team == ownTeam) {
        voice.words = readSay(heard.text);
    }
    const auto known = std::span(m_voices).first(m_count);
    const auto same = std::ranges::find_if(
        known, [&](const HeardVoice& other) { return isSameSpeaker(other, voice); });
    if (same != known.end()) {
        const bool isNewer = voice.ageS + kSameMessageS < same->ageS;
        const bool isOther =
            voice.text.view() != same->text.view() && voice.ageS <= same->ageS + kSameMessageS;
        if (isNewer || isOther) {
            *same = voice;
        }
        return;
    }
    if (m_count < kMostVoices) {
        m_voices[m_count++] = voice;
        return;
    }
    *std::ranges::max_element(m_voices, {}, &HeardVoice::ageS) = voice;
}

bool SpeakingTurn::take(double timeS, int unum) {
    constexpr double kBeginsS = 0.035; // two cycles, so that two are left before the next one
    const double slot = std::floor(timeS / kSlotS + 1e-6);
    const bool isTurn = std::fmod(slot, kTeamSize) == unum - 1 && timeS - slot * kSlotS < kBeginsS;
    if (!isTurn || slot == m_taken) {
        return false;
    }
    m_taken = slot;
    return true;
}

std::optional<SayWords> ownWords(const AgentFrame& frame) {
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

void mergeHeard(std::span<const HeardVoice> voices, const AgentIdentity& self,
                const BodyBelief& body, WorldBelief& world) {
    const HeardVoice* best = nullptr;
    for (const HeardVoice& voice : voices) {
        if (voice.isOwn || !voice.words || voice.words->unum == self.robot.unum.value() ||
            voice.words->poseAgeS > kOldestPoseS) {
            continue;
        }
        if (voice.ageS + voice.words->poseAgeS <= kOldestS) {
            mergeMate(voice, world);
        }
        const double ballAgeS = voice.ageS + voice.words->ballAgeS;
        if (voice.words->isBallKnown && ballAgeS <= kOldestS &&
            (best == nullptr || ballAgeS < best->ageS + best->words->ballAgeS)) {
            best = &voice;
        }
    }
    const BallBelief& ball = world.ball;
    if (best != nullptr &&
        (!ball.isKnown || ball.ageS > best->ageS + best->words->ballAgeS + kOwnVisionS)) {
        mergeBall(*best, body, world.ball);
    }
}

} // namespace sideline::world
