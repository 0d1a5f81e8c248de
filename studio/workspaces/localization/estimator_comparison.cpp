#include "studio/workspaces/localization/estimator_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using localization::Method;

constexpr int kFirstVariantId = 100;
constexpr double kSameErrorS = 1.0; // errors closer to each other count as one

QColor methodColor(Method method) {
    switch (method) {
    case Method::Gyro:
        return {0xe6, 0x9f, 0x00};
    case Method::Umeyama:
        return {0xcc, 0x79, 0xa7};
    case Method::FieldNormal:
        return {0x56, 0xb4, 0xe9};
    case Method::Magma:
        return {0x8c, 0x6d, 0xd6};
    case Method::ThreeFlags:
        return {0xd5, 0x5e, 0x00};
    case Method::Fusion:
        return {0x00, 0x9e, 0x73};
    }
    return Qt::gray;
}

} // namespace

EstimatorComparison::EstimatorComparison(const ShownStream& shown, LocalizeJob& job)
    : m_shown(shown), m_job(job) {
    connect(&m_job, &LocalizeJob::ran, this, &EstimatorComparison::takeRun);
    reset();
}

// Returns a color that differs from those of the methods as long as the palette has such a color.
QColor EstimatorComparison::variantColor(int id) {
    static constexpr std::array<QRgb, 6> kColors = {0x0072b2, 0xe6007e, 0x7fc31c,
                                                    0x8b5a2b, 0xb59b00, 0x777777};
    return QColor(kColors[static_cast<std::size_t>(id - kFirstVariantId) % kColors.size()]);
}

void EstimatorComparison::addMethods() {
    // The first one is the default; the figures of the others are compared with its figures.
    std::vector<Method> methods(localization::kMethods.begin(), localization::kMethods.end());
    std::rotate(methods.begin(), methods.end() - 1, methods.end());
    for (const Method method : methods) {
        LocalizeEstimator estimator;
        estimator.id = static_cast<int>(method);
        estimator.name = widgets::toQt(localization::nameOf(method));
        estimator.about = widgets::toQt(localization::aboutMethod(method));
        estimator.color = methodColor(method);
        estimator.isShown =
            method == Method::Fusion || method == Method::Gyro || method == Method::FieldNormal;
        estimator.source.setup.method = method;
        m_estimators.push_back(estimator);
    }
}

void EstimatorComparison::reset() {
    std::erase_if(m_estimators, [](const LocalizeEstimator& e) { return e.isRemovable; });
    if (m_estimators.empty()) {
        addMethods();
    }
    forgetRuns();
    m_nextId = kFirstVariantId;
    if (find(m_chosen) == nullptr) {
        m_chosen = m_estimators.front().id;
    }
    m_range = {};
    Q_EMIT rangeCleared();
}

void EstimatorComparison::forgetRuns() {
    for (LocalizeEstimator& estimator : m_estimators) {
        estimator.run.reset();
        estimator.score.reset();
    }
    m_lastWorst.reset();
}

const LocalizeEstimator* EstimatorComparison::find(int id) const {
    const auto it = std::ranges::find(m_estimators, id, &LocalizeEstimator::id);
    return it == m_estimators.end() ? nullptr : &*it;
}

LocalizeEstimator* EstimatorComparison::row(int id) {
    const auto it = std::ranges::find(m_estimators, id, &LocalizeEstimator::id);
    return it == m_estimators.end() ? nullptr : &*it;
}

void EstimatorComparison::runMissing() {
    for (const LocalizeEstimator& estimator : m_estimators) {
        if (m_shown.isComplete() && !estimator.run) {
            m_job.run(m_shown.stream, estimator.id, estimator.source);
        }
    }
}

void EstimatorComparison::takeRun(int id, const std::shared_ptr<const LocalizeRun>& run) {
    LocalizeEstimator* estimator = row(id);
    if (estimator == nullptr || run == nullptr || !m_shown.stream) {
        return;
    }
    estimator->run = run;
    estimator->score = makeScore(*m_shown.stream, *run, m_range);
    Q_EMIT ran(*estimator);
    Q_EMIT changed();
}

void EstimatorComparison::addVariant(LocalizeEstimator variant) {
    variant.id = m_nextId++;
    variant.color = variantColor(variant.id);
    variant.isRemovable = true;
    m_estimators.push_back(variant);
    m_job.run(m_shown.stream, variant.id, variant.source);
    Q_EMIT rowsChanged();
}

void EstimatorComparison::tryVariant(const widgets::EstimatorVariant& settings) {
    if (!m_shown.isComplete()) {
        return;
    }
    LocalizeEstimator variant;
    variant.name = widgets::nameOf(settings);
    variant.about = widgets::toQt(localization::aboutMethod(settings.method));
    variant.source.setup = setupOf(settings);
    addVariant(std::move(variant));
}

void EstimatorComparison::remove(int id) {
    std::erase_if(m_estimators,
                  [id](const LocalizeEstimator& e) { return e.id == id && e.isRemovable; });
    if (find(m_chosen) == nullptr) {
        m_chosen = m_estimators.front().id;
    }
    Q_EMIT changed();
}

void EstimatorComparison::setShown(int id, bool isShown) {
    if (LocalizeEstimator* estimator = row(id)) {
        estimator->isShown = isShown;
        Q_EMIT changed();
    }
}

void EstimatorComparison::choose(int id) {
    if (find(id) != nullptr && m_chosen != id) {
        m_chosen = id;
        Q_EMIT chosenChanged();
    }
}

void EstimatorComparison::setInterval(double beginS, double endS) {
    if (!m_shown.stream || m_shown.stream->cycleCount() == 0) {
        return;
    }
    m_range = {};
    if (endS > beginS) {
        m_range = {m_shown.stream->cycleAt(beginS), m_shown.stream->cycleAt(endS) + 1};
    }
    score();
}

void EstimatorComparison::score() {
    for (LocalizeEstimator& estimator : m_estimators) {
        if (estimator.run) {
            estimator.score = makeScore(*m_shown.stream, *estimator.run, m_range);
        }
    }
    Q_EMIT rowsChanged();
}

// --- live

void EstimatorComparison::beginLive() {
    reset();
    m_liveRuns.clear();
    for (LocalizeEstimator& estimator : m_estimators) {
        auto run = std::make_shared<LocalizeRun>(std::make_unique<evaluation::EstimatorRun>(
            estimator.source.setup, m_shown.stream->field()));
        m_liveRuns[estimator.id] = run;
        estimator.run = run;
    }
}

void EstimatorComparison::continueLive(bool hasGrown) {
    for (const auto& [id, run] : m_liveRuns) {
        if (hasGrown || run->reported() != nullptr) {
            continueRun(*m_shown.stream, *run);
        }
    }
}

evaluation::BeliefRun& EstimatorComparison::reportedLive(const std::string& estimator) {
    const QString name = estimator.empty() ? tr("Belief") : widgets::toQt(estimator);
    for (const LocalizeEstimator& row : m_estimators) {
        const auto run = m_liveRuns.find(row.id);
        if (row.name == name && run != m_liveRuns.end() && run->second->reported() != nullptr) {
            return *run->second->reported();
        }
    }
    LocalizeEstimator row;
    row.id = m_nextId++;
    row.name = name;
    row.about = tr("Reported by the agent, live");
    row.color = variantColor(row.id);
    row.isRemovable = true;
    auto run = std::make_shared<LocalizeRun>(
        std::make_unique<evaluation::BeliefRun>(m_shown.stream->field()));
    m_liveRuns[row.id] = run;
    row.run = run;
    m_estimators.push_back(std::move(row));
    return *run->reported();
}

// --- the largest errors

double EstimatorComparison::shownErrorM() const {
    const bool isShown =
        m_lastWorst && m_lastWorst->id == m_chosen && m_lastWorst->cycle == m_shown.cycle;
    return isShown ? m_lastWorst->errorM : std::numeric_limits<double>::infinity();
}

std::optional<std::size_t> EstimatorComparison::nextLargestError() {
    const LocalizeEstimator* estimator = find(m_chosen);
    if (estimator == nullptr || !estimator->run || !m_shown.stream) {
        return std::nullopt;
    }
    const auto& errors = estimator->run->errors;
    const auto& timesS = m_shown.stream->recordTimeS;
    const auto errorOf = [&](std::size_t i) { return errors[i] ? errors[i]->groundM : -1.0; };
    const double below = shownErrorM();
    std::optional<std::size_t> best;
    const std::size_t to = std::min(m_range.to, errors.size());
    for (std::size_t i = m_range.from; i < to; ++i) {
        const bool isNear =
            std::abs(timesS[i] - timesS[m_shown.cycle]) < kSameErrorS && std::isfinite(below);
        if (errorOf(i) >= 0.0 && errorOf(i) < below && !isNear &&
            (!best || errorOf(i) > errorOf(*best))) {
            best = i;
        }
    }
    if (best) {
        m_lastWorst = Worst{m_chosen, *best, errorOf(*best)};
    }
    return best;
}

QString EstimatorComparison::noErrorText() const {
    const LocalizeEstimator* estimator = find(m_chosen);
    if (estimator == nullptr || !estimator->run || !m_shown.stream) {
        return {};
    }
    if (m_shown.stream->truth.isEmpty()) {
        return tr("Without ground truth, errors are unknown");
    }
    if (!std::isfinite(shownErrorM())) {
        return tr("%1 has no pose where there is ground truth").arg(estimator->name);
    }
    return m_range.isAll()
               ? tr("%1 has no further errors").arg(estimator->name)
               : tr("%1 has no further errors in the selected interval").arg(estimator->name);
}

} // namespace sideline::studio
