#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "motions/motion.h"
#include "training/trial/motion_trial.h"

namespace sideline::training {

/// Kind of an edit that may prevent a fall.
enum class FallRemedyKind : std::uint8_t {
    SlowDown,    ///< stretches the time around the cause
    LowerHip,    ///< lowers the hip around the cause, by inverse kinematics
    WidenStance, ///< moves both feet outward in the whole motion
};

/// Outcome of a simulation with a remedy.
struct FallRemedyOutcome {
    bool stands = false; ///< upright at the end, without an earlier fall
    std::optional<double> fellAtS;
    [[nodiscard]] bool operator==(const FallRemedyOutcome&) const = default;
};

/// An edit that may prevent a fall, with its measured outcome.
struct FallRemedy {
    FallRemedyKind kind = FallRemedyKind::SlowDown;
    double beginS = 0.0; ///< edited range in the motion before the edit
    double endS = 0.0;
    double amount = 0.0;     ///< time factor of SlowDown; otherwise a distance, m
    keyframe::Motion motion; ///< the edited motion
    FallRemedyOutcome outcome;
};

/// Proposes edits of a motion after a fall in a trial, and measures each in the same trial.
///
/// The edited range reaches from the keyframe before the first cause to the keyframe after the time
/// at which the robot begins to tip (`FallExplanation::supportLeftS`). Slowing down is measured
/// with factors 1.25, 1.5, 2 and 3; the smallest one with which the robot stays upright is
/// proposed, or 1.5 if there is none. Lowering the hip (20 mm) and widening the stance (10 mm per
/// foot) are omitted where the legs do not permit it.
/// @param motion the motion of the trial, for the trial's robot
/// @param trajectory the tested trajectory, for the targets of branches
/// @param settings of the trial @param result of a trial with a fall
/// @param isCanceled polled every cycle; may be empty
/// @return edits with which it stays upright come first; empty without a fall, or if it fell in
///     the motion of a branch. Errors: those of `runTrial`. Any thread.
[[nodiscard]] base::Expected<std::vector<FallRemedy>> fallRemedies(
    const keyframe::Motion& motion,
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    const TrialResult& result, const std::function<bool()>& isCanceled = {});

/// Returns a phrase such as `Slow down 0.40 to 0.90 s by 1.5`.
[[nodiscard]] std::string fallRemedyText(const FallRemedy& remedy);
/// Returns `stands`, `falls at 1.20 s` or `does not stand`.
[[nodiscard]] std::string fallOutcomeText(const FallRemedyOutcome& outcome);

} // namespace sideline::training
