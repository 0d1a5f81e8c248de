#include <algorithm>
#include <cmath>

#include <QToolTip>

#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"
#include "widgets/localization/localize_curves_parts.h"

namespace sideline::widgets {

namespace {

constexpr int kClickPx = 4; // a shorter movement is a click

} // namespace

// --- mouse

void LocalizeCurves::Parts::press(const QMouseEvent& event) {
    if (isEmpty() || event.button() != Qt::LeftButton || isOnValueAxis(event.pos())) {
        return;
    }
    pressedAt = event.pos();
    grippedS = timeAt(event.pos().x());
    grip = event.modifiers().testFlag(Qt::ShiftModifier) ? Grip::Mark : Grip::Waiting;
}

void LocalizeCurves::Parts::move(const QMouseEvent& event) {
    if (isEmpty()) {
        return;
    }
    const bool hasMoved = (event.pos() - pressedAt).manhattanLength() >= kClickPx;
    if (grip == Grip::Waiting && hasMoved) {
        grip = Grip::Move;
        plot->setCursor(Qt::ClosedHandCursor);
    }
    if (grip == Grip::Move) {
        const double aheadS = grippedS - timeAt(event.pos().x());
        userShowsTime(state.beginS + aheadS, state.endS + aheadS);
    } else if (grip == Grip::Mark && hasMoved) {
        mark(grippedS, timeAt(event.pos().x()));
    } else if (grip == Grip::None) {
        plot->setCursor(isOnValueAxis(event.pos()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
        showTip(event);
    }
}

void LocalizeCurves::Parts::release(const QMouseEvent& event) {
    const Grip was = std::exchange(grip, Grip::None);
    plot->unsetCursor();
    if (isEmpty() || event.button() != Qt::LeftButton) {
        return;
    }
    const bool hasMoved = (event.pos() - pressedAt).manhattanLength() >= kClickPx;
    if (was == Grip::Waiting) {
        const auto extent = extentOf(state.set.get());
        Q_EMIT owner.seekRequested(std::clamp(grippedS, extent->first, extent->second));
    } else if (was == Grip::Mark && !hasMoved) {
        clearMark();
    } else if (was == Grip::Mark && state.intervalS) {
        Q_EMIT owner.intervalMarked(state.intervalS->first, state.intervalS->second);
    }
}

void LocalizeCurves::Parts::turnWheel(const QWheelEvent& event) {
    if (isEmpty()) {
        return;
    }
    constexpr double kNotch = 120.0;
    constexpr double kPerNotch = 0.8;
    const QPoint pos = event.position().toPoint();
    const double notches = event.angleDelta().y() / kNotch;
    const double sideways = event.angleDelta().x() / kNotch;
    const double factor = std::pow(kPerNotch, notches);
    if (CurveRow* row = rowAt(pos); row != nullptr && isOnValueAxis(pos)) {
        zoomValues(*row, factor);
        return;
    }
    const double lengthS = state.endS - state.beginS;
    if (sideways != 0.0 || event.modifiers().testFlag(Qt::ShiftModifier)) {
        const double aheadS = -0.1 * lengthS * (sideways != 0.0 ? sideways : notches);
        userShowsTime(state.beginS + aheadS, state.endS + aheadS);
        return;
    }
    const double atS = timeAt(pos.x());
    userShowsTime(atS - factor * (atS - state.beginS), atS + factor * (state.endS - atS));
}

// Linear axes keep 0 in place; on logarithmic axes, only the lower end moves.
void LocalizeCurves::Parts::zoomValues(CurveRow& row, double factor) {
    const QCPRange now = row.rect->axis(QCPAxis::atLeft)->range();
    ValueRange range{now.lower * factor, now.upper * factor};
    if (row.isLogarithmic) {
        range = {now.upper * std::pow(now.lower / now.upper, factor), now.upper};
    }
    constexpr double kMin = 1e-6;
    if (range.upper > kMin && range.upper < 1.0 / kMin && range.lower < range.upper) {
        row.byHand = range;
        rescale();
    }
}

void LocalizeCurves::Parts::mark(double aS, double bS) {
    const auto extent = extentOf(state.set.get());
    const auto inside = [&](double timeS) {
        return std::clamp(timeS, extent->first, extent->second);
    };
    state.intervalS = std::minmax(inside(aS), inside(bS));
    replot();
}

void LocalizeCurves::Parts::clearMark() {
    if (state.intervalS) {
        state.intervalS.reset();
        replot();
        Q_EMIT owner.intervalMarked(state.beginS, state.beginS);
    }
}

// Shows the curve nearest to the mouse, with its value there.
void LocalizeCurves::Parts::showTip(const QMouseEvent& event) const {
    constexpr double kNearPx = 7.0;
    const CurveRow* row = rowAt(event.pos());
    QString text;
    if (row != nullptr && row->rect->rect().contains(event.pos())) {
        const double atS = timeAt(event.pos().x());
        double nearestPx = kNearPx;
        for (const LocalizeCurve* curve : row->curves(state)) {
            const auto value = shownValueAt(state.set->timeS, *curve, atS);
            if (!value) {
                continue;
            }
            const double y = row->rect->axis(QCPAxis::atLeft)
                                 ->coordToPixel(row->isLogarithmic ? std::abs(*value) : *value);
            if (const double awayPx = std::abs(y - event.pos().y()); awayPx < nearestPx) {
                nearestPx = awayPx;
                text = tr("%1: %2 at %3 of the recording")
                           .arg(curve->name,
                                QStringLiteral("%1 %2")
                                    .arg(shownText(row->quantity, *value), unitOf(row->quantity))
                                    .trimmed(),
                                clockText(atS, true));
            }
        }
        for (const double beamS : state.set->beamsS) {
            if (std::abs(row->rect->axis(QCPAxis::atBottom)->coordToPixel(beamS) -
                         event.pos().x()) < 3.0 &&
                text.isEmpty()) {
                text = tr("Beamed at %1 of the recording").arg(clockText(beamS, true));
            }
        }
    } else if (row != nullptr && isOnValueAxis(event.pos())) {
        text = row->kind == RangeKind::Full || row->byHand
                   ? tr("Double-click: back to 99 % of the values")
                   : tr("Shows 99 % of the values; arrows mark where a curve leaves the "
                        "plot.\nDouble-click: all values; wheel: zoom");
    }
    QToolTip::showText(event.globalPosition().toPoint(), text, plot);
}

void LocalizeCurves::Parts::choosePlot(LocalizeQuantity quantity, bool isOn) {
    std::vector<LocalizeQuantity> chosen;
    for (const LocalizeQuantity each : kAllQuantities) {
        if (each == quantity ? isOn : find(each) != nullptr) {
            chosen.push_back(each);
        }
    }
    owner.setQuantities(chosen);
    Q_EMIT owner.choiceChanged();
}

void LocalizeCurves::Parts::fillMenu() {
    menu->clear();
    const auto add = [this](QMenu* to, const QString& text, bool isOn, auto slot) {
        QAction* action = to->addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        QObject::connect(action, &QAction::toggled, &owner, slot);
        return action;
    };
    menu->addSection(tr("Plots"));
    for (const LocalizeQuantity quantity : kAllQuantities) {
        if (quantity != LocalizeQuantity::Value) {
            add(menu, QStringLiteral("%1 [%2]").arg(nameOf(quantity), unitOf(quantity)),
                find(quantity) != nullptr,
                [this, quantity](bool isOn) { choosePlot(quantity, isOn); });
        }
    }
    if (const QStringList names = owner.valueNames(); !names.isEmpty()) {
        menu->addSection(tr("The agent's own values"));
        for (const QString& name : names) {
            add(menu, name, name == state.valueName, [this, name](bool isOn) {
                owner.setValueName(isOn ? name : QString());
                Q_EMIT owner.choiceChanged();
            });
        }
    }
    menu->addSeparator();
    QMenu* scales = menu->addMenu(tr("Logarithmic scale"));
    for (const LocalizeQuantity quantity : kAllQuantities) {
        add(scales, nameOf(quantity), logarithmic[static_cast<std::size_t>(quantity)],
            [this, quantity](bool isOn) {
                owner.setLogarithmic(quantity, isOn);
                Q_EMIT owner.choiceChanged();
            });
    }
    menu->addSeparator();
    QAction* all = menu->addAction(icon(QStringLiteral("fit")), tr("Show the whole time range"));
    all->setEnabled(!isEmpty());
    if (rollingS) {
        add(menu, tr("Follow newest"), !wasRangeSet, [this](bool isOn) {
            wasRangeSet = !isOn;
            follow();
        });
    }
    QObject::connect(all, &QAction::triggered, &owner, [this] { showAll(); });
    QAction* values = menu->addAction(tr("Show all values"));
    values->setCheckable(true);
    values->setChecked(!rows.empty() && std::ranges::all_of(rows, [](const auto& row) {
        return row->kind == RangeKind::Full && !row->byHand;
    }));
    QObject::connect(values, &QAction::toggled, &owner, [this](bool isOn) {
        for (const auto& row : rows) {
            row->kind = isOn ? RangeKind::Full : RangeKind::Robust;
            row->byHand.reset();
        }
        rescale();
    });
    QAction* unmark = menu->addAction(tr("Clear the interval"));
    unmark->setEnabled(state.intervalS.has_value());
    QObject::connect(unmark, &QAction::triggered, &owner, [this] { clearMark(); });
}

} // namespace sideline::widgets
