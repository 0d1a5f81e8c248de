#include "studio/workspaces/live/drawing_controls.h"

#include <algorithm>
#include <utility>

#include "studio/settings/network_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kPanelMs = 250;
const QString kOnKey = QStringLiteral("drawings/shown");
const QString kPatternKey = QStringLiteral("drawings/pattern");

constexpr std::size_t kMaxMet = 1000; // senders; there are at most 22 built-in agents

// Parts of a belief that are rarely needed, or repeat what the views show.
constexpr const char* kHiddenAtFirst[] = {"belief.lines", "belief.balance", "belief.inertia",
                                          "belief.players.numbers"};

} // namespace

DrawingControls::DrawingControls(ActionTable& actions, DrawingSession& session,
                                 viewer3d::MatchView& view, widgets::FieldView& field,
                                 QSettings& store)
    : m_actions(actions),
      m_session(session),
      m_view(view),
      m_field(field),
      m_store(store),
      m_panel(new widgets::DrawingPanel) {
    m_filter.isOn = m_store.value(kOnKey, m_filter.isOn).toBool();
    // Cannot fail: the pattern was valid when it was stored.
    (void)m_filter.setPattern(m_store.value(kPatternKey).toString().toStdString());
    setFilter(m_filter);
    connect(&m_session, &DrawingSession::boardChanged, this, [this] {
        hideRareSets();
        followSelection();
        show();
    });
    connect(m_panel, &widgets::DrawingPanel::filterChanged, this, &DrawingControls::setFilter);
    connect(m_panel, &widgets::DrawingPanel::clearRequested, &m_session, &DrawingSession::clear);
    connect(m_actions.action("view.drawings"), &QAction::triggered, this, [this](bool isOn) {
        m_filter.isOn = isOn;
        setFilter(m_filter);
    });
    m_timer.setInterval(kPanelMs);
    connect(&m_timer, &QTimer::timeout, this, &DrawingControls::showPanel);
    m_timer.start();
}

void DrawingControls::listen(DrawingLink::Tap tap) {
    m_tap = std::move(tap);
    listenAgain();
}

QString DrawingControls::listenAgain() {
    const NetworkSettings network = readNetworkSettings(m_store);
    const auto listening = m_session.listen(
        {network.address(), static_cast<std::uint16_t>(network.drawingPort)}, m_tap);
    m_fault = listening ? QString() : widgets::toQt(listening.error().toString());
    return m_fault;
}

void DrawingControls::showMatch(const logs::FetchedFrame& fetched, bool isNow) {
    m_isNow = isNow;
    m_recordedStats = fetched.drawingStats;
    m_session.setRecorded(isNow ? std::nullopt : std::optional(fetched.drawings));
    if (fetched.exact->game.environment) {
        m_session.setField(fetched.exact->game.environment->field);
    }
    m_session.refresh();
}

void DrawingControls::followSelection() {
    const auto& board = m_session.board();
    const std::uint64_t selections = board ? board->selections : 0;
    if (selections > m_selections && board->selected) {
        const auto& agent = *board->selected;
        Q_EMIT selectRequested({agent.isRight ? game::Side::Right : game::Side::Left,
                                game::UniformNumber(agent.unum)});
    }
    m_selections = selections;
}

// Hides rarely needed parts of a new agent's belief; later changes by the user are kept.
void DrawingControls::hideRareSets() {
    if (!m_session.board()) {
        return;
    }
    bool isAnyNew = false;
    for (const auto& set : m_session.board()->sets) {
        if (set->name.starts_with("belief.") && m_met.size() < kMaxMet &&
            m_met.insert(set->sender).second) {
            for (const char* name : kHiddenAtFirst) {
                m_filter.hide(set->sender, name);
            }
            isAnyNew = true;
        }
    }
    if (isAnyNew) {
        setFilter(m_filter);
    }
}

void DrawingControls::setFilter(const drawing::DrawingFilter& filter) {
    m_filter = filter;
    // Filters of senders are not stored, as the sender's port differs the next time.
    m_store.setValue(kOnKey, m_filter.isOn);
    m_store.setValue(kPatternKey, QString::fromStdString(m_filter.pattern()));
    m_panel->setFilter(m_filter);
    m_actions.action("view.drawings")->setChecked(m_filter.isOn);
    show();
}

void DrawingControls::show() {
    m_view.setDrawings(m_session.board(), m_filter);
    m_field.setDrawings(m_session.board(), m_filter);
}

void DrawingControls::showPanel() {
    m_session.refresh(); // drawings also arrive without a match
    if (!m_panel || !m_panel->isVisible()) {
        return;
    }
    widgets::DrawingView view;
    view.board = m_session.board();
    view.isReplay = !m_isNow;
    view.now = net::Clock::now().time_since_epoch();
    if (const DrawingLink* link = m_session.link()) {
        view.address =
            QStringLiteral("%1:%2").arg(widgets::toQt(link->address())).arg(link->port());
        view.fault = widgets::toQt(link->fault());
        view.stats = std::make_shared<const drawing::DrawingStats>(link->stats());
    } else {
        view.fault = m_fault;
    }
    if (view.isReplay) {
        view.stats = m_recordedStats;
    }
    m_panel->setView(view);
}

} // namespace sideline::studio
