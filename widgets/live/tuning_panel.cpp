#include "widgets/live/tuning_panel.h"

#include <algorithm>

#include <QHBoxLayout>

#include "widgets/common/elided_label.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

namespace {

bool isSameParameter(const TuningRow& a, const TuningRow& b) {
    return a.name == b.name && a.description == b.description && a.unit == b.unit &&
           a.least == b.least && a.most == b.most && a.value.index() == b.value.index();
}

} // namespace

TuningPanel::TuningPanel(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    QVBoxLayout* column = columnIn(this);
    m_title = new ElidedLabel("parameters-title");
    column->addWidget(m_title);

    auto* buttons = new QHBoxLayout;
    m_undo = panelButton("parameters-undo", tr("Undo"), {});
    m_redo = panelButton("parameters-redo", tr("Redo"), {});
    m_resetAll = panelButton("parameters-reset", tr("Reset all"),
                             tr("Reset all parameters to their values when the agent started"));
    m_save = panelButton("parameters-save", tr("Save..."), {});
    for (QPushButton* button : {m_undo, m_redo, m_resetAll, m_save}) {
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    column->addLayout(buttons);

    auto* search = new QHBoxLayout;
    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("parameters-filter"));
    m_filter->setPlaceholderText(tr("Filter by name or description"));
    m_filter->setClearButtonEnabled(true);
    m_onlyChanged =
        panelButton("parameters-changed", tr("Changed"), tr("Show only changed parameters"));
    m_onlyChanged->setCheckable(true);
    search->addWidget(m_filter, 1);
    search->addWidget(m_onlyChanged);
    column->addLayout(search);

    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("parameters-note"));
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_note);
    m_list = new QWidget;
    m_column = columnIn(m_list, 0);
    m_column->setSpacing(2);
    m_nothing = new QLabel(tr("no parameter matches"));
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_column->addWidget(m_nothing);
    m_column->addStretch(1);
    QScrollArea* area = scrolled(m_list);
    area->setFocusPolicy(Qt::NoFocus);
    column->addWidget(area, 1);

    connect(m_filter, &QLineEdit::textChanged, this, &TuningPanel::filter);
    connect(m_onlyChanged, &QPushButton::toggled, this, &TuningPanel::filter);
    connect(m_undo, &QPushButton::clicked, this, &TuningPanel::undoRequested);
    connect(m_redo, &QPushButton::clicked, this, &TuningPanel::redoRequested);
    connect(m_resetAll, &QPushButton::clicked, this, &TuningPanel::resetAllRequested);
    connect(m_save, &QPushButton::clicked, this, &TuningPanel::saveRequested);
    setView({});
}

TuningLine* TuningPanel::line(const QString& name) const {
    const auto found = std::ranges::find_if(
        m_lines, [&](const TuningLine* line) { return line->row().name == name; });
    return found == m_lines.end() ? nullptr : *found;
}

void TuningPanel::setView(const TuningView& view) {
    const bool isSame = std::ranges::equal(m_view.rows, view.rows, isSameParameter);
    m_view = view;
    if (!isSame) {
        buildLines();
    }
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i]->setValues(view.rows[i].value, view.rows[i].initial);
    }
    const bool canChange = view.note.isEmpty();
    showText(m_title, view.title);
    showWrapped(m_note, view.note);
    m_note->setVisible(!canChange);
    m_list->setEnabled(canChange);
    m_undo->setEnabled(canChange && !view.undoText.isEmpty());
    m_undo->setToolTip(tr("Undo %1 (Ctrl+Z)").arg(view.undoText));
    m_redo->setEnabled(canChange && !view.redoText.isEmpty());
    m_redo->setToolTip(tr("Redo %1 (Ctrl+Shift+Z)").arg(view.redoText));
    m_resetAll->setEnabled(canChange && std::ranges::any_of(m_lines, &TuningLine::isChanged));
    m_save->setVisible(!view.fileKind.isEmpty());
    m_save->setToolTip(tr("Save all parameters of the %1 to a file").arg(view.fileKind));
    m_save->setText(tr("Save %1...").arg(view.fileKind));
    m_save->setMinimumWidth(m_save->fontMetrics().horizontalAdvance(m_save->text()) + 14);
    if (m_onlyChanged->isChecked() || !isSame) {
        filter();
    }
}

void TuningPanel::buildLines() {
    for (TuningLine* line : m_lines) {
        m_column->removeWidget(line);
        line->hide();
        line->deleteLater(); // the line may be on the call stack
    }
    m_lines.clear();
    int widthPx = 0;
    for (const TuningRow& row : m_view.rows) {
        auto* line = new TuningLine(row);
        connect(line, &TuningLine::changed, this, &TuningPanel::changed);
        connect(line, &TuningLine::resetRequested, this, &TuningPanel::resetRequested);
        for (auto* number : line->findChildren<QDoubleSpinBox*>()) {
            number->installEventFilter(this); // intercepts keys that would undo typing in the field
        }
        m_column->insertWidget(m_column->count() - 2, line);
        m_lines.push_back(line);
        widthPx = std::max(widthPx, line->nameWidthHint());
    }
    for (TuningLine* line : m_lines) {
        line->setNameWidth(widthPx);
    }
}

// All words must occur in the name or the description.
void TuningPanel::filter() {
    const QStringList words = m_filter->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    bool hasAny = false;
    for (TuningLine* line : m_lines) {
        const QString text = line->row().name + QLatin1Char(' ') + line->row().description;
        const bool isShown = (!m_onlyChanged->isChecked() || line->isChanged()) &&
                             std::ranges::all_of(words, [&](const QString& word) {
                                 return text.contains(word, Qt::CaseInsensitive);
                             });
        line->setVisible(isShown);
        hasAny = hasAny || isShown;
    }
    m_nothing->setVisible(!hasAny && !m_lines.empty());
}

bool TuningPanel::handleKey(QEvent& event) {
    if (event.type() != QEvent::ShortcutOverride && event.type() != QEvent::KeyPress) {
        return false;
    }
    const auto& key = static_cast<QKeyEvent&>(event); // NOLINT: implied by its type
    const bool isUndo = key.matches(QKeySequence::Undo);
    const bool isRedo = key.matches(QKeySequence::Redo) ||
                        (key.modifiers() == Qt::ControlModifier && key.key() == Qt::Key_Y);
    if (!isUndo && !isRedo) {
        return false;
    }
    event.accept();
    if (event.type() == QEvent::KeyPress) {
        (isUndo ? m_undo : m_redo)->click();
    }
    return true;
}

bool TuningPanel::event(QEvent* event) {
    return handleKey(*event) || QWidget::event(event);
}

bool TuningPanel::eventFilter(QObject* watched, QEvent* event) {
    return handleKey(*event) || QWidget::eventFilter(watched, event);
}

} // namespace sideline::widgets
