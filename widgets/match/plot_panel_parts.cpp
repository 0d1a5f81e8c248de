// How the panel of plots is built, its menus, and the files that it writes.
#include "widgets/match/plot_panel.h"

#include <algorithm>
#include <array>
#include <ostream>

#include <QFileDialog>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QVBoxLayout>

#include "logs/match/log_export.h"
#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/save_file.h"

namespace sideline::widgets {

namespace {

using logs::CurveId;
using logs::Quantity;

CurveId derivativeOf(CurveId id, int times) {
    id.derivative = times;
    return id;
}

} // namespace

void PlotPanel::build() {
    auto* side = new QWidget;
    buildButtons(side);
    m_statistics->hide();
    auto* right = new QWidget;
    auto* plots = columnIn(right, 0);
    plots->addWidget(m_canvas, 1);
    plots->addWidget(m_statistics);
    m_splitter->addWidget(side);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({270, 600});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isSplitByHand = true; });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_splitter);
}

void PlotPanel::buildButtons(QWidget* side) {
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* top = new QHBoxLayout;
    auto* fit = addButton(top, "fit", {}, tr("Show the whole time and all values"));
    auto* clear = addButton(top, "clear", {}, tr("Remove all curves"));
    auto* csv = addButton(top, "export", {}, tr("Save the values as CSV"));
    auto* image = addButton(top, "camera", {}, tr("Save the plot as an image (PNG or PDF)"));
    auto* statistics =
        addButton(top, nullptr, tr("Statistics"),
                  tr("Count, min, max, mean and standard deviation over an interval"));
    statistics->setCheckable(true);
    top->addStretch(1);
    auto* bottom = new QHBoxLayout;
    auto* derive = addButton(bottom, nullptr, tr("d/dt"), tr("Derivative of the selected curve"));
    auto* average =
        addButton(bottom, nullptr, tr("Average"), tr("Moving average of the selected curve"));
    auto* against =
        addButton(bottom, nullptr, tr("XY"),
                  tr("Plot the selected curve against another one, such as ball.y against ball.x"));
    bottom->addStretch(1);
    const std::array menus = {std::pair(derive, &PlotPanel::fillDerived),
                              std::pair(average, &PlotPanel::fillAverages),
                              std::pair(against, &PlotPanel::fillAgainst)};
    for (const auto& [button, fill] : menus) {
        auto* menu = new QMenu(button);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        connect(menu, &QMenu::aboutToShow, this, [this, menu, fill = fill] {
            menu->clear();
            (this->*fill)(*menu);
        });
    }
    column->addLayout(top);
    column->addWidget(m_tree, 3);
    column->addLayout(bottom);
    column->addWidget(m_list, 2);
    connect(fit, &QToolButton::clicked, this, [this] {
        m_canvas->fitValues();
        Q_EMIT showAllRequested();
    });
    connect(clear, &QToolButton::clicked, this, &PlotPanel::clearSignals);
    connect(csv, &QToolButton::clicked, this, &PlotPanel::exportCsv);
    connect(image, &QToolButton::clicked, this, &PlotPanel::exportImage);
    connect(statistics, &QToolButton::toggled, this, [this](bool isOn) {
        m_statistics->setVisible(isOn);
        updateStatistics();
    });
}

QToolButton* PlotPanel::addButton(QLayout* row, const char* iconName, const QString& text,
                                  const QString& tip) {
    auto* button = new QToolButton;
    button->setToolTip(tip);
    button->setText(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    row->addWidget(button);
    if (iconName != nullptr) {
        m_buttons.emplace_back(button, QLatin1String(iconName));
    }
    return button;
}

// --- menus

void PlotPanel::fillDerived(QMenu& menu) {
    const ChosenCurve* curve = current();
    if (curve == nullptr) {
        menu.addAction(tr("Select a signal first"))->setEnabled(false);
        return;
    }
    constexpr int kMostDerivatives = 2;
    const std::array names = {tr("Derivative of %1"), tr("Second derivative of %1")};
    for (int times = 1; curve->id.derivative + times <= kMostDerivatives; ++times) {
        const ChosenCurve derived{derivativeOf(curve->id, curve->id.derivative + times),
                                  curve->signalName};
        menu.addAction(names[static_cast<std::size_t>(times - 1)].arg(curve->nameWithUnit()), this,
                       [this, derived] { choose(derived); });
    }
    if (menu.isEmpty()) {
        menu.addAction(tr("No third derivative"))->setEnabled(false);
    }
}

void PlotPanel::fillAverages(QMenu& menu) {
    const ChosenCurve* curve = current();
    if (curve == nullptr) {
        menu.addAction(tr("Select a signal first"))->setEnabled(false);
        return;
    }
    const auto add = [this, wanted = *curve](double widthS) {
        ChosenCurve averaged = wanted;
        averaged.id.averageS = widthS;
        choose(averaged);
    };
    for (const double widthS : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0}) {
        menu.addAction(tr("Mean over %1 s").arg(widthS), this, [add, widthS] { add(widthS); });
    }
    menu.addAction(tr("Another width..."), this, [this, add] {
        bool isChosen = false;
        const double widthS =
            QInputDialog::getDouble(this, tr("Moving average"), tr("Width of the window, seconds"),
                                    1.0, 0.02, 600.0, 2, &isChosen);
        if (isChosen) {
            add(widthS);
        }
    });
}

void PlotPanel::fillAgainst(QMenu& menu) {
    const ChosenCurve* curve = current();
    if (curve == nullptr) {
        if (m_frame && m_frame->ball) {
            menu.addAction(tr("ball.y against ball.x"), this,
                           [this] { addPath(monitor::ObjectId::ball()); });
        } else {
            menu.addAction(tr("Select a signal first"))->setEnabled(false);
        }
        return;
    }
    const auto add = [&](const ChosenCurve& x, const ChosenCurve& y) {
        menu.addAction(ChosenTrack{x, y}.nameText(), this, [this, x, y] { addTrack(x.id, y.id); });
    };
    for (const ChosenCurve& other : m_chosen.curves) {
        if (other.id != curve->id) {
            add(other, *curve);
        }
    }
    const monitor::ObjectId object = curve->id.signal.object;
    if (object.kind != monitor::ObjectId::Kind::None) {
        menu.addSeparator();
        add(named({{Quantity::XM, object, -1}, 0, 0.0}),
            named({{Quantity::YM, object, -1}, 0, 0.0}));
    }
    if (menu.isEmpty()) {
        menu.addAction(tr("Select a second signal first"))->setEnabled(false);
    }
}

void PlotPanel::showCurveMenu(int row, const QPoint& globalPos) {
    QMenu menu;
    if (static_cast<std::size_t>(row) < m_chosen.curves.size()) {
        fillDerived(menu);
        fillAverages(*menu.addMenu(tr("Moving average")));
        fillAgainst(*menu.addMenu(tr("XY plot")));
        menu.addSeparator();
    }
    menu.addAction(tr("Remove"), this, [this, row] { remove(static_cast<std::size_t>(row)); });
    menu.exec(globalPos);
}

// --- looks and files

void PlotPanel::applyPalette() {
    for (const auto& [button, iconName] : m_buttons) {
        button->setIcon(icon(iconName, palette().color(QPalette::ButtonText)));
    }
}

void PlotPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        applyPalette();
    }
    QWidget::changeEvent(event);
}

void PlotPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitStatistics();
}

// All rows of the statistics, as long as the plots keep most of the height.
void PlotPanel::fitStatistics() {
    constexpr int kMostPercent = 38;
    m_statistics->setFixedHeight(
        std::min(m_statistics->sizeHint().height(), height() * kMostPercent / 100));
}

// Paths of agents' values are long: the list gets wider for them, unless the user has moved its
// edge.
void PlotPanel::fitNames() {
    constexpr int kMostPercent = 42;
    const QList<int> sizes = m_splitter->sizes();
    const int wantedPx =
        std::min(m_list->wantedWidth(), (sizes[0] + sizes[1]) * kMostPercent / 100);
    if (!m_isSplitByHand && wantedPx > sizes[0]) {
        m_splitter->setSizes({wantedPx, sizes[0] + sizes[1] - wantedPx});
    }
}

void PlotPanel::exportCsv() {
    if (!m_table || m_chosen.isEmpty()) {
        Q_EMIT messageRequested(tr("Select a signal first"), false);
        return;
    }
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the values"), QStringLiteral("signals.csv"), tr("CSV tables (*.csv)"));
    if (file.isEmpty()) {
        return;
    }
    std::vector<logs::CurveColumn> columns;
    const auto add = [&](const ChosenCurve& curve) {
        auto values = logs::curveValues(*m_table, curve.id);
        const auto isSame = [&](const logs::CurveColumn& c) { return c.name == curve.name(); };
        if (values && std::ranges::none_of(columns, isSame)) {
            columns.push_back({curve.name(), logs::curveUnit(curve.id), std::move(*values)});
        }
    };
    std::ranges::for_each(m_chosen.curves, add);
    for (const auto& [x, y] : m_chosen.tracks) {
        add(x);
        add(y);
    }
    auto created = createSaved(file);
    const auto saved = created
                           ? base::writeWhole(std::move(*created),
                                              [&](std::ostream& out) {
                                                  return logs::exportCurves(*m_table, columns, out);
                                              })
                           : base::Expected<void>(tl::unexpected(created.error()));
    const std::uint64_t unreadable = m_table->unreadableFrames;
    if (saved && unreadable > 0) {
        Q_EMIT messageRequested(
            tr("Saved %1, but %2 damaged frames have no values").arg(file).arg(unreadable), true);
    } else {
        reportSaved(file, saved);
    }
}

void PlotPanel::exportImage() {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the plot"), QStringLiteral("plot.png"), tr("Images (*.png *.pdf)"));
    if (file.isEmpty()) {
        return;
    }
    reportSaved(file, file.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)
                          ? saveBytes(m_canvas->pdf(), file)
                          : savePicture(m_canvas->picture(), file));
}

void PlotPanel::reportSaved(const QString& file, const base::Expected<void>& saved) {
    Q_EMIT messageRequested(saved ? tr("Saved %1").arg(file)
                                  : QString::fromStdString(saved.error().toString()),
                            !saved);
}

} // namespace sideline::widgets
