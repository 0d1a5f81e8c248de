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

/// Many environments of one task.
struct EnvironmentSettings {
    std::string task = "stand";
    agents::ParameterTexts taskSettings = {};
    /// Nao types, which environments get in turn; all need the same observations and actions.
    std::vector<int> robotTypes = {0};
    Knowledge observation = Knowledge::Estimate;
    std::optional<Knowledge> critic = {}; ///< a second observation, for critics
    /// What estimates consist of; empty: joint angles and speeds, gyro, acceleration, up, foot
    /// forces and the last action, with residuals also the motion's angles.
    std::vector<decision::ObservationTerm> terms = {};
    double periodS = 0.0; ///< of `phase` and `progress`, if they are observed
    decision::ActionKind action = decision::ActionKind::JointTargets;
    std::vector<std::string> joints = {}; ///< these as in `ActionSettings`
    double actionScale = 1.0;
    bool isCentered = false;
    double clip = std::numeric_limits<double>::infinity();
    /// Library name or file of a motion, see `ActionSettings::motion`; empty: none.
    std::string motion = {};
    std::size_t count = 1;         ///< of environments; above 0
    unsigned threads = 1;          ///< that share the work; 0: one per processor
    int cyclesPerStep = 1;         ///< of 20 ms; above 0
    std::size_t startStates = 256; ///< different trials; 0: every trial is a new one
    bool resetsItself = true;      ///< whether a trial that is over is followed by the next at once
    bool isExact = false;          ///< ODE's own solver instead of the fast one
};

/// Environments that are stepped together, with buffers that Python sees without a copy. What
/// happens depends on settings, seed and actions alone, not on the number of threads. One caller at
/// a time.
class VectorEnvironment {
public:
    /// What has been observed and done; rows are environments. Never reallocated.
    struct Buffers {
        std::vector<float> observations;
        std::vector<float> critics;
        std::vector<float> actions; ///< what the next step does
        std::vector<double> rewards;
        std::vector<std::uint8_t> terminated; ///< 0 or 1
        std::vector<std::uint8_t> truncated;
        /// The last observations of trials that the last step has ended.
        std::vector<float> finalObservations;
        std::vector<float> finalCritics;
        // Of the trial that ended last in each environment.
        std::vector<double> fitness;
        std::vector<std::uint8_t> success;
        std::vector<double> metrics;
        std::vector<double> returns;          ///< sum of its rewards
        std::vector<std::uint64_t> lengths;   ///< its steps
        std::vector<std::uint64_t> endedSeed; ///< its seed
        std::vector<std::uint64_t> seeds;     ///< of the trials under way
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
    /// What a policy has to be told to do in an agent what it does here, with type `robotTypes[0]`.
    [[nodiscard]] const decision::PolicyInterface& meaning() const { return m_meaning; }
    [[nodiscard]] const std::vector<MetricInfo>& metrics() const { return m_task->metrics(); }
    [[nodiscard]] Buffers& buffers() { return m_buffers; }

    /// Begins new trials. With `startStates` they have seeds from `seed` on, as many as that.
    /// @param seed nullopt: goes on with the seeds of before, or with 1 at first
    /// @param which one per environment, 0 or 1; empty: all
    void reset(std::optional<std::uint64_t> seed, std::span<const std::uint8_t> which = {});
    /// Does what stands in `buffers().actions`. An environment whose trial is over and that does
    /// not reset itself stays as it is, with reward 0.
    void step();
    /// Numbers of actions so far that were not finite.
    [[nodiscard]] std::uint64_t notFiniteCount() const;

private:
    struct Course; ///< what is counted about one environment
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
