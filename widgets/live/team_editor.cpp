#include "widgets/live/team_editor.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>
#include <QFontDatabase>
#include <QHeaderView>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

namespace {

// Blends a translucent color with the background.
QColor mixed(const QColor& ground, const QColor& above) {
    const auto of = [&](int below, int top) { return below + (top - below) * above.alpha() / 255; };
    return {of(ground.red(), above.red()), of(ground.green(), above.green()),
            of(ground.blue(), above.blue())};
}

// Edits keys with a fixed set of values by a combo box instead of a line edit.
class ChoiceDelegate : public QStyledItemDelegate {
public:
    ChoiceDelegate(QStringList choices, QObject* parent)
        : QStyledItemDelegate(parent), m_choices(std::move(choices)) {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                          const QModelIndex& /*index*/) const override {
        auto* box = new QComboBox(parent);
        box->addItem(tr("(default)"), QString());
        for (const QString& choice : m_choices) {
            box->addItem(TeamFormModel::shownValue(choice), choice);
        }
        auto* self = const_cast<ChoiceDelegate*>(this); // NOLINT: signals of a const delegate
        connect(box, &QComboBox::activated, self, [self, box] {
            Q_EMIT self->commitData(box);
            Q_EMIT self->closeEditor(box);
        });
        return box;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        auto* box = static_cast<QComboBox*>(editor);
        box->setCurrentIndex(std::max(box->findData(index.data(Qt::EditRole)), 0));
    }
    // The list is as wide as its texts; at the right edge it extends to the left.
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& /*index*/) const override {
        QRect place = option.rect;
        place.setWidth(std::max(place.width(), editor->sizeHint().width()));
        place.moveRight(std::min(place.right(), editor->parentWidget()->width() - 1));
        editor->setGeometry(place);
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override {
        model->setData(index, static_cast<QComboBox*>(editor)->currentData(), Qt::EditRole);
    }

private:
    QStringList m_choices;
};

// Shows a field in red, with the expected value in its tooltip; in its normal color if there is no
// fault.
void markFault(QWidget& field, const QString& fault) {
    constexpr const char* kDefaultTip = "defaultTip";
    if (!field.property(kDefaultTip).isValid()) {
        field.setProperty(kDefaultTip, field.toolTip());
    }
    const QString tip = field.property(kDefaultTip).toString();
    field.setToolTip(fault.isEmpty() ? tip : fault + QLatin1Char('\n') + tip);
    QPalette palette;
    if (!fault.isEmpty()) {
        for (const QPalette::ColorRole role : {QPalette::Base, QPalette::Button}) {
            palette.setColor(role, mixed(palette.color(role), kFaultGround));
        }
    }
    field.setPalette(palette);
}

} // namespace

TeamEditor::TeamEditor(const QMap<QString, QStringList>& choices, QWidget* parent)
    : QDialog(parent), m_pages(new QTabWidget) {
    setObjectName(QStringLiteral("teamEditor"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->addTab(buildForm(choices), tr("Form"));
    m_pages->addTab(buildText(), tr("Text"));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_pages);
    splitter->addWidget(buildProblems());
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 1);
    auto* column = columnIn(this, 8);
    column->addWidget(splitter, 1);
    column->addLayout(buildButtons());
    for (auto* button : findChildren<QPushButton*>()) {
        button->setAutoDefault(false); // Return is handled by the fields
    }
    resize(1160, 620);
    setFile({});
    setUnsaved(false);
    setProblems({});
}

QWidget* TeamEditor::buildForm(const QMap<QString, QStringList>& choices) {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    m_noForm = new QLabel;
    m_noForm->setObjectName(QStringLiteral("noForm"));
    m_noForm->setWordWrap(true);
    m_noForm->hide();
    column->addWidget(m_noForm);
    m_form = new QWidget;
    auto* form = columnIn(m_form, 0);
    auto* row = new QHBoxLayout;
    addTeamField(row, "name", tr("Name"),
                 tr("Team name, without spaces or parentheses; default: the file name"), 2);
    row->addWidget(new QLabel(tr("Side")));
    m_side = new QComboBox;
    m_side->setObjectName(QStringLiteral("side"));
    m_side->setToolTip(
        tr("For information only: the server assigns sides in the order in which teams connect"));
    m_side->addItems(choices.value(QStringLiteral("side")));
    row->addWidget(m_side);
    row->addWidget(new QLabel(tr("Server")));
    m_server = new QComboBox;
    m_server->setObjectName(QStringLiteral("server"));
    m_server->setToolTip(tr("The server that the players join; each server has its own robots"));
    m_server->addItems(choices.value(QStringLiteral("server")));
    row->addWidget(m_server);
    addTeamField(row, "host", tr("Host"), tr("Host name or address; 127.0.0.1 if empty"), 2);
    addTeamField(row, "port", tr("Port"),
                 tr("Port for agents; 3100 if empty, 60000 for rcssservermj"), 1);
    addTeamField(row, "monitor_port", tr("Monitor port"),
                 tr("3200 if empty, 60001 for rcssservermj"), 1);
    form->addLayout(row);
    m_players = new QTableView;
    m_players->setObjectName(QStringLiteral("players"));
    m_players->setModel(&m_model);
    m_players->setSelectionMode(QAbstractItemView::SingleSelection);
    m_players->setEditTriggers(QAbstractItemView::DoubleClicked |
                               QAbstractItemView::EditKeyPressed |
                               QAbstractItemView::AnyKeyPressed);
    m_players->setWordWrap(false);
    m_players->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    layOutColumns(choices);
    form->addWidget(m_players, 1);
    auto* buttons = new QHBoxLayout;
    auto* add = panelButton("addPlayer", tr("Add a player"), tr("With the first free number"));
    add->setIcon(icon(QStringLiteral("add")));
    m_remove =
        panelButton("removePlayer", tr("Remove the player"), tr("Removes the selected player"));
    m_remove->setIcon(icon(QStringLiteral("remove")));
    auto* hint = new QLabel(tr("Gray values are the defaults for all players. Environment "
                               "variables are on the Text page."));
    hint->setWordWrap(true);
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addWidget(hint, 1);
    form->addLayout(buttons);
    column->addWidget(m_form, 1);

    connect(m_side, &QComboBox::activated, this,
            [this] { Q_EMIT teamFieldEdited(QStringLiteral("side"), m_side->currentText()); });
    connect(m_server, &QComboBox::activated, this,
            [this] { Q_EMIT teamFieldEdited(QStringLiteral("server"), m_server->currentText()); });
    connect(&m_model, &TeamFormModel::edited, this, &TeamEditor::playerFieldEdited);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &TeamEditor::updateRemove);
    connect(m_players->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &TeamEditor::updateRemove);
    connect(add, &QPushButton::clicked, this, &TeamEditor::playerAddRequested);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        const auto chosen = static_cast<std::size_t>(m_players->currentIndex().row());
        Q_EMIT playerRemoveRequested(m_model.rows()[chosen].player);
    });
    updateRemove();
    return page;
}

// All columns are visible: each is as wide as typical values, and the columns with the longest
// values share the remaining width.
void TeamEditor::layOutColumns(const QMap<QString, QStringList>& choices) {
    static const QMap<QString, QString> kDefault = {
        {QStringLiteral("beam"), QStringLiteral("-14.5, -10, 180")},
        {QStringLiteral("dir"), QStringLiteral("../agent/bin")}};
    constexpr int kCellRimPx = 14;
    QHeaderView* header = m_players->horizontalHeader();
    const auto& columns = TeamFormModel::columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int column = static_cast<int>(i);
        const QString key = QLatin1String(columns[i].key);
        if (key == QLatin1String("program") || key == QLatin1String("args")) {
            header->setSectionResizeMode(column, QHeaderView::Stretch);
            continue;
        }
        int widthPx = fontMetrics().horizontalAdvance(kDefault.value(key));
        widthPx =
            std::max(widthPx, fontMetrics().horizontalAdvance(TeamFormModel::tr(columns[i].text)));
        for (const QString& choice : choices.value(key)) {
            widthPx = std::max(widthPx,
                               fontMetrics().horizontalAdvance(TeamFormModel::shownValue(choice)));
        }
        m_players->setColumnWidth(column, widthPx + kCellRimPx);
        if (choices.contains(key)) {
            m_players->setItemDelegateForColumn(column,
                                                new ChoiceDelegate(choices.value(key), m_players));
        }
    }
}

void TeamEditor::addTeamField(QBoxLayout* row, const char* key, const QString& title,
                              const QString& tip, int stretch) {
    auto* field = new QLineEdit;
    field->setObjectName(QLatin1String(key));
    field->setToolTip(tip);
    row->addWidget(new QLabel(title));
    row->addWidget(field, stretch);
    m_fields.insert(QLatin1String(key), field);
    connect(field, &QLineEdit::textEdited, this, [this, key](const QString& value) {
        Q_EMIT teamFieldEdited(QLatin1String(key), value);
    });
}

QWidget* TeamEditor::buildText() {
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("text"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(false);
    connect(m_text, &QPlainTextEdit::textChanged, this, &TeamEditor::textChanged);
    return m_text;
}

QWidget* TeamEditor::buildProblems() {
    auto* widget = new QWidget;
    auto* column = columnIn(widget, 0);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("summary"));
    m_problemList = new QListWidget;
    m_problemList->setObjectName(QStringLiteral("problems"));
    m_problemList->setWordWrap(true);
    m_problemList->setToolTip(tr("Click to go to the line"));
    column->addWidget(m_summary);
    column->addWidget(m_problemList, 1);
    connect(m_problemList, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem* item) { goToLine(item->data(Qt::UserRole).toInt()); });
    return widget;
}

QLayout* TeamEditor::buildButtons() {
    auto* row = new QHBoxLayout;
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setWordWrap(true);
    m_revert = panelButton("revert", tr("Revert"), tr("Discard edits and reload the file"));
    m_save = panelButton("save", tr("Save"), tr("Save the file; an open team uses it at once"));
    m_save->setShortcut(QKeySequence::Save);
    auto* saveAs = panelButton("saveAs", tr("Save as\u2026"), tr("Save to another file"));
    auto* close = panelButton("closeEditor", tr("Close"), tr("Close this window"));
    row->addWidget(m_note, 1);
    for (QPushButton* button : {m_revert, m_save, saveAs, close}) {
        row->addWidget(button);
    }
    connect(m_revert, &QPushButton::clicked, this, &TeamEditor::revertRequested);
    connect(m_save, &QPushButton::clicked, this, &TeamEditor::saveRequested);
    connect(saveAs, &QPushButton::clicked, this, &TeamEditor::saveAsRequested);
    connect(close, &QPushButton::clicked, this, &QWidget::close);
    return row;
}

void TeamEditor::setFile(const QString& file) {
    setWindowTitle(
        tr("%1[*] - Team file").arg(file.isEmpty() ? tr("New team") : QFileInfo(file).fileName()));
    setWindowFilePath(file);
}

// Rewrites only what differs, so that cursor, selection and undo history stay valid.
void TeamEditor::setText(const QString& text) {
    const QString before = m_text->toPlainText();
    if (text == before) {
        return;
    }
    const qsizetype least = std::min(text.size(), before.size());
    qsizetype same = 0;
    while (same < least && text[same] == before[same]) {
        ++same;
    }
    qsizetype sameEnd = 0;
    while (sameEnd < least - same &&
           text[text.size() - 1 - sameEnd] == before[before.size() - 1 - sameEnd]) {
        ++sameEnd;
    }
    QTextCursor cursor(m_text->document());
    cursor.setPosition(static_cast<int>(same));
    cursor.setPosition(static_cast<int>(before.size() - sameEnd), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(same, text.size() - sameEnd - same));
}

void TeamEditor::setForm(const TeamFormView& form) {
    m_noForm->hide();
    m_form->setEnabled(true);
    for (auto it = m_fields.begin(); it != m_fields.end(); ++it) {
        if (it.value()->text() != form.team.value(it.key())) {
            it.value()->setText(form.team.value(it.key()));
        }
        markFault(*it.value(), form.teamFaults.value(it.key()));
    }
    const QString side = form.team.value(QStringLiteral("side"), QStringLiteral("any"));
    m_side->setPlaceholderText(side); // shown if the list does not contain it
    m_side->setCurrentIndex(m_side->findText(side));
    markFault(*m_side, form.teamFaults.value(QStringLiteral("side")));
    const QString server =
        form.team.value(QStringLiteral("server"), m_server->itemText(0)); // the default server
    m_server->setPlaceholderText(server);
    m_server->setCurrentIndex(m_server->findText(server));
    markFault(*m_server, form.teamFaults.value(QStringLiteral("server")));
    m_model.setRows(form.rows);
}

void TeamEditor::setNoForm(const QString& why) {
    m_noForm->setText(why);
    m_noForm->show();
    m_form->setEnabled(false);
}

void TeamEditor::setProblems(const std::vector<TeamProblemView>& problems) {
    const auto errors = std::ranges::count(problems, false, &TeamProblemView::isNote);
    const auto notes = std::ssize(problems) - errors;
    showText(m_summary, errors > 0   ? tr("%n errors", nullptr, static_cast<int>(errors))
                        : notes == 0 ? tr("No errors")
                                     : tr("No errors; %n notes", nullptr, static_cast<int>(notes)));
    if (problems == m_problems && m_problemList->count() == static_cast<int>(problems.size())) {
        return;
    }
    m_problems = problems;
    m_problemList->clear();
    for (const TeamProblemView& problem : problems) {
        auto* item = new QListWidgetItem(
            icon(problem.isNote ? QStringLiteral("info") : QStringLiteral("error")),
            problem.line > 0 ? tr("Line %1: %2").arg(problem.line).arg(problem.text)
                             : problem.text);
        item->setData(Qt::UserRole, problem.line);
        m_problemList->addItem(item);
    }
    markLines();
}

void TeamEditor::markLines() {
    QList<QTextEdit::ExtraSelection> marks;
    for (const TeamProblemView& problem : m_problems) {
        const QTextBlock block = m_text->document()->findBlockByNumber(problem.line - 1);
        if (problem.line < 1 || problem.isNote || !block.isValid()) {
            continue;
        }
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.format.setBackground(kFaultGround);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.push_back(mark);
    }
    m_text->setExtraSelections(marks);
}

void TeamEditor::goToLine(int line) {
    const QTextBlock block = m_text->document()->findBlockByNumber(line - 1);
    if (line < 1 || !block.isValid()) {
        return;
    }
    m_pages->setCurrentWidget(m_text);
    m_text->setTextCursor(QTextCursor(block));
    m_text->setFocus();
}

void TeamEditor::setUnsaved(bool isUnsaved) {
    setWindowModified(isUnsaved);
    m_save->setEnabled(isUnsaved);
    m_revert->setEnabled(isUnsaved);
}

void TeamEditor::setNote(const QString& text) {
    showWrapped(m_note, text);
}

void TeamEditor::updateRemove() {
    const int row = m_players->currentIndex().row();
    m_remove->setEnabled(row >= 0 && row < m_model.rowCount() &&
                         m_model.rows()[static_cast<std::size_t>(row)].kind ==
                             TeamFormRow::Kind::Player);
}

// Called however the window is closed: by its button, its frame or Escape.
void TeamEditor::reject() {
    if (!m_mayClose || m_mayClose()) {
        QDialog::reject();
    }
}

} // namespace sideline::widgets
