#include "widgets/live/team_output.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/live/player_row_delegate.h"

namespace sideline::widgets {

namespace {

constexpr std::size_t kMaxLines = 5000;

QString shownText(const TeamLineView& line) {
    return QStringLiteral("%1  %2%3%4")
        .arg(clockText(line.timeS, true),
             line.player.isEmpty() ? QString() : QStringLiteral("%1  ").arg(line.player, 2),
             line.kind == TeamLineView::Kind::Note ? QStringLiteral("\u2014 ") : QString(),
             line.text);
}

} // namespace

TeamOutput::TeamOutput(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    m_title = new QLabel;
    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setPlaceholderText(tr("Only lines with\u2026"));
    m_filter->setClearButtonEnabled(true);
    auto* copyButton = new QToolButton;
    copyButton->setObjectName(QStringLiteral("copy"));
    copyButton->setIcon(icon(QStringLiteral("export")));
    copyButton->setToolTip(tr("Copy the selected text, or all visible lines"));
    copyButton->setAutoRaise(true);
    m_all = new QCheckBox(tr("All"));
    m_all->setObjectName(QStringLiteral("allOutput"));
    m_all->setToolTip(tr("Output of all players, in order of arrival"));
    m_all->setChecked(true);
    row->addWidget(m_title);
    row->addWidget(m_all);
    row->addWidget(m_filter, 1);
    row->addWidget(copyButton);
    column->addLayout(row);
    m_output = new QPlainTextEdit;
    m_output->setObjectName(QStringLiteral("output"));
    m_output->setReadOnly(true);
    m_output->setUndoRedoEnabled(false);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_output->setMaximumBlockCount(static_cast<int>(kMaxLines));
    m_output->setMinimumHeight(50);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF() * 0.92);
    m_output->setFont(fixed);
    column->addWidget(m_output, 1);
    connect(m_all, &QCheckBox::toggled, this, &TeamOutput::ofAllChanged);
    connect(m_filter, &QLineEdit::textChanged, this, &TeamOutput::rebuild);
    connect(copyButton, &QToolButton::clicked, this, &TeamOutput::copy);
}

void TeamOutput::setTitle(const QString& text) {
    showText(m_title, text);
}

void TeamOutput::clear() {
    m_lastLine = 0;
    m_lines.clear();
    m_output->clear();
}

void TeamOutput::copy() const {
    const QTextCursor cursor = m_output->textCursor();
    QApplication::clipboard()->setText(cursor.hasSelection() ? cursor.selection().toPlainText()
                                                             : m_output->toPlainText());
}

void TeamOutput::appendLines(const std::vector<TeamLineView>& lines) {
    QScrollBar* bar = m_output->verticalScrollBar();
    const bool isAtEnd = bar->value() >= bar->maximum() - 1;
    for (const TeamLineView& line : lines) {
        if (line.number <= m_lastLine) {
            continue;
        }
        m_lastLine = line.number;
        m_lines.push_back(line);
        if (m_lines.size() > kMaxLines) {
            m_lines.pop_front();
        }
        appendShown(line);
    }
    if (isAtEnd) {
        bar->setValue(bar->maximum());
    }
}

void TeamOutput::appendShown(const TeamLineView& line) {
    if (!m_filter->text().isEmpty() && !line.text.contains(m_filter->text(), Qt::CaseInsensitive)) {
        return;
    }
    // Uses a separate cursor, which keeps the user's selection.
    QTextCursor cursor(m_output->document());
    cursor.movePosition(QTextCursor::End);
    if (!m_output->document()->isEmpty()) {
        cursor.insertBlock();
    }
    QTextCharFormat format;
    if (line.kind == TeamLineView::Kind::Error) {
        format.setForeground(lampColor(TeamPlayerView::Lamp::Bad));
    } else if (line.kind == TeamLineView::Kind::Note) {
        format.setForeground(palette().color(QPalette::PlaceholderText));
    }
    cursor.insertText(shownText(line), format);
}

void TeamOutput::rebuild() {
    m_output->clear();
    for (const TeamLineView& line : m_lines) {
        appendShown(line);
    }
    m_output->verticalScrollBar()->setValue(m_output->verticalScrollBar()->maximum());
}

} // namespace sideline::widgets
