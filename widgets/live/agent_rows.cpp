#include "widgets/live/agent_rows.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <QCoreApplication>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/name_text.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using Eigen::Vector3d;
using game::Side;
using math::degFromRad;
using monitor::MatchFrame;
using monitor::RobotFrame;
using world::AgentFrame;
using GroupRows = AgentModel::GroupRows;
using Row = AgentModel::Row;

QString tr(const char* text) {
    return QCoreApplication::translate("AgentModel", text);
}

const QString kMetre = QStringLiteral("m");
const QString kDegree = QStringLiteral("\u00b0");

QString yesNo(bool is) {
    return is ? tr("yes") : tr("no");
}

double tiltRad(const Eigen::Matrix3d& R) {
    return std::acos(std::clamp(R(2, 2), -1.0, 1.0));
}

Row textRow(const char* name, const QString& value, const char* signal = "") {
    return {tr(name), value, {}, {}, QString::fromLatin1(signal), false, {}};
}

// A row with two numbers, which can be plotted separately.
Row pairRow(const char* name, const QString& value, const char* first, const char* second) {
    Row row = textRow(name, value, first);
    row.secondSignal = QString::fromLatin1(second);
    return row;
}

Row numberRow(const QString& name, double value, int decimals, const QString& unit,
              const QString& signal) {
    return {name, numberText(value, decimals, unit), {}, {}, signal, false, {}};
}

Row numberRow(const char* name, double value, int decimals, const QString& unit,
              const char* signal) {
    return numberRow(tr(name), value, decimals, unit, QString::fromLatin1(signal));
}

// Adds the true value of a length or count and the error of the belief.
Row besideTruth(Row row, double value, double truth, int decimals) {
    row.truth = numberText(truth, decimals, {});
    row.difference = numberText(value - truth, decimals, {});
    return row;
}

Row besideAngle(Row row, double angleRad, double truthRad, int decimals) {
    row.truth = numberText(degFromRad(truthRad), decimals, {});
    row.difference = numberText(degFromRad(math::wrapRad(angleRad - truthRad)), decimals, {});
    return row;
}

// The ground truth of the agent, in its own field frame.
struct Truth {
    const MatchFrame* frame = nullptr;
    const RobotFrame* robot = nullptr;
    math::Pose X_FS;

    Truth(const AgentFrame& agent, const MatchFrame* match)
        : frame(match),
          robot(match != nullptr ? match->findRobot(agent.identity.robot) : nullptr),
          X_FS(world::fieldFromServer(agent.identity.robot.side)) {}

    [[nodiscard]] const RobotFrame* player(const AgentFrame& agent,
                                           const world::PlayerBelief& belief) const {
        if (frame == nullptr || belief.unum == 0 || agent.identity.robot.side == Side::None) {
            return nullptr;
        }
        const bool isLeft = (agent.identity.robot.side == Side::Left) == belief.isTeammate;
        return frame->findRobot(
            {isLeft ? Side::Left : Side::Right, game::UniformNumber(belief.unum)});
    }
};

void addVector(std::vector<Row>& rows, const char* prefix, const Vector3d& value,
               const Vector3d* truth, int decimals, const QString& unit, const char* signal) {
    static constexpr std::array kAxes = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
        const QLatin1String axis(kAxes[static_cast<std::size_t>(i)]);
        const QString name = prefix[0] == '\0' ? QString(axis) : tr(prefix) + u' ' + axis;
        Row row = numberRow(name, value[i], decimals, unit,
                            QString::fromLatin1(signal) + QLatin1Char('.') + axis);
        rows.push_back(truth != nullptr ? besideTruth(row, value[i], (*truth)[i], decimals) : row);
    }
}

QString fieldPlaceText(const Eigen::Vector2d& p_F) {
    return QStringLiteral("%1, %2").arg(p_F.x(), 0, 'f', 2).arg(p_F.y(), 0, 'f', 2);
}

QString setPieceText(world::SetPiece piece) {
    static constexpr std::array kNames = {QT_TRANSLATE_NOOP("AgentModel", "none"),
                                          QT_TRANSLATE_NOOP("AgentModel", "kick-off"),
                                          QT_TRANSLATE_NOOP("AgentModel", "kick-in"),
                                          QT_TRANSLATE_NOOP("AgentModel", "corner kick"),
                                          QT_TRANSLATE_NOOP("AgentModel", "goal kick"),
                                          QT_TRANSLATE_NOOP("AgentModel", "free kick"),
                                          QT_TRANSLATE_NOOP("AgentModel", "direct free kick"),
                                          QT_TRANSLATE_NOOP("AgentModel", "pass")};
    return tr(kNames.at(static_cast<std::size_t>(piece)));
}

// A row whose tool tip explains its value.
Row explained(Row row, const char* about) {
    row.about = tr(about);
    return row;
}

// Lists players by their numbers, `?` where none was reported.
QString numbersText(const std::vector<int>& list, const std::vector<world::PlayerBelief>& players) {
    QStringList numbers;
    for (const int i : list) {
        const bool isKnown = i >= 0 && static_cast<std::size_t>(i) < players.size() &&
                             players[static_cast<std::size_t>(i)].unum != 0;
        numbers << (isKnown ? QString::number(players[static_cast<std::size_t>(i)].unum)
                            : QStringLiteral("?"));
    }
    return numbers.isEmpty() ? tr("none") : numbers.join(u' ');
}

// The current state of the game.
void addSituation(std::vector<Row>& rows, const AgentFrame& frame) {
    const world::SituationBelief& now = frame.situation;
    const QString second = QStringLiteral("s");
    const QString piece =
        now.setPiece == world::SetPiece::None
            ? setPieceText(now.setPiece)
            : QStringLiteral("%1, %2").arg(setPieceText(now.setPiece),
                                           now.isOwnRestart ? tr("ours") : tr("theirs"));
    rows.push_back(explained(textRow("Set piece", piece, "situation.setPiece"),
                             "The set piece of this play mode, and which team takes it."));
    rows.push_back(
        explained(textRow("May touch the ball", yesNo(now.mayTouchBall), "situation.mayTouchBall"),
                  "Whether the rules let our team play the ball."));
    rows.push_back(
        explained(textRow("May shoot", yesNo(now.mayShootAtGoal), "situation.mayShootAtGoal"),
                  "Whether a goal from the next touch would count."));
    rows.push_back(explained(numberRow("Mode age", now.modeForS, 1, second, "situation.modeForS"),
                             "Time since the play mode changed."));
    rows.push_back(
        explained(numberRow("Ends in", now.modeLeftS, 1, second, "situation.modeLeftS"),
                  "Time until the referee drops the ball or resumes play; 0 if it does neither."));
    rows.push_back(
        explained(pairRow("Half, time left",
                          QStringLiteral("%1, %2").arg(now.half).arg(clockText(now.halfLeftS)),
                          "situation.half", "situation.halfLeftS"),
                  "The half, and game time until it ends."));
    if (now.hasRestartPlace) {
        rows.push_back(explained(pairRow("Restart at", fieldPlaceText(now.restart_F),
                                         "situation.restart_F.x", "situation.restart_F.y"),
                                 "Ball position at the restart, field frame."));
    }
    if (now.keepAwayM > 0.0) {
        rows.push_back(
            explained(numberRow("Keep away", now.keepAwayM, 2, kMetre, "situation.keepAwayM"),
                      "Distance that the other team must keep from the ball."));
    }
    if (now.hasHome) {
        rows.push_back(explained(
            pairRow("Home", fieldPlaceText(now.home_F), "situation.home_F.x", "situation.home_F.y"),
            "Home position of this player."));
    }
    rows.push_back(explained(
        textRow("Closer teammates", QString::number(now.ownRankToBall), "situation.ownRankToBall"),
        "Number of teammates that would reach the ball before this robot; 0: it is first."));
    rows.push_back(explained(
        textRow("Teammates by ball", numbersText(now.teammatesByBall, frame.world.players)),
        "Upright teammates, nearest to the ball first."));
    rows.push_back(explained(
        textRow("Opponents by ball", numbersText(now.opponentsByBall, frame.world.players)),
        "Upright opponents, nearest to the ball first."));
    if (now.hasOffsideLine) {
        rows.push_back(explained(
            numberRow("Offside line x", now.offsideLine_FM, 2, kMetre, "situation.offsideLine_FM"),
            "The second-to-last opponent or the ball; the server does not enforce offside."));
    }
}

GroupRows game(const AgentFrame& frame, const Truth& truth) {
    const world::GameBelief& game = frame.game;
    GroupRows group;
    const QString mode =
        game.playMode ? playModeText(game::playModeName(*game.playMode)) : tr("unknown");
    Row clock = textRow("Clock", clockText(game.gameTimeS, true), "game.gameTimeS");
    Row playMode = textRow("Play mode", mode, "game.playMode");
    Row score = pairRow("Score, own : other",
                        QStringLiteral("%1 : %2").arg(game.ownScore).arg(game.opponentScore),
                        "game.ownScore", "game.opponentScore");
    if (truth.frame != nullptr) {
        const monitor::GameState& real = truth.frame->game;
        clock.truth = clockText(real.timeS, true);
        clock.difference = numberText(game.gameTimeS - real.timeS, 2, {});
        playMode.truth = playModeText(real.playModeName());
        playMode.isFault = playMode.truth != mode;
    }
    group.summary = QStringLiteral("%1, %2").arg(mode, clockText(game.gameTimeS));
    group.rows = {
        clock, playMode, score,
        numberRow("Server time", game.serverTimeS, 2, QStringLiteral("s"), "game.serverTimeS"),
        explained(numberRow("Since last update", game.ageS, 2, QStringLiteral("s"), "game.ageS"),
                  "Time since the server last reported the game state.")};
    addSituation(group.rows, frame);
    return group;
}

// Marks a pose that was sent to the robot, to distinguish it from its own estimate.
void addPoseSource(GroupRows& group, const AgentFrame& frame) {
    const auto external = std::ranges::find(frame.values, std::string_view("pose.external"),
                                            &world::DebugValue::name);
    if (external == frame.values.end()) {
        return;
    }
    const bool isExternal = external->value != 0.0;
    group.rows.insert(
        group.rows.begin(),
        explained(textRow("Source", isExternal ? tr("external")
                                               : tr("own estimate: the external pose is late")),
                  "The robot is given its pose instead of estimating it."));
    if (isExternal) {
        group.summary += tr(", external");
    }
}

GroupRows pose(const AgentFrame& frame, const Truth& truth) {
    const localization::PoseEstimate& pose = frame.body.pose;
    GroupRows group;
    if (!pose.isValid) {
        group.summary = tr("not known yet");
        return group;
    }
    const math::Pose& X_FT = frame.body.X_FT;
    const double heading = math::forwardHeadingRad(X_FT.R);
    group.summary = QStringLiteral("%1, %2 m, %3\u00b0")
                        .arg(X_FT.p.x(), 0, 'f', 2)
                        .arg(X_FT.p.y(), 0, 'f', 2)
                        .arg(degFromRad(heading), 0, 'f', 0);
    Row headingRow = numberRow("Heading", degFromRad(heading), 1, kDegree, "body.heading_FDeg");
    Row tiltRow = numberRow("Tilt", degFromRad(tiltRad(X_FT.R)), 1, kDegree, "body.pose.tiltDeg");
    if (truth.robot != nullptr) {
        const math::Pose real = truth.X_FS * truth.robot->X_STorso();
        addVector(group.rows, "", X_FT.p, &real.p, 3, kMetre, "body.p_F");
        headingRow = besideAngle(headingRow, heading, math::forwardHeadingRad(real.R), 1);
        tiltRow = besideAngle(tiltRow, tiltRad(X_FT.R), tiltRad(real.R), 1);
        Row apart = textRow("Error", numberText((X_FT.p - real.p).head<2>().norm(), 3, kMetre));
        group.rows.push_back(apart);
    } else {
        addVector(group.rows, "", X_FT.p, nullptr, 3, kMetre, "body.p_F");
    }
    group.rows.push_back(headingRow);
    group.rows.push_back(tiltRow);
    group.rows.push_back(numberRow("Position std. dev.", pose.positionSigmaM, 3, kMetre,
                                   "body.pose.positionSigmaM"));
    group.rows.push_back(numberRow("Heading std. dev.", degFromRad(pose.headingSigmaRad), 2,
                                   kDegree, "body.pose.headingSigmaDeg"));
    group.rows.push_back(numberRow("Cycles since vision", pose.cyclesSinceVision, 0, {},
                                   "body.pose.cyclesSinceVision"));
    addVector(group.rows, "Speed", pose.velocity_SMps, nullptr, 2, QStringLiteral("m/s"),
              "body.pose.velocity_SMps");
    if (pose.cameraOffsetSigmaM > 0.0) {
        addVector(group.rows, "Camera offset", pose.cameraOffset_CM * 1e3, nullptr, 1,
                  QStringLiteral("mm"), "body.pose.cameraOffset_CM");
        group.rows.push_back(explained(
            numberRow("Offset std. dev.", pose.cameraOffsetSigmaM * 1e3, 1, QStringLiteral("mm"),
                      "body.pose.cameraOffsetSigmaM"),
            "Estimated constant error of the camera: standard deviation of its worst axis."));
    }
    addPoseSource(group, frame);
    return group;
}

void addBallCertainty(std::vector<Row>& rows, const world::BallBelief& ball) {
    const double x = ball.covariance(0, 0);
    const double y = ball.covariance(1, 1);
    const double longest = 0.5 * (x + y) + std::hypot(0.5 * (x - y), ball.covariance(0, 1));
    rows.push_back(explained(numberRow("Sigma", std::sqrt(std::max(longest, 0.0)), 3, kMetre,
                                       "world.ball.positionSigmaM"),
                             "Semi-major axis of the one-sigma ellipse on the ground."));
    rows.push_back(explained(pairRow("Rests at", fieldPlaceText(ball.rest_F.head<2>()),
                                     "world.ball.rest_F.x", "world.ball.rest_F.y"),
                             "Where it will come to rest if untouched."));
    rows.push_back(explained(textRow("Flying", yesNo(ball.isFlying), "world.ball.isFlying"),
                             "In the air rather than rolling."));
    rows.push_back(explained(textRow("Heard only", yesNo(ball.isHeard), "world.ball.isHeard"),
                             "Known from a teammate's message, not from this robot's own vision."));
    rows.push_back(
        explained(numberRow("Confidence", ball.confidence, 2, {}, "world.ball.confidence"),
                  "From 1 (just seen) to 0."));
}

GroupRows ball(const AgentFrame& frame, const Truth& truth) {
    const world::BallBelief& ball = frame.world.ball;
    GroupRows group;
    if (!ball.isKnown) {
        group.summary = tr("not known");
        return group;
    }
    group.summary = tr("%1 m away").arg(ball.p_T.head<2>().norm(), 0, 'f', 2);
    if (ball.ageS >= 0.005) {
        group.summary += u' ' + ageText(ball.ageS);
    }
    if (truth.frame != nullptr && truth.frame->ball) {
        const Vector3d real_F = truth.X_FS * truth.frame->ball->X_SBall.p;
        addVector(group.rows, "", ball.p_F, &real_F, 3, kMetre, "world.ball.p_F");
    } else {
        addVector(group.rows, "", ball.p_F, nullptr, 3, kMetre, "world.ball.p_F");
    }
    addVector(group.rows, "Speed", ball.velocity_FMps, nullptr, 2, QStringLiteral("m/s"),
              "world.ball.velocity_FMps");
    addVector(group.rows, "From torso", ball.p_T, nullptr, 3, kMetre, "world.ball.p_T");
    group.rows.push_back(
        numberRow("Last seen", ball.ageS, 2, QStringLiteral("s"), "world.ball.ageS"));
    addBallCertainty(group.rows, ball);
    return group;
}

GroupRows decision(const AgentFrame& frame) {
    const world::Decision& decision = frame.decision;
    GroupRows group;
    group.summary = decision.isUserControlled  ? tr("controlled by the user")
                    : world::isObserved(frame) ? tr("not known")
                                               : plainName(toQt(decision.behavior));
    group.rows = {
        textRow("Behavior", plainName(toQt(decision.behavior))),
        textRow("Reason", toQt(decision.reason)),
        textRow("User control", yesNo(decision.isUserControlled), "decision.isUserControlled"),
        textRow("Command", toQt(frame.commandText))};
    return group;
}

GroupRows body(const AgentFrame& frame) {
    const world::BodyBelief& body = frame.body;
    GroupRows group;
    group.summary = body.isFallen ? tr("fallen") : tr("upright");
    group.rows = {textRow("Fallen", yesNo(body.isFallen), "body.isFallen")};
    for (const world::BodyReadingInfo& reading : world::kBodyReadings) {
        const double value = body.readings.*reading.member;
        const std::string signal = "body." + std::string(reading.signal);
        group.rows.push_back(textRow(
            reading.label,
            value < 0.0 ? tr("unknown") : numberText(value, 1, QString::fromUtf8(reading.unit)),
            signal.c_str()));
    }
    addVector(group.rows, "Gyro", body.gyro_TRadPerS * degFromRad(1.0), nullptr, 1,
              QStringLiteral("\u00b0/s"), "body.gyro_TDegPerS");
    addVector(group.rows, "Acceleration", body.acceleration_TMps2, nullptr, 2,
              QStringLiteral("m/s\u00b2"), "body.acceleration_TMps2");
    const robot::RobotModelPtr& model = frame.identity.model;
    for (const world::ForceBelief& force : body.forces) {
        // Damaged recordings may name any body.
        const bool isKnown =
            model != nullptr && force.body.isValid() && force.body.index() < model->bodies().size();
        const QString name =
            isKnown ? toQt(model->body(force.body).name) : QStringLiteral("unknown");
        group.rows.push_back(numberRow(tr("Force on %1").arg(name), force.force_BodyN.norm(), 1,
                                       QStringLiteral("N"),
                                       QStringLiteral("body.force.%1.force_BodyN.z").arg(name)));
    }
    return group;
}

GroupRows players(const AgentFrame& frame, const Truth& truth) {
    GroupRows group;
    std::array<int, 2> unknown{};
    for (const world::PlayerBelief& player : frame.world.players) {
        int& count = unknown[player.isTeammate ? 0 : 1];
        const QString number = player.unum != 0 ? QString::number(player.unum)
                                                : QStringLiteral("unknown%1").arg(++count);
        const QString side = player.isTeammate ? tr("Teammate") : tr("Opponent");
        const QString path =
            QStringLiteral("world.%1.%2.")
                .arg(player.isTeammate ? QStringLiteral("mate") : QStringLiteral("opponent"),
                     number);
        Row row{QStringLiteral("%1 %2").arg(side, player.unum != 0 ? number : tr("?")),
                fieldPlaceText(player.p_F.head<2>()),
                {},
                {},
                path + QStringLiteral("p_F.x"),
                false,
                {}};
        row.secondSignal = path + QStringLiteral("p_F.y");
        if (player.isFallen) {
            row.value = tr("down, ") + row.value;
        }
        if (player.isHeard) {
            row.value = tr("heard, ") + row.value;
        }
        row.about =
            tr("Seen %1 s ago, speed %2 m/s, sigma %3 m, confidence %4%5.")
                .arg(player.ageS, 0, 'f', 2)
                .arg(player.velocity_FMps.head<2>().norm(), 0, 'f', 2)
                .arg(player.positionSigmaM, 0, 'f', 2)
                .arg(player.confidence, 0, 'f', 2)
                .arg(player.hasHeading
                         ? tr(", facing %1\u00b0").arg(degFromRad(player.headingRad), 0, 'f', 0)
                         : QString());
        if (const RobotFrame* real = truth.player(frame, player)) {
            const Vector3d real_F = truth.X_FS * real->X_STorso().p;
            row.truth = fieldPlaceText(real_F.head<2>());
            row.difference = numberText((player.p_F - real_F).head<2>().norm(), 2, {});
        }
        group.rows.push_back(row);
        const QString name = row.name + u' ';
        group.rows.push_back(numberRow(name + tr("speed x"), player.velocity_FMps.x(), 2,
                                       QStringLiteral("m/s"),
                                       path + QStringLiteral("velocity_FMps.x")));
        group.rows.push_back(numberRow(name + tr("speed y"), player.velocity_FMps.y(), 2,
                                       QStringLiteral("m/s"),
                                       path + QStringLiteral("velocity_FMps.y")));
        group.rows.push_back(numberRow(name + tr("confidence"), player.confidence, 2, {},
                                       path + QStringLiteral("confidence")));
    }
    group.summary = QString::number(frame.world.players.size());
    return group;
}

GroupRows vision(const AgentFrame& frame) {
    const world::WorldBelief& world = frame.world;
    GroupRows group;
    group.summary =
        world.hasVision
            ? QObject::tr("%n landmarks", nullptr, static_cast<int>(world.landmarks.size())) +
                  QStringLiteral(", ") +
                  QObject::tr("%n lines", nullptr, static_cast<int>(world.lines.size()))
            : tr("no vision in this cycle");
    QStringList names;
    for (const world::SeenLandmark& landmark : world.landmarks) {
        names << toQt(landmark.name);
    }
    names.sort();
    group.rows = {textRow("Landmarks", names.join(u' '), "world.landmarkCount"),
                  textRow("Lines", QString::number(world.lines.size()), "world.lineCount")};
    for (const world::WorldBelief::Heard& heard : world.heard) {
        const QString from = heard.isOwn ? tr("itself")
                                         : QStringLiteral("%1 %2\u00b0")
                                               .arg(toQt(heard.team))
                                               .arg(degFromRad(heard.directionRad), 0, 'f', 0);
        group.rows.push_back(
            {tr("Heard from %1").arg(from), toQt(heard.text), {}, {}, {}, false, {}});
    }
    return group;
}

GroupRows joints(const AgentFrame& frame, const Truth& truth) {
    GroupRows group;
    const robot::RobotModelPtr& model = frame.identity.model;
    if (model == nullptr || frame.body.joints.size() != model->joints().size()) {
        return group;
    }
    const bool hasTruth =
        truth.robot != nullptr && truth.robot->jointAnglesRad.size() == frame.body.joints.size();
    double furthestRad = 0.0;
    for (const JointName& name : jointNames(*model)) {
        const std::size_t i = name.joint.index();
        const world::JointBelief& joint = frame.body.joints[i];
        furthestRad = std::max(furthestRad, std::abs(joint.targetRad - joint.measuredRad));
        const robot::Joint& described = model->joints()[i];
        const QString axis = described.kind == robot::JointKind::Hinge ? QString()
                             : described.kind == robot::JointKind::UniversalFirst
                                 ? QStringLiteral("ax1.")
                                 : QStringLiteral("ax2.");
        const QString wire = !name.effector.isEmpty()    ? name.effector
                             : !name.perceptor.isEmpty() ? name.perceptor
                                                         : QString::number(i);
        Row row = numberRow(name.fullName, degFromRad(joint.measuredRad), 2, kDegree,
                            QStringLiteral("body.joint.%1.%2measuredDeg").arg(wire, axis));
        group.rows.push_back(
            hasTruth ? besideAngle(row, joint.measuredRad, truth.robot->jointAnglesRad[i], 2)
                     : row);
    }
    group.summary = tr("largest deviation %1\u00b0").arg(degFromRad(furthestRad), 0, 'f', 1);
    return group;
}

GroupRows debugValues(const AgentFrame& frame) {
    GroupRows group;
    group.summary = QString::number(frame.values.size());
    for (const world::DebugValue& value : frame.values) {
        const QString name = toQt(value.name);
        group.rows.push_back({name,
                              QString::number(value.value, 'g', 6),
                              {},
                              {},
                              QStringLiteral("debug.") + name,
                              false,
                              {}});
    }
    return group;
}

GroupRows timing(const AgentFrame& frame) {
    const world::CycleTiming& timing = frame.timing;
    const auto milliseconds = [](std::chrono::nanoseconds span) {
        return std::chrono::duration<double, std::milli>(span).count();
    };
    const QString unit = QStringLiteral("ms");
    GroupRows group;
    group.summary = numberText(milliseconds(timing.senseToAct), 3, unit);
    group.rows = {
        numberRow("Sense to act", milliseconds(timing.senseToAct), 3, unit, "timing.senseToActMs"),
        numberRow("Parse", milliseconds(timing.parse), 3, unit, "timing.parseMs"),
        numberRow("Update", milliseconds(timing.update), 3, unit, "timing.updateMs"),
        numberRow("Decide", milliseconds(timing.decide), 3, unit, "timing.decideMs"),
        textRow("Cycle", QString::number(frame.cycle), "cycle")};
    return group;
}

GroupRows counters(const AgentFrame& frame) {
    const world::AgentCounters& counters = frame.counters;
    GroupRows group;
    const auto add = [&](const char* name, std::uint64_t count, const char* signal) {
        Row row = textRow(name, QString::number(count), signal);
        row.isFault = count > 0;
        group.rows.push_back(row);
    };
    add("Missed cycles", counters.missedCycles, "counters.missedCycles");
    add("Late answers", counters.lateAnswers, "counters.lateAnswers");
    add("Unknown percepts", counters.unknownPercepts, "counters.unknownPercepts");
    add("Damaged messages", counters.damagedMessages, "counters.damagedMessages");
    add("Reconnects", counters.reconnects, "counters.reconnects");
    const std::uint64_t sum = counters.missedCycles + counters.lateAnswers +
                              counters.unknownPercepts + counters.damagedMessages +
                              counters.reconnects;
    group.summary = sum == 0 ? tr("none") : QString::number(sum);
    return group;
}

} // namespace

std::array<GroupRows, AgentModel::GroupCount> describeAgent(const AgentFrame& frame,
                                                            const MatchFrame* match) {
    const Truth truth(frame, match);
    return {game(frame, truth), pose(frame, truth),    ball(frame, truth), decision(frame),
            body(frame),        players(frame, truth), vision(frame),      joints(frame, truth),
            debugValues(frame), timing(frame),         counters(frame)};
}

} // namespace sideline::widgets
