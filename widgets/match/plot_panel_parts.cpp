// Construction of the plot panel, its menus, and its files.
#include "widgets/match/plot_panel.h"

#include <algorithm>
#include <array>

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/match/plot_files.h"

namespace sideline::widgets {

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
    const std::array menus = {std::pair(derive, &PlotMenus::fillDerived),
                              std::pair(average, &PlotMenus::fillAverages),
                              std::pair(against, &PlotMenus::fillAgainst)};
    for (const auto& [button, fill] : menus) {
        auto* menu = new QMenu(button);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        connect(menu, &QMenu::aboutToShow, this, [this, menu, fill = fill] {
            menu->clear();
            updateMenus();
            (m_menus.*fill)(*menu);
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
    connect(csv, &QToolButton::clicked, this, [this] { report(saveValues(*this, m_data)); });
    connect(image, &QToolButton::clicked, this, [this] { report(savePlot(*this, *m_canvas)); });
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

void PlotPanel::showCurveMenu(int row, const QPoint& globalPos) {
    QMenu menu;
    if (static_cast<std::size_t>(row) < m_data.chosen.curves.size()) {
        updateMenus();
        m_menus.fillDerived(menu);
        m_menus.fillAverages(*menu.addMenu(tr("Moving average")));
        m_menus.fillAgainst(*menu.addMenu(tr("XY plot")));
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

// Makes all rows of the statistics visible, up to a fraction of the panel's height.
void PlotPanel::fitStatistics() {
    constexpr int kMaxPercent = 38;
    m_statistics->setFixedHeight(
        std::min(m_statistics->sizeHint().height(), height() * kMaxPercent / 100));
}

// Paths of agents' values are long: widens the list for them, unless the user has moved its edge.
void PlotPanel::fitNames() {
    constexpr int kMaxPercent = 42;
    const QList<int> sizes = m_splitter->sizes();
    const int targetPx =
        std::min(m_list->requestedWidth(), (sizes[0] + sizes[1]) * kMaxPercent / 100);
    if (!m_isSplitByHand && targetPx > sizes[0]) {
        m_splitter->setSizes({targetPx, sizes[0] + sizes[1] - targetPx});
    }
}

void PlotPanel::report(const std::optional<PlotMessage>& message) {
    if (message) {
        Q_EMIT messageRequested(message->text, message->isError);
    }
}

} // namespace sideline::widgets
