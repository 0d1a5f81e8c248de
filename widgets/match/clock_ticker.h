#pragma once

#include <functional>
#include <memory>

#include "logs/match/log_index.h"
#include "widgets/common/custom_plot.h"

namespace sideline::widgets {

/// Labels an axis of record time with round values of the game clock, as the ruler does.
class ClockTicker : public QCPAxisTicker {
public:
    /// @param axis must outlive the ticker
    /// @param index returns the log's index, or null without a log
    ClockTicker(const QCPAxis* axis, std::function<const logs::LogIndex*()> index)
        : m_axis(axis), m_index(std::move(index)) {}

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override;

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    const QCPAxis* m_axis;
    std::function<const logs::LogIndex*()> m_index;
};

} // namespace sideline::widgets
