#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "agentcore/world/agent_frame.h"
#include "logs/session/field_coder.h"
#include "logs/session/frame_codec.h"
#include "logs/session/frame_hints.h"

namespace sideline::logs {

// The fields of frames, listed once for all codecs. One function per struct lists its fields by a
// structured binding that fails to compile when a field is added. `Codec::kIsPlain` codecs read
// versions 1 to 5, in which fields have the order of their structs.

// Precision of estimates from version 6 on; percepts, commands, times and decisions are exact.
inline constexpr Precision kOwnPlace = multiplesOf2ToMinus(20); ///< 0.5 um
inline constexpr Precision kTurn = multiplesOf2ToMinus(20);     ///< elements of rotations
inline constexpr Precision kAngle =
    multiplesOf2ToMinus(17); ///< 0.0002 degrees, or degrees per second
inline constexpr Precision kPlace = multiplesOf2ToMinus(14);      ///< 0.03 mm, mm/s or mrad
inline constexpr Precision kSeenPlace = multiplesOf2ToMinus(13);  ///< 0.06 mm
inline constexpr Precision kDrawn = multiplesOf2ToMinus(13);      ///< 0.06 mm
inline constexpr Precision kAge = multiplesOf2ToMinus(14);        ///< 0.03 ms
inline constexpr Precision kConfidence = multiplesOf2ToMinus(12); ///< 0.0002
inline constexpr Precision kSpread = leadingBits(12);             ///< covariances
inline constexpr Precision kDebugValue = leadingBits(24);

template <typename Codec, typename Matrix>
void visitReals(Codec& codec, Matrix& matrix, Precision precision) {
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        codec.real(matrix.data()[i], precision);
    }
}

template <typename Codec>
void visit(Codec& codec, math::Pose& value) {
    auto& [R, p] = value;
    if constexpr (Codec::kIsPlain) {
        visitReals(codec, R, kTurn);
    } else {
        auto axes = R.template leftCols<2>();
        for (Eigen::Index i = 0; i < 6; ++i) {
            codec.real(axes(i % 3, i / 3), kTurn);
        }
        const auto third = likelyAxis(R);
        for (Eigen::Index i = 0; i < 3; ++i) {
            codec.real(R(i, 2), kTurn, &third[static_cast<std::size_t>(i)]);
        }
    }
    visitReals(codec, p, kOwnPlace);
}

// Codes a pose relative to its likely value, which is computed from other fields.
template <typename Codec>
void visitLikely(Codec& codec, math::Pose& value, const math::Pose& likely) {
    for (Eigen::Index i = 0; i < value.R.size(); ++i) {
        codec.real(value.R.data()[i], kTurn, &likely.R.data()[i]);
    }
    for (Eigen::Index i = 0; i < value.p.size(); ++i) {
        codec.real(value.p[i], kOwnPlace, &likely.p[i]);
    }
}

template <typename Codec>
void visit(Codec& codec, world::AgentIdentity& value) {
    auto& [team, robot, typeNumber, model] = value;
    auto& [side, unum] = robot;
    codec.text(team);
    codec.number(side, 3);
    codec.unum(unum);
    codec.integer(typeNumber);
    codec.model(model);
}

template <typename Codec>
void visit(Codec& codec, world::CycleTiming& value) {
    auto& [receivedAt, parse, update, decide, senseToAct] = value;
    codec.duration(receivedAt);
    codec.duration(parse);
    codec.duration(update);
    codec.duration(decide);
    codec.duration(senseToAct);
}

template <typename Codec>
void visit(Codec& codec, world::AgentCounters& value) {
    auto& [unknownPercepts, damagedMessages, missedCycles, lateAnswers, reconnects] = value;
    codec.integer(unknownPercepts);
    codec.integer(damagedMessages);
    codec.integer(missedCycles);
    codec.integer(reconnects);
    if (codec.has(5)) {
        codec.integer(lateAnswers);
    }
}

template <typename Codec>
void visit(Codec& codec, world::GameBelief& value) {
    auto& [serverTimeS, gameTimeS, playMode, ownScore, opponentScore, ageS] = value;
    codec.real(serverTimeS, kExactly);
    codec.real(gameTimeS, kExactly);
    codec.playMode(playMode);
    codec.integer(ownScore);
    codec.integer(opponentScore);
    if (codec.has(2)) {
        codec.real(ageS, kAge);
    }
}

template <typename Codec>
void visit(Codec& codec, world::JointBelief& value, std::size_t joint) {
    auto& [measuredRad, expectedRad, targetRad, commandRadPerS] = value;
    if constexpr (Codec::kIsPlain) {
        codec.real(measuredRad, kExactly);
        codec.real(expectedRad, kAngle);
        codec.real(targetRad, kAngle);
        codec.real(commandRadPerS, kAngle);
    } else {
        const FrameHints& hints = codec.hints();
        const double beforeRad = codec.lastReal(1);
        const double sentRadPerS = codec.lastReal(2);
        codec.real(measuredRad, kExactly, hints.angleRad(joint));
        const double likelyRad = likelyAngleRad(beforeRad, measuredRad, sentRadPerS);
        codec.real(expectedRad, kAngle, &likelyRad);
        codec.real(commandRadPerS, kAngle, hints.speedRadPerS(joint));
        const double aimedRad = likelyTargetRad(expectedRad, commandRadPerS);
        codec.real(targetRad, kAngle, &aimedRad);
    }
}

template <typename Codec>
void visit(Codec& codec, world::ForceBelief& value, std::size_t report) {
    auto& [body, center_Body, force_BodyN] = value;
    codec.body(body);
    for (std::size_t i = 0; i < 6; ++i) {
        double& coordinate = i < 3 ? center_Body(static_cast<Eigen::Index>(i))
                                   : force_BodyN(static_cast<Eigen::Index>(i) - 3);
        codec.real(coordinate, kExactly, codec.hints().force(report, i));
    }
}

template <typename Codec>
void visit(Codec& codec, localization::PoseEstimate& value) {
    // The covariance can be recomputed from the percepts.
    auto& [isValid, X_ST, positionSigmaM, headingSigmaRad, cyclesSinceVision, velocity_SMps,
           hasCovariance, covariance, cameraOffset_CM, cameraOffsetSigmaM] = value;
    codec.flag(isValid);
    visit(codec, X_ST);
    codec.real(positionSigmaM, kOwnPlace);
    codec.real(headingSigmaRad, kOwnPlace);
    codec.integer(cyclesSinceVision);
    if (codec.has(2)) {
        visitReals(codec, velocity_SMps, kPlace);
        visitReals(codec, cameraOffset_CM, kOwnPlace);
        codec.real(cameraOffsetSigmaM, kOwnPlace);
    }
}

// Codes the readings that versions `first` to `last` added.
template <typename Codec>
void visitReadings(Codec& codec, world::BodyReadings& readings, std::uint8_t first,
                   std::uint8_t last) {
    for (const world::BodyReadingInfo& reading : world::kBodyReadings) {
        if (reading.sinceVersion >= first && reading.sinceVersion <= last &&
            codec.has(reading.sinceVersion)) {
            codec.real(readings.*reading.member, kExactly);
        }
    }
}

template <typename Codec>
void visit(Codec& codec, world::BodyBelief& value) {
    // `up_T` can be recomputed from gyro and accelerometer.
    auto& [joints, gyro_TRadPerS, acceleration_TMps2, up_T, forces, touching, readings, pose, X_FT,
           isFallen] = value;
    std::size_t place = 0;
    const auto each = [&place](auto& inner, auto& entry) { visit(inner, entry, place++); };
    codec.list(joints, each);
    for (std::size_t i = 0; i < 3; ++i) {
        codec.real(gyro_TRadPerS(static_cast<Eigen::Index>(i)), kExactly, codec.hints().gyro(i));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        codec.real(acceleration_TMps2(static_cast<Eigen::Index>(i)), kExactly,
                   codec.hints().acceleration(i));
    }
    place = 0;
    codec.list(forces, each);
    codec.list(touching, [](auto& inner, auto& body) { inner.body(body); });
    visitReadings(codec, readings, 1, 1);
    visit(codec, pose);
    if constexpr (Codec::kIsPlain) {
        visit(codec, X_FT);
    } else {
        visitLikely(codec, X_FT, likelyInField(pose.X_ST, codec.side()));
    }
    codec.flag(isFallen);
}

// The lower triangle mirrors the upper one.
template <typename Codec, typename Matrix>
void visitCovariance(Codec& codec, Matrix& matrix) {
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
        for (Eigen::Index row = 0; row <= column; ++row) {
            codec.single(matrix(row, column), kSpread);
            matrix(column, row) = matrix(row, column);
        }
    }
}

template <typename Codec>
void visit(Codec& codec, world::BallBelief& value) {
    auto& [isKnown, p_F, velocity_FMps, p_T, ageS, covariance, isFlying, isHeard, rest_F,
           confidence] = value;
    codec.flag(isKnown);
    visitReals(codec, p_F, kPlace);
    visitReals(codec, velocity_FMps, kPlace);
    if constexpr (Codec::kIsPlain) {
        visitReals(codec, p_T, kPlace);
    } else {
        const auto likely = likelyInTorso(codec.torso(), p_F);
        for (std::size_t i = 0; i < likely.size(); ++i) {
            codec.real(p_T(static_cast<Eigen::Index>(i)), kPlace, &likely[i]);
        }
    }
    codec.real(ageS, kAge);
    if (codec.has(2)) {
        visitCovariance(codec, covariance);
        codec.flag(isFlying);
        codec.flag(isHeard);
        visitReals(codec, rest_F, kPlace);
        codec.real(confidence, kConfidence);
    }
}

template <typename Codec>
void visit(Codec& codec, world::PartBelief& value) {
    auto& [isSeen, p_F] = value;
    codec.flag(isSeen);
    visitReals(codec, p_F, kSeenPlace);
}

template <typename Codec>
void visit(Codec& codec, world::PlayerBelief& value) {
    auto& [isTeammate, unum, p_F, headingRad, hasHeading, isFallen, ageS, velocity_FMps,
           positionSigmaM, confidence, isHeard, parts] = value;
    codec.flag(isTeammate);
    codec.integer(unum);
    visitReals(codec, p_F, kPlace);
    codec.real(headingRad, kPlace);
    codec.flag(hasHeading);
    codec.flag(isFallen);
    codec.real(ageS, kAge);
    if (codec.has(2)) {
        visitReals(codec, velocity_FMps, kPlace);
        codec.real(positionSigmaM, kSeenPlace);
        codec.real(confidence, kConfidence);
        codec.flag(isHeard);
        for (auto& part : parts) {
            visit(codec, part);
        }
    }
}

template <typename Codec>
void visit(Codec& codec, world::SeenLandmark& value) {
    auto& [name, p_F] = value;
    codec.text(name);
    visitReals(codec, p_F, kSeenPlace);
}

template <typename Codec>
void visit(Codec& codec, world::SeenLine& value) {
    auto& [from_F, to_F] = value;
    visitReals(codec, from_F, kSeenPlace);
    visitReals(codec, to_F, kSeenPlace);
}

template <typename Codec>
void visit(Codec& codec, world::WorldBelief::Heard& value) {
    auto& [team, text, directionRad, isOwn, ageS] = value;
    codec.text(team);
    codec.text(text);
    codec.real(directionRad, kExactly);
    codec.flag(isOwn);
    codec.real(ageS, kAge);
}

template <typename Codec>
void visit(Codec& codec, world::WorldBelief& value) {
    auto& [ball, players, hasVision, landmarks, lines, heard] = value;
    const auto each = [](auto& inner, auto& entry) { visit(inner, entry); };
    visit(codec, ball);
    codec.flag(hasVision);
    codec.named(players, each, [](const world::PlayerBelief& player) {
        return std::pair(std::string_view(), player.isTeammate ? player.unum : -1 - player.unum);
    });
    codec.named(landmarks, each, [](const world::SeenLandmark& seen) {
        return std::pair(std::string_view(seen.name), 0);
    });
    codec.list(lines, each);
    codec.list(heard, each);
}

template <typename Codec>
void visit(Codec& codec, world::SituationBelief& value) {
    auto& [isRunning, setPiece, isOwnRestart, mayTouchBall, mayShootAtGoal, mayBeam, modeForS,
           modeLeftS, half, halfLeftS, hasRestartPlace, restart_F, keepAwayM, hasOffsideLine,
           offsideLine_FM, teammatesByBall, opponentsByBall, ownRankToBall, nearestOpponent,
           hasHome, home_F] = value;
    codec.flag(isRunning);
    codec.number(setPiece, static_cast<std::uint64_t>(world::SetPiece::Pass) + 1);
    codec.flag(isOwnRestart);
    codec.flag(mayTouchBall);
    codec.flag(mayShootAtGoal);
    codec.flag(mayBeam);
    codec.real(modeForS, kAge);
    codec.real(modeLeftS, kAge);
    codec.integer(half);
    codec.real(halfLeftS, kAge);
    codec.flag(hasRestartPlace);
    visitReals(codec, restart_F, kPlace);
    codec.real(keepAwayM, kPlace);
    codec.flag(hasOffsideLine);
    codec.real(offsideLine_FM, kPlace);
    codec.integer(ownRankToBall);
    codec.integer(nearestOpponent);
    codec.flag(hasHome);
    visitReals(codec, home_F, kPlace);
    const auto each = [](auto& inner, auto& entry) { inner.integer(entry); };
    codec.list(teammatesByBall, each);
    codec.list(opponentsByBall, each);
}

template <typename Codec>
void visit(Codec& codec, world::DecisionTerm& term) {
    auto& [text, value, truth] = term;
    codec.text(text);
    codec.real(value, kExactly);
    codec.real(truth, kExactly);
}

template <typename Codec>
void visit(Codec& codec, world::DecisionNode& value) {
    auto& [name, behavior, depth, line, score, isChosen, isActive, terms] = value;
    codec.text(name);
    codec.text(behavior);
    codec.integer(depth);
    codec.integer(line);
    codec.real(score, kExactly);
    codec.flag(isChosen);
    codec.flag(isActive);
    codec.integer(terms);
}

template <typename Codec>
void visit(Codec& codec, world::DecisionTrace& value) {
    auto& [maker, fault, nodes, terms] = value;
    const auto each = [](auto& inner, auto& entry) { visit(inner, entry); };
    codec.text(maker);
    codec.text(fault);
    codec.list(nodes, each);
    codec.list(terms, each);
}

// Most frames have no trace; from version 4 on a flag marks those that do.
template <typename Codec>
void visit(Codec& codec, world::Decision& value) {
    auto& [behavior, reason, isUserControlled, trace] = value;
    codec.text(behavior);
    codec.text(reason);
    constexpr unsigned kControlled = 1;
    constexpr unsigned kTraced = 2;
    unsigned flags = 0;
    if constexpr (!Codec::kReads) {
        flags = (isUserControlled ? kControlled : 0U) | (trace.isEmpty() ? 0U : kTraced);
    } else {
        trace.clear();
    }
    codec.number(flags, codec.has(4) ? 4 : 2);
    isUserControlled = (flags & kControlled) != 0;
    if ((flags & kTraced) != 0) {
        codec.part([&] { visit(codec, trace); });
    }
}

template <typename Codec>
void visit(Codec& codec, world::DebugValue& entry) {
    auto& [name, value] = entry;
    codec.text(name);
    codec.real(value, kDebugValue);
}

template <typename Codec>
void visit(Codec& codec, drawing::Color& value) {
    auto& [red, green, blue, alpha] = value;
    codec.number(red, 256);
    codec.number(green, 256);
    codec.number(blue, 256);
    codec.number(alpha, 256);
}

template <typename Codec>
void visit(Codec& codec, drawing::Circle& value) {
    auto& [center_S, radiusM, thicknessPx, color] = value;
    visitReals(codec, center_S, kDrawn);
    codec.real(radiusM, kDrawn);
    codec.real(thicknessPx, kDrawn);
    visit(codec, color);
}

template <typename Codec>
void visit(Codec& codec, drawing::Line& value) {
    auto& [from_S, to_S, thicknessPx, color] = value;
    if constexpr (Codec::kIsPlain) {
        visitReals(codec, from_S, kDrawn);
        visitReals(codec, to_S, kDrawn);
    } else {
        codec.ends(from_S, to_S, kDrawn);
    }
    codec.real(thicknessPx, kDrawn);
    visit(codec, color);
}

template <typename Codec>
void visit(Codec& codec, drawing::Point& value) {
    auto& [p_S, sizePx, color] = value;
    visitReals(codec, p_S, kDrawn);
    codec.real(sizePx, kDrawn);
    visit(codec, color);
}

template <typename Codec>
void visit(Codec& codec, drawing::Sphere& value) {
    auto& [center_S, radiusM, color] = value;
    visitReals(codec, center_S, kDrawn);
    codec.real(radiusM, kDrawn);
    visit(codec, color);
}

template <typename Codec>
void visit(Codec& codec, drawing::Polygon& value) {
    auto& [corners_S, color] = value;
    codec.list(corners_S, [](auto& inner, auto& corner) { visitReals(inner, corner, kDrawn); });
    visit(codec, color);
}

template <typename Codec>
void visit(Codec& codec, drawing::Annotation& value) {
    auto& [p_S, text, color] = value;
    visitReals(codec, p_S, kDrawn);
    codec.text(text);
    visit(codec, color);
}

template <typename Codec>
void visit(Codec& codec, drawing::NamedShape& value) {
    auto& [set, shape] = value;
    codec.text(set);
    codec.shape(shape, [](auto& inner, auto& kind) { visit(inner, kind); });
}

// Messages precede the values that they report, which then take no bytes.
template <typename Codec>
void visit(Codec& codec, world::AgentFrame& frame) {
    auto& [cycle, identity, perceptText, commandText, timing, counters, game, body, world,
           situation, decision, values, drawings, lines] = frame;
    const auto each = [](auto& inner, auto& entry) { visit(inner, entry); };
    codec.integer(cycle);
    visit(codec, identity);
    visit(codec, timing);
    visit(codec, counters);
    visit(codec, game);
    codec.text(perceptText);
    codec.text(commandText);
    visit(codec, decision);
    codec.know(identity.robot.side, perceptText, commandText);
    visit(codec, body);
    codec.know(body.X_FT);
    visit(codec, world);
    codec.named(values, each, [](const world::DebugValue& entry) {
        return std::pair(std::string_view(entry.name), 0);
    });
    codec.named(drawings, each, [](const drawing::NamedShape& drawn) {
        return std::pair(std::string_view(drawn.set), static_cast<int>(drawn.shape.index()));
    });
    codec.list(lines, [](auto& inner, auto& line) { inner.text(line); });
    if (codec.has(2)) {
        visit(codec, situation);
    }
    visitReadings(codec, body.readings, 2, kFrameCodecVersion);
}

} // namespace sideline::logs
