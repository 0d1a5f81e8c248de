#include "agentcore/world/ball_filter.h"

#include <algorithm>
#include <cmath>

#include "agentcore/field/ball_flight.h"
#include "agentcore/game/constants.h"

namespace sideline::world {

namespace {

using game::kStepS;
constexpr int kMissesToForget = 5;
constexpr double kForgetS = 15.0;

// Rates of events that change a ball's motion, per second, and their effects.
constexpr double kPushesPerS = 0.3;
constexpr double kPushMps = 0.7;
constexpr double kKicksPerS = 0.1;
constexpr double kKickMps = 3.5;
constexpr double kLobsPerS = 0.03;
constexpr double kMovesPerS = 0.02;
constexpr double kMovedByReferee = 0.3; // probability per change of play mode
constexpr double kStopRatio = 0.02;     // probability for a rolling ball, per vision frame
constexpr double kFieldAreaM2 = 30.0 * 20.0;

constexpr double kForgottenLogWeight = -14.0;
constexpr double kSwitchLogWeight = 1.0; // minimum advantage in log weight over the reported track
constexpr double kOutlierM = 1.0;        // m; larger errors switch the reported track immediately
// A persistent pose error makes a resting ball seem to creep.
constexpr double kCommonChangesS = 5.0;
constexpr double kCreepM2PerS = 1e-6;

constexpr double kConfidenceS = 6.0;
constexpr double kConfidenceM = 0.5;

double chanceWithin(double perS, double timeS) {
    return 1.0 - std::exp(-perS * std::max(timeS, kStepS));
}

double logSum(double a, double b) {
    const double high = std::max(a, b);
    return high + std::log1p(std::exp(std::min(a, b) - high));
}

// Whether two tracks describe the same motion.
bool isSame(const BallTrack& a, const BallTrack& b) {
    constexpr double kRatio = 0.25;
    if (a.mode != b.mode) {
        return false;
    }
    const BallState difference = a.x - b.x;
    return difference.head<3>().squaredNorm() < kRatio * b.P.topLeftCorner<3, 3>().trace() + 1e-6 &&
           difference.tail<3>().squaredNorm() <
               kRatio * b.P.bottomRightCorner<3, 3>().trace() + 1e-4;
}

} // namespace

struct BallFilter::Candidates {
    std::array<BallTrack, kMaxCandidates> tracks;
    std::size_t count = 0;

    void add(const BallTrack& track, double logWeight) {
        if (count < tracks.size() && std::isfinite(logWeight)) {
            tracks[count] = track;
            tracks[count++].logWeight = logWeight;
        }
    }
};

void BallFilter::predict(double stepS) {
    if (!m_ball.isKnown || !(stepS > 0.0) || !std::isfinite(stepS)) {
        return;
    }
    m_ball.ageS += stepS;
    if (m_ball.ageS > kForgetS) {
        reset();
        return;
    }
    m_unsteppedS += stepS;
    const int steps = static_cast<int>(std::lround(m_unsteppedS / kStepS));
    m_unsteppedS -= steps * kStepS;
    for (std::size_t i = 0; i < m_count; ++i) {
        for (int step = 0; step < steps; ++step) {
            m_tracks[i].step();
        }
    }
    publish();
}

void BallFilter::see(const SeenPoint& vision) {
    SeenPoint seen = vision;
    if (!seen.p_F.allFinite() || !seen.noise_FM2.allFinite() || !seen.common_FM2.allFinite()) {
        return;
    }
    // A position below the ground is a measurement error that no track should explain.
    seen.p_F.z() = std::max(seen.p_F.z(), field::kBallRestHeightM);
    Candidates candidates;
    if (!m_ball.isKnown) {
        start(seen, 0.0, candidates);
    } else {
        follow(seen, candidates);
        addTouchCandidates(seen, candidates);
        const double movedChance = std::max(chanceWithin(kMovesPerS, m_ball.ageS),
                                            m_mayBeMoved > 0 ? kMovedByReferee : 0.0);
        start(seen, std::log(movedChance / kFieldAreaM2), candidates);
    }
    m_mayBeMoved = std::max(m_mayBeMoved - 1, 0);
    m_common_FM2 = seen.common_FM2;
    keepBest(candidates);
    m_ball.isKnown = m_count > 0;
    m_ball.ageS = 0.0;
    m_misses = 0;
    publish();
}

void BallFilter::start(const SeenPoint& seen, double logPrior, Candidates& candidates) const {
    struct ModePrior {
        BallMode mode;
        double fraction;
    };
    for (const ModePrior& kind :
         {ModePrior{BallMode::Resting, 0.66}, ModePrior{BallMode::Rolling, 0.33},
          ModePrior{BallMode::Flying, 0.01}}) {
        double logEvidence = 0.0;
        const BallTrack track = BallTrack::startedAt(seen, kind.mode, logEvidence);
        candidates.add(track, logPrior + std::log(kind.fraction) + logEvidence);
    }
}

void BallFilter::follow(const SeenPoint& seen, Candidates& candidates) const {
    const double untouched = 1.0 - chanceWithin(kPushesPerS + kKicksPerS + kLobsPerS, m_ball.ageS);
    const double creepM2 = (kCreepM2PerS + seen.common_FM2.trace() / 3.0 / kCommonChangesS) *
                           std::min(m_ball.ageS, 1.0);
    for (std::size_t i = 0; i < m_count; ++i) {
        BallTrack track = m_tracks[i];
        track.P.diagonal().head<2>().array() += creepM2;
        const double logLikelihood = track.see(seen);
        const double logWeight = m_tracks[i].logWeight + std::log(untouched) + logLikelihood;
        candidates.add(track, logWeight);
        if (track.mode == BallMode::Rolling) {
            const double logFit = track.stop();
            candidates.add(track, logWeight + std::log(kStopRatio) + logFit);
        }
    }
}

void BallFilter::addTouchCandidates(const SeenPoint& seen, Candidates& candidates) const {
    const BallTrack& likeliest = m_tracks[m_reported];
    const auto suspect = [&](double perS, auto open) {
        BallTrack track = likeliest;
        open(track);
        const double logLikelihood = track.see(seen);
        candidates.add(track, likeliest.logWeight + std::log(chanceWithin(perS, m_ball.ageS)) +
                                  logLikelihood);
    };
    suspect(kPushesPerS, [this](BallTrack& track) { track.touch(m_ball.ageS, kPushMps); });
    suspect(kKicksPerS, [this](BallTrack& track) { track.touch(m_ball.ageS, kKickMps); });
    suspect(kLobsPerS, [this](BallTrack& track) { track.touchUpwards(m_ball.ageS, kKickMps); });
}

void BallFilter::keepBest(Candidates& candidates) {
    const auto first = candidates.tracks.begin();
    const auto last = first + static_cast<std::ptrdiff_t>(candidates.count);
    std::sort(first, last,
              [](const BallTrack& a, const BallTrack& b) { return a.logWeight > b.logWeight; });
    const BallTrack reported = m_tracks[m_reported];
    const bool hadReported = m_count > 0;
    m_count = 0;
    for (auto track = first; track != last; ++track) {
        if (track->logWeight < first->logWeight + kForgottenLogWeight) {
            break;
        }
        const auto end = m_tracks.begin() + static_cast<std::ptrdiff_t>(m_count);
        const auto same = std::find_if(m_tracks.begin(), end,
                                       [&](const BallTrack& kept) { return isSame(*track, kept); });
        if (same != end) {
            same->logWeight = logSum(same->logWeight, track->logWeight);
        } else if (m_count < kMaxTracks) {
            m_tracks[m_count++] = *track;
        }
    }
    m_reported = 0;
    for (std::size_t i = 1; i < m_count; ++i) {
        m_reported = m_tracks[i].logWeight > m_tracks[m_reported].logWeight ? i : m_reported;
    }
    const double offset = m_count > 0 ? m_tracks[m_reported].logWeight : 0.0;
    for (std::size_t i = 0; i < m_count; ++i) {
        m_tracks[i].logWeight -= offset;
    }
    // Prefers the previous mode, to avoid flickering between tracks of similar weight.
    for (std::size_t i = 0; hadReported && i < m_count; ++i) {
        const bool isNear = (m_tracks[i].x - reported.x).head<3>().norm() < kOutlierM;
        if (m_tracks[i].mode == reported.mode && m_tracks[i].logWeight > -kSwitchLogWeight &&
            isNear) {
            m_reported = i;
            break;
        }
    }
}

void BallFilter::miss() {
    if (!m_ball.isKnown) {
        return;
    }
    if (++m_misses >= kMissesToForget) {
        reset();
        return;
    }
    publish();
}

void BallFilter::mayHaveBeenMoved() {
    m_mayBeMoved = 2;
}

void BallFilter::reset() {
    *this = BallFilter();
}

void BallFilter::publish() {
    if (!m_ball.isKnown) {
        return;
    }
    const BallTrack& track = m_tracks[m_reported];
    m_ball.p_F = track.x.head<3>();
    // In the simulation a fast falling ball penetrates the ground for a step; the reported height
    // does not.
    m_ball.p_F.z() = std::max(m_ball.p_F.z(), field::kBallRestHeightM);
    m_ball.velocity_FMps = track.x.tail<3>();
    m_ball.covariance = track.P;
    m_ball.isFlying = track.mode == BallMode::Flying;
    if (m_ball.isFlying) {
        m_ball.covariance.topLeftCorner<3, 3>() += m_common_FM2;
    } else {
        m_ball.covariance.topLeftCorner<2, 2>() += m_common_FM2.topLeftCorner<2, 2>();
    }
    m_ball.rest_F = track.restPlace();
    const double spreadM = std::sqrt(0.5 * (m_ball.covariance(0, 0) + m_ball.covariance(1, 1)));
    const double ratio = spreadM / kConfidenceM;
    m_ball.confidence = std::exp(-m_ball.ageS / kConfidenceS) / (1.0 + ratio * ratio) *
                        (1.0 - static_cast<double>(m_misses) / kMissesToForget);
}

} // namespace sideline::world
