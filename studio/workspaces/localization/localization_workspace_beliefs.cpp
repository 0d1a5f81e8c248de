// How the Localize layout shows what agents report about their own belief.
#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "agentcore/drawing/byte_budget.h"
#include "studio/settings/network_settings.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

// What a recording may grow by: 22 agents that report no particles.
constexpr double kRecordedBytesPerS = 4.0 * (1U << 20U);
constexpr double kSavedBytes = 32.0 * (1U << 20U);

// `ut-player00` of `/a/ut-player00.rec.gz`.
QString stemOf(const QString& stream) {
    const QString name = QFileInfo(stream).fileName();
    return name.left(name.lastIndexOf(QStringLiteral(".rec")));
}

} // namespace

bool LocalizationWorkspace::isBeliefFile(const QString& file) {
    const QString name = QFileInfo(file).fileName();
    return name.endsWith(QStringLiteral(".jsonl")) || name.contains(QStringLiteral(".jsonl."));
}

void LocalizationWorkspace::askForBeliefs() {
    const QString file = QFileDialog::getOpenFileName(
        m_window, tr("The agent's own belief"), QFileInfo(m_file).absolutePath(),
        tr("Beliefs (*.jsonl *.jsonl.gz *.jsonl.xz *.jsonl.zst);;All files (*)"));
    if (!file.isEmpty()) {
        openBeliefs(file);
    }
}

void LocalizationWorkspace::openBeliefs(const QString& file) {
    if (!m_stream || m_source == Source::Live) {
        m_messages.show(
            MessageBar::Severity::Error,
            tr("%1: first open the stream these beliefs belong to (Localize > Open agent stream)")
                .arg(QFileInfo(file).fileName()));
        return;
    }
    m_job.readBeliefs(file.toStdString());
}

void LocalizationWorkspace::openBeliefsBeside() {
    const QString beside =
        QFileInfo(m_file).absoluteDir().filePath(stemOf(m_file) + QStringLiteral(".belief.jsonl"));
    if (QFileInfo::exists(beside)) {
        m_job.readBeliefs(beside.toStdString());
    }
}

void LocalizationWorkspace::takeBeliefs(const std::filesystem::path& file,
                                        const evaluation::BeliefFile& beliefs) {
    if (!m_stream || m_source == Source::Live) {
        return; // it was closed meanwhile
    }
    const QString name = QString::fromStdString(file.filename().string());
    if (beliefs.badLines > 0) {
        QString text = widgets::toQt(beliefs.faults.front().toString());
        if (beliefs.badLines > 1) {
            text += tr("; and %n more bad lines", nullptr, static_cast<int>(beliefs.badLines - 1));
        }
        m_messages.show(MessageBar::Severity::Warning, text);
    }
    const std::size_t others = addTold(beliefs.messages, tr("Reported by the agent: %1").arg(name));
    if (others > 0) {
        m_messages.show(
            MessageBar::Severity::Warning,
            tr("%1: %n beliefs are from a robot other than %2", nullptr, static_cast<int>(others))
                .arg(name, widgets::toQt(game::toString(m_stream->stream().robot()))));
    }
}

// One row for each of the agent's estimators.
// @return how many messages are of another robot
std::size_t LocalizationWorkspace::addTold(std::vector<evaluation::BeliefMessage> messages,
                                           const QString& about) {
    std::size_t others = 0;
    for (auto& [estimator, told] :
         evaluation::beliefsByEstimator(std::move(messages), m_stream->stream(), others)) {
        LocalizeEstimator row;
        row.name = estimator.empty() ? tr("Belief") : widgets::toQt(estimator);
        row.about = about;
        row.source.told =
            std::make_shared<const std::vector<evaluation::BeliefMessage>>(std::move(told));
        addVariant(std::move(row));
    }
    return others;
}

void LocalizationWorkspace::tellUnmatched(const LocalizeEstimator& estimator) {
    const evaluation::BeliefRun* told = estimator.run->told();
    if (told == nullptr || told->unmatched() == 0) {
        return;
    }
    const auto& cycles = m_stream->stream().cycles();
    m_messages.show(MessageBar::Severity::Warning,
                    tr("%1: %2 of %n beliefs match no cycle of the stream, which spans %3 s to %4 "
                       "s of server time",
                       nullptr, static_cast<int>(told->unmatched() + told->matched()))
                        .arg(estimator.name)
                        .arg(told->unmatched())
                        .arg(cycles.front().serverTimeS, 0, 'f', 2)
                        .arg(cycles.back().serverTimeS, 0, 'f', 2));
}

// --- live

QString LocalizationWorkspace::receiveBeliefs() {
    m_beliefs.reset(); // its port may be the one that is wanted again
    const NetworkSettings network = readNetworkSettings(m_store);
    const auto record = [&recorder = m_live.recorder(),
                         budget = drawing::ByteBudget(kRecordedBytesPerS, kSavedBytes)](
                            auto sender, auto bytes, auto at) mutable {
        if (!budget.has(bytes.size(), at)) {
            recorder.dropBelief(at);
            return;
        }
        budget.spend(bytes.size());
        recorder.addBelief(sender, bytes, at);
    };
    auto link =
        BeliefLink::open(network.address(), static_cast<std::uint16_t>(network.beliefPort), record);
    m_beliefFault = link ? QString() : widgets::toQt(link.error().toString());
    if (link) {
        m_beliefs = std::move(*link);
    }
    return m_beliefFault;
}

// How it goes with what agents report, for who wonders why nothing is shown.
QString LocalizationWorkspace::beliefText() const {
    if (!m_showsLive) {
        return {};
    }
    if (!m_beliefs || !m_beliefs->fault().empty()) {
        return tr("Not receiving beliefs: %1")
            .arg(m_beliefs ? widgets::toQt(m_beliefs->fault()) : m_beliefFault);
    }
    const BeliefLink::Stats stats = m_beliefs->stats();
    QString text = tr("Beliefs on UDP port %1: %2 received").arg(m_beliefs->port()).arg(stats.good);
    if (stats.lost > 0) {
        text += tr(", %1 too many").arg(stats.lost);
    }
    if (stats.bad > 0) {
        text +=
            tr(", %1 invalid, the last from %2").arg(stats.bad).arg(widgets::toQt(stats.lastFault));
    }
    return text;
}

void LocalizationWorkspace::setSelection(const monitor::ObjectId& id) {
    m_selected = id.kind == monitor::ObjectId::Kind::Robot ? std::optional(id.robot) : std::nullopt;
}

// An agent that is not built in is looked into when none of ours is: the one that is selected, else
// the first.
void LocalizationWorkspace::chooseTeller(const std::vector<evaluation::BeliefMessage>& messages) {
    std::optional<world::AgentIdentity> best;
    for (const evaluation::BeliefMessage& message : messages) {
        auto teller = tellerOf(message, *m_liveTruth.back());
        const bool isSelected = teller && m_selected == teller->robot;
        if (isSelected || (teller && !best)) {
            best = std::move(teller);
        }
        if (isSelected) {
            break;
        }
    }
    // Whoever is looked into already stays, until the user selects another one: in a time shift
    // there may be moments without a frame of a built-in agent.
    const bool hasStream = m_source == Source::Live && m_stream != nullptr;
    const bool isShown = hasStream && best && best->robot == m_stream->stream().robot();
    if (!best || isShown || (hasStream && m_selected != best->robot)) {
        return;
    }
    startLiveStream(*best);
    m_isToldStream = true;
}

bool LocalizationWorkspace::isOfStream(const evaluation::BeliefMessage& message) const {
    const evaluation::AgentStream& stream = m_stream->stream();
    const bool isAnybodys = message.team.empty() && message.unum == 0;
    return isAnybodys
               ? !m_isToldStream
               : message.team == stream.team() && message.unum == stream.robot().unum.value();
}

void LocalizationWorkspace::takeLiveBeliefs() {
    const auto messages = m_beliefs ? m_beliefs->take() : std::vector<evaluation::BeliefMessage>();
    if (!messages.empty() && !m_live.agentControls().shown()) {
        chooseTeller(messages);
    }
    if (!m_stream || m_source != Source::Live) {
        return;
    }
    for (const evaluation::BeliefMessage& message : messages) {
        if (isOfStream(message)) {
            if (m_isToldStream) {
                appendTold(message);
            }
            toldRow(message.estimator).add(message);
        }
    }
}

// Of an agent that is not built in nobody knows the cycles but itself.
void LocalizationWorkspace::appendTold(const evaluation::BeliefMessage& message) {
    constexpr double kNewCycleS = 0.005;
    constexpr double kOtherMatchS = 1.0;
    const auto& cycles = m_stream->stream().cycles();
    const double lastS = cycles.empty() ? -kOtherMatchS : cycles.back().serverTimeS;
    if (!cycles.empty() && (*message.timeS < lastS - kOtherMatchS || isLiveStreamFull())) {
        if (const auto teller = tellerOf(message, *m_liveTruth.back())) {
            startLiveStream(*teller);
        }
    } else if (*message.timeS < lastS + kNewCycleS) {
        return; // another estimator's, of the same cycle, or late
    }
    appendLive(perceptsOf(message), {});
}

evaluation::BeliefRun& LocalizationWorkspace::toldRow(const std::string& name) {
    const QString shown = name.empty() ? tr("Belief") : widgets::toQt(name);
    for (const LocalizeEstimator& row : m_estimators) {
        const auto run = m_liveRuns.find(row.id);
        if (row.name == shown && run != m_liveRuns.end() && run->second->told() != nullptr) {
            return *run->second->told();
        }
    }
    LocalizeEstimator row;
    row.id = m_nextId++;
    row.name = shown;
    row.about = tr("What the agent reports, live");
    row.color = variantColor(row.id);
    row.isVariant = true;
    auto run =
        std::make_shared<LocalizeRun>(std::make_unique<evaluation::BeliefRun>(m_stream->field()));
    m_liveRuns[row.id] = run;
    row.run = run;
    m_estimators.push_back(std::move(row));
    return *run->told();
}

} // namespace sideline::studio
