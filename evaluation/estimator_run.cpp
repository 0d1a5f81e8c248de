#include "evaluation/estimator_run.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/localization/explain.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/world/body_tracker.h"
#include "agentcore/world/step_clock.h"

namespace sideline::evaluation {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kCopyEvery = 50;

// An estimator at one cycle of a stream, with its complete state.
struct RunCursor {
    RunCursor(std::unique_ptr<localization::PoseEstimator> anEstimator,
              const robot::RobotModel& model)
        : estimator(std::move(anEstimator)), tracker(model) {}
    RunCursor(const RunCursor& other)
        : estimator(other.estimator->clone()),
          tracker(other.tracker),
          clock(other.clock),
          visionFrames(other.visionFrames) {}
    RunCursor& operator=(const RunCursor&) = delete;
    RunCursor(RunCursor&&) noexcept = default;
    RunCursor& operator=(RunCursor&&) = delete;
    ~RunCursor() = default;

    std::unique_ptr<localization::PoseEstimator> estimator;
    world::BodyTracker tracker;
    world::StepClock clock;
    std::uint64_t visionFrames = 0; ///< vision frames so far
};

// Buffers reused from cycle to cycle.
struct Scratch {
    protocol::Percepts percepts;
    world::BodyBelief body;
    localization::PoseDiagnostics diagnostics;
};

struct StepResult {
    localization::PoseEstimate estimate;
    std::chrono::nanoseconds duration{0};
    bool hasVision = false;
    double stepS = game::kStepS;
};

// The verdicts of a method without expectations are adopted unchanged.
void takeVerdicts(const localization::PoseDiagnostics& own,
                  localization::PoseDiagnostics& explained) {
    for (localization::ObservationReport& report : explained.observations) {
        const auto reported = std::ranges::find_if(own.observations, [&](const auto& other) {
            return other.kind == report.kind && other.index == report.index;
        });
        if (reported != own.observations.end()) {
            report.verdict = reported->verdict;
            report.gate = 0.0;
        }
    }
}

} // namespace

struct EstimatorRun::Impl {
    Impl(const EstimatorSetup& aSetup, const field::FieldModel& aField)
        : setup(aSetup), field(aField) {}

    StepResult step(RunCursor& cursor, const AgentStream& stream, std::size_t cycle,
                    Scratch& scratch, localization::PoseDiagnostics* diagnostics) const {
        const StreamCycle& now = stream.cycles()[cycle];
        protocol::Percepts& percepts = scratch.percepts;
        takePercepts(now, setup, cursor.visionFrames, percepts);
        if (percepts.server == game::ServerKind::Rcssservermj) {
            // rcssservermj reports team names instead; the stream has the agent's side.
            const game::Side side = stream.robot().side;
            percepts.ownSide = side == game::Side::None ? "" : game::sideName(side);
        }
        StepResult result;
        result.stepS = cursor.clock.advance(percepts.serverTimeS);
        result.hasVision = percepts.vision.has_value();
        cursor.tracker.update(percepts, result.stepS, scratch.body);
        if (now.isBeamed) {
            cursor.estimator->reset();
        }
        const localization::PoseInput input = inputOf(cursor, stream, result, scratch, diagnostics);
        const Clock::time_point begin = Clock::now();
        result.estimate = cursor.estimator->update(input);
        result.duration = Clock::now() - begin;
        return result;
    }

    [[nodiscard]] localization::PoseInput inputOf(
        const RunCursor& cursor, const AgentStream& stream, const StepResult& step,
        const Scratch& scratch, localization::PoseDiagnostics* diagnostics) const {
        localization::PoseInput input;
        input.percepts = &scratch.percepts;
        input.model = &stream.model();
        input.field = &field;
        input.jointAnglesRad = cursor.tracker.anglesRad();
        input.stepS = step.stepS;
        input.diagnostics = diagnostics;
        return input;
    }

    EstimatorSetup setup;
    const field::FieldModel& field;
    std::unique_ptr<RunCursor> current; ///< null before the first cycle
    std::vector<RunCursor> copies;      ///< states before cycles 0, 50, 100 ...
    std::vector<localization::PoseEstimate> estimates;
    std::vector<std::chrono::nanoseconds> durations;
    std::vector<std::optional<float>> residuals;
    Scratch room;
};

EstimatorRun::EstimatorRun(const EstimatorSetup& setup, const field::FieldModel& field)
    : m_impl(std::make_unique<Impl>(setup, field)) {}
EstimatorRun::~EstimatorRun() = default;
EstimatorRun::EstimatorRun(EstimatorRun&&) noexcept = default;
EstimatorRun& EstimatorRun::operator=(EstimatorRun&&) noexcept = default;

std::size_t EstimatorRun::advance(const AgentStream& stream,
                                  const std::function<bool(std::size_t)>& shouldContinue) {
    Impl& impl = *m_impl;
    const std::size_t first = impl.estimates.size();
    if (impl.current == nullptr) {
        impl.room.percepts.reserve();
        impl.current = std::make_unique<RunCursor>(
            localization::makeEstimator(impl.setup.method, impl.setup.options), stream.model());
    }
    for (std::size_t cycle = first; cycle < stream.cycles().size(); ++cycle) {
        if (shouldContinue && cycle % kCancelCheckInterval == 0 && !shouldContinue(cycle)) {
            break;
        }
        if (cycle % kCopyEvery == 0) {
            impl.copies.emplace_back(*impl.current);
        }
        const StepResult step = impl.step(*impl.current, stream, cycle, impl.room, nullptr);
        std::optional<float>& residual = impl.residuals.emplace_back();
        if (step.hasVision && step.estimate.isValid) {
            localization::PoseDiagnostics& diagnostics = impl.room.diagnostics;
            diagnostics.clear();
            localization::explainVision(
                impl.inputOf(*impl.current, stream, step, impl.room, nullptr), step.estimate,
                impl.setup.options.noise, diagnostics);
            if (diagnostics.dimension > 0) {
                residual = static_cast<float>(
                    std::sqrt(diagnostics.squaredSigmas / diagnostics.dimension));
            }
        }
        impl.estimates.push_back(step.estimate);
        impl.durations.push_back(step.duration);
    }
    return first;
}

const EstimatorSetup& EstimatorRun::setup() const {
    return m_impl->setup;
}

const std::vector<localization::PoseEstimate>& EstimatorRun::estimates() const {
    return m_impl->estimates;
}

const std::vector<std::chrono::nanoseconds>& EstimatorRun::durations() const {
    return m_impl->durations;
}

const std::vector<std::optional<float>>& EstimatorRun::residuals() const {
    return m_impl->residuals;
}

localization::PoseEstimate EstimatorRun::explain(const AgentStream& stream, std::size_t cycle,
                                                 localization::PoseDiagnostics& diagnostics) const {
    diagnostics.clear();
    const Impl& impl = *m_impl;
    if (cycle >= impl.estimates.size() || cycle >= stream.cycles().size()) {
        return {};
    }
    Scratch scratch;
    const std::size_t copy = cycle / kCopyEvery;
    RunCursor cursor(impl.copies[copy]);
    for (std::size_t c = copy * kCopyEvery; c < cycle; ++c) {
        static_cast<void>(impl.step(cursor, stream, c, scratch, nullptr));
    }
    const StepResult step = impl.step(cursor, stream, cycle, scratch, &diagnostics);
    const bool reportsExpected =
        std::ranges::any_of(diagnostics.observations,
                            [](const auto& observation) { return observation.hasPrediction; });
    if (step.hasVision && !reportsExpected) {
        const localization::PoseDiagnostics own = diagnostics;
        localization::explainVision(impl.inputOf(cursor, stream, step, scratch, nullptr),
                                    step.estimate, impl.setup.options.noise, diagnostics);
        diagnostics.stage = own.stage;
        diagnostics.note = own.note;
        takeVerdicts(own, diagnostics);
    }
    return step.estimate;
}

} // namespace sideline::evaluation
