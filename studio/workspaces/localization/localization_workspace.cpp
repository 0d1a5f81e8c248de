#include "studio/workspaces/localization/localization_workspace.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QCoreApplication>
#include <QFileInfo>

#include "studio/settings/app_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using localization::Method;
using widgets::MessageBar;

constexpr int kLivePeriodMs = 100;
constexpr int kFirstVariantId = 100;

QColor colorOf(Method method) {
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

widgets::EstimatorRow rowOf(const LocalizeEstimator& estimator) {
    widgets::EstimatorRow row;
    row.id = estimator.id;
    row.name = estimator.name;
    row.about = estimator.about;
    row.color = estimator.color;
    row.isShown = estimator.isShown;
    row.isVariant = estimator.isVariant;
    row.isRunning = estimator.run == nullptr;
    return row;
}

} // namespace

LocalizationWorkspace::LocalizationWorkspace(const Parts& parts)
    : m_actions(parts.actions),
      m_live(parts.live),
      m_field(parts.field),
      m_messages(parts.messages),
      m_store(parts.store),
      m_window(parts.window),
      m_layer(std::make_shared<widgets::LocalizeLayerPainter>()),
      m_panel(new widgets::EstimatorPanel),
      m_picture(new widgets::ImagePlaneView),
      m_observations(new widgets::ObservationPanel),
      m_curves(new widgets::LocalizeCurves) {
    const field::FieldModel field(field::newestField().dimensions);
    m_layer->setField(field);
    m_picture->setField(field);
    m_observations->setField(field);
    m_layer->setLayers(m_panel->layers());
    // The chosen one is often a hundred times better than the others.
    m_curves->setLogarithmic(widgets::LocalizeQuantity::GroundErrorM, true);
    resetEstimators();
    connectPanels();
    connectActions();
    m_liveTimer.setInterval(kLivePeriodMs);
    connect(&m_liveTimer, &QTimer::timeout, this, &LocalizationWorkspace::takeLive);
    receiveBeliefs();
    showEstimators();
    updateActions();
}

LocalizationWorkspace::~LocalizationWorkspace() {
    m_beliefs.reset(); // its thread hands them to the session
    m_job.cancel();
    m_field.setOverlay(nullptr);
    dropFile(m_matchFile);
    dropFile(m_nextMatchFile);
}

std::vector<WorkspacePanel> LocalizationWorkspace::panels() const {
    constexpr auto kBottom = Qt::BottomDockWidgetArea;
    return {{"localize-estimators", tr("Estimators"), m_panel, Qt::LeftDockWidgetArea, "live"},
            {"localize-picture", tr("Camera view"), m_picture, Qt::RightDockWidgetArea, "localize"},
            {"localize-observations", tr("Observations"), m_observations, kBottom, "localize"},
            {"localize-curves", tr("Errors"), m_curves, kBottom, "localize"}};
}

bool LocalizationWorkspace::isStreamFile(const QString& file) {
    const QString name = QFileInfo(file).fileName();
    return name.endsWith(QStringLiteral(".rec")) || name.contains(QStringLiteral(".rec."));
}

QString LocalizationWorkspace::title() const {
    return m_source == Source::Recorded ? QFileInfo(m_file).fileName() : QString();
}

void LocalizationWorkspace::connectPanels() {
    connect(m_layer.get(), &widgets::LocalizeLayerPainter::changed, &m_field,
            qOverload<>(&QWidget::update));
    connect(m_layer.get(), &widgets::LocalizeLayerPainter::observationPicked, this,
            &LocalizationWorkspace::highlight);
    connect(m_picture, &widgets::ImagePlaneView::observationPicked, this,
            &LocalizationWorkspace::highlight);
    connect(m_observations, &widgets::ObservationPanel::observationPicked, this,
            &LocalizationWorkspace::highlight);
    connect(m_panel, &widgets::EstimatorPanel::layersChanged, this,
            [this](const widgets::LocalizeLayers& layers) { m_layer->setLayers(layers); });
    connect(m_panel, &widgets::EstimatorPanel::shownChanged, this,
            &LocalizationWorkspace::setShown);
    connect(m_panel, &widgets::EstimatorPanel::chosenChanged, this, &LocalizationWorkspace::choose);
    connect(m_panel, &widgets::EstimatorPanel::whatIfRequested, this,
            &LocalizationWorkspace::tryWhatIf);
    connect(m_panel, &widgets::EstimatorPanel::removeRequested, this,
            &LocalizationWorkspace::remove);
    connect(m_panel, &widgets::EstimatorPanel::openRequested, m_actions.action("localize.open"),
            &QAction::trigger);
    connect(m_panel, &widgets::EstimatorPanel::exportRequested, m_actions.action("localize.export"),
            &QAction::trigger);
    connect(m_curves, &widgets::LocalizeCurves::seekRequested, this,
            &LocalizationWorkspace::seekRequested);
    connect(m_curves, &widgets::LocalizeCurves::stretchMarked, this,
            &LocalizationWorkspace::setStretch);
    connect(&m_job, &LocalizeJob::loaded, this, &LocalizationWorkspace::takeStream);
    connect(&m_job, &LocalizeJob::ran, this, &LocalizationWorkspace::takeRun);
    connect(&m_job, &LocalizeJob::beliefsRead, this,
            [this](const std::filesystem::path& file,
                   const std::shared_ptr<evaluation::BeliefFile>& beliefs) {
                takeBeliefs(file, *beliefs);
            });
    connect(&m_job, &LocalizeJob::beliefsFailed, this,
            [this](const QString& text) { m_messages.show(MessageBar::Severity::Error, text); });
    connect(&m_job, &LocalizeJob::progressed, this, &LocalizationWorkspace::showEstimators);
    connect(&m_job, &LocalizeJob::failed, this, [this](const QString& text) {
        const bool wasLoading = !m_loading.isEmpty();
        m_loading.clear();
        dropFile(m_nextMatchFile);
        m_messages.show(MessageBar::Severity::Error, text);
        if (wasLoading) { // what was asked for before was given up
            runMissing();
        }
        showEstimators();
    });
    connect(&m_live.sessionReplay(), &AgentRecordingPlayer::opened, this,
            &LocalizationWorkspace::loadSession);
    connect(&m_live.sessionReplay(), &AgentRecordingPlayer::closed, this, [this] {
        m_triedSession.clear();
        if (m_source == Source::Session) {
            closeStream();
        }
    });
    connect(&m_live.agentControls(), &AgentControls::agentShown, this,
            [this](const world::AgentFramePtr& frame) {
                m_agentCycle = frame ? std::optional(frame->cycle) : std::nullopt;
                if (m_source == Source::Session && m_stream && m_agentCycle) {
                    if (frame->identity.robot != m_stream->stream().robot()) {
                        loadSession();
                    } else {
                        showCycle(m_stream->cycleOfAgent(*m_agentCycle));
                    }
                }
            });
}

// Far from the methods' own colors, as long as they last.
QColor LocalizationWorkspace::variantColor(int id) {
    static constexpr std::array<QRgb, 6> kColors = {0x0072b2, 0xe6007e, 0x7fc31c,
                                                    0x8b5a2b, 0xb59b00, 0x777777};
    return QColor(kColors[static_cast<std::size_t>(id - kFirstVariantId) % kColors.size()]);
}

// The estimators of every stream: one of each method.
void LocalizationWorkspace::resetEstimators() {
    std::erase_if(m_estimators, [](const LocalizeEstimator& e) { return e.isVariant; });
    if (m_estimators.empty()) {
        // Ours first: its figures are what the others are compared with.
        std::vector<Method> methods(localization::kMethods.begin(), localization::kMethods.end());
        std::ranges::rotate(methods, methods.end() - 1);
        for (const Method method : methods) {
            LocalizeEstimator estimator;
            estimator.id = static_cast<int>(method);
            estimator.name = widgets::toQt(localization::nameOf(method));
            estimator.about = widgets::toQt(localization::aboutMethod(method));
            estimator.color = colorOf(method);
            estimator.isShown =
                method == Method::Fusion || method == Method::Gyro || method == Method::FieldNormal;
            estimator.source.setup.method = method;
            m_estimators.push_back(estimator);
        }
    }
    for (LocalizeEstimator& estimator : m_estimators) {
        estimator.run.reset();
        estimator.score.reset();
    }
    m_nextId = kFirstVariantId;
    if (find(m_chosen) == nullptr) {
        m_chosen = m_estimators.front().id;
    }
    m_range = {};
    m_curves->setStretch(std::nullopt);
}

LocalizeEstimator* LocalizationWorkspace::find(int id) {
    const auto it = std::ranges::find(m_estimators, id, &LocalizeEstimator::id);
    return it == m_estimators.end() ? nullptr : &*it;
}

void LocalizationWorkspace::openStream(const QString& file) {
    m_keepsPlace = false;
    readStream(file, {});
}

void LocalizationWorkspace::chooseTruth(const QString& log) {
    m_keepsPlace = true;
    readStream(QString(m_file), log);
}

void LocalizationWorkspace::readStream(const QString& file, const QString& truthLog) {
    m_loading = QFileInfo(file).fileName();
    m_nextFile = file;
    const std::filesystem::path spool = spoolFolder(readSettings(m_store));
    std::error_code ignored;
    std::filesystem::create_directories(spool, ignored);
    dropFile(m_nextMatchFile); // of one that was never shown
    m_nextMatchFile = spool / QStringLiteral("stream-%1-%2.log")
                                  .arg(QCoreApplication::applicationPid())
                                  .arg(++m_streams)
                                  .toStdString();
    m_job.loadRecorded(file.toStdString(), truthLog.toStdString(), m_nextMatchFile);
    showEstimators();
}

void LocalizationWorkspace::closeStream() {
    m_job.cancel();
    m_loading.clear();
    endLive();
    m_lastWorst.reset();
    m_stream.reset();
    m_awaitsMatch = false;
    m_source = Source::None;
    resetEstimators();
    dropFile(m_matchFile);
    m_instant.reset();
    m_layer->setInstant(nullptr);
    m_picture->setInstant(nullptr);
    m_observations->setInstant(nullptr);
    showCurves();
    showEstimators();
    updateActions();
    Q_EMIT titleChanged();
}

// Whoever has it open keeps reading it.
void LocalizationWorkspace::dropFile(std::filesystem::path& file) {
    if (!file.empty()) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
        file.clear();
    }
}

void LocalizationWorkspace::takeStream(std::shared_ptr<LocalizeStream> stream) {
    m_loading.clear();
    endLive();
    m_lastWorst.reset();
    const bool keepsPlace =
        std::exchange(m_keepsPlace, false) && m_stream != nullptr && m_source == Source::Recorded;
    m_stream = std::move(stream);
    if (keepsPlace) {
        m_returnTo = m_cycle;
        for (LocalizeEstimator& estimator : m_estimators) {
            estimator.run.reset();
            estimator.score.reset();
        }
    } else {
        m_returnTo.reset();
        m_cycle = 0;
        m_marked.reset();
        resetEstimators();
    }
    dropFile(m_matchFile);
    std::swap(m_matchFile, m_nextMatchFile);
    if (m_matchFile.empty()) {
        m_source = Source::Session;
        m_cycle = m_agentCycle ? m_stream->cycleOfAgent(*m_agentCycle) : 0;
    } else {
        m_source = Source::Recorded;
        m_file = m_nextFile;
        m_awaitsMatch = true;
        Q_EMIT matchWanted(QString::fromStdString(m_matchFile.string()));
    }
    runMissing();
    if (m_source == Source::Session) {
        addTold(m_stream->told, tr("What the agent reported, as recorded in the session"));
    } else if (!keepsPlace) {
        openBeliefsBeside();
    }
    updateActions();
    Q_EMIT titleChanged();
}

void LocalizationWorkspace::runMissing() {
    for (const LocalizeEstimator& estimator : m_estimators) {
        if (m_stream && m_source != Source::Live && !estimator.run) {
            m_job.run(m_stream, estimator.id, estimator.source);
        }
    }
}

void LocalizationWorkspace::matchShown() {
    m_awaitsMatch = false;
    if (!m_stream) {
        return;
    }
    if (const auto& damage = m_stream->stream().damage()) {
        m_messages.show(MessageBar::Severity::Warning, widgets::toQt(damage->toString()));
    }
}

void LocalizationWorkspace::matchGrew(std::size_t frames) {
    if (m_returnTo && !m_awaitsMatch && m_stream && frames > *m_returnTo) {
        Q_EMIT seekRequested(m_stream->recordTimeS[*std::exchange(m_returnTo, std::nullopt)]);
    }
}

void LocalizationWorkspace::takeRun(int id, const std::shared_ptr<const LocalizeRun>& run) {
    LocalizeEstimator* estimator = find(id);
    if (estimator == nullptr || run == nullptr || !m_stream) {
        return;
    }
    estimator->run = run;
    estimator->score = makeScore(*m_stream, *run, m_range);
    tellUnmatched(*estimator);
    showCurves();
    showCycle(m_cycle);
}

void LocalizationWorkspace::setActive(bool isActive) {
    if (isActive == m_isActive) {
        return;
    }
    m_isActive = isActive;
    m_field.setOverlay(isActive ? m_layer : nullptr);
    updateActions();
    if (isActive && m_source == Source::None && m_loading.isEmpty()) {
        if (m_showsLive) {
            beginLive();
        } else {
            loadSession();
        }
    } else if (!isActive && m_source == Source::Live) {
        closeStream();
    }
    showEstimators();
    if (isActive && m_stream) {
        showCurves();
        showCycle(m_cycle);
    }
}

// Whether a session is open that was not looked into yet.
bool LocalizationWorkspace::isSessionNew() const {
    const auto& overview = m_live.sessionReplay().overview();
    return overview && overview->file != m_triedSession;
}

// The agent of a session, when one is replayed and looked into.
void LocalizationWorkspace::loadSession() {
    const auto& overview = m_live.sessionReplay().overview();
    if (!m_isActive || m_showsLive || !overview || overview->isStream() ||
        (overview->agents.empty() && !overview->hasBeliefs)) {
        return;
    }
    closeStream();
    dropFile(m_nextMatchFile);
    m_triedSession = overview->file;
    const auto& shown = m_live.agentControls().shown();
    const std::optional<game::PlayerId> robot =
        shown ? std::optional(shown->identity.robot) : std::nullopt;
    m_loading = QFileInfo(QString::fromStdString(overview->file.string())).fileName();
    m_job.loadSession(overview->file, robot);
    showEstimators();
}

void LocalizationWorkspace::showMatch(const logs::FetchedFrame& fetched, bool isLive,
                                      bool isSimulator) {
    m_showsLive = isLive;
    m_isSimulator = isSimulator;
    if (m_source == Source::Live && !isLive) {
        closeStream();
    }
    if (!m_isActive) {
        return;
    }
    if (isLive) {
        if (m_awaitsMatch) {
            return; // the live match leaves the screen in a moment
        }
        if (m_source == Source::Recorded || m_source == Source::Session) {
            closeStream();
        }
        if (m_source == Source::None && m_loading.isEmpty()) {
            beginLive();
        }
        if (m_stream && m_stream->cycleCount() > 0) {
            showCycle(m_stream->cycleAt(fetched.exact->recordTimeS));
        }
    } else if (m_source == Source::None && m_loading.isEmpty() && isSessionNew()) {
        loadSession(); // it was opened while something live was on the screen
    } else if (m_source == Source::Session && m_stream && m_stream->agentCycles.empty() &&
               m_stream->cycleCount() > 0) {
        showCycle(m_stream->cycleAt(fetched.exact->recordTimeS)); // none of ours: by time
    } else if (m_source == Source::Recorded && m_stream) {
        showCycle(std::min<std::size_t>(fetched.exact->index, m_stream->cycleCount() - 1));
    }
}

void LocalizationWorkspace::showCycle(std::size_t cycle) {
    if (!m_stream || cycle >= m_stream->cycleCount() || !m_isActive) {
        return;
    }
    m_cycle = cycle;
    m_instant = std::make_shared<const widgets::LocalizeInstant>(
        makeInstant(*m_stream, m_estimators, m_chosen, cycle));
    m_layer->setInstant(m_instant);
    m_picture->setInstant(m_instant);
    m_observations->setInstant(m_instant);
    markAgain();
    followRobot();
    m_curves->setTime(m_stream->recordTimeS[cycle], m_stream->stream().cycles()[cycle].gameTimeS);
    showEstimators();
}

// The thing that is marked has another number in another vision frame.
void LocalizationWorkspace::markAgain() {
    if (!m_marked) {
        return;
    }
    showMarked(widgets::indexOf(m_instant->vision, *m_marked));
}

void LocalizationWorkspace::highlight(int observation) {
    m_marked = m_instant ? widgets::keyOf(m_instant->vision, observation) : std::nullopt;
    showMarked(observation);
}

void LocalizationWorkspace::showMarked(int observation) {
    m_layer->setHighlighted(observation);
    m_picture->setHighlighted(observation);
    m_observations->setHighlighted(observation);
}

void LocalizationWorkspace::setShown(int id, bool isShown) {
    if (LocalizeEstimator* estimator = find(id)) {
        estimator->isShown = isShown;
        showCurves();
        showCycle(m_cycle);
        showEstimators();
    }
}

void LocalizationWorkspace::choose(int id) {
    if (find(id) != nullptr && m_chosen != id) {
        m_chosen = id;
        highlight(-1);
        showCycle(m_cycle);
        showEstimators();
    }
}

void LocalizationWorkspace::tryWhatIf(const widgets::WhatIf& whatIf) {
    if (!m_stream || m_source == Source::Live) {
        return;
    }
    LocalizeEstimator variant;
    variant.name = widgets::nameOf(whatIf);
    variant.about = widgets::toQt(localization::aboutMethod(whatIf.method));
    variant.source.setup = setupOf(whatIf);
    addVariant(std::move(variant));
}

void LocalizationWorkspace::addVariant(LocalizeEstimator variant) {
    variant.id = m_nextId++;
    variant.color = variantColor(variant.id);
    variant.isVariant = true;
    m_estimators.push_back(variant);
    m_job.run(m_stream, variant.id, variant.source);
    showEstimators();
}

void LocalizationWorkspace::remove(int id) {
    std::erase_if(m_estimators,
                  [id](const LocalizeEstimator& e) { return e.id == id && e.isVariant; });
    if (find(m_chosen) == nullptr) {
        m_chosen = m_estimators.front().id;
    }
    showCurves();
    showCycle(m_cycle);
    showEstimators();
}

void LocalizationWorkspace::setStretch(double beginS, double endS) {
    if (!m_stream || m_stream->cycleCount() == 0) {
        return;
    }
    m_range = {};
    if (endS > beginS) {
        m_range = {m_stream->cycleAt(beginS), m_stream->cycleAt(endS) + 1};
    }
    score();
}

void LocalizationWorkspace::score() {
    for (LocalizeEstimator& estimator : m_estimators) {
        if (estimator.run) {
            estimator.score = makeScore(*m_stream, *estimator.run, m_range);
        }
    }
    showEstimators();
}

QString LocalizationWorkspace::sourceText() const {
    if (!m_loading.isEmpty()) {
        return tr("Reading %1 ...").arg(m_loading);
    }
    if (!m_stream) {
        return {};
    }
    const evaluation::AgentStream& stream = m_stream->stream();
    const double lengthS =
        m_stream->cycleCount() > 0
            ? m_stream->recordTimeS[m_stream->cycleCount() - 1] - m_stream->recordTimeS.front()
            : 0.0;
    return tr("%1: %2 %3, %4 s")
        .arg(m_source == Source::Recorded ? title() : widgets::toQt(stream.name()),
             widgets::toQt(stream.team()), widgets::toQt(game::toString(stream.robot())))
        .arg(lengthS, 0, 'f', 0);
}

void LocalizationWorkspace::showEstimators() {
    if (!m_panel) {
        return;
    }
    widgets::EstimatorView view;
    view.source = sourceText();
    view.hint = m_showsLive ? tr("Start a built-in agent (Team > Start agent): its percepts are "
                                 "processed here while it plays.")
                            : tr("Open a recorded stream (.rec) of any agent or a session, or "
                                 "start an agent in the simulator.");
    view.truth =
        m_stream && !m_stream->truth.isEmpty() ? widgets::toQt(m_stream->truth.source) : QString();
    view.chosen = m_chosen;
    view.beliefs = beliefText();
    view.canRerun = m_stream != nullptr && m_source != Source::Live;
    view.progressPercent = m_job.percent();
    if (!m_range.isAll() && m_stream) {
        const auto last = std::min(m_range.to, m_stream->cycleCount()) - 1;
        view.stretch = tr("%1 s to %2 s")
                           .arg(m_stream->recordTimeS[m_range.from], 0, 'f', 1)
                           .arg(m_stream->recordTimeS[last], 0, 'f', 1);
    }
    for (const LocalizeEstimator& estimator : m_estimators) {
        widgets::EstimatorRow row = rowOf(estimator);
        row.isRunning = row.isRunning && m_stream != nullptr;
        row.score = estimator.score;
        if (m_instant && estimator.run && m_cycle < estimator.run->run->estimates().size()) {
            row.isValidNow = estimator.run->run->estimates()[m_cycle].isValid;
            row.now = errorAt(*estimator.run, m_cycle);
            if (estimator.id == m_chosen) {
                view.values = valuesAt(*estimator.run, m_cycle);
            }
        }
        view.rows.push_back(std::move(row));
    }
    m_panel->setView(view);
}

void LocalizationWorkspace::showCurves() {
    if (!m_curves) {
        return;
    }
    if (!m_stream || !m_isActive) {
        m_curves->setCurves(nullptr);
        return;
    }
    m_curves->setCurves(makeCurves(*m_stream, m_estimators));
}

} // namespace sideline::studio
