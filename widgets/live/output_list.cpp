#include "widgets/live/output_list.h"

#include <algorithm>
#include <cstdint>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

const QColor kCursorColor(0xff, 0x8a, 0x1f); // same as the time ruler's cursor

// A recognizable color for a source, readable on light and dark backgrounds.
QColor sourceColor(const QString& source, bool isDark) {
    constexpr std::uint32_t kHues = 12;
    std::uint32_t hash = 2166136261U; // FNV-1a: the same colors in every run
    for (const QChar letter : source) {
        hash = (hash ^ letter.unicode()) * 16777619U;
    }
    const auto hue = static_cast<int>(hash % kHues * (360 / kHues));
    return QColor::fromHsl(hue, isDark ? 150 : 140, isDark ? 165 : 90);
}

} // namespace

OutputList::OutputList(const OutputModel& model, QWidget* parent)
    : QAbstractScrollArea(parent), m_model(model) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &OutputList::showRange);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &OutputList::showRange);
    connect(&model, &QAbstractItemModel::dataChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&model, &QAbstractItemModel::modelReset, this, &OutputList::forget);
    verticalScrollBar()->setSingleStep(1);
}

void OutputList::setMarksCursor(bool marksCursor) {
    m_marksCursor = marksCursor;
    viewport()->update();
}

void OutputList::setSourceWidth(int widthPx) {
    m_sourceWidthPx = widthPx;
    viewport()->update();
}

int OutputList::rowHeight() const {
    return fontMetrics().height() + 4;
}

int OutputList::pageRows() const {
    return std::max(1, viewport()->height() / rowHeight());
}

QRect OutputList::rowRect(int row) const {
    return {0, (row - verticalScrollBar()->value()) * rowHeight(), viewport()->width(),
            rowHeight()};
}

int OutputList::rowAt(const QPoint& pos) const {
    const int row = verticalScrollBar()->value() + pos.y() / rowHeight();
    return pos.y() >= 0 && row < m_model.rowCount() ? row : -1;
}

void OutputList::showRange() {
    const int rows = m_model.rowCount();
    m_anchor = std::min(m_anchor, rows - 1);
    m_current = std::min(m_current, rows - 1);
    verticalScrollBar()->setRange(0, std::max(0, rows - pageRows()));
    verticalScrollBar()->setPageStep(pageRows());
    viewport()->update();
}

void OutputList::forget() {
    m_anchor = m_current = -1;
    showRange();
}

bool OutputList::isAtEnd() const {
    return verticalScrollBar()->value() == verticalScrollBar()->maximum();
}

void OutputList::scrollToEnd() {
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void OutputList::scrollToRow(int row) {
    const int first = verticalScrollBar()->value();
    if (row < first) {
        verticalScrollBar()->setValue(row);
    } else if (row >= first + pageRows()) {
        verticalScrollBar()->setValue(row - pageRows() + 1);
    }
}

std::pair<int, int> OutputList::chosenRows() const {
    if (m_current < 0) {
        return {0, -1};
    }
    return {std::min(m_anchor, m_current), std::max(m_anchor, m_current)};
}

void OutputList::choose(int row, bool isExtended) {
    if (row < 0 || row >= m_model.rowCount()) {
        return;
    }
    m_current = row;
    if (!isExtended || m_anchor < 0) {
        m_anchor = row;
    }
    scrollToRow(row);
    viewport()->update();
}

void OutputList::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const int first = verticalScrollBar()->value();
    const int last = std::min(m_model.rowCount() - 1, first + pageRows());
    for (int row = first; row <= last; ++row) {
        drawRow(painter, row);
    }
}

void OutputList::drawRow(QPainter& painter, int row) const {
    const OutputLine& line = m_model.line(row);
    const QRect whole = rowRect(row);
    const auto [fromRow, toRow] = chosenRows();
    const bool isChosen = row >= fromRow && row <= toRow;
    const bool isLater = row > m_model.cursorRow();
    if (isChosen) {
        painter.fillRect(whole, palette().color(QPalette::Highlight));
    }
    if (m_marksCursor && row == m_model.cursorRow()) {
        QColor ground = kCursorColor;
        ground.setAlpha(isChosen ? 0 : 45);
        painter.fillRect(whole, ground);
        painter.fillRect(QRect(whole.topLeft(), QSize(3, whole.height())), kCursorColor);
    }
    const QColor faint = palette().color(QPalette::PlaceholderText);
    QRect rest = whole.adjusted(6, 0, -4, 0);
    const auto column = [&](const QString& text, int widthPx, const QColor& normal) {
        painter.setPen(isChosen  ? palette().color(QPalette::HighlightedText)
                       : isLater ? faint
                                 : normal);
        const QRect part(rest.topLeft(), QSize(std::min(widthPx, rest.width()), rest.height()));
        painter.drawText(part, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                         fontMetrics().elidedText(text, Qt::ElideRight, part.width()));
        rest.setLeft(part.right() + 8);
    };
    column(clockText(line.timeS, true), fontMetrics().horizontalAdvance(QStringLiteral("00:00.00")),
           faint);
    if (m_sourceWidthPx > 0) {
        const bool isDark = palette().color(QPalette::Base).lightness() < 128;
        column(line.source, m_sourceWidthPx, sourceColor(line.source, isDark));
    }
    column(line.text, rest.width(), line.isFault ? kFaultColor : palette().color(QPalette::Text));
}

void OutputList::resizeEvent(QResizeEvent* event) {
    const bool wasAtEnd = isAtEnd();
    QAbstractScrollArea::resizeEvent(event);
    showRange();
    if (wasAtEnd) {
        scrollToEnd();
    }
}

void OutputList::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        const bool isExtended = event->modifiers().testFlag(Qt::ShiftModifier);
        const int row = rowAt(event->position().toPoint());
        choose(row, isExtended);
        m_isClick = row >= 0 && !isExtended;
    }
}

void OutputList::mouseMoveEvent(QMouseEvent* event) {
    const int row = rowAt(event->position().toPoint());
    if (event->buttons().testFlag(Qt::LeftButton) && row >= 0 && row != m_current) {
        m_isClick = false; // lines are being selected for copying
        choose(row, true);
    }
}

void OutputList::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_isClick && m_current >= 0) {
        m_isClick = false;
        Q_EMIT rowChosen(m_current);
    }
}

void OutputList::keyPressEvent(QKeyEvent* event) {
    const bool isExtended = event->modifiers().testFlag(Qt::ShiftModifier);
    const int lastRow = m_model.rowCount() - 1;
    const auto go = [&](int row) {
        choose(std::clamp(row, 0, lastRow), isExtended);
        if (!isExtended) {
            Q_EMIT rowChosen(m_current);
        }
    };
    if (lastRow < 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        m_anchor = 0;
        choose(lastRow, true);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        go(m_current - 1);
        break;
    case Qt::Key_Down:
        go(m_current + 1);
        break;
    case Qt::Key_PageUp:
        go(m_current - pageRows());
        break;
    case Qt::Key_PageDown:
        go(m_current + pageRows());
        break;
    case Qt::Key_Home:
        go(0);
        break;
    case Qt::Key_End:
        go(lastRow);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool OutputList::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos());
        QToolTip::showText(help->globalPos(),
                           row < 0 ? QString()
                                   : m_model.data(m_model.index(row), Qt::ToolTipRole).toString(),
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace sideline::widgets
