#include "widgets/decide/text_editor.h"

#include <algorithm>

#include <QFileInfo>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>

#include "widgets/common/edit_keys.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/common/wrapped_text.h"
#include "widgets/decide/line_map.h"

namespace sideline::widgets {

namespace {

constexpr int kMarginGapPx = 8;
const QColor kMeantGround(0x25, 0xa2, 0x5a, 60);

} // namespace

class NumberedText::Margin final : public QWidget {
public:
    explicit Margin(NumberedText* text) : QWidget(text), m_text(text) {}
    void paintEvent(QPaintEvent* event) override { m_text->paintMargin(event); }

private:
    NumberedText* m_text;
};

NumberedText::NumberedText(QWidget* parent) : QPlainTextEdit(parent), m_margin(new Margin(this)) {
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    const auto place = [this] { setViewportMargins(marginWidth(), 0, 0, 0); };
    connect(this, &QPlainTextEdit::blockCountChanged, this, place);
    connect(this, &QPlainTextEdit::updateRequest, m_margin, [this](const QRect& rect, int dy) {
        if (dy != 0) {
            m_margin->scroll(0, dy);
        } else {
            m_margin->update(0, rect.y(), m_margin->width(), rect.height());
        }
    });
    place();
}

int NumberedText::marginWidth() const {
    const auto digits = QString::number(std::max(100, blockCount())).size();
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * static_cast<int>(digits) +
           2 * kMarginGapPx;
}

void NumberedText::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_margin->setGeometry(inside.left(), inside.top(), marginWidth(), inside.height());
}

void NumberedText::paintMargin(QPaintEvent* event) {
    QPainter painter(m_margin);
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    painter.setFont(font());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom()) {
            break;
        }
        const int line = block.blockNumber() + 1;
        painter.setPen(line == m_wrong ? kFaultColor
                                       : palette().color(QPalette::Disabled, QPalette::Text));
        painter.drawText(
            QRectF(0, place.top(), m_margin->width() - kMarginGapPx, fontMetrics().height()),
            Qt::AlignRight, QString::number(line));
    }
}

void NumberedText::markLines(int wrong, int meant) {
    m_wrong = wrong;
    m_meant = meant;
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](int line, const QColor& ground) {
        const QTextBlock block = document()->findBlockByNumber(line - 1);
        if (line > 0 && block.isValid()) {
            QTextEdit::ExtraSelection selection;
            selection.cursor = QTextCursor(block);
            selection.format.setBackground(ground);
            selection.format.setProperty(QTextFormat::FullWidthSelection, true);
            marks << selection;
        }
    };
    mark(meant, kMeantGround);
    QColor red = kFaultColor;
    red.setAlpha(70);
    mark(wrong, red);
    setExtraSelections(marks);
    m_margin->update();
}

void NumberedText::goToLine(int line) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (line > 0 && block.isValid()) {
        setTextCursor(QTextCursor(block));
        centerCursor();
    }
}

void NumberedText::rememberLines() {
    m_fileLines = lines();
}

int NumberedText::lineNow(int fileLine) const {
    const QStringList now = lines();
    return now == m_fileLines ? fileLine : LineMap(m_fileLines, now).now(fileLine);
}

QStringList NumberedText::lines(int first, int count) const {
    QStringList all;
    QTextBlock block = document()->findBlockByNumber(first - 1);
    for (int i = 0; i < count && block.isValid(); ++i, block = block.next()) {
        all << block.text();
    }
    return all;
}

void NumberedText::replaceLines(int first, int count, const QStringList& lines) {
    const QTextBlock begin = document()->findBlockByNumber(first - 1);
    const QTextBlock last = document()->findBlockByNumber(first + count - 2);
    if (!begin.isValid() || !last.isValid()) {
        return;
    }
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.setPosition(begin.position());
    cursor.setPosition(last.position() + last.length() - 1, QTextCursor::KeepAnchor);
    cursor.insertText(lines.join(QLatin1Char('\n')));
    cursor.endEditBlock();
}

void NumberedText::changeTo(const QString& text) {
    const QString before = toPlainText();
    const qsizetype shorter = std::min(before.size(), text.size());
    qsizetype same = 0;
    while (same < shorter && before[same] == text[same]) {
        ++same;
    }
    qsizetype after = 0;
    while (after < shorter - same &&
           before[before.size() - 1 - after] == text[text.size() - 1 - after]) {
        ++after;
    }
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.setPosition(static_cast<int>(same));
    cursor.setPosition(static_cast<int>(before.size() - after), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(same, text.size() - same - after));
    cursor.endEditBlock();
}

bool NumberedText::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        editKeyOf(*static_cast<QKeyEvent*>(event)) == EditKey::Save) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void NumberedText::keyPressEvent(QKeyEvent* event) {
    if (editKeyOf(*event) == EditKey::Save) {
        Q_EMIT saveRequested();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

TextEditor::TextEditor(QWidget* parent)
    : QWidget(parent),
      m_file(new ElidedLabel("textFile")),
      m_tree(new QComboBox),
      m_save(panelWord("textSave", tr("Save"),
                       tr("Save the file (Ctrl+S); agents that run it reload it at once"))),
      m_saveAs(panelWord("textSaveAs", tr("Save as\u2026"), tr("Save under another name"))),
      m_undo(panelWord("textUndo", tr("Undo"), tr("Undo (Ctrl+Z)"))),
      m_redo(panelWord("textRedo", tr("Redo"), tr("Redo"))),
      m_text(new NumberedText),
      m_problem(new QLabel) {
    setObjectName(QStringLiteral("textEditor"));
    m_text->setObjectName(QStringLiteral("decisionText"));
    m_text->setAccessibleName(tr("Text of the file"));
    m_file->setFont(bold(m_file->font()));
    m_tree->setObjectName(QStringLiteral("textTree"));
    m_tree->setAccessibleName(tr("Behavior tree"));
    m_tree->setToolTip(tr("The tree of this file to show and check; an agent runs the main tree, "
                          "or the one named by its setting \u201ctree\u201d"));
    m_tree->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tree->setMinimumContentsLength(9);
    m_problem->setObjectName(QStringLiteral("textProblem"));
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(2 * fontMetrics().height());
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* open = panelTool("textOpen", QStringLiteral("open"),
                           tr("Open the file of a decision maker or a formation"));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(open);
    row->addWidget(m_file, 1);
    row->addWidget(m_tree);
    for (QWidget* each : std::initializer_list<QWidget*>{m_undo, m_redo, m_save, m_saveAs}) {
        row->addWidget(each);
    }
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(m_text, 1);
    column->addWidget(m_problem);
    connect(open, &QToolButton::clicked, this, &TextEditor::openRequested);
    connect(m_tree, &QComboBox::activated, this,
            [this](int index) { Q_EMIT treeRequested(m_tree->itemData(index).toString()); });
    connect(m_save, &QToolButton::clicked, this, &TextEditor::saveRequested);
    connect(m_saveAs, &QToolButton::clicked, this, &TextEditor::saveAsRequested);
    connect(m_undo, &QToolButton::clicked, m_text, &QPlainTextEdit::undo);
    connect(m_redo, &QToolButton::clicked, m_text, &QPlainTextEdit::redo);
    connect(m_text, &QPlainTextEdit::undoAvailable, m_undo, &QWidget::setEnabled);
    connect(m_text, &QPlainTextEdit::redoAvailable, m_redo, &QWidget::setEnabled);
    connect(m_text, &QPlainTextEdit::textChanged, this, &TextEditor::textChanged);
    connect(m_text, &NumberedText::saveRequested, this, &TextEditor::saveRequested);
    m_undo->setEnabled(false);
    m_redo->setEnabled(false);
    setState({});
}

void TextEditor::setState(const TextEditorState& state) {
    if (m_tree->count() == 0 || state.trees != m_state.trees) {
        m_tree->clear();
        m_tree->addItem(tr("Main tree"), QString());
        for (const QString& each : state.trees) {
            m_tree->addItem(each, each);
        }
        m_tree->setVisible(state.trees.size() > 1);
    }
    m_tree->setCurrentIndex(m_tree->findData(state.tree));
    m_state = state;
    const bool isOpen = !state.file.isEmpty();
    const QString name = isOpen ? QFileInfo(state.file).fileName() : tr("No file is open");
    showText(m_file, state.isUnsaved ? tr("* %1").arg(name) : name);
    m_file->setToolTip(state.isUnsaved ? tr("%1, not saved yet").arg(state.file) : state.file);
    m_text->setReadOnly(!isOpen);
    m_save->setEnabled(isOpen && state.isUnsaved);
    m_saveAs->setEnabled(isOpen);
    QPalette colors = palette();
    if (!state.problem.isEmpty()) {
        colors.setColor(QPalette::WindowText, kFaultColor);
    }
    m_problem->setPalette(colors);
    showWrapped(m_problem, !state.problem.isEmpty() ? state.problem
                           : isOpen
                               ? state.about
                               : tr("Open a tree, network, state machine, behavior "
                                    "tree or formation, or select an agent and "
                                    "choose \u201cEdit its file\u201d in the Decision panel."));
    m_text->markLines(state.problemLine, m_shownLine);
}

void TextEditor::setText(const QString& text, bool canUndo) {
    if (!canUndo) {
        m_text->setPlainText(text);
        m_text->rememberLines();
        return;
    }
    QTextCursor cursor(m_text->document());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    cursor.endEditBlock();
}

void TextEditor::showLine(int line) {
    showLineNow(line > 0 ? m_text->lineNow(line) : 0);
}

void TextEditor::showLineNow(int line) {
    m_shownLine = line;
    m_text->markLines(m_state.problemLine, m_shownLine);
    if (line > 0 && !m_text->hasFocus()) { // does not scroll while the user types
        m_text->goToLine(m_shownLine);
    }
}

} // namespace sideline::widgets
