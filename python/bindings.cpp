// The module sideline.gym._core: environments and their buffers. The library checks the arguments,
// unless a check needs Python; the library's errors become ValueError.
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/robot/built_in_robots.h"
#include "agents/policy/meaning_json.h"
#include "agents/skill_library.h"
#include "training/environment/vector_environment.h"
#include "training/task/trajectory_mover.h"
#include "training/task/trial_runner.h"

namespace py = pybind11;
using namespace sideline;
using training::Feature;
using training::VectorEnvironment;

namespace {

[[noreturn]] void fail(const base::Error& error) {
    throw py::value_error(error.toString());
}

template <typename T>
T orFail(base::Expected<T> result) {
    if (!result) {
        fail(result.error());
    }
    return std::move(*result);
}

py::list listOf(std::span<const Feature> features) {
    py::list list;
    for (const Feature& feature : features) {
        list.append(py::make_tuple(feature.name, feature.unit, feature.minimum, feature.maximum,
                                   feature.scale));
    }
    return list;
}

// Environments for one Python object. Their buffers outlive `close`, because arrays refer to them.
class Environments {
public:
    explicit Environments(const training::EnvironmentSettings& settings)
        : m_environments(orFail(make(settings))),
          m_count(m_environments->count()),
          m_threads(m_environments->threadCount()),
          m_observed(m_environments->observed()),
          m_criticObserved(m_environments->criticObserved().begin(),
                           m_environments->criticObserved().end()),
          m_actions(m_environments->actions()),
          m_metrics(m_environments->metrics()),
          m_meaning(agents::meaningText(m_environments->meaning())) {}

    void close() {
        const Use use(*this, true);
        if (m_environments) {
            m_notFinite = m_environments->notFiniteCount();
            m_kept =
                std::move(m_environments->buffers()); // moving vectors preserves their addresses
            m_environments.reset();
        }
    }

    void reset(std::optional<std::uint64_t> seed, const std::vector<std::uint8_t>& which) {
        const Use use(*this);
        if (!which.empty() && which.size() != m_count) {
            throw py::value_error("the mask has " + std::to_string(which.size()) +
                                  " entries; expected one for each of " + std::to_string(m_count) +
                                  " environments");
        }
        const py::gil_scoped_release release;
        m_environments->reset(seed, which);
        m_isReset = true;
    }

    void step() {
        const Use use(*this);
        if (!m_isReset) {
            throw py::value_error("step() was called before reset()");
        }
        const py::gil_scoped_release release;
        m_environments->step();
    }

    [[nodiscard]] std::uint64_t notFinite() const {
        return m_environments ? m_environments->notFiniteCount() : m_notFinite;
    }
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] unsigned threads() const { return m_threads; }
    [[nodiscard]] py::list observed() const { return listOf(m_observed); }
    [[nodiscard]] py::list criticObserved() const { return listOf(m_criticObserved); }
    [[nodiscard]] py::list actions() const { return listOf(m_actions); }
    [[nodiscard]] py::list metrics() const {
        py::list list;
        for (const training::MetricInfo& metric : m_metrics) {
            list.append(py::make_tuple(metric.name, metric.unit, metric.description));
        }
        return list;
    }
    [[nodiscard]] const std::string& meaning() const { return m_meaning; }
    VectorEnvironment::Buffers& buffers() {
        return m_environments ? m_environments->buffers() : m_kept;
    }

private:
    // Excludes other threads while one works without Python's lock.
    class Use {
    public:
        explicit Use(Environments& of, bool mayBeClosed = false) : m_of(of) {
            if (of.m_isBusy.exchange(true)) {
                throw py::value_error("another thread is using these environments");
            }
            if (of.m_environments == nullptr && !mayBeClosed) {
                of.m_isBusy = false;
                throw py::value_error("the environments are closed");
            }
        }
        ~Use() { m_of.m_isBusy = false; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        Environments& m_of;
    };

    static base::Expected<std::unique_ptr<VectorEnvironment>> make(
        const training::EnvironmentSettings& settings) {
        const py::gil_scoped_release release;
        return VectorEnvironment::make(settings);
    }

    std::unique_ptr<VectorEnvironment> m_environments; ///< null when closed
    VectorEnvironment::Buffers m_kept;
    std::uint64_t m_notFinite = 0;
    std::size_t m_count;
    unsigned m_threads;
    std::vector<Feature> m_observed;
    std::vector<Feature> m_criticObserved;
    std::vector<Feature> m_actions;
    std::vector<training::MetricInfo> m_metrics;
    std::string m_meaning; ///< JSON
    bool m_isReset = false;
    std::atomic<bool> m_isBusy{false};
};

// An array that refers to a buffer; keeps `self` alive.
// @param isTable whether there is a row per environment instead of one value
template <auto member>
py::array show(const py::object& self, bool isTable) {
    auto& environments = self.cast<Environments&>();
    auto& buffer = environments.buffers().*member;
    using T = typename std::remove_reference_t<decltype(buffer)>::value_type;
    const auto type = std::is_same_v<T, std::uint8_t> ? py::dtype("bool") : py::dtype::of<T>();
    const auto count = static_cast<py::ssize_t>(environments.count());
    std::vector<py::ssize_t> shape{count};
    if (isTable) {
        shape.push_back(static_cast<py::ssize_t>(buffer.size()) / count);
    }
    return py::array(type, std::move(shape), buffer.data(), self);
}
template <auto member>
py::array rows(const py::object& self) {
    return show<member>(self, true);
}
template <auto member>
py::array values(const py::object& self) {
    return show<member>(self, false);
}

py::object valueOf(const agents::ParameterValue& value) {
    return std::visit([](const auto& each) -> py::object { return py::cast(each); }, value);
}

py::list tasks() {
    py::list list;
    for (const training::TaskInfo& info : training::taskInfos()) {
        py::list parameters;
        for (const agents::ParameterInfo& parameter : info.parameters) {
            parameters.append(py::make_tuple(parameter.name, parameter.description,
                                             valueOf(parameter.defaultValue), parameter.unit,
                                             parameter.least, parameter.most));
        }
        list.append(py::make_tuple(info.name, info.summary, parameters));
    }
    return list;
}

decision::ActionKind actionKind(const std::string& word) {
    if (const auto kind = decision::actionKindOf(word)) {
        return *kind;
    }
    throw py::value_error("unknown kind of actions " + word +
                          "; expected joint-targets, joint-speeds or residual");
}

decision::ObservationTerm term(const std::pair<std::string, double>& word) {
    if (const auto kind = decision::observationKindOf(word.first)) {
        return {*kind, word.second};
    }
    std::vector<std::string_view> words;
    for (const decision::ObservationKind kind : decision::observationKinds()) {
        words.push_back(decision::wordOf(kind));
    }
    throw py::value_error("an estimate has no term " + word.first + "; expected " +
                          base::listNames(words));
}

std::unique_ptr<Environments> make(
    const std::string& task, const agents::ParameterTexts& taskSettings, std::size_t count,
    const std::string& observation, const std::optional<std::string>& critic,
    const std::vector<std::pair<std::string, double>>& terms, double periodS,
    const std::string& action, const std::vector<std::string>& joints, double actionScale,
    bool isCentered, double clip, const std::string& motion, const std::vector<int>& robotTypes,
    unsigned threads, int cyclesPerStep, std::size_t startStates, bool resetsItself, bool isExact) {
    training::EnvironmentSettings settings;
    settings.task = task;
    settings.taskSettings = taskSettings;
    settings.count = count;
    settings.observation = orFail(training::observationSourceFromName(observation));
    if (critic) {
        settings.critic = orFail(training::observationSourceFromName(*critic));
    }
    for (const auto& word : terms) {
        settings.terms.push_back(term(word));
    }
    settings.periodS = periodS;
    settings.action = actionKind(action);
    settings.joints = joints;
    settings.actionScale = actionScale;
    settings.isCentered = isCentered;
    settings.clip = clip;
    settings.motion = motion;
    settings.robotTypes = robotTypes;
    settings.threads = threads;
    settings.cyclesPerStep = cyclesPerStep;
    settings.startStates = startStates;
    settings.resetsItself = resetsItself;
    settings.isExact = isExact;
    return std::make_unique<Environments>(settings);
}

// Runs trials of the same task without environments, for comparison: plays a motion.
class Trials {
public:
    Trials(const std::string& task, const agents::ParameterTexts& settings,
           const std::string& motion, unsigned threads)
        : m_pool(threads) {
        const training::TaskPtr made = orFail(training::makeTask(task, settings));
        agents::SkillLibrary skills;
        const auto trajectory = orFail(skills.find(motion, *m_model));
        for (unsigned i = 0; i < m_pool.threadCount(); ++i) {
            m_workers.push_back(std::make_unique<Worker>(Worker{
                training::TrialRunner(made), training::TrajectoryMover(trajectory, *m_model)}));
        }
    }

    // @return cycles of all trials together
    std::uint64_t run(std::size_t count, std::uint64_t seed) {
        const py::gil_scoped_release release;
        for (const auto& worker : m_workers) {
            worker->cycles = 0;
        }
        m_pool.parallelFor(count, [&](std::size_t index, unsigned thread) {
            Worker& worker = *m_workers[thread];
            static_cast<void>(
                worker.runner.run(worker.mover, m_model, seed + index,
                                  [&](const training::PhysicsRobot&, double) { ++worker.cycles; }));
        });
        std::uint64_t sum = 0;
        for (const auto& worker : m_workers) {
            sum += worker->cycles;
        }
        return sum;
    }

private:
    struct Worker {
        training::TrialRunner runner;
        training::TrajectoryMover mover;
        std::uint64_t cycles = 0;
    };
    base::ThreadPool m_pool;
    robot::RobotModelPtr m_model = robot::defaultRobot().shared();
    std::vector<std::unique_ptr<Worker>> m_workers;
};

} // namespace

PYBIND11_MODULE(_core, module) {
    using B = VectorEnvironment::Buffers;
    module.doc() = "Environments of Sideline; use the package sideline.gym";
    module.def("tasks", &tasks);
    py::class_<Trials>(module, "Trials")
        .def(py::init<std::string, agents::ParameterTexts, std::string, unsigned>(),
             py::arg("task"), py::arg("settings"), py::arg("motion"), py::arg("threads"))
        .def("run", &Trials::run, py::arg("count"), py::arg("seed"));
    py::class_<Environments>(module, "Environments")
        .def(py::init(&make), py::kw_only(), py::arg("task"), py::arg("settings"), py::arg("count"),
             py::arg("observation"), py::arg("critic"), py::arg("terms"), py::arg("period"),
             py::arg("action"), py::arg("joints"), py::arg("action_scale"), py::arg("centered"),
             py::arg("clip"), py::arg("motion"), py::arg("robot_types"), py::arg("threads"),
             py::arg("cycles"), py::arg("start_states"), py::arg("autoreset"), py::arg("exact"))
        .def("reset", &Environments::reset, py::arg("seed"), py::arg("which"))
        .def("step", &Environments::step)
        .def("close", &Environments::close)
        .def_property_readonly("not_finite", &Environments::notFinite)
        .def_property_readonly("count", &Environments::count)
        .def_property_readonly("threads", &Environments::threads)
        .def_property_readonly("observed", &Environments::observed)
        .def_property_readonly("critic_observed", &Environments::criticObserved)
        .def_property_readonly("action_features", &Environments::actions)
        .def_property_readonly("metric_infos", &Environments::metrics)
        .def_property_readonly("meaning", &Environments::meaning)
        .def_property_readonly("observations", &rows<&B::observations>)
        .def_property_readonly("critics", &rows<&B::critics>)
        .def_property_readonly("actions", &rows<&B::actions>)
        .def_property_readonly("rewards", &values<&B::rewards>)
        .def_property_readonly("terminated", &values<&B::terminated>)
        .def_property_readonly("truncated", &values<&B::truncated>)
        .def_property_readonly("final_observations", &rows<&B::finalObservations>)
        .def_property_readonly("final_critics", &rows<&B::finalCritics>)
        .def_property_readonly("fitness", &values<&B::fitness>)
        .def_property_readonly("success", &values<&B::success>)
        .def_property_readonly("metrics", &rows<&B::metrics>)
        .def_property_readonly("returns", &values<&B::returns>)
        .def_property_readonly("lengths", &values<&B::lengths>)
        .def_property_readonly("ended_seeds", &values<&B::endedSeed>)
        .def_property_readonly("seeds", &values<&B::seeds>);
}
