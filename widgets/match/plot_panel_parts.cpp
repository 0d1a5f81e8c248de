// Construction of the plot panel, its menus, and its files.
#include "widgets/match/plot_panel.h"

#include <algorithm>
#include <array>
#include <functional>

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/match/plot_files.h"

namespace sideline::widgets {

namespace {

QToolButton* addButton(QLayout* row, const char* iconName, const QString& text,
                       const QString& tip) {
    auto* button = new QToolButton;
    button->setToolTip(tip);
    button->setText(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    row->addWidget(button);
    if (iconName != nullptr) {
        button->setIcon(icon(QLatin1String(iconName)));
    }
    return button;
}

// Makes all rows of the statistics visible, up to a fraction of the panel's height; beside the
// plots where that would leave too little of either.
void placeStatistics(QBoxLayout& layout, StatisticsTable& statistics, int heightPx) {
    constexpr int kMaxPercent = 38;
    constexpr int kMinPlotsPx = 110; // a plot with its axis
    constexpr int kMinTablePx = 84;  // interval, headings and a row
    const int neededPx = statistics.sizeHint().height();
    const int belowPx = std::min(neededPx, heightPx * kMaxPercent / 100);
    const bool isBelow = belowPx >= std::min(neededPx, kMinTablePx) &&
                         heightPx - belowPx >= kMinPlotsPx + layout.spacing();
    layout.setDirection(isBelow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    layout.setStretch(1, isBelow ? 0 : 1);
    statistics.setMinimumHeight(1); // the table must not keep a dock from becoming low
    statistics.setMaximumHeight(isBelow ? belowPx : QWIDGETSIZE_MAX);
}

// Paths of agents' values are long: widens the list for them.
void widenForNames(QSplitter& splitter, int requestedPx) {
    constexpr int kMaxPercent = 42;
    const QList<int> sizes = splitter.sizes();
    const int targetPx = std::min(requestedPx, (sizes[0] + sizes[1]) * kMaxPercent / 100);
    if (targetPx > sizes[0]) {
        splitter.setSizes({targetPx, sizes[0] + sizes[1] - targetPx});
    }
}

} // namespace

void PlotPanel::build() {
    auto* side = new QWidget;
    buildButtons(side);
    m_statistics->hide();
    auto* right = new QWidget;
    m_right = columnIn(right, 0);
    m_right->addWidget(m_canvas, 1);
    m_right->addWidget(m_statistics);
    // In a low window, the lists scroll instead of pushing the widgets below off the screen.
    QScrollArea* scrolledSide = scrolled(side);
    scrolledSide->setMinimumWidth(side->minimumSizeHint().width());
    m_splitter->addWidget(scrolledSide);
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
    auto* fit = addButton(top, "fit", {}, tr("Show the whole time range and all values"));
    auto* clear = addButton(top, "clear", {}, tr("Remove all curves"));
    auto* csv = addButton(top, "export", {}, tr("Save the values as CSV"));
    auto* image = addButton(top, "camera", {}, tr("Save the plot as an image (PNG or PDF)"));
    auto* sets = addButton(top, "folder", {}, tr("Saved plots: show, save, files"));
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
    auto* formula = addButton(bottom, nullptr, tr("f(x)"),
                              tr("New formula over curves, such as ball.x - left.7.x"));
    bottom->addStretch(1);
    const std::array menus = {std::pair(derive, &PlotMenus::fillDerived),
                              std::pair(average, &PlotMenus::fillAverages),
                              std::pair(against, &PlotMenus::fillAgainst)};
    const auto addMenu = [this](QToolButton* button, const std::function<void(QMenu&)>& fill) {
        auto* menu = new QMenu(button);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        connect(menu, &QMenu::aboutToShow, this, [menu, fill] {
            menu->clear();
            fill(*menu);
        });
    };
    for (const auto& [button, fill] : menus) {
        addMenu(button, [this, fill = fill](QMenu& menu) {
            updateMenus();
            (m_menus.*fill)(menu);
        });
    }
    addMenu(csv, [this](QMenu& menu) { m_shelf.fillExports(menu, selected()); });
    addMenu(sets, [this](QMenu& menu) { m_shelf.fillSets(menu); });
    column->addLayout(top);
    column->addWidget(m_tree, 3);
    column->addLayout(bottom);
    column->addWidget(m_list, 2);
    connect(fit, &QToolButton::clicked, this, [this] {
        m_canvas->fitValues();
        Q_EMIT showAllRequested();
    });
    connect(clear, &QToolButton::clicked, this, &PlotPanel::clearSignals);
    connect(formula, &QToolButton::clicked, this, [this] { m_shelf.editFormula({}); });
    connect(image, &QToolButton::clicked, this, [this] {
        if (const auto message = savePlot(*this, *m_canvas)) {
            Q_EMIT messageRequested(message->text, message->isError);
        }
    });
    connect(statistics, &QToolButton::toggled, this, [this](bool isOn) {
        m_statistics->setVisible(isOn);
        updateStatistics();
    });
}

// --- menus

void PlotPanel::showCurveMenu(int row, const QPoint& globalPos) {
    QMenu menu;
    if (static_cast<std::size_t>(row) < m_data.chosen.curves.size()) {
        updateMenus();
        m_menus.fillDerived(menu);
        m_menus.fillAverages(*menu.addMenu(tr("Moving average")));
        m_menus.fillAgainst(*menu.addMenu(tr("XY plot")));
        menu.addSeparator();
        m_shelf.fillCurve(menu, static_cast<std::size_t>(row));
        menu.addSeparator();
    }
    menu.addAction(tr("Remove"), this, [this, row] { remove(static_cast<std::size_t>(row)); });
    menu.exec(globalPos);
}

// --- styles and files

void PlotPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitStatistics();
}

void PlotPanel::fitStatistics() {
    placeStatistics(*m_right, *m_statistics, height());
}

void PlotPanel::fitNames() {
    if (!m_isSplitByHand) {
        widenForNames(*m_splitter, m_list->requestedWidth());
    }
}

} // namespace sideline::widgets
