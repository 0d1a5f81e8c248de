#include "widgets/match/formula_edit.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>
#include <QTextEdit>

#include "logs/match/formula.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

FormulaEdit::FormulaEdit(const QStringList& names, QWidget* parent)
    : QPlainTextEdit(parent), m_completer(new QCompleter(this)) {
    constexpr int kShownLines = 3;
    constexpr int kShownNames = 10;
    QStringList offered = names;
    for (const logs::FormulaFunction& function : logs::formulaFunctions()) {
        offered << toQt(function.name) + u'(';
    }
    offered.sort();
    m_completer->setModel(new QStringListModel(offered, m_completer));
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setMaxVisibleItems(kShownNames);
    m_completer->popup()->setObjectName(QStringLiteral("formulaNames"));
    setTabChangesFocus(true);
    setFixedHeight(kShownLines * fontMetrics().lineSpacing() + 2 * frameWidth() +
                   static_cast<int>(2 * document()->documentMargin()));
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this,
            &FormulaEdit::insertName);
}

void FormulaEdit::markError(qint64 byteOffset) {
    QList<QTextEdit::ExtraSelection> marks;
    if (byteOffset >= 0) {
        const QByteArray bytes = toPlainText().toUtf8();
        const auto begin = static_cast<int>(QString::fromUtf8(bytes.left(byteOffset)).size());
        QTextEdit::ExtraSelection mark;
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(kFaultColor);
        mark.format.setBackground(kFaultGround);
        mark.cursor = textCursor();
        const auto size = static_cast<int>(bytes.isEmpty() ? 0 : toPlainText().size());
        // At the end, marks the last character.
        mark.cursor.setPosition(std::min(begin, std::max(size - 1, 0)));
        mark.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        static const QRegularExpression kRestOfName(QStringLiteral("^[\\w.]*"));
        const auto rest = kRestOfName.match(toPlainText().mid(begin));
        for (qsizetype i = 1; i < rest.capturedLength(); ++i) {
            mark.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        }
        marks.append(mark);
    }
    setExtraSelections(marks);
}

// The part of a name before the cursor; names of agents' values contain a space.
QString FormulaEdit::typedName() const {
    static const QRegularExpression kName(
        QStringLiteral("('?(?:left|right)\\.\\d+ [\\w.-]*|'?[A-Za-z_][\\w.]*)$"));
    const QString before = textCursor().block().text().left(textCursor().positionInBlock());
    return kName.match(before).captured(1);
}

void FormulaEdit::offerNames() {
    const QString typed = typedName();
    QAbstractItemView* popup = m_completer->popup();
    m_completer->setCompletionPrefix(typed);
    const bool isWhole =
        m_completer->completionCount() == 1 && m_completer->currentCompletion() == typed;
    if (typed.isEmpty() || isWhole || m_completer->completionCount() == 0) {
        popup->hide();
        return;
    }
    popup->setCurrentIndex(QModelIndex());
    QRect place = cursorRect();
    place.setWidth(
        std::min(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width() + 8,
                 2 * width()));
    m_completer->complete(place);
}

void FormulaEdit::insertName(const QString& name) {
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor,
                        static_cast<int>(typedName().size()));
    cursor.insertText(name);
    setTextCursor(cursor);
    m_completer->popup()->hide();
}

bool FormulaEdit::focusNextPrevChild(bool next) {
    return !m_completer->popup()->isVisible() && QPlainTextEdit::focusNextPrevChild(next);
}

void FormulaEdit::keyPressEvent(QKeyEvent* event) {
    QAbstractItemView* popup = m_completer->popup();
    const bool isOpen = popup->isVisible();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isOpen && event->key() == Qt::Key_Tab) {
        if (!popup->currentIndex().isValid()) {
            m_completer->setCurrentRow(0);
        }
        insertName(popup->currentIndex().isValid() ? popup->currentIndex().data().toString()
                                                   : m_completer->currentCompletion());
        return;
    }
    if (isOpen &&
        ((isEnter && popup->currentIndex().isValid()) || event->key() == Qt::Key_Escape)) {
        event->ignore(); // left to the list of names
        return;
    }
    if (isEnter) {
        popup->hide();
        Q_EMIT accepted();
        return;
    }
    const QString before = toPlainText();
    QPlainTextEdit::keyPressEvent(event);
    if (toPlainText() != before) {
        offerNames();
    }
}

} // namespace sideline::widgets
