#include "agentcore/world/ball_track.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "agentcore/field/ball_flight.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::world {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

using game::kStepS;
constexpr double kRollRatio = field::kBallRollRatio;
constexpr double kFlightRatio = field::kBallFlightRatio;
// Standard deviation of the height of a ball on the ground.
constexpr double kGroundSigmaM = 0.002;
// Process noise of an untouched ball: per square root of a second, and per m/s.
constexpr double kRollNoiseMps = 0.012;
constexpr double kRollNoiseRatio = 0.006;
constexpr double kFlightNoiseMps = 0.05;
constexpr double kBounceNoiseRatio = 0.12;
constexpr double kBounceAboveMps = 0.8; // the soft contact absorbs slower bounces
constexpr double kRestSpeedMps = 0.002;
constexpr double kStopSigmaMps = 0.01;
constexpr double kRestingSigmaMps = 0.005;
constexpr double kMaxSpeedMps = 15.0;
constexpr double kMaxHeightM = 10.0;
constexpr double kMeanUpMps = 2.0; // mean upward speed of lofted kicks
// An earlier touch does not change the position any further, since the ball has rolled out.
constexpr double kMaxTouchS = 1.0;

double square(double value) {
    return value * value;
}

double logDensity(const Vector3d& innovation, const Eigen::LLT<Matrix3d>& S) {
    const Matrix3d L = S.matrixL();
    const Vector3d whitened = L.triangularView<Eigen::Lower>().solve(innovation);
    return -0.5 * whitened.squaredNorm() - std::log(L(0, 0) * L(1, 1) * L(2, 2)) -
           1.5 * std::log(2.0 * math::kPi);
}

} // namespace

BallTrack BallTrack::startedAt(const SeenPoint& seen, BallMode mode, double& logEvidence) {
    BallTrack track;
    track.mode = mode;
    track.x.head<3>() = seen.p_F;
    track.P.topLeftCorner<3, 3>() = seen.noise_FM2 + seen.common_FM2;
    logEvidence = 0.0;
    if (mode == BallMode::Flying) {
        // Uniform density of heights up to 2 m.
        logEvidence = seen.p_F.z() > 0.0 ? -std::log(2.0) : -50.0;
        track.P.bottomRightCorner<3, 3>().diagonal() << 9.0, 9.0, 6.0;
        return track;
    }
    track.fuseHeight(field::kBallRestHeightM, kGroundSigmaM, logEvidence);
    if (mode == BallMode::Rolling) {
        track.P.bottomRightCorner<3, 3>().diagonal() << 4.0, 4.0, 0.0;
    }
    track.putOnGround();
    return track;
}

BallTrack BallTrack::of(const BallBelief& ball, bool hasSpin) {
    BallTrack track;
    track.x << ball.p_F, ball.velocity_FMps;
    track.P = ball.covariance;
    if (!track.x.allFinite() || !track.P.allFinite()) {
        track.x = track.x.unaryExpr([](double v) { return std::isfinite(v) ? v : 0.0; });
        track.P.setZero();
    }
    track.mode = ball.isFlying ? BallMode::Flying : BallMode::Rolling;
    if (hasSpin) {
        track.rim_FMps = -track.x.segment<2>(3);
    }
    if (!ball.isFlying) {
        track.putOnGround();
    }
    return track;
}

void BallTrack::fuseHeight(double heightM, double sigmaM, double& logEvidence) {
    const double variance = P(2, 2) + square(sigmaM);
    const double innovation = heightM - x.z();
    logEvidence = -0.5 * (square(innovation) / variance + std::log(2.0 * math::kPi * variance));
    const BallState gain = P.col(2) / variance;
    x += gain * innovation;
    P -= (gain * P.row(2)).eval();
}

void BallTrack::putOnGround() {
    x(2) = field::kBallRestHeightM;
    x(5) = 0.0;
    for (const int index : {2, 5}) {
        P.row(index).setZero();
        P.col(index).setZero();
    }
    P(2, 2) = square(kGroundSigmaM);
    P(5, 5) = square(kRestingSigmaMps);
    if (mode == BallMode::Resting) {
        x.tail<3>().setZero();
        P.rightCols<3>().setZero();
        P.bottomRows<3>().setZero();
        P.bottomRightCorner<3, 3>().diagonal().setConstant(square(kRestingSigmaMps));
        rim_FMps.setZero();
    }
}

void BallTrack::step() {
    if (mode == BallMode::Flying) {
        stepFlight();
    } else if (mode == BallMode::Rolling) {
        advance(1);
    }
}

void BallTrack::advance(int steps) {
    while (steps > 0 && mode == BallMode::Flying) {
        stepFlight();
        --steps;
    }
    if (steps <= 0 || mode == BallMode::Resting) {
        return;
    }
    const double fraction = std::pow(kRollRatio, steps);
    const double reachS = kStepS * kRollRatio * (1.0 - fraction) / (1.0 - kRollRatio);
    const double noise =
        square(kRollNoiseMps) + square(kRollNoiseRatio) * x.segment<2>(3).squaredNorm();
    const double elapsedS = std::min(steps * kStepS, 1.0);
    x.head<2>() += reachS * x.segment<2>(3);
    x.segment<2>(3) *= fraction;
    const Eigen::Matrix2d pp = P.topLeftCorner<2, 2>();
    const Eigen::Matrix2d pv = P.block<2, 2>(0, 3);
    const Eigen::Matrix2d vv = P.block<2, 2>(3, 3);
    P.topLeftCorner<2, 2>() = pp + reachS * (pv + pv.transpose()) + square(reachS) * vv;
    P.block<2, 2>(0, 3) = fraction * (pv + reachS * vv);
    P.block<2, 2>(3, 0) = P.block<2, 2>(0, 3).transpose();
    P.block<2, 2>(3, 3) = square(fraction) * vv;
    P.block<2, 2>(3, 3).diagonal().array() += noise * elapsedS;
    if (steps > 1) {
        P.topLeftCorner<2, 2>().diagonal().array() += noise * elapsedS * square(reachS) / 3.0;
    }
    if (x.segment<2>(3).norm() < kRestSpeedMps && P(3, 3) + P(4, 4) < square(0.1)) {
        mode = BallMode::Resting;
        putOnGround();
    }
}

void BallTrack::stepFlight() {
    const Vector3d before = x.tail<3>();
    field::BallMotion ball{.p = x.head<3>(), .vMps = before, .rimMps = rim_FMps};
    const bool isTouching = field::stepBall(ball);
    x << ball.p, ball.vMps;
    rim_FMps = ball.rimMps;

    BallSpread F = BallSpread::Identity();
    F.bottomRightCorner<3, 3>().diagonal().setConstant(kFlightRatio);
    Vector3d noise = Vector3d::Constant(square(kFlightNoiseMps) * kStepS);
    if (isTouching) {
        const double speed = before.head<2>().norm();
        const double kept = speed > 0.1 ? ball.vMps.head<2>().norm() / speed : 1.0;
        F(3, 3) = F(4, 4) = kept;
        const bool isBounce = before.z() < -kBounceAboveMps;
        // A higher ball lands later and is correspondingly lower after the bounce.
        const double back = isBounce ? ball.vMps.z() / before.z() : 0.3;
        F(2, 2) = F(5, 5) = back;
        noise.head<2>().array() += square(0.1 * (1.0 - kept) * speed);
        noise.z() += square(kBounceNoiseRatio * before.z());
    }
    F.topRightCorner<3, 3>() = kStepS * F.bottomRightCorner<3, 3>();
    P = (F * P * F.transpose()).eval();
    P.bottomRightCorner<3, 3>().diagonal() += noise;
    if (isTouching) {
        P(2, 2) += square(0.3 * kStepS * before.z());
        const bool isAbsorbed =
            std::abs(ball.vMps.z()) < 0.3 && std::abs(ball.p.z() - field::kBallRestHeightM) < 0.012;
        if (isAbsorbed) {
            mode = BallMode::Rolling;
            putOnGround();
        }
    }
}

double BallTrack::see(const SeenPoint& seen) {
    const Matrix3d R = seen.noise_FM2 + seen.common_FM2;
    const Eigen::LLT<Matrix3d> S((P.topLeftCorner<3, 3>() + R).eval());
    const Vector3d innovation = seen.p_F - x.head<3>();
    const double logLikelihood = logDensity(innovation, S);
    const Eigen::Matrix<double, 3, 6> gain = S.solve(P.topRows<3>());
    x += gain.transpose() * innovation;
    P -= (gain.transpose() * P.topRows<3>()).eval();
    P = (0.5 * (P + P.transpose())).eval();
    if (mode != BallMode::Flying) {
        putOnGround();
    } else {
        x(2) = std::clamp(x(2), 0.0, kMaxHeightM);
    }
    if (const double speed = x.tail<3>().norm(); speed > kMaxSpeedMps) {
        x.tail<3>() *= kMaxSpeedMps / speed;
    }
    return logLikelihood;
}

void BallTrack::touch(double withinS, double sigmaMps) {
    const double s = std::clamp(withinS, kStepS, kMaxTouchS);
    const double v2 = square(sigmaMps);
    if (mode == BallMode::Resting) {
        mode = BallMode::Rolling;
    }
    for (const int i : {0, 1}) {
        P(i, i) += v2 * square(s) / 3.0;
        P(i, i + 3) += v2 * s / 2.0;
        P(i + 3, i) += v2 * s / 2.0;
        P(i + 3, i + 3) += v2;
    }
}

void BallTrack::touchUpwards(double withinS, double sigmaMps) {
    touch(withinS, sigmaMps);
    mode = BallMode::Flying;
    const double s = std::clamp(withinS, kStepS, 0.3);
    const double v2 = square(kMeanUpMps);
    x(2) += 0.5 * s * kMeanUpMps;
    x(5) = kMeanUpMps;
    P(2, 2) += square(s) * v2 * (2.0 / 3.0 - 0.25);
    P(2, 5) = P(5, 2) = v2 * s / 2.0;
    P(5, 5) = v2;
}

double BallTrack::stop() {
    const Eigen::Matrix2d S =
        P.block<2, 2>(3, 3) + square(kStopSigmaMps) * Eigen::Matrix2d::Identity();
    const Eigen::Matrix2d inverse = S.inverse();
    const Eigen::Vector2d v = x.segment<2>(3);
    const double logFit =
        -0.5 * v.dot(inverse * v) - 0.5 * std::log(S.determinant()) - std::log(2.0 * math::kPi);
    const Eigen::Matrix<double, 6, 2> gain = P.middleCols<2>(3) * inverse;
    x -= gain * v;
    P -= (gain * P.middleRows<2>(3)).eval();
    mode = BallMode::Resting;
    putOnGround();
    return logFit;
}

Vector3d BallTrack::restPlace() const {
    field::BallMotion ball{.p = x.head<3>(), .vMps = x.tail<3>(), .rimMps = rim_FMps};
    constexpr int kMaxFlightSteps = 400;
    if (mode == BallMode::Flying) {
        // Flight ends after several steps on the ground: the ball then rolls.
        int onGround = 0;
        for (int i = 0; i < kMaxFlightSteps && onGround < 4; ++i) {
            onGround = field::stepBall(ball) ? onGround + 1 : 0;
        }
    }
    Vector3d rest_F = ball.p;
    rest_F.head<2>() += kStepS * kRollRatio / (1.0 - kRollRatio) * ball.vMps.head<2>();
    rest_F.z() = field::kBallRestHeightM;
    return rest_F;
}

} // namespace sideline::world
