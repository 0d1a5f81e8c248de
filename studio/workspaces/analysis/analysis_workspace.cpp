#include "studio/workspaces/analysis/analysis_workspace.h"

#include <algorithm>
#include <utility>

#include <QEvent>

#include "logs/analysis/statistics_csv.h"
#include "widgets/common/file_question.h"
#include "widgets/common/icons.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kMatchesHeightPx = 360;

using widgets::AnalysisPeriod;
using widgets::MessageBar;

// Saves to a file that the user chooses.
// @param log file of the match; may be empty
void saveCsv(const QString& name, const std::string& text, const QString& log, QWidget* window,
             MessageBar& messages) {
    const QString file =
        widgets::askToSave(window,
                           {QStringLiteral("tables"), AnalysisWorkspace::tr("Export %1").arg(name),
                            AnalysisWorkspace::tr("CSV tables (*.csv)"), log},
                           name + QStringLiteral(".csv"));
    if (file.isEmpty()) {
        return;
    }
    const auto saved = widgets::saveBytes(QByteArray::fromStdString(text), file);
    messages.show(saved ? MessageBar::Severity::Note : MessageBar::Severity::Error,
                  saved ? AnalysisWorkspace::tr("Saved %1").arg(file)
                        : widgets::toQt(saved.error().toString()));
}

} // namespace

AnalysisWorkspace::AnalysisWorkspace(const Parts& parts)
    : m_actions(parts.actions),
      m_match(parts.match),
      m_field(parts.field),
      m_ruler(parts.ruler),
      m_messages(parts.messages),
      m_settings(parts.settings),
      m_window(parts.window),
      m_player(parts.match),
      m_comparison({parts.messages, parts.window,
                    [this] {
                        logs::LogOptions options;
                        options.spoolDirectory = spoolFolder(m_settings);
                        options.analyze = false;
                        options.maxUnpackedBytes =
                            static_cast<std::uint64_t>(m_settings.maxUnpackedMiB) << 20U;
                        return options;
                    }}),
      m_map(std::make_shared<widgets::FieldMap>(
          [this](const logs::Moment& moment) { jumpTo(moment); })),
      m_teams(new widgets::TeamNumbersPanel),
      m_players(new widgets::PlayerNumbersPanel),
      m_playlist(new widgets::PlaylistPanel({m_actions.action("analysis.previous"),
                                             m_actions.action("analysis.play"),
                                             m_actions.action("analysis.next")})),
      m_mapBar(new widgets::FieldMapBar),
      m_dominance(new widgets::DominancePanel) {
    connectMatch();
    connectPanels();
    connectPlaylist();
    connectActions();
    showNumbers();
}

AnalysisWorkspace::~AnalysisWorkspace() {
    m_field.setMap(nullptr);
}

std::vector<WorkspacePanel> AnalysisWorkspace::panels() const {
    constexpr auto kRight = Qt::RightDockWidgetArea;
    constexpr auto kBottom = Qt::BottomDockWidgetArea;
    return {{"analysis-teams", tr("Statistics"), m_teams, Qt::LeftDockWidgetArea, "analysis"},
            {"analysis-playlist", tr("Playlist"), m_playlist, kRight, "analysis"},
            {"analysis-dominance", tr("Dominance"), m_dominance, kBottom, "analysis"},
            {"analysis-players", tr("Players"), m_players, kBottom, "analysis"},
            {"analysis-matches", tr("Matches"), m_comparison.panel(), kBottom, "analysis"}};
}

std::vector<WorkspaceMenu> AnalysisWorkspace::menus() const {
    return {{tr("&Analysis"),
             {"analysis.play", "analysis.previous", "analysis.next", "", "analysis.teams-csv",
              "analysis.players-csv", "analysis.moments-csv"}}};
}

void AnalysisWorkspace::open(const OpenRequest& request) {
    Q_EMIT openingIn(QStringLiteral("Analysis"));
    m_comparison.open(request.path);
    Q_EMIT arrived({{}, true, QStringLiteral("analysis-matches"), kMatchesHeightPx});
}

void AnalysisWorkspace::connectMatch() {
    const auto connectPlayer = [this](const MatchPlayer& player) {
        const auto isShown = [this, &player] { return &m_match.replay() == &player; };
        connect(&player, &MatchPlayer::opened, this, &AnalysisWorkspace::showMatch);
        connect(&player, &MatchPlayer::closed, this, &AnalysisWorkspace::showMatch);
        connect(&player, &MatchPlayer::logChanged, this, [this, isShown] {
            if (isShown()) {
                m_job.follow();
            }
        });
        connect(&player, &MatchPlayer::frameShown, this,
                [this, isShown](const logs::FetchedFrame& frame) {
                    if (isShown()) {
                        m_dominance->view()->setTime(frame.exact->recordTimeS);
                    }
                });
        connect(&player, &MatchPlayer::playbackChanged, this, [this, isShown] {
            if (isShown()) {
                showPeriods(); // the loop may have changed
            }
        });
    };
    connectPlayer(m_match.log());
    connectPlayer(m_match.live().replay());
    connect(&m_match.live(), &LiveSession::frameShown, this,
            [this](const logs::FetchedFrame& frame) {
                if (m_match.showsLive()) {
                    m_dominance->view()->setTime(frame.exact->recordTimeS);
                }
            });
    connect(&m_job, &MatchStatisticsJob::numbersChanged, this, &AnalysisWorkspace::showNumbers);
    connect(&m_job, &MatchStatisticsJob::stateChanged, this, &AnalysisWorkspace::showProgress);
    connect(&m_job, &MatchStatisticsJob::failed, this,
            [this](const QString& text) { m_messages.show(MessageBar::Severity::Error, text); });
}

void AnalysisWorkspace::connectPanels() {
    m_teams->addBar(m_mapBar);
    for (QWidget* panel : countedPanels()) {
        panel->installEventFilter(this);
    }
    connect(&m_comparison, &MatchComparison::matchRequested, this,
            [this](const widgets::MatchSummary& match) {
                OpenRequest request{match.file};
                request.showS = match.showS;
                request.showRobot = match.showRobot;
                Q_EMIT openRequested(request);
            });
    connect(m_teams, &widgets::TeamNumbersPanel::periodChosen, this,
            &AnalysisWorkspace::applyPeriod);
    connect(m_teams, &widgets::TeamNumbersPanel::stopRequested, &m_job, &MatchStatisticsJob::stop);
    connect(m_teams, &widgets::TeamNumbersPanel::resumeRequested, &m_job,
            &MatchStatisticsJob::resume);
    connect(m_teams, &widgets::TeamNumbersPanel::momentsRequested, this,
            &AnalysisWorkspace::listMoments);
    connect(m_players, &widgets::PlayerNumbersPanel::momentsRequested, this,
            &AnalysisWorkspace::listMoments);
    connect(m_teams, &widgets::TeamNumbersPanel::positionsRequested, this, [this](game::Side side) {
        m_mapBar->setChoice({widgets::FieldMapKind::Positions, side, {}});
    });
    connect(m_players, &widgets::PlayerNumbersPanel::positionsRequested, this,
            [this](const game::PlayerId& id) {
                m_mapBar->setChoice({widgets::FieldMapKind::Positions, id.side, id});
            });
    connect(m_mapBar, &widgets::FieldMapBar::choiceChanged, this, &AnalysisWorkspace::showMap);
    widgets::DominanceView* view = m_dominance->view();
    const auto showRange = [this, view] {
        view->showRange(m_ruler.visibleBeginS(), m_ruler.visibleEndS());
    };
    connect(&m_ruler, &widgets::TimeRuler::visibleRangeChanged, view, showRange);
    connect(view, &widgets::DominanceView::rangeRequested, &m_ruler,
            &widgets::TimeRuler::showRange);
    connect(view, &widgets::DominanceView::seekRequested, this,
            [this](double timeS) { m_match.replay().seekTime(timeS); });
    connect(view, &widgets::DominanceView::windowChosen, this, [this](double fromS, double toS) {
        widgets::MomentFilter filter;
        filter.windowS = {fromS, toS};
        listMoments(filter);
    });
    showRange();
}

void AnalysisWorkspace::connectPlaylist() {
    connect(m_playlist, &widgets::PlaylistPanel::listChanged, this,
            &AnalysisWorkspace::fillPlaylist);
    connect(m_playlist, &widgets::PlaylistPanel::timesChanged, this,
            &AnalysisWorkspace::fillPlaylist);
    connect(m_playlist, &widgets::PlaylistPanel::filterChanged, &m_player,
            &PlaylistPlayer::release);
    connect(m_playlist, &widgets::PlaylistPanel::jumpRequested, this,
            qOverload<int>(&AnalysisWorkspace::jumpTo));
    connect(&m_player, &PlaylistPlayer::changed, this, &AnalysisWorkspace::showPlayed);
    showPlayed();
}

void AnalysisWorkspace::connectActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("analysis.play", [this] { playOrPause(); });
    on("analysis.previous", [this] { step(-1); });
    on("analysis.next", [this] { step(1); });
    on("analysis.teams-csv",
       [this] { exportCsv(tr("statistics"), logs::teamsCsv(numbers()->statistics)); });
    on("analysis.players-csv",
       [this] { exportCsv(tr("players"), logs::playersCsv(numbers()->statistics)); });
    on("analysis.moments-csv", [this] {
        exportCsv(tr("moments"),
                  logs::occurrencesCsv(numbers()->statistics, m_playlist->moments()));
    });
}

bool AnalysisWorkspace::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) {
        // Several panels change at once, so the update is deferred until all of them are in place.
        QMetaObject::invokeMethod(this, &AnalysisWorkspace::updateCounting, Qt::QueuedConnection);
    }
    return Workspace::eventFilter(watched, event);
}

// Returns the panels that show figures of the shown match.
std::vector<QWidget*> AnalysisWorkspace::countedPanels() const {
    return {m_teams, m_players, m_playlist, m_dominance};
}

void AnalysisWorkspace::updateCounting() {
    const bool isCounting = std::ranges::any_of(
        countedPanels(), [](const QWidget* panel) { return panel->isVisible(); });
    if (isCounting != m_isCounting) {
        m_isCounting = isCounting;
        m_job.setActive(isCounting);
        showMap();
        enableActions();
    }
}

void AnalysisWorkspace::showMatch() {
    m_player.release();
    if (m_job.setLog(m_match.replay().log())) {
        // The filter contains players and times of the previous match.
        m_playlist->setFilter({});
        m_mapBar->setChoice({m_mapBar->choice().kind});
        m_dominance->view()->setTime(0.0);
    }
    showPeriods();
}

widgets::MatchNumbersPtr AnalysisWorkspace::numbers() const {
    return m_teams->period().kind == AnalysisPeriod::Kind::Match ? m_job.whole() : m_job.part();
}

void AnalysisWorkspace::showNumbers() {
    showPeriods();
    const widgets::MatchNumbersPtr shown = numbers();
    m_teams->setNumbers(shown);
    m_players->setNumbers(shown);
    m_playlist->setNumbers(shown);
    m_mapBar->setNumbers(shown);
    m_dominance->setNumbers(m_job.whole());
    showColors();
    showProgress();
    enableActions();
}

widgets::TeamColors AnalysisWorkspace::colors() const {
    const auto& whole = m_job.whole();
    return whole ? m_settings.colorsOf(widgets::toQt(whole->statistics.teamLeft),
                                       widgets::toQt(whole->statistics.teamRight))
                 : m_settings.colors;
}

void AnalysisWorkspace::showColors() {
    const widgets::TeamColors shown = colors();
    m_teams->setColors(shown);
    m_players->setColors(shown);
    m_playlist->setColors(shown);
    m_dominance->view()->setColors(shown);
    showMap();
    showPlayed(); // the icons may have been redrawn
}

void AnalysisWorkspace::showProgress() {
    using State = MatchStatisticsJob::State;
    using Shown = widgets::AnalysisProgress::State;
    const State state = m_job.state();
    m_teams->setProgress({state == State::Waiting    ? Shown::Waiting
                          : state == State::Counting ? Shown::Counting
                          : state == State::Stopped  ? Shown::Stopped
                          : state == State::Done     ? Shown::Done
                                                     : Shown::Nothing,
                          m_job.percent()});
}

// Offers the match, its halves if there are several, and the loop.
void AnalysisWorkspace::showPeriods() {
    std::vector<AnalysisPeriod> periods = {{}};
    if (const auto& whole = m_job.whole(); whole && whole->statistics.halves.size() > 1) {
        for (const logs::PeriodStatistics& half : whole->statistics.halves) {
            periods.push_back({AnalysisPeriod::Kind::Half, half.half});
        }
    }
    if (m_match.replay().isOpen() && m_match.replay().clock().loop()) {
        periods.push_back({AnalysisPeriod::Kind::Loop});
    }
    m_teams->setPeriods(periods);
    applyPeriod();
}

void AnalysisWorkspace::applyPeriod() {
    const AnalysisPeriod period = m_teams->period();
    std::optional<MatchStatisticsJob::Span> span;
    const auto& loop = m_match.replay().clock().loop();
    if (period.kind == AnalysisPeriod::Kind::Loop && loop) {
        span = {loop->beginS, loop->endS};
    } else if (period.kind == AnalysisPeriod::Kind::Half) {
        for (const logs::PeriodStatistics& half : m_job.whole()->statistics.halves) {
            if (half.half == period.half) {
                span = {half.fromRecordS, half.toRecordS};
            }
        }
    }
    const bool isOther = std::exchange(m_period, period) != period;
    m_job.setSpan(span);
    if (isOther) {
        showNumbers();
    }
}

void AnalysisWorkspace::showMap() {
    m_map->show(numbers(), m_mapBar->choice(), colors());
    const bool isShown =
        m_isCounting && m_mapBar->choice().kind != widgets::FieldMapKind::None && numbers();
    m_field.setMap(isShown ? m_map : nullptr);
}

// Shows the moment that is played, and the current effect of the play key.
void AnalysisWorkspace::showPlayed() {
    const bool isPlaying = m_player.isPlaying();
    m_playlist->setPlayed(m_player.at());
    if (isPlaying && m_playlist->current() != m_player.at()) {
        m_playlist->setCurrent(m_player.at());
        select(m_player.at());
    }
    QAction* play = m_actions.action("analysis.play");
    play->setIcon(widgets::icon(isPlaying ? QStringLiteral("pause") : QStringLiteral("play")));
    ActionTable::setToolTip(
        play, isPlaying ? tr("Pause the list") : tr("Play the list from the selected moment"),
        play->shortcuts());
}

void AnalysisWorkspace::enableActions() {
    const bool hasNumbers = m_isCounting && numbers() != nullptr;
    for (const char* id : {"analysis.teams-csv", "analysis.players-csv"}) {
        m_actions.action(id)->setEnabled(hasNumbers);
    }
    for (const char* id :
         {"analysis.play", "analysis.previous", "analysis.next", "analysis.moments-csv"}) {
        m_actions.action(id)->setEnabled(hasNumbers && !m_playlist->moments().empty());
    }
}

void AnalysisWorkspace::listMoments(const widgets::MomentFilter& filter) {
    m_playlist->setFilter(filter);
    Q_EMIT panelRequested(QStringLiteral("analysis-playlist"));
}

void AnalysisWorkspace::fillPlaylist() {
    std::vector<PlaylistPlayer::Entry> entries;
    for (const logs::Occurrence& moment : m_playlist->moments()) {
        entries.push_back(
            {std::max(0.0, moment.when.recordTimeS - m_playlist->beforeS()),
             std::max(moment.untilS, moment.when.recordTimeS) + m_playlist->afterS()});
    }
    m_player.setEntries(std::move(entries));
    enableActions();
}

// Selects the player of a moment.
void AnalysisWorkspace::select(int row) {
    const game::PlayerId& player = m_playlist->moments()[static_cast<std::size_t>(row)].player;
    if (player.side != game::Side::None) {
        m_match.log().select(monitor::ObjectId::ofRobot(player));
    }
}

void AnalysisWorkspace::jumpTo(int row) {
    m_player.release();
    jumpTo(m_playlist->moments()[static_cast<std::size_t>(row)].when);
    select(row);
}

void AnalysisWorkspace::jumpTo(const logs::Moment& moment) {
    m_match.replay().seekTime(moment.recordTimeS);
}

void AnalysisWorkspace::playOrPause() {
    const int current = std::max(0, m_playlist->current());
    if (m_player.isPlaying()) {
        m_player.pause();
    } else if (m_player.at() == current) {
        m_player.resume();
    } else if (!m_playlist->moments().empty()) {
        m_player.play(current);
        select(current);
    }
}

void AnalysisWorkspace::step(int rows) {
    const int count = static_cast<int>(m_playlist->moments().size());
    const int next = std::clamp(m_playlist->current() + rows, 0, std::max(0, count - 1));
    if (count == 0) {
        return;
    }
    if (m_player.isPlaying()) {
        m_player.play(next);
    } else {
        m_playlist->setCurrent(next);
        jumpTo(next);
    }
}

void AnalysisWorkspace::exportCsv(const QString& name, const std::string& text) {
    saveCsv(name, text, m_match.file(), m_window, m_messages);
}

} // namespace sideline::studio
