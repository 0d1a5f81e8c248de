// Speed of plots of long matches with software rendering: twelve curves in three plots, of 10 s, 60
// s and 10 minutes with a frame every 40 ms, and of 10 minutes with every cycle.
// The last values of each length are for lines drawn by Qt's general stroker.
// usage: xvfb-run plots_bench
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include <QApplication>
#include <QTest>
#include <QWheelEvent>

#include "tests/bench/step_times.h"
#include "widgets/common/custom_plot.h"
#include "widgets/match/plot_panel.h"

namespace {

using namespace sideline;
using bench::measure;
using logs::Quantity;
using logs::SignalId;

std::vector<SignalId> chosenSignals() {
    std::vector<SignalId> ids;
    for (const Quantity quantity : {Quantity::XM, Quantity::YM, Quantity::SpeedMps}) {
        ids.push_back({quantity, monitor::ObjectId::ball(), -1});
        for (const int number : {1, 2, 3}) {
            ids.push_back(
                {quantity,
                 monitor::ObjectId::ofRobot({game::Side::Left, game::UniformNumber(number)}), -1});
        }
    }
    return ids;
}

logs::SignalTable longTable(const std::vector<SignalId>& ids, double lengthS, double stepS) {
    logs::SignalTable table;
    table.signals = ids;
    const auto count = static_cast<std::size_t>(lengthS / stepS);
    table.values.resize(ids.size());
    table.breaks.resize(ids.size());
    for (std::size_t n = 0; n < count; ++n) {
        const double timeS = static_cast<double>(n) * stepS;
        table.frames.push_back(static_cast<logs::FrameNumber>(n));
        table.recordTimeS.push_back(timeS);
        table.gameTimeS.push_back(timeS);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto place = static_cast<double>(i + 1);
            table.values[i].push_back(9.0 * std::sin(0.07 * place * timeS) +
                                      0.3 * std::sin(3.1 * place * timeS));
            table.breaks[i].push_back(0);
        }
    }
    return table;
}

void turnWheel(QWidget& widget, const QPointF& pos, int delta) {
    QWheelEvent event(pos, widget.mapToGlobal(pos), QPoint(), QPoint(0, delta), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

void measureTable(const std::string& name, double lengthS, double stepS) {
    const std::vector<SignalId> ids = chosenSignals();
    const auto table = std::make_shared<const logs::SignalTable>(longTable(ids, lengthS, stepS));
    widgets::PlotPanel panel;
    panel.resize(1280, 500);
    for (const SignalId& id : ids) {
        panel.addSignal(id);
    }
    panel.show();
    if (!QTest::qWaitForWindowExposed(&panel)) {
        std::fprintf(stderr, "no window\n");
        return;
    }
    panel.setTable(table);
    panel.showRange(0.0, lengthS);
    QApplication::processEvents();
    auto& canvas = *panel.findChild<widgets::PlotCanvas*>();
    auto& plot = *canvas.findChild<QCustomPlot*>();
    const QPointF middle(plot.width() / 2.0, plot.height() / 4.0);
    measure((name + ", cursor").c_str(),
            [&](int i) { panel.setTime(lengthS * i / bench::kSteps); });
    measure((name + ", more came").c_str(), [&](int /*i*/) { panel.setTable(table); });
    measure((name + ", pan").c_str(),
            [&](int i) { panel.showRange(lengthS * 0.2 + 0.01 * i, lengthS * 0.8 + 0.01 * i); });
    panel.showRange(0.0, lengthS);
    measure((name + ", zoom").c_str(),
            [&](int i) { turnWheel(plot, middle, i % 8 < 4 ? 120 : -120); });
    panel.showRange(0.0, lengthS);
    plot.setPlottingHint(QCP::phFastPolylines, false);
    measure((name + ", more came, stroked").c_str(), [&](int /*i*/) { panel.setTable(table); });
}

} // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    measureTable("10 s", 10.0, 0.04);
    measureTable("60 s", 60.0, 0.04);
    measureTable("10 min", 600.0, 0.04);
    measureTable("10 min, every cycle", 600.0, 0.02);
    return 0;
}
