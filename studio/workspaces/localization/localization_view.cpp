#include "studio/workspaces/localization/localization_view.h"

#include <algorithm>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr double kRollingS = 20.0; // visible interval of live curves

widgets::EstimatorRow rowOf(const LocalizeEstimator& estimator) {
    widgets::EstimatorRow row;
    row.id = estimator.id;
    row.name = estimator.name;
    row.about = estimator.about;
    row.color = estimator.color;
    row.isShown = estimator.isShown;
    row.isRemovable = estimator.isRemovable;
    row.isRunning = estimator.run == nullptr;
    return row;
}

} // namespace

LocalizationView::LocalizationView(const ShownStream& shown, EstimatorComparison& estimators,
                                   widgets::FieldView& field)
    : m_shown(shown),
      m_estimators(estimators),
      m_field(field),
      m_map(field),
      m_layer(std::make_shared<widgets::LocalizeLayerPainter>()),
      m_panel(new widgets::EstimatorPanel),
      m_picture(new widgets::ImagePlaneView),
      m_observations(new widgets::ObservationPanel),
      m_curves(new widgets::LocalizeCurves) {
    useField(field::FieldModel(field::newestField().dimensions));
    m_layer->setLayers(m_panel->layers());
    // Errors of the chosen estimator are often a hundred times smaller than those of the others.
    m_curves->setLogarithmic(widgets::LocalizeQuantity::GroundErrorM, true);
    connectPanels(field);
}

LocalizationView::~LocalizationView() {
    m_field.setOverlay(nullptr);
}

void LocalizationView::connectPanels(widgets::FieldView& field) {
    connect(m_layer.get(), &widgets::LocalizeLayerPainter::changed, &field,
            qOverload<>(&QWidget::update));
    connect(m_layer.get(), &widgets::LocalizeLayerPainter::observationPicked, this,
            &LocalizationView::mark);
    connect(m_picture, &widgets::ImagePlaneView::observationPicked, this, &LocalizationView::mark);
    connect(m_observations, &widgets::ObservationPanel::observationPicked, this,
            &LocalizationView::mark);
    connect(m_panel, &widgets::EstimatorPanel::layersChanged, this,
            [this](const widgets::LocalizeLayers& layers) { m_layer->setLayers(layers); });
    connect(m_panel, &widgets::EstimatorPanel::shownChanged, &m_estimators,
            &EstimatorComparison::setShown);
    connect(m_panel, &widgets::EstimatorPanel::chosenChanged, &m_estimators,
            &EstimatorComparison::choose);
    connect(m_panel, &widgets::EstimatorPanel::variantRequested, &m_estimators,
            &EstimatorComparison::tryVariant);
    connect(m_panel, &widgets::EstimatorPanel::removeRequested, &m_estimators,
            &EstimatorComparison::remove);
    connect(m_curves, &widgets::LocalizeCurves::intervalMarked, &m_estimators,
            &EstimatorComparison::setInterval);
    connect(&m_estimators, &EstimatorComparison::rangeCleared, m_curves,
            [this] { m_curves->setInterval(std::nullopt); });
}

std::vector<WorkspacePanel> LocalizationView::panels() const {
    constexpr auto kBottom = Qt::BottomDockWidgetArea;
    return {{"localize-estimators", tr("Estimators"), m_panel, Qt::LeftDockWidgetArea, "live"},
            {"localize-picture", tr("Camera view"), m_picture, Qt::RightDockWidgetArea, "localize"},
            {"localize-observations", tr("Observations"), m_observations, kBottom, "localize"},
            {"localize-curves", tr("Errors"), m_curves, kBottom, "localize"}};
}

void LocalizationView::setActive(bool isActive) {
    m_isActive = isActive;
    m_field.setOverlay(isActive ? m_layer : nullptr);
}

void LocalizationView::showCycle() {
    const evaluation::AnnotatedStream& stream = *m_shown.stream;
    const std::size_t cycle = m_shown.cycle;
    useField(stream.field());
    m_instant = std::make_shared<const widgets::LocalizeInstant>(
        makeInstant(stream, m_estimators.estimators(), m_estimators.chosen(), cycle));
    m_layer->setInstant(m_instant);
    m_picture->setInstant(m_instant);
    m_observations->setInstant(m_instant);
    if (m_marked) { // the observation's index differs in each vision frame
        showMarked(widgets::indexOf(m_instant->vision, *m_marked));
    }
    m_map.follow(robotOnMap());
    m_curves->setTime(stream.recordTimeS[cycle], stream.stream().cycles()[cycle].gameTimeS);
}

// Shows the field of the stream's server.
void LocalizationView::useField(const field::FieldModel& field) {
    if (m_dimensions != field.dimensions()) {
        m_dimensions = field.dimensions();
        m_layer->setField(field);
        m_picture->setField(field);
        m_observations->setField(field);
    }
}

void LocalizationView::clearCycle() {
    m_instant.reset();
    m_layer->setInstant(nullptr);
    m_picture->setInstant(nullptr);
    m_observations->setInstant(nullptr);
}

void LocalizationView::mark(int observation) {
    m_marked = m_instant ? widgets::keyOf(m_instant->vision, observation) : std::nullopt;
    showMarked(observation);
}

void LocalizationView::showMarked(int observation) {
    m_layer->setHighlighted(observation);
    m_picture->setHighlighted(observation);
    m_observations->setHighlighted(observation);
}

// Returns the robot's true position, or else the believed one.
std::optional<QPointF> LocalizationView::robotOnMap() const {
    if (m_instant && m_instant->truth) {
        return QPointF(m_instant->truth->p_SCamera.x(), m_instant->truth->p_SCamera.y());
    }
    if (m_instant && m_instant->chosen >= 0) {
        const auto& belief = m_instant->beliefs[static_cast<std::size_t>(m_instant->chosen)];
        return belief.estimate.isValid
                   ? std::optional(QPointF(belief.X_SC.p.x(), belief.X_SC.p.y()))
                   : std::nullopt;
    }
    return std::nullopt;
}

QString LocalizationView::sourceText(const QString& loading) const {
    if (!loading.isEmpty()) {
        return tr("Reading %1 ...").arg(loading);
    }
    if (!m_shown.stream) {
        return {};
    }
    const evaluation::AgentStream& stream = m_shown.stream->stream();
    const auto& timesS = m_shown.stream->recordTimeS;
    const std::size_t count = m_shown.stream->cycleCount();
    const double lengthS = count > 0 ? timesS[count - 1] - timesS.front() : 0.0;
    const bool isRecorded = m_shown.source == StreamSource::Recorded;
    return tr("%1: %2 %3, %4 s")
        .arg(isRecorded ? m_shown.title() : widgets::toQt(stream.name()),
             widgets::toQt(stream.team()), widgets::toQt(game::toString(stream.robot())))
        .arg(lengthS, 0, 'f', 0);
}

QString LocalizationView::intervalText() const {
    const CycleRange& range = m_estimators.range();
    if (range.isAll() || !m_shown.stream) {
        return {};
    }
    const auto last = std::min(range.to, m_shown.stream->cycleCount()) - 1;
    return tr("%1 s to %2 s")
        .arg(m_shown.stream->recordTimeS[range.from], 0, 'f', 1)
        .arg(m_shown.stream->recordTimeS[last], 0, 'f', 1);
}

void LocalizationView::showEstimators(const Status& status) {
    if (!m_panel) {
        return;
    }
    const auto& stream = m_shown.stream;
    widgets::EstimatorView view;
    view.source = sourceText(status.loading);
    view.hint = status.showsLive
                    ? tr("Start a built-in agent (Team > Start agent): its percepts are "
                         "processed here while it plays.")
                    : tr("Open a recorded stream (.rec) of any agent or a session, or "
                         "start an agent in the simulator.");
    view.truth =
        stream && !stream->truth.isEmpty() ? widgets::toQt(stream->truth.source) : QString();
    view.chosen = m_estimators.chosen();
    view.beliefs = status.beliefs;
    view.canRerun = m_shown.isComplete();
    view.progressPercent = status.progressPercent;
    view.interval = intervalText();
    for (const LocalizeEstimator& estimator : m_estimators.estimators()) {
        widgets::EstimatorRow row = rowOf(estimator);
        row.isRunning = row.isRunning && stream != nullptr;
        row.score = estimator.score;
        if (m_instant && estimator.run && m_shown.cycle < estimator.run->run->estimates().size()) {
            row.isValidNow = estimator.run->run->estimates()[m_shown.cycle].isValid;
            row.now = errorAt(*estimator.run, m_shown.cycle);
            if (estimator.id == m_estimators.chosen()) {
                view.values = valuesAt(*estimator.run, m_shown.cycle);
            }
        }
        view.rows.push_back(std::move(row));
    }
    m_panel->setView(view);
}

void LocalizationView::showCurves() {
    if (!m_curves) {
        return;
    }
    if (!m_shown.stream || !m_isActive) {
        m_curves->setCurves(nullptr);
        return;
    }
    m_curves->setCurves(makeCurves(*m_shown.stream, m_estimators.estimators()));
}

void LocalizationView::setRolling(bool isRolling) {
    m_curves->setRolling(isRolling ? std::optional(kRollingS) : std::nullopt);
}

} // namespace sideline::studio
