#include "widgets/match/plot_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using logs::CurveId;
using logs::Quantity;
using logs::SignalId;

constexpr std::size_t kMaxCurves = 24;
constexpr double kTimeToleranceS = 1e-6; // times of frames are sums of steps

const QColor& curveColor(std::size_t index) {
    // Distinct on light and on dark ground (after Okabe and Ito).
    static const std::array kColors = {QColor(0x2f, 0x8f, 0xe8), QColor(0xe6, 0x7e, 0x00),
                                       QColor(0x1c, 0xa8, 0x78), QColor(0xd6, 0x4d, 0x9f),
                                       QColor(0xc9, 0xa2, 0x00), QColor(0x8f, 0x6b, 0xe0),
                                       QColor(0xd4, 0x3d, 0x3d), QColor(0x4f, 0xb6, 0xc9)};
    return kColors[index % kColors.size()];
}

} // namespace

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent),
      m_splitter(new QSplitter),
      m_canvas(new PlotCanvas),
      m_tree(new SignalTree),
      m_list(new CurveList),
      m_statistics(new StatisticsTable) {
    build();
    connect(m_tree, &SignalTree::toggled, this,
            [this](const SignalId& id, bool isOn) { isOn ? addSignal(id) : removeSignal(id); });
    connect(m_tree, &SignalTree::pathRequested, this, &PlotPanel::addPath);
    connect(m_list, &CurveList::removeRequested, this,
            [this](int row) { remove(static_cast<std::size_t>(row)); });
    connect(m_list, &CurveList::menuRequested, this, &PlotPanel::showCurveMenu);
    connect(m_canvas, &PlotCanvas::seekRequested, this, &PlotPanel::seekRequested);
    connect(m_canvas, &PlotCanvas::rangeChanged, this, [this](double beginS, double endS) {
        updateStatistics();
        Q_EMIT rangeChanged(beginS, endS);
    });
    connect(m_canvas, &PlotCanvas::showAllRequested, this, &PlotPanel::showAllRequested);
    connect(m_canvas, &PlotCanvas::intervalMarked, this,
            [this](const std::optional<logs::LoopRange>& interval) {
                m_marked = interval;
                updateInterval();
            });
    connect(m_statistics, &StatisticsTable::copied, this,
            [this] { Q_EMIT messageRequested(tr("Statistics copied to the clipboard"), false); });
    applyPalette();
    rebuild();
    updateHint();
}

PlotPanel::~PlotPanel() = default;

// --- the match

void PlotPanel::setFrame(const logs::FetchedFrame& fetched) {
    const bool isNewMatch = !m_frame;
    m_frame = fetched.exact;
    const bool isNewTree = m_tree->setFrame(m_frame);
    const bool isOther = isNewTree && m_chosen.resolve(*m_frame);
    if (isOther) {
        rebuild();
    }
    if ((isNewMatch || isOther) && !m_chosen.isEmpty()) {
        wantSignals();
    }
    if (isNewMatch) {
        updateHint();
    }
    setTime(m_frame->recordTimeS);
}

void PlotPanel::clearFrame() {
    m_frame = nullptr;
    m_tree->setFrame(nullptr);
    m_table = nullptr;
    m_marked.reset();
    setIndex(nullptr);
    m_canvas->fitValues();
    updateInterval();
    fillValues();
    updateHint();
}

void PlotPanel::setIndex(std::shared_ptr<const logs::LogIndex> index) {
    m_index = std::move(index);
    m_canvas->setIndex(m_index);
}

void PlotPanel::setTable(std::shared_ptr<const logs::SignalTable> table) {
    m_table = std::move(table);
    fillValues();
}

void PlotPanel::setTime(double recordTimeS) {
    m_timeS = recordTimeS;
    m_canvas->setTime(recordTimeS);
    updateList();
}

void PlotPanel::setLoop(std::optional<logs::LoopRange> loop) {
    m_loop = loop;
    updateInterval();
}

void PlotPanel::showRange(double beginS, double endS) {
    m_canvas->showRange(beginS, endS);
    updateStatistics();
}

// --- what is chosen

ChosenCurve PlotPanel::named(const CurveId& id) const {
    return {id, logs::signalName(id.signal, m_frame.get())};
}

const ChosenCurve* PlotPanel::current() const {
    const auto row = static_cast<std::size_t>(m_list->currentRow());
    return row < m_chosen.curves.size() ? &m_chosen.curves[row] : nullptr;
}

void PlotPanel::addSignal(const SignalId& id) {
    choose(named({id, 0, 0.0}));
}

void PlotPanel::addCurve(const CurveId& id) {
    choose(named(id));
}

void PlotPanel::choose(ChosenCurve curve) {
    if (m_chosen.contains(curve.id)) {
        return;
    }
    if (m_chosen.curves.size() == kMaxCurves) {
        rebuild(); // takes back the tree's tick
        Q_EMIT messageRequested(tr("No more than %1 curves at a time").arg(kMaxCurves), false);
        return;
    }
    m_chosen.curves.push_back(std::move(curve));
    rebuild();
    fitNames();
    m_list->setCurrentRow(m_chosen.curves.size() - 1);
    wantSignals();
}

void PlotPanel::addTrack(const CurveId& x, const CurveId& y) {
    const auto isSame = [&](const ChosenTrack& track) {
        return track.x.id == x && track.y.id == y;
    };
    if (std::ranges::none_of(m_chosen.tracks, isSame)) {
        m_chosen.tracks.push_back({named(x), named(y)});
        rebuild();
        m_list->setCurrentRow(m_chosen.curves.size() + m_chosen.tracks.size() - 1);
        wantSignals();
    }
}

void PlotPanel::addPath(const monitor::ObjectId& object) {
    addTrack({{Quantity::XM, object, -1}, 0, 0.0}, {{Quantity::YM, object, -1}, 0, 0.0});
}

void PlotPanel::removeSignal(const SignalId& id) {
    const auto isOf = [&](const ChosenCurve& curve) { return curve.id.signal == id; };
    if (std::erase_if(m_chosen.curves, isOf) > 0) {
        rebuild();
        wantSignals();
    }
}

void PlotPanel::remove(std::size_t row) {
    const auto curves = m_chosen.curves.size();
    if (row < curves) {
        m_chosen.curves.erase(m_chosen.curves.begin() + static_cast<std::ptrdiff_t>(row));
    } else {
        m_chosen.tracks.erase(m_chosen.tracks.begin() + static_cast<std::ptrdiff_t>(row - curves));
    }
    rebuild();
    wantSignals();
}

void PlotPanel::clearSignals() {
    m_chosen = {};
    rebuild();
    wantSignals();
}

void PlotPanel::wantSignals() {
    Q_EMIT signalsWanted(m_chosen.wanted());
}

// --- what is shown

void PlotPanel::rebuild() {
    std::vector<TimeCurve> curves;
    std::vector<SignalId> ticked;
    for (std::size_t i = 0; i < m_chosen.curves.size(); ++i) {
        const ChosenCurve& curve = m_chosen.curves[i];
        curves.push_back({curve.nameText(), curve.unitText(), curveColor(i)});
        ticked.push_back(curve.id.signal);
    }
    std::vector<XyCurve> tracks;
    for (const auto& [x, y] : m_chosen.tracks) {
        tracks.push_back({x.nameWithUnit(), y.nameWithUnit(),
                          logs::curveUnit(x.id) == logs::curveUnit(y.id),
                          curveColor(curves.size() + tracks.size())});
    }
    m_canvas->setCurves(curves, tracks);
    m_tree->setTicked(ticked);
    fillValues();
}

void PlotPanel::fillValues() {
    static const logs::SignalTable kNone;
    const logs::SignalTable& table = m_table ? *m_table : kNone;
    m_values.clear();
    m_isAbsent.clear();
    for (std::size_t i = 0; i < m_chosen.curves.size(); ++i) {
        m_values.push_back(
            logs::curveValues(table, m_chosen.curves[i].id).value_or(std::vector<double>()));
        const auto isThere = [](double value) { return std::isfinite(value); };
        m_isAbsent.push_back(!m_values.back().empty() &&
                             std::ranges::none_of(m_values.back(), isThere));
        m_canvas->setValues(i, table.recordTimeS, m_values.back());
    }
    for (std::size_t i = 0; i < m_chosen.tracks.size(); ++i) {
        const auto& [x, y] = m_chosen.tracks[i];
        m_canvas->setTrack(i, logs::curveTrack(table, x.id, y.id));
    }
    m_canvas->refresh();
    updateList();
    updateStatistics();
}

std::optional<std::pair<double, double>> PlotPanel::valueAt(const SignalId& id,
                                                            double recordTimeS) const {
    const auto curve = std::ranges::find(m_chosen.curves, CurveId{id, 0, 0.0}, &ChosenCurve::id);
    return curve == m_chosen.curves.end()
               ? std::nullopt
               : curveAt(static_cast<std::size_t>(curve - m_chosen.curves.begin()), recordTimeS);
}

std::optional<std::pair<double, double>> PlotPanel::curveAt(std::size_t curve,
                                                            double recordTimeS) const {
    const std::vector<double>& values = m_values[curve];
    if (!m_table || values.empty()) {
        return std::nullopt;
    }
    const auto& times = m_table->recordTimeS;
    auto behind = std::ranges::upper_bound(times, recordTimeS + kTimeToleranceS);
    while (behind != times.begin()) {
        --behind;
        const double value = values[static_cast<std::size_t>(behind - times.begin())];
        if (!std::isnan(value)) {
            return std::pair(value, *behind);
        }
    }
    return std::nullopt;
}

double PlotPanel::gameTimeAt(double recordTimeS) const {
    return m_index && m_index->frameCount() > 0
               ? m_index->gameTimeS(m_index->frameAtRecordTime(recordTimeS + kTimeToleranceS))
               : recordTimeS;
}

void PlotPanel::updateList() {
    const auto& interval = m_marked ? m_marked : m_loop;
    std::vector<CurveListRow> rows;
    for (std::size_t i = 0; i < m_chosen.curves.size(); ++i) {
        const ChosenCurve& curve = m_chosen.curves[i];
        const QString unit = curve.unitText();
        CurveListRow row{.name = curve.nameText(),
                         .color = curveColor(i),
                         .value = QStringLiteral("-"),
                         .age = {},
                         .toolTip =
                             m_isAbsent[i] ? tr("The current match has no such signal") : QString(),
                         .isThere = !m_isAbsent[i]};
        if (const auto value = curveAt(i, m_timeS)) {
            row.value = numberText(value->first, 3, unit);
            row.age = ageText(m_timeS - value->second);
        }
        if (interval) { // with two cursors: how much it changes between them
            const auto a = curveAt(i, interval->beginS);
            const auto b = curveAt(i, interval->endS);
            if (a && b) {
                row.value += tr("  B-A %1").arg(numberText(b->first - a->first, 3, unit));
            }
        }
        rows.push_back(std::move(row));
    }
    for (const ChosenTrack& track : m_chosen.tracks) {
        rows.push_back({.name = track.nameText(),
                        .color = curveColor(rows.size()),
                        .value = {},
                        .age = {},
                        .toolTip = tr("Click in the plot to go to that time")});
    }
    m_list->setRows(rows);
}

void PlotPanel::updateHint() {
    m_canvas->setHint(
        m_frame ? tr("Check signals in the list on the left, or search for them: "
                     "ball.speed, left knee. Or double-click a value in Objects or Agent.")
                : tr("Plots show match values over time. Open a log or a live match, "
                     "then select signals on the left."));
}

void PlotPanel::updateInterval() {
    m_canvas->setStretch(m_marked ? m_marked : m_loop);
    updateList();
    updateStatistics();
}

void PlotPanel::updateStatistics() {
    if (!m_statistics->isVisibleTo(this)) {
        return;
    }
    const logs::LoopRange interval =
        m_marked ? *m_marked
        : m_loop ? *m_loop
                 : logs::LoopRange{m_canvas->visibleBeginS(), m_canvas->visibleEndS()};
    const QString times = intervalText(interval);
    const QString text = m_marked ? tr("Selected: %1").arg(times)
                         : m_loop ? tr("Loop: %1").arg(times)
                                  : tr("Shown: %1. Shift + drag selects an interval.").arg(times);
    std::vector<StatisticsRow> rows;
    for (std::size_t i = 0; i < m_chosen.curves.size(); ++i) {
        const ChosenCurve& curve = m_chosen.curves[i];
        const bool hasValues = m_table && !m_values[i].empty();
        const auto timesS =
            hasValues ? std::span<const double>(m_table->recordTimeS) : std::span<const double>();
        rows.push_back(
            {curve.nameText(), curve.unitText(), curveColor(i),
             logs::curveStatistics(timesS, m_values[i], interval.beginS, interval.endS)});
    }
    m_statistics->setRows(text, rows);
    fitStatistics();
}

// By the game clock where it runs all the while; it stands before the kick-off.
QString PlotPanel::intervalText(const logs::LoopRange& interval) const {
    constexpr double kSameLengthS = 0.5;
    const auto fromTo = [](double beginS, double endS) {
        return tr("%1 to %2").arg(clockText(beginS, true), clockText(endS, true));
    };
    const double lengthS = interval.endS - interval.beginS;
    const double clockBeginS = gameTimeAt(interval.beginS);
    const double clockEndS = gameTimeAt(interval.endS);
    const QString byClock = fromTo(clockBeginS, clockEndS);
    const bool hasRun = std::abs(clockEndS - clockBeginS - lengthS) < kSameLengthS;
    return tr("%1 (%2 s)")
        .arg(hasRun
                 ? byClock
                 : tr("recording %1, game %2").arg(fromTo(interval.beginS, interval.endS), byClock))
        .arg(lengthS, 0, 'f', 2);
}

} // namespace sideline::widgets
