#include "widgets/common/panel_controls.h"

#include <cmath>

#include <QEvent>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

// Passes wheel events on to the scrolling panel unless the field has the focus.
class WheelGuard : public QObject {
public:
    explicit WheelGuard(QWidget* field) : QObject(field), m_field(field) {
        field->setFocusPolicy(Qt::StrongFocus);
        field->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Wheel && !m_field->hasFocus()) {
            event->ignore();
            return true;
        }
        return false;
    }

private:
    QWidget* m_field;
};

} // namespace

FoldSection::FoldSection(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent), m_heading(new QToolButton), m_content(content) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_heading->setText(title);
    m_heading->setFont(bold(font()));
    m_heading->setCheckable(true);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_heading->setFocusPolicy(Qt::TabFocus);
    column->addWidget(m_heading);
    content->setContentsMargins(10, 0, 0, 4);
    column->addWidget(content);
    connect(m_heading, &QToolButton::toggled, this, [this](bool isOpen) {
        m_heading->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        m_content->setVisible(isOpen);
    });
    m_heading->setChecked(true);
}

void FoldSection::setTitle(const QString& title) {
    if (m_heading->text() != title) {
        m_heading->setText(title);
    }
}

void FoldSection::setOpen(bool isOpen) {
    m_heading->setChecked(isOpen);
}

QDoubleSpinBox* panelNumber(const char* name, double lowest, double highest, int decimals,
                            double step, const QString& unit, const QString& tip) {
    auto* box = numberField(name, lowest, highest, decimals, step, unit);
    box->setKeyboardTracking(false);
    box->setToolTip(tip);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    new WheelGuard(box);
    return box;
}

void showNumber(QDoubleSpinBox* box, double value) {
    if (std::abs(box->value() - value) >
        0.5e-9) { // setting an equal value would discard the typed text
        const QSignalBlocker blocker(box);
        box->setValue(value);
    }
}

QComboBox* panelChoice(const char* name, const QStringList& texts, const QString& tip) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->addItems(texts);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(4);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    new WheelGuard(box);
    return box;
}

void setUpPanelTable(QTableView& table, const char* name) {
    table.setObjectName(QLatin1String(name));
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 6);
    table.setShowGrid(false);
}

QTableView* panelTable(const char* name, QAbstractItemModel* model) {
    auto* table = new QTableView;
    table->setModel(model);
    setUpPanelTable(*table, name);
    return table;
}

QToolButton* panelWord(const char* name, const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QProgressBar* panelProgress(const char* name) {
    auto* bar = new QProgressBar;
    bar->setObjectName(QLatin1String(name));
    bar->setRange(0, 100);
    bar->setTextVisible(false);
    bar->setFixedHeight(6);
    QSizePolicy kept = bar->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    bar->setSizePolicy(kept);
    return bar;
}

QToolButton* panelTool(const char* name, const QString& iconName, const QString& tip) {
    QToolButton* button = panelWord(name, {}, tip);
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    return button;
}

} // namespace sideline::widgets
