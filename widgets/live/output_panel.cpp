#include "widgets/live/output_panel.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/common/elided_label.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

// Splits texts into lines, because programs may write many lines at once.
std::vector<OutputLine> splitLines(std::vector<OutputLine> lines) {
    std::vector<OutputLine> result;
    result.reserve(lines.size());
    for (OutputLine& line : lines) {
        if (!line.text.contains(QLatin1Char('\n'))) {
            result.push_back(std::move(line));
            continue;
        }
        for (const QString& part : line.text.split(QLatin1Char('\n'))) {
            result.push_back({line.timeS, line.source, part, line.isFault});
        }
    }
    return result;
}

} // namespace

OutputPanel::OutputPanel(QWidget* parent) : QWidget(parent) {
    m_source = new QComboBox;
    m_source->setObjectName(QStringLiteral("source"));
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_source->setMinimumContentsLength(8);
    m_source->setToolTip(tr("Lines to show"));
    m_text = new QLineEdit;
    m_text->setObjectName(QStringLiteral("text"));
    m_text->setPlaceholderText(tr("Lines that contain ..."));
    m_text->setClearButtonEnabled(true);
    m_later = new QCheckBox(tr("Later"));
    m_later->setObjectName(QStringLiteral("later"));
    m_later->setToolTip(tr("Also show lines after the cursor, in gray"));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_source);
    row->addWidget(m_text, 1);
    row->addWidget(m_later);

    m_list = new OutputList(m_model);
    m_list->setObjectName(QStringLiteral("lines"));
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_list->verticalScrollBar();
        m_follows = bar->sliderPosition() >= bar->maximum();
    });
    m_count = new ElidedLabel("count", Qt::ElideRight);
    auto* column = columnIn(this, 4);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_list, 1);
    column->addWidget(m_count);

    auto* copyAction = new QAction(tr("Copy"), m_list);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(copyAction);
    connect(copyAction, &QAction::triggered, this, [this] { copy(true); });
    connect(m_list, &QWidget::customContextMenuRequested, this, &OutputPanel::showMenu);
    connect(m_list, &OutputList::rowChosen, this, [this](int chosen) {
        m_follows = m_list->isAtEnd();
        Q_EMIT seekRequested(m_model.line(chosen).timeS);
    });
    connect(&m_model, &OutputModel::filtered, this, [this] {
        followCursor();
        showCount();
    });
    connect(m_source, &QComboBox::activated, this, &OutputPanel::applyFilter);
    connect(m_text, &QLineEdit::textChanged, this, &OutputPanel::applyFilter);
    connect(m_later, &QCheckBox::toggled, this, [this] { setCursor(m_cursorS); });
    connect(&m_model, &OutputModel::sourcesChanged, this, &OutputPanel::showSources);
    showSources();
    setCursor({});
}

void OutputPanel::setLines(std::vector<OutputLine> lines) {
    m_model.setLines(splitLines(std::move(lines)));
    showCount();
}

void OutputPanel::appendLines(std::vector<OutputLine> lines) {
    m_model.append(splitLines(std::move(lines)));
    showCount();
}

void OutputPanel::clear() {
    m_model.clear();
    showCount();
}

void OutputPanel::setCursor(std::optional<double> timeS) {
    const bool wasLive = !m_cursorS;
    const int rowBefore = m_model.cursorRow();
    m_cursorS = timeS;
    m_later->setVisible(timeS.has_value());
    m_list->setMarksCursor(timeS.has_value());
    m_model.setCursor(timeS, timeS.has_value() && m_later->isChecked());
    if (wasLive != !timeS) {
        m_follows = true;
    }
    if (rowBefore != m_model.cursorRow() || wasLive != !timeS) {
        followCursor();
    }
    showCount();
}

// During a live match the view stays at the end, unless the user has scrolled up.
void OutputPanel::followCursor() {
    if (!m_cursorS) {
        if (m_follows) {
            m_list->scrollToEnd();
        }
    } else if (m_model.cursorRow() >= 0) {
        m_list->scrollToRow(m_model.cursorRow());
    }
}

void OutputPanel::applyFilter() {
    m_follows = true;
    m_model.setFilter(m_source->currentData().toString(), m_text->text());
    showCount();
}

void OutputPanel::showSources() {
    const QString before = m_source->currentData().toString();
    int widthPx = 0;
    {
        const QSignalBlocker blocker(m_source);
        m_source->clear();
        m_source->addItem(tr("All sources"), QString());
        for (const QString& source : m_model.sources()) {
            m_source->addItem(source, source);
            widthPx = std::max(widthPx, m_list->fontMetrics().horizontalAdvance(source));
        }
        if (!before.isEmpty() && m_source->findData(before) < 0) {
            m_source->addItem(before, before); // stays selected until it writes again
        }
        m_source->setCurrentIndex(std::max(0, m_source->findData(before)));
    }
    constexpr int kWidestPx = 110;
    m_list->setSourceWidth(std::min(widthPx, kWidestPx));
}

void OutputPanel::showCount() {
    const QLocale locale;
    const auto total = static_cast<qlonglong>(m_model.lineCount());
    QString text = tr("%Ln lines", nullptr, static_cast<int>(total));
    if (m_model.filteredCount() != m_model.lineCount()) {
        text = tr("%1 of %Ln lines", nullptr, static_cast<int>(total))
                   .arg(locale.toString(static_cast<qlonglong>(m_model.filteredCount())));
    }
    if (m_cursorS) {
        text += tr(", %1 up to %2")
                    .arg(locale.toString(m_model.cursorRow() + 1), clockText(*m_cursorS, true));
    }
    showText(m_count, text);
}

void OutputPanel::copy(bool onlySelected) const {
    auto [fromRow, toRow] = m_list->chosenRows();
    if (!onlySelected) {
        fromRow = 0;
        toRow = m_model.rowCount() - 1;
    }
    QStringList texts;
    for (int row = fromRow; row <= toRow; ++row) {
        texts << m_model.copyText(row);
    }
    if (!texts.isEmpty()) {
        QApplication::clipboard()->setText(texts.join(QLatin1Char('\n')));
    }
}

void OutputPanel::showMenu(const QPoint& pos) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, [this] { copy(true); })
        ->setEnabled(m_list->chosenRows().second >= 0);
    menu->addAction(tr("Copy all"), this, [this] { copy(false); });
    menu->addSeparator();
    menu->addAction(tr("Clear"), this, &OutputPanel::clear);
    menu->popup(m_list->viewport()->mapToGlobal(pos));
}

} // namespace sideline::widgets
