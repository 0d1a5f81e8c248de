#include "studio/session/live_mark.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

/// Labels of the marks.
struct LiveMarkText {
    Q_DECLARE_TR_FUNCTIONS(sideline::studio::LiveMarkText)
};

QString tipOf(const LiveLinkView& link, const QString& speed) {
    const QString newLine = QStringLiteral("\n");
    QString tip =
        LiveMarkText::tr("%n messages so far", nullptr, static_cast<int>(link.messages)) + newLine +
        LiveMarkText::tr("%1 unreadable, %2 inconsistent with earlier ones")
            .arg(link.damagedMessages)
            .arg(link.unfittingMessages) +
        newLine +
        LiveMarkText::tr("Server speed: %1 of real time%2")
            .arg(speed,
                 link.isClockRunning ? QString() : LiveMarkText::tr("; the game clock is stopped"));
    if (link.lostMessages > 0) {
        tip += newLine + LiveMarkText::tr("%n messages are missing in the recording", nullptr,
                                          static_cast<int>(link.lostMessages));
    }
    return tip;
}

} // namespace

widgets::LiveMark liveMark(const LiveSession& live) {
    using Lamp = widgets::LiveMark::Lamp;
    const LiveLinkView& link = live.link();
    widgets::LiveMark mark;
    mark.isAtHead = live.isAtHead();
    if (live.head().exact && live.shown().exact) {
        mark.behindS = live.head().exact->recordTimeS - live.shown().exact->recordTimeS;
    }
    // Always two decimals, so that the text keeps its width while the speed varies.
    const QString speed = QStringLiteral("%1\u00d7").arg(link.serverSpeed, 0, 'f', 2);
    if (!link.isConnected) {
        mark.lamp = Lamp::Bad;
        mark.state = LiveMarkText::tr("no connection");
    } else if (link.isSilent) {
        mark.lamp = Lamp::Bad;
        mark.state = LiveMarkText::tr("silent");
    } else if (!link.isInSync) {
        mark.lamp = Lamp::Warning;
        mark.state = LiveMarkText::tr("out of sync");
    } else if (link.pace.lateRatio > 0.0) {
        mark.lamp = Lamp::Warning;
        mark.state = LiveMarkText::tr("in sync, %1, answers late").arg(speed);
    } else {
        mark.state = LiveMarkText::tr("in sync, %1").arg(speed);
    }
    mark.tip = tipOf(link, speed);
    if (link.pace.lateRatio > 0.0) {
        mark.tip += LiveMarkText::tr("\nLate agent answers: %1 %; their commands take effect "
                                     "after their cycle")
                        .arg(100.0 * link.pace.lateRatio, 0, 'f', 1);
    }
    if (!link.recordingFault.isEmpty()) {
        mark.state = LiveMarkText::tr("%1, not recorded").arg(mark.state);
    }
    for (const QString& fault : {link.fault, link.recordingFault}) {
        if (!fault.isEmpty()) {
            mark.tip += QStringLiteral("\n") + fault;
            mark.lamp = std::max(mark.lamp, Lamp::Warning);
        }
    }
    return mark;
}

widgets::SimulatorLamp simulatorLamp(const LiveSession& live) {
    using State = widgets::SimulatorLamp::State;
    const widgets::SimulatorView& view = live.view();
    widgets::SimulatorLamp lamp;
    lamp.tip = LiveMarkText::tr("Show live match");
    if (!live.isLive()) {
        lamp.text = LiveMarkText::tr("Simulator: stopped");
        lamp.tip = LiveMarkText::tr("Start the simulator");
    } else if (live.source() == LiveSession::Source::Simulator) {
        lamp.state = view.isPaused ? State::Paused : State::Running;
        lamp.text = view.isPaused ? LiveMarkText::tr("Simulator: paused")
                                  : LiveMarkText::tr("Simulator: running");
    } else {
        lamp.state = view.isConnected ? State::Connected : State::Away;
        lamp.text = view.isConnected ? LiveMarkText::tr("Connected: %1").arg(view.serverName)
                                     : LiveMarkText::tr("No connection: %1").arg(view.serverName);
    }
    return lamp;
}

} // namespace sideline::studio
