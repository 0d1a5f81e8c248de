#include "training/environment/vector_environment.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "agentcore/robot/built_in_robots.h"
#include "agents/skill_library.h"

namespace sideline::training {

namespace {

using base::ErrorCode;
using base::failure;

constexpr std::size_t kMaxEnvironments = 65536;
constexpr unsigned kMaxThreads = 1024;

bool haveSameNames(std::span<const Feature> a, std::span<const Feature> b) {
    return std::ranges::equal(a, b, {}, &Feature::name, &Feature::name);
}

// Returns row `index` of a buffer with `width` columns.
template <typename T>
std::span<T> row(std::vector<T>& buffer, std::size_t index, std::size_t width) {
    return std::span(buffer).subspan(index * width, width);
}

base::Expected<robot::RobotModelPtr> modelOf(int type) {
    const robot::RobotModel* model = robot::defaultRobot(type);
    if (model == nullptr) {
        return failure(ErrorCode::InvalidArgument, fmt::format("there is no robot type {}", type),
                       "0 to 4");
    }
    return model->shared();
}

std::vector<decision::ObservationTerm> defaultTerms(decision::ActionKind action) {
    using Kind = decision::ObservationKind;
    std::vector<decision::ObservationTerm> terms;
    for (const Kind kind : {Kind::JointAngles, Kind::JointSpeeds, Kind::Gyro, Kind::Acceleration,
                            Kind::Up, Kind::FootForces, Kind::LastAction}) {
        terms.push_back({kind});
    }
    if (action == decision::ActionKind::Residual) {
        terms.push_back({Kind::ReferenceAngles});
    }
    return terms;
}

base::Expected<void> check(const EnvironmentSettings& settings) {
    const auto wrong = [](const char* what, auto value, std::string expected) {
        return failure(ErrorCode::InvalidArgument, fmt::format("{} cannot be {}", what, value),
                       std::move(expected));
    };
    if (settings.count == 0 || settings.count > kMaxEnvironments) {
        return wrong("the number of environments", settings.count,
                     fmt::format("1 to {}", kMaxEnvironments));
    }
    if (settings.threads > kMaxThreads) {
        return wrong("the number of threads", settings.threads,
                     fmt::format("0 to {}", kMaxThreads));
    }
    if (settings.cyclesPerStep < 1) {
        return wrong("the number of cycles per step", settings.cyclesPerStep, "1 or more");
    }
    if (settings.robotTypes.empty()) {
        return failure(ErrorCode::InvalidArgument, "no robot type is given", "0 to 4");
    }
    return {};
}

} // namespace

struct VectorEnvironment::Course {
    base::Rng rng{0}; ///< draws the next trial
    double sum = 0.0; ///< sum of the rewards
    std::uint64_t steps = 0;
    std::uint64_t notFinite = 0;
    bool isOver = true;
};

VectorEnvironment::VectorEnvironment(const EnvironmentSettings& settings, TaskPtr task,
                                     unsigned threads)
    : m_task(std::move(task)),
      m_startStates(settings.startStates),
      m_cyclesPerStep(settings.cyclesPerStep),
      m_resetsItself(settings.resetsItself),
      m_pool(threads) {}

VectorEnvironment::~VectorEnvironment() = default;

base::Expected<std::unique_ptr<VectorEnvironment>> VectorEnvironment::make(
    const EnvironmentSettings& settings) {
    if (auto good = check(settings); !good) {
        return tl::unexpected(std::move(good.error()));
    }
    auto task = makeTask(settings.task, settings.taskSettings);
    if (!task) {
        return tl::unexpected(std::move(task.error()));
    }
    const unsigned threads = settings.threads == 0
                                 ? std::max(std::thread::hardware_concurrency(), 1U)
                                 : settings.threads;
    const auto maximum = static_cast<unsigned>(std::min<std::size_t>(threads, settings.count));
    std::unique_ptr<VectorEnvironment> made(new VectorEnvironment(settings, *task, maximum));
    const auto starts = std::make_shared<StartCache>(
        std::max<std::size_t>(settings.startStates * settings.robotTypes.size(), 1));
    agents::SkillLibrary skills;
    for (std::size_t i = 0; i < settings.count; ++i) {
        const auto model = modelOf(settings.robotTypes[i % settings.robotTypes.size()]);
        if (!model) {
            return tl::unexpected(model.error());
        }
        ActionSettings action{.kind = settings.action,
                              .joints = settings.joints,
                              .scale = settings.actionScale,
                              .isCentered = settings.isCentered,
                              .clip = settings.clip,
                              .motionName = settings.motion};
        if (!settings.motion.empty()) {
            auto motion = skills.find(settings.motion, **model);
            if (!motion) {
                return tl::unexpected(std::move(motion.error()));
            }
            action.motion = std::move(*motion);
        }
        auto mover = ActionMover::make(**model, action);
        if (!mover) {
            return tl::unexpected(std::move(mover.error()));
        }
        Environment::Observed observed{settings.observation, settings.critic, mover->meaning()};
        observed.meaning.observation =
            settings.terms.empty() ? defaultTerms(settings.action) : settings.terms;
        observed.meaning.periodS = settings.periodS;
        if (auto good = decision::check(observed.meaning); !good) {
            return tl::unexpected(std::move(good.error()));
        }
        if (i == 0) {
            made->m_meaning = observed.meaning;
        }
        const auto& environment = made->m_environments.emplace_back(std::make_unique<Environment>(
            *task, *model, std::move(*mover), observed, settings.isExact, starts));
        if (!haveSameNames(environment->observed(), made->observed()) ||
            !haveSameNames(environment->criticObserved(), made->criticObserved()) ||
            !haveSameNames(environment->actions(), made->actions())) {
            return failure(ErrorCode::InvalidArgument,
                           fmt::format("{} has different joints than {}", (*model)->name(),
                                       (*modelOf(settings.robotTypes.front()))->name()),
                           "robot types with the same joints");
        }
    }
    made->makeBuffers();
    return made;
}

void VectorEnvironment::makeBuffers() {
    const std::size_t n = count();
    m_courses.resize(n);
    m_buffers.observations.resize(n * observed().size());
    m_buffers.critics.resize(n * criticObserved().size());
    m_buffers.actions.resize(n * actions().size());
    m_buffers.rewards.resize(n);
    m_buffers.terminated.resize(n);
    m_buffers.truncated.resize(n);
    m_buffers.finalObservations.resize(m_buffers.observations.size());
    m_buffers.finalCritics.resize(m_buffers.critics.size());
    m_buffers.fitness.resize(n);
    m_buffers.success.resize(n);
    m_buffers.metrics.resize(n * metrics().size());
    m_buffers.returns.resize(n);
    m_buffers.lengths.resize(n);
    m_buffers.endedSeed.resize(n);
    m_buffers.seeds.resize(n);
}

Environment::Views VectorEnvironment::views(std::size_t index) {
    return {row(m_buffers.observations, index, observed().size()),
            row(m_buffers.critics, index, criticObserved().size())};
}

void VectorEnvironment::begin(std::size_t index) {
    Course& course = m_courses[index];
    m_buffers.seeds[index] =
        m_startStates == 0 ? course.rng.next() : m_seed + course.rng.below(m_startStates);
    course.sum = 0.0;
    course.steps = 0;
    course.isOver = false;
    m_environments[index]->reset(m_buffers.seeds[index], views(index));
}

void VectorEnvironment::reset(std::optional<std::uint64_t> seed,
                              std::span<const std::uint8_t> which) {
    const bool isFirst = std::ranges::all_of(m_courses, &Course::isOver) && m_courses[0].steps == 0;
    if (seed || isFirst) {
        m_seed = seed.value_or(m_seed);
        base::Rng seeds(m_seed);
        for (Course& course : m_courses) {
            course.rng = base::Rng(seeds.next());
        }
    }
    m_pool.parallelFor(count(), [&](std::size_t index, unsigned) {
        if (which.empty() || which[index] != 0) {
            m_buffers.rewards[index] = 0.0;
            m_buffers.terminated[index] = 0;
            m_buffers.truncated[index] = 0;
            begin(index);
        }
    });
}

void VectorEnvironment::step() {
    m_pool.parallelFor(count(), [&](std::size_t index, unsigned) { stepOne(index); });
}

void VectorEnvironment::stepOne(std::size_t index) {
    Course& course = m_courses[index];
    if (course.isOver) {
        m_buffers.rewards[index] = 0.0;
        return;
    }
    const auto outcome = m_environments[index]->step(
        row(m_buffers.actions, index, actions().size()), m_cyclesPerStep, views(index));
    course.notFinite += static_cast<std::uint64_t>(outcome.notFinite);
    course.sum += outcome.reward;
    ++course.steps;
    m_buffers.rewards[index] = outcome.reward;
    m_buffers.terminated[index] = outcome.isTerminated ? 1 : 0;
    m_buffers.truncated[index] = outcome.isTruncated ? 1 : 0;
    if (outcome.isOver()) {
        end(index);
    }
}

void VectorEnvironment::end(std::size_t index) {
    Course& course = m_courses[index];
    const auto copy = [&](std::vector<float>& from, std::vector<float>& to, std::size_t width) {
        std::ranges::copy(row(from, index, width), row(to, index, width).begin());
    };
    copy(m_buffers.observations, m_buffers.finalObservations, observed().size());
    copy(m_buffers.critics, m_buffers.finalCritics, criticObserved().size());
    const TrialScore score = m_environments[index]->score();
    m_buffers.fitness[index] = score.fitness;
    m_buffers.success[index] = score.isSuccess ? 1 : 0;
    std::ranges::copy(score.metrics, row(m_buffers.metrics, index, metrics().size()).begin());
    m_buffers.returns[index] = course.sum;
    m_buffers.lengths[index] = course.steps;
    m_buffers.endedSeed[index] = m_buffers.seeds[index];
    course.isOver = true;
    if (m_resetsItself) {
        begin(index);
    }
}

std::uint64_t VectorEnvironment::notFiniteCount() const {
    std::uint64_t sum = 0;
    for (const Course& course : m_courses) {
        sum += course.notFinite;
    }
    return sum;
}

} // namespace sideline::training
