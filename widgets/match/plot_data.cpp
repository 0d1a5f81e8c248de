#include "widgets/match/plot_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using logs::CurveId;
using logs::SignalId;

// Describes what a curve needs that the match lacks.
QString absenceText(const ChosenCurve& curve, const logs::SignalTable& table) {
    if (curve.id.formula == nullptr) {
        return PlotData::tr("The current match has no such signal");
    }
    QStringList missing;
    for (const auto& [name, signal] : curve.id.formula->inputs()) {
        const auto values = logs::curveValues(table, {signal});
        if (values && std::ranges::none_of(*values, [](double v) { return std::isfinite(v); })) {
            missing << toQt(name);
        }
    }
    return missing.isEmpty() ? PlotData::tr("The formula has no value in the current match")
                             : PlotData::tr("The current match has no %1")
                                   .arg(missing.join(QStringLiteral(", ")));
}

constexpr double kTimeToleranceS = 1e-6; // frame times are sums of steps

} // namespace

const logs::SignalTable& PlotData::table() const {
    static const logs::SignalTable kNone;
    return m_table ? *m_table : kNone;
}

void PlotData::fill() {
    m_values.clear();
    m_absence.clear();
    for (const ChosenCurve& curve : chosen.curves) {
        m_values.push_back(logs::curveValues(table(), curve.id).value_or(std::vector<double>()));
        const auto isThere = [](double value) { return std::isfinite(value); };
        const bool isAbsent =
            !m_values.back().empty() && std::ranges::none_of(m_values.back(), isThere);
        m_absence.push_back(isAbsent ? absenceText(curve, table()) : QString());
    }
}

std::optional<std::pair<double, double>> PlotData::valueAt(const SignalId& id,
                                                           double recordTimeS) const {
    const auto curve = std::ranges::find(chosen.curves, CurveId{id, 0, 0.0}, &ChosenCurve::id);
    return curve == chosen.curves.end()
               ? std::nullopt
               : curveAt(static_cast<std::size_t>(curve - chosen.curves.begin()), recordTimeS);
}

std::optional<std::pair<double, double>> PlotData::curveAt(std::size_t curve,
                                                           double recordTimeS) const {
    const std::vector<double>& values = m_values[curve];
    if (!m_table || values.empty()) {
        return std::nullopt;
    }
    const auto& times = m_table->recordTimeS;
    auto next = std::ranges::upper_bound(times, recordTimeS + kTimeToleranceS);
    while (next != times.begin()) {
        --next;
        const double value = values[static_cast<std::size_t>(next - times.begin())];
        if (!std::isnan(value)) {
            return std::pair(value, *next);
        }
    }
    return std::nullopt;
}

double PlotData::gameTimeAt(double recordTimeS) const {
    return m_index && m_index->frameCount() > 0
               ? m_index->gameTimeS(m_index->frameAtRecordTime(recordTimeS + kTimeToleranceS))
               : recordTimeS;
}

std::vector<CurveListRow> PlotData::listRows(double timeS,
                                             const std::optional<logs::LoopRange>& interval) const {
    std::vector<CurveListRow> rows;
    for (std::size_t i = 0; i < chosen.curves.size(); ++i) {
        const ChosenCurve& curve = chosen.curves[i];
        const QString unit = curve.unitText();
        const bool isThere = m_absence[i].isEmpty();
        CurveListRow row{.name = curve.nameText(),
                         .color = chosen.colorOf(i),
                         .value = isThere ? QStringLiteral("-") : tr("missing"),
                         .age = {},
                         .toolTip = curve.id.formula ? toQt(curve.id.formula->text()) : QString(),
                         .isThere = isThere};
        if (!isThere) {
            row.toolTip +=
                (row.toolTip.isEmpty() ? QString() : QStringLiteral("\n")) + m_absence[i];
        }
        if (const auto value = curveAt(i, timeS)) {
            row.value = numberText(value->first, 3, unit);
            row.age = ageText(timeS - value->second);
        }
        if (interval) { // with two cursors: the change between them
            const auto a = curveAt(i, interval->beginS);
            const auto b = curveAt(i, interval->endS);
            if (a && b) {
                row.change = tr("B-A %1").arg(numberText(b->first - a->first, 3, unit));
            }
        }
        rows.push_back(std::move(row));
    }
    for (const ChosenTrack& track : chosen.tracks) {
        rows.push_back({.name = track.nameText(),
                        .color = curveColor(rows.size()),
                        .value = {},
                        .age = {},
                        .toolTip = tr("Click in the plot to go to that time")});
    }
    return rows;
}

std::vector<StatisticsRow> PlotData::statistics(const logs::LoopRange& interval) const {
    std::vector<StatisticsRow> rows;
    for (std::size_t i = 0; i < chosen.curves.size(); ++i) {
        const ChosenCurve& curve = chosen.curves[i];
        const bool hasValues = hasTable() && !m_values[i].empty();
        const auto timesS =
            hasValues ? std::span<const double>(m_table->recordTimeS) : std::span<const double>();
        rows.push_back(
            {curve.nameText(), curve.unitText(), chosen.colorOf(i),
             logs::curveStatistics(timesS, m_values[i], interval.beginS, interval.endS)});
    }
    return rows;
}

QString PlotData::intervalText(const logs::LoopRange& interval) const {
    return tr("%1 (%2 s)")
        .arg(widgets::intervalText(interval.beginS, interval.endS, gameTimeAt(interval.beginS),
                                   gameTimeAt(interval.endS)))
        .arg(interval.endS - interval.beginS, 0, 'f', 2);
}

bool PlotData::isWhole(const logs::LoopRange& interval) const {
    constexpr double kMarginS = 0.05;
    return !m_index || m_index->frameCount() == 0 ||
           (interval.beginS <= m_index->recordTimeS(m_index->firstFrame()) + kMarginS &&
            interval.endS >= m_index->recordTimeS(m_index->frameCount() - 1) - kMarginS);
}

std::vector<logs::CurveColumn> PlotData::columns() const {
    std::vector<logs::CurveColumn> columns;
    const auto add = [&](const ChosenCurve& curve) {
        auto values = logs::curveValues(table(), curve.id);
        const auto isSame = [&](const logs::CurveColumn& c) { return c.name == curve.name(); };
        if (values && std::ranges::none_of(columns, isSame)) {
            columns.push_back({curve.name(), logs::curveUnit(curve.id), std::move(*values)});
        }
    };
    std::ranges::for_each(chosen.curves, add);
    for (const auto& [x, y] : chosen.tracks) {
        add(x);
        add(y);
    }
    return columns;
}

} // namespace sideline::widgets
