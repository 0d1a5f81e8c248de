// What menus and keys of the Localize layout do, and how it follows a live match.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <fmt/format.h>

#include "studio/workspaces/localization/localization_workspace.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr std::size_t kMostLiveTruth = 150; // frames
constexpr double kSameInstantS = 0.011;
constexpr double kRollingS = 20.0; // of live curves
constexpr double kZoomWidthM = 6.0;
constexpr double kSameErrorS = 1.0; // errors nearer to each other are one
const QString kStreamFolderKey = QStringLiteral("localize/folder");

} // namespace

void LocalizationWorkspace::connectActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("localize.open", &LocalizationWorkspace::askForStream);
    on("localize.truth", &LocalizationWorkspace::askForTruth);
    on("localize.belief", &LocalizationWorkspace::askForBeliefs);
    on("localize.export", &LocalizationWorkspace::exportTable);
    on("localize.zoom", &LocalizationWorkspace::zoomToRobot);
    on("localize.worst", &LocalizationWorkspace::goToLargestError);
}

void LocalizationWorkspace::updateActions() {
    const bool hasStream = m_isActive && m_stream != nullptr;
    m_actions.action("localize.truth")->setEnabled(m_source == Source::Recorded);
    m_actions.action("localize.belief")
        ->setEnabled(m_source == Source::Recorded || m_source == Source::Session);
    m_actions.action("localize.export")->setEnabled(hasStream);
    m_actions.action("localize.zoom")->setEnabled(hasStream);
    m_actions.action("localize.worst")->setEnabled(hasStream);
}

void LocalizationWorkspace::askForStream() {
    const QString file = QFileDialog::getOpenFileName(
        m_window, tr("Open agent stream"), m_store.value(kStreamFolderKey).toString(),
        tr("Agent streams (*.rec *.rec.gz *.rec.bz2 *.rec.xz *.rec.zst);;All files (*)"));
    if (!file.isEmpty()) {
        m_store.setValue(kStreamFolderKey, QFileInfo(file).absolutePath());
        Q_EMIT streamWanted(file);
    }
}

void LocalizationWorkspace::askForTruth() {
    const QString log = QFileDialog::getOpenFileName(
        m_window, tr("Match log of the same match"), QFileInfo(m_file).absolutePath(),
        tr("Match logs (*.log *.gz *.bz2 *.xz *.zst *.zip *.tar);;All files (*)"));
    if (!log.isEmpty()) {
        chooseTruth(log);
    }
}

void LocalizationWorkspace::zoomToRobot() {
    const auto robot = robotOnMap();
    if (m_followed && !m_field.isFitted()) {
        m_followed.reset();
        m_field.fit();
    } else if (robot) {
        m_followed = robot;
        m_field.zoomTo(*robot, kZoomWidthM);
    }
}

// The map goes with the robot, wherever in it the user has put it, until all of it is shown again.
void LocalizationWorkspace::followRobot() {
    if (m_followed && m_field.isFitted()) {
        m_followed.reset();
    }
    if (const auto robot = robotOnMap(); robot && m_followed && robot != m_followed) {
        m_field.moveBy(*robot - *m_followed);
        m_followed = robot;
    }
}

// Where it really is, else where it is believed to be.
std::optional<QPointF> LocalizationWorkspace::robotOnMap() const {
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

// The largest error of the chosen estimator; from there the next smaller one that is another.
void LocalizationWorkspace::goToLargestError() {
    const LocalizeEstimator* estimator = find(m_chosen);
    if (estimator == nullptr || !estimator->run || !m_stream) {
        return;
    }
    const auto& errors = estimator->run->errors;
    const auto errorOf = [&](std::size_t i) { return errors[i] ? errors[i]->groundM : -1.0; };
    const double below = m_lastWorst && m_lastWorst->id == m_chosen && m_lastWorst->cycle == m_cycle
                             ? m_lastWorst->errorM
                             : std::numeric_limits<double>::infinity();
    std::optional<std::size_t> best;
    const std::size_t to = std::min(m_range.to, errors.size());
    for (std::size_t i = m_range.from; i < to; ++i) {
        const bool isNear =
            std::abs(m_stream->recordTimeS[i] - m_stream->recordTimeS[m_cycle]) < kSameErrorS &&
            std::isfinite(below);
        if (errorOf(i) >= 0.0 && errorOf(i) < below && !isNear &&
            (!best || errorOf(i) > errorOf(*best))) {
            best = i;
        }
    }
    if (!best) {
        m_messages.show(
            MessageBar::Severity::Note,
            m_stream->truth.isEmpty() ? tr("No errors without ground truth")
            : std::isfinite(below)
                ? (m_range.isAll()
                       ? tr("No further error of %1").arg(estimator->name)
                       : tr("No further error of %1 in the selected interval").arg(estimator->name))
                : tr("%1 has no pose where there is ground truth").arg(estimator->name));
        return;
    }
    m_lastWorst = Worst{m_chosen, *best, errorOf(*best)};
    Q_EMIT seekRequested(m_stream->recordTimeS[*best]);
}

void LocalizationWorkspace::exportTable() {
    if (!m_stream) {
        return;
    }
    const QString file =
        QFileDialog::getSaveFileName(m_window, tr("Export beliefs and errors"),
                                     QStringLiteral("localization.csv"), tr("Tables (*.csv)"));
    if (file.isEmpty()) {
        return;
    }
    const std::string text = tableOf(*m_stream, m_estimators);
    if (const auto saved = widgets::saveBytes(QByteArray::fromStdString(text), file); !saved) {
        m_messages.show(MessageBar::Severity::Error, widgets::toQt(saved.error().toString()));
        return;
    }
    m_messages.show(MessageBar::Severity::Note, tr("Saved %1").arg(file));
}

void LocalizationWorkspace::beginLive() {
    if (m_liveTimer.isActive()) {
        return;
    }
    m_live.feed().setWanted(true);
    m_liveTimer.start();
    m_curves->setRolling(kRollingS);
    showEstimators();
}

void LocalizationWorkspace::endLive() {
    m_liveTimer.stop();
    m_curves->setRolling(std::nullopt);
    m_live.feed().setWanted(false);
    m_liveTruth.clear();
    m_liveRuns.clear();
}

void LocalizationWorkspace::noteHead(const monitor::MatchFramePtr& frame) {
    if (!m_isActive || !m_showsLive) {
        return;
    }
    if (m_liveTruth.empty() || frame->recordTimeS > m_liveTruth.back()->recordTimeS) {
        m_liveTruth.push_back(frame);
    } else if (frame->recordTimeS + 5.0 < m_liveTruth.back()->recordTimeS) {
        m_liveTruth.clear(); // another match, or a moment that was restored
        m_liveTruth.push_back(frame);
    }
    if (m_liveTruth.size() > kMostLiveTruth) {
        m_liveTruth.pop_front();
    }
}

// The frame of the match at the time of an agent's percepts: server time in our own simulator,
// else the game's clock.
const monitor::MatchFrame* LocalizationWorkspace::liveTruthOf(double serverTimeS,
                                                              double gameTimeS) const {
    for (auto it = m_liveTruth.rbegin(); it != m_liveTruth.rend(); ++it) {
        const monitor::MatchFrame& frame = **it;
        const bool isSame =
            m_isSimulator
                ? std::abs(frame.recordTimeS - serverTimeS) < kSameInstantS
                : gameTimeS > 0.0 && std::abs(frame.game.timeS - gameTimeS) < kSameInstantS;
        if (isSame) {
            return &frame;
        }
    }
    return nullptr;
}

void LocalizationWorkspace::takeLive() {
    const std::vector<world::AgentFramePtr> frames = m_live.feed().take();
    if (m_liveTruth.empty()) {
        return;
    }
    takeFrames(frames);
    takeLiveBeliefs();
    if (!m_stream || m_source != Source::Live) {
        return;
    }
    const bool isNew = m_stream->cycleCount() != m_liveDone;
    m_liveDone = m_stream->cycleCount();
    for (const auto& [id, run] : m_liveRuns) {
        if (isNew || run->told() != nullptr) {
            continueRun(*m_stream, *run);
        }
    }
    if (++m_liveTicks % 5 == 0 && isNew) {
        showCurves();
        score();
    }
}

void LocalizationWorkspace::takeFrames(const std::vector<world::AgentFramePtr>& frames) {
    const auto& shown = m_live.agentControls().shown();
    if (!shown && !m_stream) {
        return;
    }
    // In a time shift there may be moments without a belief.
    const game::PlayerId robot = shown ? shown->identity.robot : m_stream->stream().robot();
    const std::string team = shown ? shown->identity.team : m_stream->stream().team();
    for (const world::AgentFramePtr& frame : frames) {
        if (frame->identity.robot != robot || frame->identity.team != team) {
            continue;
        }
        const bool isOther =
            !m_stream || m_isToldStream || m_stream->stream().robot() != frame->identity.robot ||
            isLiveStreamFull() ||
            (!m_stream->agentCycles.empty() && frame->cycle <= m_stream->agentCycles.back());
        if (isOther) {
            startLiveStream(frame->identity);
            m_isToldStream = false;
        }
        m_stream->agentCycles.push_back(frame->cycle);
        appendLive(frame->perceptText, frame->commandText);
    }
}

std::shared_ptr<const std::vector<robot::RobotModelPtr>> LocalizationWorkspace::robots() const {
    return m_stream ? std::make_shared<const std::vector<robot::RobotModelPtr>>(
                          1, m_stream->stream().model().shared())
                    : nullptr;
}

// After five minutes a new interval begins.
bool LocalizationWorkspace::isLiveStreamFull() const {
    constexpr std::size_t kMostLiveCycles = 15000;
    return m_stream->cycleCount() > kMostLiveCycles;
}

void LocalizationWorkspace::startLiveStream(const world::AgentIdentity& identity) {
    m_source = Source::Live;
    m_stream = std::make_shared<LocalizeStream>(
        evaluation::AgentStream(fmt::format("{} {}", identity.team, identity.robot.unum.value()),
                                *identity.model, identity.typeNumber));
    m_stream->setIdentity(identity.robot, identity.team);
    m_stream->truth.source = tr("the live match, where both report the same time").toStdString();
    resetEstimators();
    m_liveRuns.clear();
    m_liveDone = 0;
    for (LocalizeEstimator& estimator : m_estimators) {
        auto run = std::make_shared<LocalizeRun>(
            std::make_unique<evaluation::EstimatorRun>(estimator.source.setup, m_stream->field()));
        m_liveRuns[estimator.id] = run;
        estimator.run = run;
    }
    updateActions();
}

void LocalizationWorkspace::appendLive(std::string percepts, std::string commands) {
    LocalizeStream& stream = *m_stream;
    stream.append(std::move(percepts), std::move(commands));
    const evaluation::StreamCycle& cycle = stream.stream().cycles().back();
    const double timeS = m_isSimulator ? cycle.serverTimeS : m_liveTruth.back()->recordTimeS;
    stream.recordTimeS.push_back(
        stream.recordTimeS.empty() ? timeS : std::max(timeS, stream.recordTimeS.back() + 1e-3));
    const monitor::MatchFrame* match =
        liveTruthOf(cycle.serverTimeS, cycle.gameTimeS.value_or(0.0));
    stream.truth.instants.push_back(
        match != nullptr
            ? evaluation::truthIn(*match, stream.stream().robot(), stream.stream().model())
            : std::nullopt);
    (void)stream.read(1);
}

} // namespace sideline::studio
