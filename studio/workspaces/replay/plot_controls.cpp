#include "studio/workspaces/replay/plot_controls.h"

#include <memory>
#include <string>

#include "logs/session/session_signals.h"
#include "widgets/common/text_format.h"
#include "widgets/match/signal_search.h"

namespace sideline::studio {

namespace {

const QString kStoredPlotsKey = QStringLiteral("plots/stored");

} // namespace

PlotControls::PlotControls(const MatchPanels& panels, ShownMatch& match, const ActionTable& actions,
                           QSettings& store)
    : m_panels(panels), m_match(match), m_store(store) {
    connect(m_panels.objects, &widgets::ObjectPanel::plotRequested, this, &PlotControls::plot);
    connect(m_panels.plots, &widgets::PlotPanel::signalsRequested, this, &PlotControls::load);
    // The recorder switches the source of agent values, and must handle the signal first.
    connect(actions.action("session.record"), &QAction::triggered, this, &PlotControls::load,
            Qt::QueuedConnection);
    connect(m_panels.plots, &widgets::PlotPanel::messageRequested, this,
            [this](const QString& text, bool isError) {
                m_panels.messages->show(isError ? widgets::MessageBar::Severity::Error
                                                : widgets::MessageBar::Severity::Note,
                                        text);
            });
    connect(&m_loader, &SignalLoader::tableReady, this,
            [this](const std::shared_ptr<const logs::SignalTable>& table) {
                m_panels.plots->setTable(table);
            });
    connect(&m_loader, &SignalLoader::failed, this, [this](const QString& text) {
        m_panels.messages->show(widgets::MessageBar::Severity::Error, text);
    });
    restore();
    widgets::PlotShelf& shelf = m_panels.plots->shelf();
    connect(&shelf, &widgets::PlotShelf::storedChanged, this,
            [this, &shelf] { m_store.setValue(kStoredPlotsKey, shelf.stored()); });
    shelf.setMoreNames([this] {
        QStringList names;
        if (const auto& frame = m_match.shown().exact) {
            for (const logs::SignalId& id : offered()) {
                names << widgets::toQt(logs::signalName(id, frame.get()));
            }
        }
        return names;
    });
}

void PlotControls::restore() {
    const QByteArray stored = m_store.value(kStoredPlotsKey).toByteArray();
    if (const auto done = m_panels.plots->shelf().restore(stored); !done) {
        // A later version may be able to read the plots, so they are kept until the user changes
        // some.
        m_panels.messages->show(widgets::MessageBar::Severity::Warning,
                                tr("Formulas and saved plots cannot be read: %1")
                                    .arg(widgets::toQt(done.error().toString())));
    }
}

// The signals of the shown frame, with those of the agent that is shown.
std::vector<logs::SignalId> PlotControls::offered() const {
    std::vector<logs::SignalId> ids = logs::availableSignals(*m_match.shown().exact);
    const world::AgentFramePtr agent = m_beliefs.shown ? m_beliefs.shown() : nullptr;
    // Signals of an agent have a name only once the side of its robot is known.
    if (agent && agent->identity.robot.side != game::Side::None) {
        for (const std::string& path : logs::agentSignalNames(*agent)) {
            ids.push_back(logs::SignalId::ofAgent(agent->identity.robot, path));
        }
    }
    return ids;
}

std::vector<widgets::PaletteEntry> PlotControls::findings() {
    const auto& frame = m_match.shown().exact;
    if (!frame) {
        return {};
    }
    std::vector<widgets::PaletteEntry> entries;
    for (const logs::SignalId& id : offered()) {
        entries.push_back({widgets::toQt(logs::signalName(id, frame.get())),
                           tr("Plot"),
                           {},
                           true,
                           [this, id] { plot(id); },
                           widgets::signalPhrases(id, *frame).join(u' ')});
    }
    return entries;
}

void PlotControls::plot(const logs::SignalId& id) {
    Q_EMIT shown();
    m_panels.plots->addSignal(id);
}

void PlotControls::load() {
    m_loader.load(m_match.replay().log(), m_panels.plots->signalIds(),
                  m_beliefs.values ? m_beliefs.values() : nullptr);
}

} // namespace sideline::studio
