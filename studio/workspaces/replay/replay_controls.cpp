#include "studio/workspaces/replay/replay_controls.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr std::uint32_t kGoals = logs::kindBit(logs::EventKind::Goal);

} // namespace

ReplayControls::ReplayControls(const MatchPanels& panels, ShownMatch& match, ActionTable& actions)
    : m_panels(panels), m_match(match), m_actions(actions) {
    connectActions();
    connectMarks();
    connectPanels();
}

void ReplayControls::note(const QString& text) {
    m_panels.messages->show(widgets::MessageBar::Severity::Note, text);
}

void ReplayControls::connectActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("replay.play", [this] { playOrPause(); });
    on("replay.forward", [this] { m_match.runsBackward() ? replay().play(true) : playOrPause(); });
    on("replay.reverse",
       [this] { m_match.runsBackward() ? replay().setPlaying(false) : replay().play(false); });
    on("replay.frame-back", [this] { replay().step(-1); });
    on("replay.frame-forward",
       [this] { m_match.isAtHead() ? m_match.live().step() : replay().step(1); });
    on("replay.second-back", [this] { replay().jump(-1.0); });
    on("replay.second-forward", [this] { replay().jump(1.0); });
    on("replay.ten-back", [this] { replay().jump(-10.0); });
    on("replay.ten-forward", [this] { replay().jump(10.0); });
    on("replay.minute-back", [this] { replay().jump(-60.0); });
    on("replay.minute-forward", [this] { replay().jump(60.0); });
    on("replay.go-to", [this] { m_panels.transport->askForPlace(); });
    on("replay.start", [this] { replay().seekFrame(0); });
    on("replay.end", [this] { goToEnd(); });
    on("replay.slower", [this] { changeSpeed(-1); });
    on("replay.faster", [this] { changeSpeed(1); });
    on("replay.normal-speed",
       [this] { replay().setSpeed(std::copysign(1.0, replay().clock().speed())); });
    on("replay.show-match", [this] { m_panels.transport->ruler()->showMatch(); });
    on("replay.show-all", [this] { m_panels.transport->ruler()->showAll(); });
    on("replay.show-last-ten", [this] { m_panels.transport->ruler()->showLast(10.0); });
    on("replay.show-last-minute", [this] { m_panels.transport->ruler()->showLast(60.0); });
}

// Connects events, loops and bookmarks.
void ReplayControls::connectMarks() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("replay.event-previous",
       [this] { jumpToEvent(false, m_panels.events->kinds(), 0.0, tr("event")); });
    on("replay.event-next",
       [this] { jumpToEvent(true, m_panels.events->kinds(), 0.0, tr("event")); });
    on("replay.goal-previous", [this] { jumpToEvent(false, kGoals, m_goalLeadS, tr("goal")); });
    on("replay.goal-next", [this] { jumpToEvent(true, kGoals, m_goalLeadS, tr("goal")); });
    on("replay.loop-begin", [this] { setLoopEdge(true); });
    on("replay.loop-end", [this] { setLoopEdge(false); });
    on("replay.loop", [this](bool isRequested) { setLooping(isRequested); });
    on("replay.bookmark", [this] { addBookmark(); });
    on("replay.bookmark-previous", [this] { jumpToBookmark(false); });
    on("replay.bookmark-next", [this] { jumpToBookmark(true); });
    QAction* pausing = m_actions.action("replay.pause-at-events");
    connect(m_panels.events, &widgets::EventPanel::pausingChanged, pausing, &QAction::setChecked);
    connect(m_panels.events, &widgets::EventPanel::listChanged, this,
            &ReplayControls::pauseAtEvents);
    connect(pausing, &QAction::toggled, this, &ReplayControls::pauseAtEvents);
}

void ReplayControls::connectPanels() {
    const auto seekFrame = [this](logs::FrameNumber frame) { replay().seekFrame(frame); };
    const auto seekTime = [this](double timeS) { replay().seekTime(timeS); };
    connect(m_panels.events, &widgets::EventPanel::frameRequested, this, seekFrame);
    connect(m_panels.events, &widgets::EventPanel::bookmarkEdited, this,
            [this](const logs::Bookmark& bookmark) { replay().setBookmark(bookmark); });
    connect(m_panels.events, &widgets::EventPanel::bookmarkRemoved, this,
            [this](logs::FrameNumber frame) { replay().removeBookmark(frame); });
    connect(m_panels.overview, &widgets::OverviewPanel::frameRequested, this, seekFrame);
    connect(m_panels.scoreboard, &widgets::Scoreboard::goalRequested, this,
            [this](const logs::Event& goal) {
                replay().goToEvent(goal, logs::kindBit(goal.kind), m_goalLeadS);
            });
    connect(m_panels.plots, &widgets::PlotPanel::seekRequested, this, seekTime);
    connect(m_panels.transport, &widgets::TransportBar::placeRequested, this,
            &ReplayControls::goToPlace);
    connect(m_panels.transport, &widgets::TransportBar::speedRequested, this, [this](double speed) {
        replay().setSpeed(std::copysign(speed, replay().clock().speed()));
    });
    // Keeps the intervals of the ruler and the plots the same.
    widgets::TimeRuler* ruler = m_panels.transport->ruler();
    connect(ruler, &widgets::TimeRuler::seekRequested, this, seekTime);
    connect(ruler, &widgets::TimeRuler::visibleRangeChanged, this, [this, ruler] {
        m_panels.plots->showRange(ruler->visibleBeginS(), ruler->visibleEndS());
    });
    connect(m_panels.plots, &widgets::PlotPanel::rangeChanged, ruler,
            &widgets::TimeRuler::showRange);
    connect(m_panels.plots, &widgets::PlotPanel::showAllRequested, ruler,
            &widgets::TimeRuler::showMatch);
}

// The same key pauses the simulator or its recording, whichever is shown.
void ReplayControls::playOrPause() {
    LiveSession& live = m_match.live();
    if (!m_match.isAtHead()) {
        const bool isPlaying = replay().clock().isPlaying();
        isPlaying ? replay().setPlaying(false) : replay().play(true);
    } else if (m_match.isOfSimulator()) {
        live.setPaused(!live.view().isPaused);
    } else { // a server continues; only the picture is paused
        live.pauseView();
    }
}

void ReplayControls::changeSpeed(int step) {
    const auto& speeds = widgets::replaySpeeds();
    const double now = replay().clock().speed();
    const auto at = std::ranges::lower_bound(speeds, std::abs(now) - 1e-9);
    const auto index = std::clamp<std::ptrdiff_t>(at - speeds.begin() + step, 0,
                                                  static_cast<std::ptrdiff_t>(speeds.size()) - 1);
    replay().setSpeed(std::copysign(speeds[static_cast<std::size_t>(index)], now));
}

void ReplayControls::goToEnd() {
    if (m_match.showsLive() && m_match.live().isLive()) {
        m_match.live().returnToLive();
    } else if (replay().isOpen()) {
        replay().seekTime(replay().log()->index()->durationS());
    }
}

void ReplayControls::jumpToEvent(bool forward, std::uint32_t kinds, double leadS,
                                 const QString& what) {
    m_panels.messages->dismiss(m_jumpNote);
    if (!replay().isOpen() || replay().jumpToEvent(forward, kinds, leadS)) {
        return;
    }
    const bool mayCome = forward && !replay().log()->analysis()->isComplete;
    m_jumpNote = mayCome   ? tr("No %1 after this time so far").arg(what)
                 : forward ? tr("No %1 after this time").arg(what)
                           : tr("No %1 before this time").arg(what);
    note(m_jumpNote);
}

// Seeks to a place, clamped to the beginning or end of the log.
void ReplayControls::goToPlace(const widgets::MatchPlace& place) {
    if (!replay().isOpen()) {
        return;
    }
    const auto index = replay().log()->index();
    if (index->frameCount() == 0) {
        return;
    }
    if (const auto* frame = std::get_if<widgets::FramePlace>(&place)) {
        replay().seekFrame(frame->frame);
    } else if (const auto* time = std::get_if<widgets::GameTimePlace>(&place)) {
        replay().seekFrame(index->frameAtGameTime(time->timeS));
    } else if (const auto* way = std::get_if<widgets::RelativePlace>(&place)) {
        replay().jump(way->byS);
    }
}

void ReplayControls::setLoopEdge(bool begin) {
    if (!replay().isOpen()) {
        return;
    }
    const double now = replay().clock().timeS();
    const auto loop = replay().clock().loop();
    m_panels.messages->dismiss(m_loopNote);
    if (begin) {
        m_loopBeginS = now;
        if (loop && loop->endS > now) {
            replay().setLoop(logs::LoopRange{now, loop->endS});
            return;
        }
        replay().setLoop(std::nullopt); // the loop's end has passed, so another loop begins
        m_loopNote = tr("A loop starts here; %1 sets its end")
                         .arg(m_actions.action("replay.loop-end")
                                  ->shortcut()
                                  .toString(QKeySequence::NativeText));
        note(m_loopNote);
        return;
    }
    const double from = loop ? loop->beginS : m_loopBeginS.value_or(0.0);
    if (now > from) {
        replay().setLoop(logs::LoopRange{from, now});
    } else {
        note(tr("The loop must end after it starts"));
    }
}

void ReplayControls::setLooping(bool isRequested) {
    if (!isRequested) {
        replay().setLoop(std::nullopt);
    } else if (replay().isOpen()) { // loops over the interval on the ruler
        const widgets::TimeRuler* ruler = m_panels.transport->ruler();
        replay().setLoop(logs::LoopRange{ruler->visibleBeginS(), ruler->visibleEndS()});
    }
}

void ReplayControls::addBookmark() {
    const auto& frame = m_match.shown().exact;
    if (!frame || !replay().isOpen()) {
        return;
    }
    const logs::FrameNumber number = m_match.shownNumber(*replay().log()->index());
    const auto& known = replay().bookmarks().entries();
    if (std::ranges::find(known, number, &logs::Bookmark::frame) == known.end()) {
        replay().setBookmark({number, frame->game.timeS, tr("Bookmark").toStdString()});
    }
    Q_EMIT bookmarkAdded();
    m_panels.events->editBookmark(number);
}

void ReplayControls::jumpToBookmark(bool forward) {
    m_panels.messages->dismiss(m_jumpNote);
    if (!replay().isOpen()) {
        return;
    }
    const logs::FrameNumber now = replay().frame();
    std::optional<logs::FrameNumber> nearest;
    for (const logs::Bookmark& bookmark : replay().bookmarks().entries()) {
        const bool isThere = forward ? bookmark.frame > now : bookmark.frame < now;
        if (isThere && (!nearest || (bookmark.frame < *nearest) == forward)) {
            nearest = bookmark.frame;
        }
    }
    if (nearest) {
        replay().seekFrame(*nearest);
    } else {
        m_jumpNote =
            forward ? tr("No bookmark after this time") : tr("No bookmark before this time");
        note(m_jumpNote);
    }
}

// Pauses at the events that the list shows.
void ReplayControls::pauseAtEvents() {
    const bool isOn = m_actions.action("replay.pause-at-events")->isChecked();
    m_panels.events->setPausing(isOn);
    replay().setPauseFrames(isOn ? m_panels.events->listedFrames()
                                 : std::vector<logs::FrameNumber>{});
}

void ReplayControls::showBookmarks() {
    const auto& entries = replay().bookmarks().entries();
    m_panels.events->setBookmarks(entries);
    m_panels.transport->ruler()->setBookmarks(entries);
}

void ReplayControls::showPlayback() {
    const logs::ReplayClock& clock = replay().clock();
    // Each button pauses the playback that it has started; so does the key for play and pause.
    const auto showButton = [this](const char* id, bool isRunning, const char* icon, bool hasKey) {
        QAction* action = m_actions.action(id);
        action->setIcon(widgets::icon(isRunning ? QStringLiteral("pause") : QLatin1String(icon)));
        QList<QKeySequence> keys = action->shortcuts();
        if (hasKey) {
            keys = m_actions.action("replay.play")->shortcuts() + keys;
        }
        ActionTable::setToolTip(action, isRunning ? tr("Pause") : action->text(), keys);
    };
    m_showsRunning = m_match.runsForward();
    const bool runsBackward = m_match.runsBackward();
    showButton("replay.forward", m_showsRunning, "play", !runsBackward);
    showButton("replay.reverse", runsBackward, "play-backward", runsBackward);
    m_panels.transport->setSpeed(clock.speed());
    m_panels.transport->ruler()->setLoop(clock.loop());
    m_panels.plots->setLoop(clock.loop());
    m_actions.action("replay.loop")->setChecked(clock.loop().has_value());
}

} // namespace sideline::studio
