#include "widgets/match/clock_ticker.h"

#include <algorithm>
#include <cmath>

#include "logs/replay/clock_ticks.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

void ClockTicker::generate(const QCPRange& range, const QLocale& locale, QChar format,
                           int precision, QVector<double>& ticks, QVector<double>* subTicks,
                           QVector<QString>* labels) {
    const logs::LogIndex* index = m_index();
    if (index == nullptr) {
        QCPAxisTicker::generate(range, locale, format, precision, ticks, subTicks, labels);
        return;
    }
    ticks.clear();
    if (subTicks != nullptr) {
        subTicks->clear();
    }
    if (labels != nullptr) {
        labels->clear();
    }
    const double perPixelS = range.size() / std::max(m_axis->axisRect()->width(), 1);
    const logs::ClockTicks found =
        logs::clockTicks(*index, range.lower, range.upper, perPixelS * kClockTickSpacingPx);
    for (const logs::ClockTick& tick : found.ticks) {
        if (tick.isMajor) {
            ticks.append(tick.recordTimeS);
            if (labels != nullptr) {
                labels->append(clockTickText(tick, found.stepS));
            }
        } else if (subTicks != nullptr) {
            subTicks->append(tick.recordTimeS);
        }
    }
}

QString ClockTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                                  int /*precision*/) {
    return clockText(tick, std::abs(tick - std::round(tick)) > 1e-6);
}

} // namespace sideline::widgets
