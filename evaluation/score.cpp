#include "evaluation/score.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>

#include "agentcore/game/constants.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/built_in_robots.h"

namespace sideline::evaluation {

namespace {

using game::kStepS;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInRegion = 7.8147; // 95 % quantile of chi squared with 3 degrees of freedom

// Returns the squared error of the camera's x, y and heading in sigmas.
std::optional<double> squaredSigmasOf(const localization::PoseEstimate& estimate,
                                      const math::Pose& X_TCamera, const Eigen::Vector3d& error,
                                      const TruthTrack& truth) {
    if (!estimate.hasCovariance) {
        return std::nullopt;
    }
    const Eigen::Vector3d arm_S = estimate.X_ST.R * X_TCamera.p;
    const Eigen::Vector3d forward_S = estimate.X_ST.R * X_TCamera.R.col(1);
    const double level = forward_S.head<2>().squaredNorm();
    if (level < 1e-6) {
        return std::nullopt; // a vertical view has no heading
    }
    Eigen::Matrix<double, 3, 6> J = Eigen::Matrix<double, 3, 6>::Zero();
    // A small rotation moves the camera by rotation x arm, and its axis by rotation x forward.
    J.block<2, 3>(0, 0) << 0.0, arm_S.z(), -arm_S.y(), -arm_S.z(), 0.0, arm_S.x();
    J(0, 3) = 1.0;
    J(1, 4) = 1.0;
    J(2, 0) = -forward_S.z() * forward_S.x() / level;
    J(2, 1) = -forward_S.z() * forward_S.y() / level;
    J(2, 2) = 1.0;
    Eigen::Matrix3d spread = J * estimate.covariance * J.transpose();
    const double roundingM2 = truth.roundingM * truth.roundingM / 12.0;
    spread(0, 0) += roundingM2;
    spread(1, 1) += roundingM2;
    spread(2, 2) += truth.roundingRad * truth.roundingRad / 12.0;
    const Eigen::LDLT<Eigen::Matrix3d> ldlt(spread);
    if (ldlt.info() != Eigen::Success || !ldlt.isPositive()) {
        return std::nullopt;
    }
    const double squared = error.dot(ldlt.solve(error));
    return std::isfinite(squared) ? std::optional(squared) : std::nullopt;
}

double atRatio(const std::vector<double>& sorted, double ratio) {
    return sorted[static_cast<std::size_t>(ratio * static_cast<double>(sorted.size() - 1) + 0.5)];
}

bool isFound(const PoseError& error) {
    return error.groundM < kFoundM && std::abs(error.headingRad) < kFoundRad;
}

// Collects the errors of a group.
struct Gatherer {
    std::vector<double> groundM;
    std::vector<double> spaceM;
    std::vector<double> headingRad;
    std::vector<double> heightM;

    void add(const PoseError& error) {
        groundM.push_back(error.groundM);
        spaceM.push_back(error.spaceM);
        headingRad.push_back(error.headingRad);
        heightM.push_back(error.heightM);
    }
    [[nodiscard]] ErrorScore score() {
        return {distributionOf(std::move(groundM)), distributionOf(std::move(spaceM)),
                distributionOf(std::move(headingRad)), distributionOf(std::move(heightM))};
    }
};

// Measures the times until the robot was localized again.
class Recoveries {
public:
    Recoveries(const AgentStream& stream, std::span<const std::optional<PoseError>> errors,
               const PoseRun& run, const TruthTrack& truth)
        : m_stream(stream), m_errors(errors), m_run(run), m_truth(truth) {}

    void find(std::size_t from, std::size_t to, RunScore& score) const {
        const std::vector<std::size_t> events = eventsIn(from, to);
        for (std::size_t i = 0; i < events.size(); ++i) {
            const std::size_t end = i + 1 < events.size() ? events[i + 1] : to;
            if (end - events[i] < kSecond + kSecond / 2) {
                continue; // moved again before it could be judged
            }
            if (const auto recoveryS = after(events[i], end)) {
                score.recoveryS.push_back(*recoveryS);
            } else if (hasTruth(events[i], end)) {
                ++score.unrecovered;
            }
        }
    }

private:
    static constexpr std::size_t kSecond = 50; // one second in cycles

    // Returns beams, reported moves, and moves that only the truth shows, such as the referee's.
    [[nodiscard]] std::vector<std::size_t> eventsIn(std::size_t from, std::size_t to) const {
        constexpr double kJumpM = 0.4;
        constexpr std::size_t kWithin = 6; // window in cycles
        std::vector<std::size_t> events;
        std::size_t reported = from; // last cycle with reported truth
        for (std::size_t cycle = from; cycle < to; ++cycle) {
            const StreamCycle& now = m_stream.cycles()[cycle];
            const TruthInstant* instant = m_truth.at(cycle);
            const TruthInstant* before = m_truth.at(reported);
            const bool isKnown = !events.empty() && events.back() > reported;
            const bool jumps = instant != nullptr && before != nullptr && !isKnown &&
                               cycle - reported <= kWithin &&
                               (instant->p_SCamera - before->p_SCamera).norm() > kJumpM;
            if (now.isBeamed || now.isMoved || jumps) {
                events.push_back(cycle);
            }
            reported = instant != nullptr ? cycle : reported;
        }
        return events;
    }

    [[nodiscard]] bool hasTruth(std::size_t from, std::size_t to) const {
        for (std::size_t cycle = from; cycle < to; ++cycle) {
            if (m_truth.at(cycle) != nullptr) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] std::optional<double> after(std::size_t event, std::size_t end) const {
        std::size_t first = event;
        while (first < end && !m_stream.cycles()[first].hasVision) {
            ++first;
        }
        std::optional<std::size_t> since; // start of the interval with a small error
        for (std::size_t cycle = first; cycle < end; ++cycle) {
            if (m_truth.at(cycle) == nullptr) {
                continue;
            }
            const bool isGood =
                m_run.estimates()[cycle].isValid && m_errors[cycle] && isFound(*m_errors[cycle]);
            since = isGood ? std::optional(since.value_or(cycle)) : std::nullopt;
            if (since && cycle - *since + kGap >= kSecond) {
                return kStepS * static_cast<double>(*since - first);
            }
        }
        return std::nullopt;
    }

    static constexpr std::size_t kGap = 3; // cycles between two truths that come with vision frames

    const AgentStream& m_stream;
    std::span<const std::optional<PoseError>> m_errors;
    const PoseRun& m_run;
    const TruthTrack& m_truth;
};

} // namespace

std::vector<std::optional<PoseError>> errorsOf(const AgentStream& stream, const PoseRun& run,
                                               const TruthTrack& truth) {
    std::vector<std::optional<PoseError>> errors;
    addErrors(stream, run, truth, errors);
    return errors;
}

void addErrors(const AgentStream& stream, const PoseRun& run, const TruthTrack& truth,
               std::vector<std::optional<PoseError>>& errors) {
    const std::size_t first = errors.size();
    const std::size_t count = std::min(stream.cycles().size(), run.estimates().size());
    errors.resize(std::max(first, count));
    for (std::size_t cycle = first; cycle < count; ++cycle) {
        const TruthInstant* instant = truth.at(cycle);
        const localization::PoseEstimate& estimate = run.estimates()[cycle];
        if (instant == nullptr || !estimate.isValid) {
            continue;
        }
        const math::Pose X_SCamera = cameraPose(stream, cycle, estimate);
        const Eigen::Vector3d off = X_SCamera.p - instant->p_SCamera;
        PoseError& error = errors[cycle].emplace();
        error.groundM = off.head<2>().norm();
        const bool hasHeight = run.hasHeight(cycle);
        error.spaceM = hasHeight ? off.norm() : kNone;
        error.heightM = hasHeight ? off.z() : kNone;
        error.headingRad =
            math::wrapRad(math::forwardHeadingRad(X_SCamera.R) - instant->headingRad);
        error.squaredSigmas = squaredSigmasOf(estimate, stream.cycles()[cycle].X_TCamera,
                                              {off.x(), off.y(), error.headingRad}, truth);
    }
}

std::vector<Activity> activitiesOf(const AgentStream& stream, const TruthTrack& truth) {
    constexpr double kNaoLowM = 0.33;   // the camera of a standing Nao is above 0.4 m
    constexpr double kWalkingMps = 0.1; // mean speed over half a second
    constexpr std::size_t kHalfSpan = 12;
    constexpr double kFastestMps = 3.0; // faster robots were moved externally
    constexpr std::size_t kLongestGap = 200;
    const double lowM = robot::sizeRatio(stream.model()) * kNaoLowM;
    const std::size_t count = stream.cycles().size();
    // Interpolates the truth between cycles that report it.
    std::vector<std::optional<Eigen::Vector3d>> places(count);
    std::optional<std::size_t> last;
    for (std::size_t cycle = 0; cycle < count; ++cycle) {
        const TruthInstant* instant = truth.at(cycle);
        if (instant == nullptr) {
            continue;
        }
        places[cycle] = instant->p_SCamera;
        for (std::size_t c = last.value_or(cycle) + 1; last && c < cycle; ++c) {
            const double ratio =
                static_cast<double>(c - *last) / static_cast<double>(cycle - *last);
            if (cycle - *last <= kLongestGap) {
                places[c] = *places[*last] + ratio * (*places[cycle] - *places[*last]);
            }
        }
        last = cycle;
    }
    std::vector<Activity> activities(count, Activity::Standing);
    double up = 1.0; // low-pass filter of the accelerometer along the torso's upright axis
    for (std::size_t cycle = 0; cycle < count; ++cycle) {
        if (const auto& reported = stream.cycles()[cycle].upwardsMps2) {
            up += 0.1 * (std::clamp(*reported / game::kGravityMps2, -2.0, 2.0) - up);
        }
        if (places[cycle] ? places[cycle]->z() < lowM : up < 0.5) {
            activities[cycle] = Activity::Fallen;
            continue;
        }
        const std::size_t from = cycle < kHalfSpan ? 0 : cycle - kHalfSpan;
        const std::size_t to = std::min(cycle + kHalfSpan, count - 1);
        if (places[from] && places[to] && to > from) {
            const double speedMps = (*places[to] - *places[from]).head<2>().norm() /
                                    (kStepS * static_cast<double>(to - from));
            if (speedMps > kWalkingMps && speedMps < kFastestMps) {
                activities[cycle] = Activity::Walking;
            }
        }
    }
    return activities;
}

Distribution distributionOf(std::vector<double> values) {
    Distribution result;
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    result.count = values.size();
    if (values.empty()) {
        return result;
    }
    double sum = 0.0;
    double squares = 0.0;
    for (double& value : values) {
        value = std::abs(value);
        sum += value;
        squares += value * value;
    }
    std::ranges::sort(values);
    const auto count = static_cast<double>(values.size());
    result.mean = sum / count;
    result.rms = std::sqrt(squares / count);
    result.median = atRatio(values, 0.5);
    result.p95 = atRatio(values, 0.95);
    result.max = values.back();
    return result;
}

RunScore scoreOf(const AgentStream& stream, const PoseRun& run, const TruthTrack& truth,
                 std::size_t from, std::size_t to) {
    return scoreOf(stream, run, truth, errorsOf(stream, run, truth), from, to);
}

RunScore scoreOf(const AgentStream& stream, const PoseRun& run, const TruthTrack& truth,
                 std::span<const std::optional<PoseError>> errors, std::size_t from,
                 std::size_t to) {
    RunScore score;
    const auto activities = activitiesOf(stream, truth);
    to = std::min(to, errors.size());
    Gatherer all;
    Gatherer vision;
    std::array<Gatherer, 3> byActivity;
    std::array<Gatherer, 2> byOffset;
    double residuals = 0.0;
    std::size_t judgedVisionFrames = 0;
    std::vector<double> microseconds;
    double squaredSigmas = 0.0;
    std::size_t judged = 0;
    std::size_t inRegion = 0;
    std::size_t valid = 0;
    bool canKnow = false; // whether two landmarks have been seen since the last beam
    for (std::size_t cycle = 0; cycle < to; ++cycle) {
        canKnow =
            (canKnow && !stream.cycles()[cycle].isBeamed) || stream.cycles()[cycle].hasTwoLandmarks;
        if (cycle < from) {
            continue;
        }
        if (!run.durations().empty()) {
            microseconds.push_back(
                std::chrono::duration<double, std::micro>(run.durations()[cycle]).count());
        }
        score.cycles += canKnow ? 1U : 0U;
        valid += canKnow && run.estimates()[cycle].isValid ? 1U : 0U;
        if (const auto& residual = run.residuals()[cycle]) {
            residuals += static_cast<double>(*residual) * static_cast<double>(*residual);
            ++judgedVisionFrames;
        }
        if (!errors[cycle]) {
            continue;
        }
        if (const double sigmaM = run.estimates()[cycle].cameraOffsetSigmaM; sigmaM > 0.0) {
            byOffset[sigmaM < kLearnedM ? 1U : 0U].add(*errors[cycle]);
        }
        all.add(*errors[cycle]);
        byActivity[static_cast<std::size_t>(activities[cycle])].add(*errors[cycle]);
        if (stream.cycles()[cycle].hasVision) {
            vision.add(*errors[cycle]);
        }
        if (errors[cycle]->squaredSigmas) {
            squaredSigmas += *errors[cycle]->squaredSigmas;
            ++judged;
            inRegion += *errors[cycle]->squaredSigmas <= kInRegion ? 1U : 0U;
        }
    }
    score.all = all.score();
    score.vision = vision.score();
    score.standing = byActivity[0].score();
    score.walking = byActivity[1].score();
    score.fallen = byActivity[2].score();
    score.unlearned = byOffset[0].score();
    score.learned = byOffset[1].score();
    if (judgedVisionFrames > 0) {
        score.residualSigmas = std::sqrt(residuals / static_cast<double>(judgedVisionFrames));
    }
    if (score.cycles > 0) {
        score.validRatio = static_cast<double>(valid) / static_cast<double>(score.cycles);
    }
    if (!microseconds.empty()) {
        std::ranges::sort(microseconds);
        score.microseconds = distributionOf(microseconds).mean;
        score.p99Microseconds = atRatio(microseconds, 0.99);
    }
    if (judged > 0) {
        score.meanSquaredSigmas = squaredSigmas / (3.0 * static_cast<double>(judged));
        score.consistentRatio = static_cast<double>(inRegion) / static_cast<double>(judged);
    }
    Recoveries(stream, errors, run, truth).find(from, to, score);
    return score;
}

} // namespace sideline::evaluation
