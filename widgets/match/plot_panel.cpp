#include "widgets/match/plot_panel.h"

#include <algorithm>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using logs::CurveId;
using logs::SignalId;

constexpr std::size_t kMaxCurves = 24;

} // namespace

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent),
      m_splitter(new QSplitter),
      m_canvas(new PlotCanvas),
      m_tree(new SignalTree),
      m_list(new CurveList),
      m_statistics(new StatisticsTable),
      m_menus(*this),
      m_shelf(*this, m_data, *m_canvas) {
    build();
    connect(&m_shelf, &PlotShelf::curvesChanged, this, &PlotPanel::showChanged);
    connect(&m_shelf, &PlotShelf::formulaPlotted, this,
            [this](const PlotFormula& formula) { toggleFormula(formula.name, true); });
    connect(&m_shelf, &PlotShelf::rangeRequested, this, [this](double beginS, double endS) {
        showRange(beginS, endS);
        Q_EMIT rangeChanged(beginS, endS);
    });
    connect(&m_shelf, &PlotShelf::messageRequested, this, &PlotPanel::messageRequested);
    connect(m_tree, &SignalTree::formulaToggled, this, &PlotPanel::toggleFormula);
    connect(m_tree, &SignalTree::formulaEditRequested, &m_shelf, &PlotShelf::editFormula);
    connect(m_tree, &SignalTree::formulaRemoveRequested, &m_shelf, &PlotShelf::removeFormula);
    connect(&m_menus, &PlotMenus::curveRequested, this, &PlotPanel::choose);
    connect(&m_menus, &PlotMenus::trackRequested, this, &PlotPanel::chooseTrack);
    connect(m_tree, &SignalTree::toggled, this,
            [this](const SignalId& id, bool isOn) { isOn ? addSignal(id) : removeSignal(id); });
    connect(m_tree, &SignalTree::pathRequested, this,
            [this](const monitor::ObjectId& object) { chooseTrack(pathOf(object, m_frame)); });
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
    rebuild();
    updateHint();
}

PlotPanel::~PlotPanel() = default;

// --- the match

void PlotPanel::setFrame(const logs::FetchedFrame& fetched) {
    const bool isNewMatch = !m_frame;
    m_frame = fetched.exact;
    m_shelf.setFrame(m_frame);
    const bool isNewTree = m_tree->setFrame(m_frame);
    const bool isOther = isNewTree && m_data.chosen.resolve(*m_frame);
    if (isOther) {
        rebuild();
    }
    if ((isNewMatch || isOther) && !m_data.chosen.isEmpty()) {
        requestSignals();
    }
    if (isNewMatch) {
        updateHint();
    }
    setTime(m_frame->recordTimeS);
}

void PlotPanel::clearFrame() {
    m_frame = nullptr;
    m_shelf.setFrame(nullptr);
    m_tree->setFrame(nullptr);
    m_data.setTable(nullptr);
    m_marked.reset();
    setIndex(nullptr);
    m_canvas->fitValues();
    updateInterval();
    fillValues();
    updateHint();
}

void PlotPanel::setIndex(std::shared_ptr<const logs::LogIndex> index) {
    m_canvas->setIndex(index);
    m_data.setIndex(std::move(index));
}

void PlotPanel::setTable(std::shared_ptr<const logs::SignalTable> table) {
    m_data.setTable(std::move(table));
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

// --- chosen curves

ChosenCurve PlotPanel::named(const CurveId& id) const {
    return {id, logs::signalName(id.signal, m_frame.get())};
}

void PlotPanel::choose(ChosenCurve curve) {
    if (m_data.chosen.contains(curve.id)) {
        return;
    }
    if (m_data.chosen.curves.size() == kMaxCurves) {
        rebuild(); // resets the check mark in the tree
        Q_EMIT messageRequested(tr("No more than %1 curves at a time").arg(kMaxCurves), false);
        return;
    }
    m_data.chosen.curves.push_back(std::move(curve));
    rebuild();
    fitNames();
    m_list->setCurrentRow(m_data.chosen.curves.size() - 1);
    requestSignals();
}

void PlotPanel::chooseTrack(const ChosenTrack& track) {
    const auto isSame = [&](const ChosenTrack& other) {
        return other.x.id == track.x.id && other.y.id == track.y.id;
    };
    if (std::ranges::none_of(m_data.chosen.tracks, isSame)) {
        m_data.chosen.tracks.push_back(track);
        rebuild();
        m_list->setCurrentRow(m_data.chosen.curves.size() + m_data.chosen.tracks.size() - 1);
        requestSignals();
    }
}

void PlotPanel::removeSignal(const SignalId& id) {
    const auto isOf = [&](const ChosenCurve& curve) {
        return curve.id.formula == nullptr && curve.id.signal == id;
    };
    if (std::erase_if(m_data.chosen.curves, isOf) > 0) {
        rebuild();
        requestSignals();
    }
}

void PlotPanel::toggleFormula(const std::string& name, bool isOn) {
    const PlotFormula* formula = m_data.chosen.findFormula(name);
    if (formula == nullptr) {
        return;
    }
    if (isOn) {
        choose({{{}, 0, 0.0, formula->formula}, name});
        return;
    }
    std::erase_if(m_data.chosen.curves,
                  [&](const ChosenCurve& curve) { return curve.id.formula == formula->formula; });
    rebuild();
    requestSignals();
}

void PlotPanel::showChanged() {
    m_tree->setFormulas(m_data.chosen.formulas);
    rebuild();
    fitNames();
    updateHint();
    requestSignals();
}

void PlotPanel::remove(std::size_t row) {
    const auto curves = m_data.chosen.curves.size();
    if (row < curves) {
        m_data.chosen.curves.erase(m_data.chosen.curves.begin() + static_cast<std::ptrdiff_t>(row));
    } else {
        m_data.chosen.tracks.erase(m_data.chosen.tracks.begin() +
                                   static_cast<std::ptrdiff_t>(row - curves));
    }
    rebuild();
    requestSignals();
}

void PlotPanel::clearSignals() {
    m_data.chosen.clearCurves();
    rebuild();
    requestSignals();
}

// --- display

void PlotPanel::rebuild() {
    std::vector<TimeCurve> curves;
    for (std::size_t i = 0; i < m_data.chosen.curves.size(); ++i) {
        const ChosenCurve& curve = m_data.chosen.curves[i];
        curves.push_back(
            {curve.nameText(), curve.unitText(), curve.plotKey(), m_data.chosen.colorOf(i)});
    }
    std::vector<XyCurve> tracks;
    for (const auto& [x, y] : m_data.chosen.tracks) {
        tracks.push_back({x.nameWithUnit(), y.nameWithUnit(),
                          logs::curveUnit(x.id) == logs::curveUnit(y.id),
                          curveColor(curves.size() + tracks.size())});
    }
    m_canvas->setCurves(curves, tracks);
    m_tree->setTicked(m_data.chosen.curves);
    fillValues();
}

void PlotPanel::fillValues() {
    m_data.fill();
    const logs::SignalTable& table = m_data.table();
    for (std::size_t i = 0; i < m_data.chosen.curves.size(); ++i) {
        m_canvas->setValues(i, table.recordTimeS, m_data.values(i));
    }
    for (std::size_t i = 0; i < m_data.chosen.tracks.size(); ++i) {
        const auto& [x, y] = m_data.chosen.tracks[i];
        m_canvas->setTrack(i, logs::curveTrack(table, x.id, y.id));
    }
    m_canvas->refresh();
    updateList();
    updateStatistics();
}

void PlotPanel::updateList() {
    m_list->setRows(m_data.listRows(m_timeS, selected()));
}

void PlotPanel::updateMenus() {
    m_menus.setState(m_data.chosen, static_cast<std::size_t>(m_list->currentRow()), m_frame);
}

void PlotPanel::updateHint() {
    m_canvas->setHint(
        m_frame ? tr("Check signals in the list on the left, or search for them: "
                     "ball.speed, left knee. Or double-click a value in Objects or Agent.")
                : tr("Plots show match values over time. Open a log or a live match, "
                     "then select signals on the left."));
}

void PlotPanel::updateInterval() {
    m_canvas->setStretch(selected());
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
    const QString times = m_data.intervalText(interval);
    const QString text = m_marked ? tr("Selected: %1").arg(times)
                         : m_loop ? tr("Loop: %1").arg(times)
                                  : tr("Shown: %1. Shift + drag selects an interval.").arg(times);
    m_statistics->setRows(text, m_data.statistics(interval));
    fitStatistics();
}

} // namespace sideline::widgets
