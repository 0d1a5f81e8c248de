#include "agentcore/world/world_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/base64.h"

namespace sideline::world {

namespace {

constexpr double kSeenBallS = 1.0; // how long a ball known only in the torso frame is kept
constexpr std::size_t kMaxSpareTexts = 64;

// Resizes `texts` without freeing the buffers of longer strings.
class HeardWriter {
public:
    static constexpr std::size_t kTextCapacity = 32;

    HeardWriter(std::vector<WorldBelief::Heard>& heard, std::vector<std::string>& spare)
        : m_heard(heard), m_spare(spare) {}

    WorldBelief::Heard& next() {
        if (m_count == m_heard.size()) {
            WorldBelief::Heard& heard = m_heard.emplace_back();
            take(heard.team);
            take(heard.text);
        }
        return m_heard[m_count++];
    }

    void finish() {
        while (m_heard.size() > m_count) {
            keep(m_heard.back().team);
            keep(m_heard.back().text);
            m_heard.pop_back();
        }
    }

private:
    void take(std::string& text) {
        if (!m_spare.empty()) {
            text = std::move(m_spare.back());
            m_spare.pop_back();
        } else {
            text.reserve(kTextCapacity);
        }
    }

    void keep(std::string& text) {
        if (m_spare.size() < m_spare.capacity() && text.capacity() >= kTextCapacity) {
            m_spare.push_back(std::move(text));
        }
    }

    std::vector<WorldBelief::Heard>& m_heard;
    std::vector<std::string>& m_spare;
    std::size_t m_count = 0;
};

// Decodes base64, with unprintable bytes as `\x01`; appends other text unchanged.
void appendPrintable(std::string& out, std::string_view base64) {
    std::string bytes; // up to ten bytes in a match: no allocation
    if (!protocol::appendFromBase64(bytes, base64)) {
        out += base64;
        return;
    }
    constexpr std::string_view kHex = "0123456789abcdef";
    for (const char byte : bytes) {
        if (byte >= ' ' && byte <= '~' && byte != '\\') {
            out += byte;
            continue;
        }
        const auto value = static_cast<unsigned char>(byte);
        out += "\\x";
        out += kHex[value >> 4U];
        out += kHex[value & 15U];
    }
}

} // namespace

WorldModel::WorldModel(AgentIdentity identity, const field::FieldModel& field,
                       std::unique_ptr<localization::PoseEstimator> estimator)
    : m_identity(std::move(identity)),
      m_field(field),
      m_estimator(std::move(estimator)),
      m_body(*m_identity.model),
      m_ballChoice(m_identity.model->traits().server, field.dimensions()) {
    SIDELINE_ASSERT(m_estimator);
    // Retained frames keep their buffers, so a reserve is kept for new ones.
    m_spareTexts.reserve(kMaxSpareTexts);
    for (std::size_t i = 0; i < kMaxSpareTexts / 2; ++i) {
        m_spareTexts.emplace_back().reserve(HeardWriter::kTextCapacity);
    }
}

void WorldModel::update(const protocol::Percepts& percepts, AgentFrame& frame) {
    const double stepS = m_clock.advance(percepts.serverTimeS);
    m_stepS = stepS;
    m_game.serverTimeS = m_clock.serverTimeS();
    updateGame(percepts, stepS);
    m_hasBeamed = m_beamShowsIn > 0 && --m_beamShowsIn == 0;
    if (m_hasBeamed) {
        forgetPose();
        m_body.placeUpright();
        m_fall = {};
    }
    m_body.update(percepts, stepS, frame.body);
    updatePose(percepts, frame, stepS);
    updateViewpoint(frame.body);
    m_ballChoice.predict(stepS);
    m_ball.predict(stepS);
    m_players.predict(stepS);
    m_seenBallAgeS += stepS;

    WorldBelief& world = frame.world;
    world.hasVision = percepts.vision.has_value();
    world.landmarks.clear();
    world.lines.clear();
    if (percepts.vision && m_body.camera().isValid()) {
        updateBall(*percepts.vision);
        if (m_visionFrame.pose.isValid) {
            const Viewpoint view = viewpoint();
            m_players.see(*percepts.vision, view, m_identity);
            writeVision(*percepts.vision, view, world);
        }
    }
    writeBall(frame.body, world.ball);
    world.players.assign(m_players.players().begin(), m_players.players().end());
    writeHeard(percepts, world);
    updateHearing(stepS, frame.body, world);
    frame.identity = m_identity;
    frame.game = m_game;
    updateSituation(stepS, frame);
}

void WorldModel::updateHearing(double stepS, const BodyBelief& body, WorldBelief& world) {
    m_messages.advance(stepS);
    for (const WorldBelief::Heard& heard : world.heard) {
        m_messages.hear(heard, m_identity.team);
    }
    mergeHeard(m_messages.heardMessages(), m_identity, body, world);
}

void WorldModel::updateSituation(double stepS, AgentFrame& frame) {
    m_situation = assess({&frame.identity, &frame.game, &frame.body, &frame.world,
                          &m_field.dimensions(), &m_homes, stepS, m_messages.heardMessages()},
                         m_situation, frame.situation);
}

void WorldModel::sent(std::span<const JointBelief> joints) {
    m_body.sent(joints);
}

void WorldModel::beamed() {
    m_beamShowsIn = kBeamShowsAfter;
}

void WorldModel::forgetPose() {
    m_estimator->reset();
}

void WorldModel::setEstimator(std::unique_ptr<localization::PoseEstimator> estimator) {
    SIDELINE_ASSERT(estimator != nullptr);
    m_estimator = std::move(estimator);
}

void WorldModel::reset(int unum) {
    m_identity.robot = {game::Side::None, game::UniformNumber(unum)};
    m_estimator->reset();
    m_external.reset();
    m_game = {};
    m_body.reset();
    m_reportedPose.reset();
    m_now = {};
    m_visionFrame = {};
    m_ballChoice.reset();
    m_ball.reset();
    m_players.reset();
    m_messages.reset();
    m_situation = {};
    m_hasSeenBall = false;
    m_clock.reset();
    m_fall = {};
    m_beamShowsIn = 0;
    m_hasBeamed = false;
}

void WorldModel::updateGame(const protocol::Percepts& percepts, double stepS) {
    const bool isReported = percepts.gameTimeS || !percepts.playMode.empty();
    m_game.ageS = isReported ? 0.0 : m_game.ageS + stepS;
    if (percepts.unum) {
        m_identity.robot.unum = game::UniformNumber(*percepts.unum);
    }
    updateSide(percepts);
    if (percepts.gameTimeS && std::isfinite(*percepts.gameTimeS)) {
        m_game.gameTimeS = *percepts.gameTimeS;
    }
    if (!percepts.playMode.empty()) {
        const auto playMode = game::playModeFromName(percepts.playMode);
        if (playMode != m_game.playMode) {
            m_ball.mayHaveBeenMoved(); // the referee may have moved it to the restart position
        }
        m_game.playMode = playMode;
    }
    const bool isRight = m_identity.robot.side == game::Side::Right;
    const auto& own = isRight ? percepts.scoreRight : percepts.scoreLeft;
    const auto& other = isRight ? percepts.scoreLeft : percepts.scoreRight;
    m_game.ownScore = own.value_or(m_game.ownScore);
    m_game.opponentScore = other.value_or(m_game.opponentScore);
}

void WorldModel::updateSide(const protocol::Percepts& percepts) {
    const game::Side before = m_identity.robot.side;
    if (percepts.ownSide == "left") {
        m_identity.robot.side = game::Side::Left;
    } else if (percepts.ownSide == "right") {
        m_identity.robot.side = game::Side::Right;
    } else if (const auto side = protocol::sideOf(percepts, m_identity.team)) {
        m_identity.robot.side = *side;
    }
    if (m_identity.robot.side != before) {
        // The field frame has been rotated.
        m_ballChoice.reset();
        m_ball.reset();
        m_players.reset();
        m_messages.reset();
    }
}

void WorldModel::updatePose(const protocol::Percepts& percepts, AgentFrame& frame, double stepS) {
    BodyBelief& body = frame.body;
    const auto odometry = std::exchange(m_odometry, std::nullopt);
    if (!m_reportedPose.update(percepts, stepS, body.pose)) {
        body.pose = m_estimator->update(
            {&percepts, m_identity.model.get(), &m_field, m_body.anglesRad(), stepS, odometry});
    }
    m_isPoseExternal = m_external.apply(frame.timing.receivedAt, body.pose);
    body.X_FT =
        body.pose.isValid ? fieldFromServer(m_identity.robot.side) * body.pose.X_ST : math::Pose{};
    const double up = body.pose.isValid ? body.pose.X_ST.R(2, 2) : m_body.uprightness();
    body.isFallen = m_fall.update(up, stepS);
}

void WorldModel::updateViewpoint(const BodyBelief& body) {
    const bool isVisionDelayed =
        m_identity.model->traits().server == game::ServerKind::Rcssservermj;
    const VisionFrame before = m_now;
    m_now = {body.pose, body.X_FT, m_body.X_TCamera()};
    m_visionFrame = isVisionDelayed && before.pose.isValid ? before : m_now;
}

Viewpoint WorldModel::viewpoint() const {
    return {m_visionFrame.pose, m_visionFrame.X_FT, m_visionFrame.X_TCamera,
            m_identity.model->percepts().vision,
            localization::visionNoiseOf(m_identity.model->traits().server)};
}

void WorldModel::updateBall(const protocol::VisionPercept& vision) {
    const Viewpoint view = viewpoint();
    const protocol::SeenObject* seen =
        m_ballChoice.choose(vision, m_visionFrame.pose.isValid ? &view : nullptr, m_ball.ball());
    if (seen != nullptr) {
        m_seenBall_T = m_visionFrame.X_TCamera * (localization::pointInCamera(seen->polar) -
                                                  m_visionFrame.pose.cameraOffset_CM);
        m_seenBallAgeS = 0.0;
        m_hasSeenBall = true;
        if (m_visionFrame.pose.isValid) {
            m_ball.see(view.point(seen->polar));
        }
    } else if (m_visionFrame.pose.isValid && m_ball.ball().isKnown) {
        if (view.isInView(m_ball.ball().p_F)) {
            m_ball.miss();
            m_hasSeenBall = m_hasSeenBall && m_ball.ball().isKnown;
        }
    }
}

void WorldModel::writeBall(const BodyBelief& body, BallBelief& ball) const {
    ball = {};
    if (body.pose.isValid && m_ball.ball().isKnown) {
        ball = m_ball.ball();
        ball.p_T = body.X_FT.inverse() * ball.p_F;
    } else if (m_hasSeenBall && m_seenBallAgeS <= kSeenBallS) {
        ball.isKnown = true;
        ball.p_T = m_seenBall_T;
        ball.p_F = body.pose.isValid ? body.X_FT * m_seenBall_T : Eigen::Vector3d::Zero().eval();
        ball.ageS = m_seenBallAgeS;
    }
}

void WorldModel::writeVision(const protocol::VisionPercept& vision, const Viewpoint& view,
                             WorldBelief& world) const {
    for (const auto& object : vision.objects) {
        if (object.name != "B" && localization::isUsable(object.polar)) {
            SeenLandmark& landmark = world.landmarks.emplace_back();
            landmark.name = object.name;
            landmark.p_F = view.place(object.polar);
        }
    }
    for (const auto& [from, to] : vision.lines) {
        if (localization::isUsable(from) && localization::isUsable(to)) {
            world.lines.push_back({view.place(from), view.place(to)});
        }
    }
}

void WorldModel::writeHeard(const protocol::Percepts& percepts, WorldBelief& world) {
    HeardWriter writer(world.heard, m_spareTexts);
    for (const protocol::Heard& percept : percepts.heard) {
        WorldBelief::Heard& heard = writer.next();
        heard.team = percept.team;
        heard.text.clear();
        if (percept.isBase64) {
            appendPrintable(heard.text, percept.text);
        } else {
            heard.text = percept.text;
        }
        heard.directionRad =
            std::isfinite(percept.directionDeg) ? math::radFromDeg(percept.directionDeg) : 0.0;
        heard.isOwn = percept.isOwn;
        heard.ageS =
            std::isfinite(percept.timeS) ? std::max(m_game.gameTimeS - percept.timeS, 0.0) : 0.0;
    }
    writer.finish();
}

} // namespace sideline::world
