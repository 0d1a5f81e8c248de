#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agents/parameters.h"
#include "training/environment/environment.h"
#include "training/task/task_registry.h"

namespace sideline::training {

/// Settings of a vector of environments with one task.
struct EnvironmentSettings {
    std::string task = "stand";
    agents::ParameterTexts taskSettings = {};
    /// Nao types, assigned to environments in turn; all must have the same observations and
    /// actions.
    std::vector<int> robotTypes = {0};
    ObservationSource observation = ObservationSource::Estimate;
    std::optional<ObservationSource> critic = {}; ///< a second observation, for critics
    /// Terms of estimates; empty: joint angles and speeds, gyro, acceleration, up, foot forces and
    /// the last action, and with residuals also the motion's angles.
    std::vector<decision::ObservationTerm> terms = {};
    double periodS = 0.0; ///< period of `phase` and `progress`, if observed
    decision::ActionKind action = decision::ActionKind::JointTargets;
    std::vector<std::string> joints = {}; ///< this and the next settings as in `ActionSettings`
    double actionScale = 1.0;
    bool isCentered = false;
    double clip = std::numeric_limits<double>::infinity();
    /// Library name or file of a motion, see `ActionSettings::motion`; empty: none.
    std::string motion = {};
    std::size_t count = 1;         ///< number of environments; greater than 0
    unsigned threads = 1;          ///< number of threads; 0: one per processor
    int cyclesPerStep = 1;         ///< in cycles of 20 ms; greater than 0
    std::size_t startStates = 256; ///< number of different trials; 0: every trial is new
    bool resetsItself = true; ///< whether a finished trial is followed immediately by the next one
    bool isExact = false;     ///< ODE's own solver instead of the fast one
};

/// Environments stepped together, with buffers that Python accesses without copying. The outcome
/// depends only on settings, seed and actions, not on the number of threads. One caller at a time.
class VectorEnvironment {
public:
    /// Observations, actions and results; rows are environments. Never reallocated.
    struct Buffers {
        std::vector<float> observations;
        std::vector<float> critics;
        std::vector<float> actions; ///< actions of the next step
        std::vector<double> rewards;
        std::vector<std::uint8_t> terminated; ///< 0 or 1
        std::vector<std::uint8_t> truncated;
        /// Last observations of trials that ended in the last step.
        std::vector<float> finalObservations;
        std::vector<float> finalCritics;
        // Results of the last finished trial of each environment.
        std::vector<double> fitness;
        std::vector<std::uint8_t> success;
        std::vector<double> metrics;
        std::vector<double> returns;          ///< sum of rewards
        std::vector<std::uint64_t> lengths;   ///< number of steps
        std::vector<std::uint64_t> endedSeed; ///< seed of that trial
        std::vector<std::uint64_t> seeds;     ///< seeds of the running trials
    };

    /// Errors: those of `makeTask`, of the motion, of `ActionMover::make`; InvalidArgument for
    /// counts and robot types.
    [[nodiscard]] static base::Expected<std::unique_ptr<VectorEnvironment>> make(
        const EnvironmentSettings& settings);
    ~VectorEnvironment();

    [[nodiscard]] std::size_t count() const { return m_environments.size(); }
    [[nodiscard]] unsigned threadCount() const { return m_pool.threadCount(); }
    [[nodiscard]] const std::vector<Feature>& observed() const {
        return m_environments.front()->observed();
    }
    [[nodiscard]] std::span<const Feature> criticObserved() const {
        return m_environments.front()->criticObserved();
    }
    [[nodiscard]] const std::vector<Feature>& actions() const {
        return m_environments.front()->actions();
    }
    /// Interface with which a policy behaves in an agent as it does here, for robot type
    /// `robotTypes[0]`.
    [[nodiscard]] const decision::PolicyInterface& meaning() const { return m_meaning; }
    [[nodiscard]] const std::vector<MetricInfo>& metrics() const { return m_task->metrics(); }
    [[nodiscard]] Buffers& buffers() { return m_buffers; }

    /// Begins new trials. With `startStates`, their seeds cycle through that many values, starting
    /// at `seed`.
    /// @param seed nullopt: continues with the previous seeds, or initially from 1
    /// @param which one per environment, 0 or 1; empty: all
    void reset(std::optional<std::uint64_t> seed, std::span<const std::uint8_t> which = {});
    /// Executes `buffers().actions`. A finished environment without automatic reset does not
    /// change, with reward 0.
    void step();
    /// Number of action elements so far that were not finite.
    [[nodiscard]] std::uint64_t notFiniteCount() const;

private:
    struct Course; ///< state of one environment
    VectorEnvironment(const EnvironmentSettings& settings, TaskPtr task, unsigned threads);
    void makeBuffers();
    void begin(std::size_t index);
    void stepOne(std::size_t index);
    void end(std::size_t index);
    [[nodiscard]] Environment::Views views(std::size_t index);

    TaskPtr m_task;
    std::size_t m_startStates;
    int m_cyclesPerStep;
    bool m_resetsItself;
    decision::PolicyInterface m_meaning;
    std::uint64_t m_seed = 1;
    base::ThreadPool m_pool;
    std::vector<std::unique_ptr<Environment>> m_environments;
    std::vector<Course> m_courses;
    Buffers m_buffers;
};

} // namespace sideline::training
