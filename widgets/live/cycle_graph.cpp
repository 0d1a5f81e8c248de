#include "widgets/live/cycle_graph.h"

#include <algorithm>
#include <chrono>

#include <QPainter>
#include <QPolygonF>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr double kShownMs = 1.0; // minimum range: the limit of a cycle

} // namespace

CycleGraph::CycleGraph(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr("Time from the last byte of the percepts to the command, over the last 250 "
                  "cycles; dotted line: 1 ms, red: missed cycles, orange: late answers, whose "
                  "commands take effect after their cycle"));
}

void CycleGraph::add(const world::AgentFrame& frame) {
    const world::AgentCounters& counters = frame.counters;
    if (!m_cycles.empty()) {
        const std::uint64_t last = m_cycles.back().number;
        if (frame.cycle == last) {
            return;
        }
        if (frame.cycle < last || frame.cycle - last > kCycles ||
            counters.missedCycles < m_last.missedCycles ||
            counters.lateAnswers < m_last.lateAnswers) {
            m_cycles.clear();
        }
    }
    const double ms = std::chrono::duration<double, std::milli>(frame.timing.senseToAct).count();
    if (m_cycles.empty()) {
        m_last = counters;
    }
    m_cycles.push_back({frame.cycle, ms, counters.missedCycles - m_last.missedCycles,
                        counters.lateAnswers - m_last.lateAnswers});
    m_last = counters;
    while (m_cycles.front().number + kCycles <= frame.cycle) {
        m_cycles.pop_front();
    }
    update();
}

void CycleGraph::clear() {
    m_cycles.clear();
    update();
}

double CycleGraph::longestMs() const {
    double longest = 0.0;
    for (const Cycle& cycle : m_cycles) {
        longest = std::max(longest, cycle.senseToActMs);
    }
    return longest;
}

std::uint64_t CycleGraph::missed() const {
    return sum(&Cycle::missed);
}

std::uint64_t CycleGraph::late() const {
    return sum(&Cycle::late);
}

std::uint64_t CycleGraph::sum(std::uint64_t Cycle::*count) const {
    std::uint64_t sum = 0;
    for (const Cycle& cycle : m_cycles) {
        sum += cycle.*count;
    }
    return sum;
}

void CycleGraph::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (m_cycles.empty()) {
        return;
    }
    const double topMs = std::max(kShownMs, longestMs()) * 1.1;
    const std::uint64_t last = m_cycles.back().number;
    const auto xOf = [&](std::uint64_t number) {
        return width() - 2.0 - static_cast<double>(last - number) * (width() - 4.0) / kCycles;
    };
    const auto yOf = [&](double ms) { return height() - 2.0 - ms / topMs * (height() - 4.0); };
    painter.setPen(QPen(palette().color(QPalette::Mid), 1, Qt::DotLine));
    painter.drawLine(QPointF(0, yOf(kShownMs)), QPointF(width(), yOf(kShownMs)));
    for (const Cycle& cycle : m_cycles) {
        if (cycle.missed > 0 || cycle.late > 0) {
            painter.fillRect(QRectF(xOf(cycle.number) - 1, 0, 2, height()),
                             cycle.missed > 0 ? kFaultColor : kLateColor);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Link), 1.2));
    QPolygonF curve;
    for (const Cycle& cycle : m_cycles) {
        curve << QPointF(xOf(cycle.number), yOf(cycle.senseToActMs));
    }
    painter.drawPolyline(curve);
}

} // namespace sideline::widgets
