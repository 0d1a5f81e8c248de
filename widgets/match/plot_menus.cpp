#include "widgets/match/plot_menus.h"

#include <array>

#include <QInputDialog>

#include "logs/match/signals.h"

namespace sideline::widgets {

namespace {

using logs::CurveId;
using logs::Quantity;

CurveId derivativeOf(CurveId id, int times) {
    id.derivative = times;
    return id;
}

} // namespace

ChosenTrack pathOf(const monitor::ObjectId& object, const monitor::MatchFramePtr& frame) {
    const auto named = [&](Quantity quantity) {
        const CurveId id{{quantity, object, -1}, 0, 0.0};
        return ChosenCurve{id, logs::signalName(id.signal, frame.get())};
    };
    return {named(Quantity::XM), named(Quantity::YM)};
}

void PlotMenus::setState(const ChosenCurves& chosen, std::size_t row,
                         const monitor::MatchFramePtr& frame) {
    m_chosen = chosen;
    m_row = row;
    m_frame = frame;
}

const ChosenCurve* PlotMenus::current() const {
    return m_row < m_chosen.curves.size() ? &m_chosen.curves[m_row] : nullptr;
}

void PlotMenus::fillDerived(QMenu& menu) {
    const ChosenCurve* curve = current();
    if (curve == nullptr) {
        menu.addAction(tr("Select a signal first"))->setEnabled(false);
        return;
    }
    constexpr int kMaxDerivatives = 2;
    const std::array names = {tr("Derivative of %1"), tr("Second derivative of %1")};
    for (int times = 1; curve->id.derivative + times <= kMaxDerivatives; ++times) {
        const ChosenCurve derived{derivativeOf(curve->id, curve->id.derivative + times),
                                  curve->signalName};
        menu.addAction(names[static_cast<std::size_t>(times - 1)].arg(curve->nameWithUnit()), this,
                       [this, derived] { Q_EMIT curveRequested(derived); });
    }
    if (menu.isEmpty()) {
        menu.addAction(tr("No third derivative"))->setEnabled(false);
    }
}

void PlotMenus::fillAverages(QMenu& menu) {
    const ChosenCurve* curve = current();
    if (curve == nullptr) {
        menu.addAction(tr("Select a signal first"))->setEnabled(false);
        return;
    }
    const auto add = [this, chosen = *curve](double widthS) {
        ChosenCurve averaged = chosen;
        averaged.id.averageS = widthS;
        Q_EMIT curveRequested(averaged);
    };
    for (const double widthS : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0}) {
        menu.addAction(tr("Mean over %1 s").arg(widthS), this, [add, widthS] { add(widthS); });
    }
    menu.addAction(tr("Another width..."), this, [this, add] {
        bool isChosen = false;
        const double widthS = QInputDialog::getDouble(&m_dialogs, tr("Moving average"),
                                                      tr("Width of the window, seconds"), 1.0, 0.02,
                                                      600.0, 2, &isChosen);
        if (isChosen) {
            add(widthS);
        }
    });
}

void PlotMenus::fillAgainst(QMenu& menu) {
    const ChosenCurve* curve = current();
    if (curve == nullptr) {
        if (m_frame && m_frame->ball) {
            menu.addAction(tr("ball.y against ball.x"), this, [this] {
                Q_EMIT trackRequested(pathOf(monitor::ObjectId::ball(), m_frame));
            });
        } else {
            menu.addAction(tr("Select a signal first"))->setEnabled(false);
        }
        return;
    }
    const auto add = [&](const ChosenTrack& track) {
        menu.addAction(track.nameText(), this, [this, track] { Q_EMIT trackRequested(track); });
    };
    for (const ChosenCurve& other : m_chosen.curves) {
        if (other.id != curve->id) {
            add({{other.id, other.signalName}, {curve->id, curve->signalName}});
        }
    }
    const monitor::ObjectId object = curve->id.signal.object;
    if (object.kind != monitor::ObjectId::Kind::None) {
        menu.addSeparator();
        add(pathOf(object, m_frame));
    }
    if (menu.isEmpty()) {
        menu.addAction(tr("Select a second signal first"))->setEnabled(false);
    }
}

} // namespace sideline::widgets
