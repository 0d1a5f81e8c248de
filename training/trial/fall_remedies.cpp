#include "training/trial/fall_remedies.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "motions/edit/edits.h"
#include "motions/edit/sole_edits.h"
#include "motions/resolve.h"

namespace sideline::training {

namespace {

constexpr std::array kSlowFactors = {1.25, 1.5, 2.0, 3.0};
constexpr double kDefaultFactor = 1.5;
constexpr double kLowerM = 0.02;
constexpr double kOutwardM = 0.01;
constexpr double kMarginS = 0.1; // margin before the cause and after leaving the support

// The part of the motion that remedies change.
struct Range {
    double beginS = 0.0;
    double endS = 0.0;
};

const TrialSample& sampleAt(const TrialResult& result, double timeS) {
    const auto at = std::ranges::lower_bound(result.samples, timeS - 1e-6, {}, &TrialSample::timeS);
    return at == result.samples.end() ? result.samples.back() : *at;
}

Range rangeOf(const keyframe::Motion& motion, const TrialResult& result) {
    const FallExplanation& fall = *result.fall;
    const double lastS = fall.supportLeftS.value_or(fall.fellAtS);
    const double fromS = sampleAt(result, fall.cause().beginS).motionTimeS - kMarginS;
    const double toS = sampleAt(result, lastS).motionTimeS + kMarginS;
    Range range{0.0, motion.endS()};
    for (const auto& keyframe : motion.keyframes) {
        if (keyframe->timeS <= fromS) {
            range.beginS = keyframe->timeS;
        }
    }
    for (const auto& keyframe : motion.keyframes) {
        if (keyframe->timeS >= toS && keyframe->timeS > range.beginS) {
            range.endS = keyframe->timeS;
            break;
        }
    }
    return range;
}

class Measure {
public:
    Measure(const std::shared_ptr<const motion::JointTrajectory>& trajectory,
            const TrialSettings& settings, const TrialResult& result,
            const std::function<bool()>& isCanceled)
        : m_trajectory(trajectory),
          m_settings(settings),
          m_model(result.model),
          m_isCanceled(isCanceled) {
        m_settings.keepsSamples = false;
    }

    [[nodiscard]] base::Expected<FallRemedyOutcome> run(const keyframe::Motion& motion) const {
        auto edited = std::make_shared<motion::JointTrajectory>(
            *keyframe::resolve(motion, *m_model).trajectory);
        edited->targets = m_trajectory->targets;
        const auto result = runTrial(edited, m_settings, m_isCanceled);
        if (!result) {
            return tl::unexpected(result.error());
        }
        return FallRemedyOutcome{result->isUprightAtEnd && !result->fellAtS, result->fellAtS};
    }

private:
    const std::shared_ptr<const motion::JointTrajectory>& m_trajectory;
    TrialSettings m_settings;
    const robot::RobotModelPtr& m_model;
    const std::function<bool()>& m_isCanceled;
};

base::Expected<FallRemedy> slowDown(const keyframe::Motion& motion, const Range& range,
                                    const Measure& measure) {
    FallRemedy chosen;
    for (const double factor : kSlowFactors) {
        FallRemedy remedy{FallRemedyKind::SlowDown,
                          range.beginS,
                          range.endS,
                          factor,
                          keyframe::stretchRange(motion, range.beginS, range.endS, factor).motion,
                          {}};
        const auto outcome = measure.run(remedy.motion);
        if (!outcome) {
            return tl::unexpected(outcome.error());
        }
        remedy.outcome = *outcome;
        if (outcome->stands) {
            return remedy;
        }
        if (factor == kDefaultFactor) {
            chosen = std::move(remedy);
        }
    }
    return chosen;
}

} // namespace

base::Expected<std::vector<FallRemedy>> fallRemedies(
    const keyframe::Motion& motion,
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    const TrialResult& result, const std::function<bool()>& isCanceled) {
    std::vector<FallRemedy> remedies;
    if (!result.fall || motion.keyframes.empty() ||
        sampleAt(result, result.fall->cause().beginS).played > 0) {
        return remedies;
    }
    const Measure measure(trajectory, settings, result, isCanceled);
    const Range range = rangeOf(motion, result);
    if (range.endS > range.beginS) {
        auto slower = slowDown(motion, range, measure);
        if (!slower) {
            return tl::unexpected(slower.error());
        }
        remedies.push_back(std::move(*slower));
    }
    const auto propose = [&](FallRemedyKind kind, const Range& where, double amount,
                             const keyframe::SoleShift& shift) -> base::Expected<void> {
        auto edited = keyframe::shiftSoles(motion, *result.model, where.beginS, where.endS, shift);
        if (!edited) {
            return {};
        }
        const auto outcome = measure.run(edited->motion);
        if (!outcome) {
            return tl::unexpected(outcome.error());
        }
        remedies.push_back(
            {kind, where.beginS, where.endS, amount, std::move(edited->motion), *outcome});
        return {};
    };
    if (auto done = propose(FallRemedyKind::LowerHip, range, kLowerM, {.upM = kLowerM}); !done) {
        return tl::unexpected(done.error());
    }
    if (!isLying(settings.start)) {
        const Range whole{0.0, motion.endS()};
        if (auto done =
                propose(FallRemedyKind::WidenStance, whole, kOutwardM, {.outwardM = kOutwardM});
            !done) {
            return tl::unexpected(done.error());
        }
    }
    std::ranges::stable_sort(remedies, std::greater<>(),
                             [](const FallRemedy& remedy) { return remedy.outcome.stands; });
    return remedies;
}

std::string fallRemedyText(const FallRemedy& remedy) {
    switch (remedy.kind) {
    case FallRemedyKind::SlowDown:
        return fmt::format("Slow down from {:.2f} to {:.2f} s by a factor of {:.3g}", remedy.beginS,
                           remedy.endS, remedy.amount);
    case FallRemedyKind::LowerHip:
        return fmt::format("Lower the hip by {:.0f} mm from {:.2f} to {:.2f} s",
                           1000.0 * remedy.amount, remedy.beginS, remedy.endS);
    case FallRemedyKind::WidenStance:
        break;
    }
    return fmt::format("Widen the stance by {:.0f} mm on each side", 1000.0 * remedy.amount);
}

std::string fallOutcomeText(const FallRemedyOutcome& outcome) {
    return outcome.stands    ? "stands"
           : outcome.fellAtS ? fmt::format("falls at {:.2f} s", *outcome.fellAtS)
                             : "does not stand";
}

} // namespace sideline::training
