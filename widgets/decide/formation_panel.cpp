#include "widgets/decide/formation_panel.h"

#include <algorithm>

#include <QFileInfo>
#include <QSignalBlocker>

#include "agentcore/base/plural.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

namespace {

using planning::FormationSituation;

QString situationText(FormationSituation situation, const FormationView& view) {
    QString text = toQt(std::string(planning::nameOf(situation)));
    const bool isGiven = view.text && view.text->formation().has(situation);
    return isGiven || !view.text ? text : FormationPanel::tr("%1 (same as play)").arg(text);
}

} // namespace

FormationPanel::FormationPanel(QWidget* parent)
    : QWidget(parent),
      m_save(panelWord("formationSave", tr("Save"),
                       tr("Save the formation (Ctrl+S); agents that use it reload it at once"))),
      m_undo(panelWord("formationUndo", tr("Undo"), tr("Undo the last edit (Ctrl+Z)"))),
      m_redo(panelWord("formationRedo", tr("Redo"), tr("Redo"))),
      m_text(panelButton("formationText", tr("Text"), tr("Edit the file as text"))),
      m_situation(panelChoice("formationSituation", {}, tr("Situation of the game"))),
      m_role(panelChoice("formationRole", {}, tr("Selected role"))),
      m_add(panelButton(
          "formationAdd", tr("Add here"),
          tr("Add this ball position to the file, with the current positions of the roles"))),
      m_remove(panelButton("formationRemove", tr("Remove"),
                           tr("Remove this ball position from the file (Delete)"))),
      m_file(new ElidedLabel("formationFile")),
      m_problem(new QLabel),
      m_place(new ElidedLabel("formationPlace", Qt::ElideRight)),
      m_field(new FormationField) {
    setObjectName(QStringLiteral("formationPanel"));
    m_file->setFont(bold(m_file->font()));
    m_problem->setObjectName(QStringLiteral("formationProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QPalette red = palette();
    red.setColor(QPalette::WindowText, kFaultColor);
    m_problem->setPalette(red);
    auto* open = panelTool("formationOpen", QStringLiteral("open"), tr("Open a formation"));
    auto* saveAs = panelWord("formationSaveAs", tr("Save as\u2026"), tr("Save under another name"));
    auto* files = new QHBoxLayout;
    files->setSpacing(4);
    files->addWidget(open);
    files->addWidget(m_file, 1);
    for (QWidget* each : std::initializer_list<QWidget*>{m_undo, m_redo, m_save, saveAs, m_text}) {
        files->addWidget(each);
    }
    auto* choices = new QHBoxLayout;
    choices->setSpacing(4);
    choices->addWidget(m_situation, 2);
    choices->addWidget(m_role, 2);
    choices->addWidget(m_add);
    choices->addWidget(m_remove);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(files);
    column->addLayout(choices);
    column->addWidget(m_problem);
    column->addWidget(m_field, 1);
    column->addWidget(m_place);
    for (std::size_t i = 0; i < planning::kFormationSituations; ++i) {
        m_situation->addItem({});
    }
    connect(open, &QToolButton::clicked, this, &FormationPanel::openRequested);
    connect(saveAs, &QToolButton::clicked, this, &FormationPanel::saveAsRequested);
    connect(m_save, &QToolButton::clicked, this, &FormationPanel::saveRequested);
    connect(m_field, &FormationField::saveRequested, this, &FormationPanel::saveRequested);
    connect(m_undo, &QToolButton::clicked, m_field, &FormationField::undoRequested);
    connect(m_redo, &QToolButton::clicked, m_field, &FormationField::redoRequested);
    connect(m_text, &QPushButton::clicked, this, &FormationPanel::textRequested);
    connect(m_add, &QPushButton::clicked, this, &FormationPanel::addRequested);
    connect(m_remove, &QPushButton::clicked, m_field, &FormationField::removeRequested);
    connect(m_situation, &QComboBox::activated, this,
            [this](int index) { Q_EMIT situationChosen(static_cast<FormationSituation>(index)); });
    connect(m_role, &QComboBox::activated, this,
            [this](int index) { Q_EMIT m_field->roleSelected(index - 1); });
    setState({});
}

void FormationPanel::setState(const FormationState& state) {
    m_state = state;
    const bool isOpen = state.formation.text != nullptr;
    m_field->setView(state.formation);
    const QString name =
        state.file.isEmpty() ? tr("No formation is open") : QFileInfo(state.file).fileName();
    showText(m_file, state.isUnsaved ? tr("* %1").arg(name) : name);
    m_file->setToolTip(state.isUnsaved ? tr("%1, not saved yet").arg(state.file) : state.file);
    m_problem->setVisible(!state.problem.isEmpty());
    showWrapped(m_problem, state.problem);
    m_save->setEnabled(state.isUnsaved);
    m_undo->setEnabled(state.canUndo);
    m_redo->setEnabled(state.canRedo);
    m_text->setEnabled(!state.file.isEmpty());
    findChild<QToolButton*>(QStringLiteral("formationSaveAs"))->setEnabled(isOpen);
    m_situation->setEnabled(isOpen);
    m_role->setEnabled(isOpen);
    showChoices();
    showPlace();
}

void FormationPanel::showChoices() {
    const FormationView& view = m_state.formation;
    for (std::size_t i = 0; i < planning::kFormationSituations; ++i) {
        m_situation->setItemText(static_cast<int>(i),
                                 situationText(static_cast<FormationSituation>(i), view));
    }
    m_situation->setCurrentIndex(static_cast<int>(view.situation));
    QStringList roles = {tr("no role selected")};
    if (view.text) {
        for (const planning::FormationRole& role : view.text->formation().roles()) {
            roles << QStringLiteral("%1 %2").arg(role.unum).arg(toQt(role.name));
        }
    }
    QStringList shown;
    for (int i = 0; i < m_role->count(); ++i) {
        shown << m_role->itemText(i);
    }
    if (shown != roles) {
        const QSignalBlocker blocker(m_role);
        m_role->clear();
        m_role->addItems(roles);
    }
    m_role->setCurrentIndex(view.role + 1);
}

void FormationPanel::showPlace() {
    const FormationView& view = m_state.formation;
    const bool isGiven = view.text && view.sample().has_value();
    m_add->setEnabled(view.text && !isGiven);
    m_remove->setEnabled(isGiven);
    const QString text = placeText();
    showText(m_place, text);
    m_place->setToolTip(text);
}

QString FormationPanel::placeText() const {
    const FormationView& view = m_state.formation;
    if (!view.text) {
        return tr("Open a .formation file, then drag the ball and the players.");
    }
    const QString ball =
        tr("Ball at %1, %2 m: ").arg(view.ball.x(), 0, 'f', 2).arg(view.ball.y(), 0, 'f', 2);
    const auto sample = view.sample();
    if (sample) {
        return ball + (sample->isMirrored ? tr("given for the other side, mirrored")
                                          : tr("given in the file"));
    }
    if (!view.text->formation().has(view.situation)) {
        return ball + tr("this situation uses the positions of play until a player is dragged");
    }
    const auto weights = view.text->formation().mesh(view.situation).at(view.ball).weights;
    const auto places = std::ranges::count_if(weights, [](double weight) { return weight > 1e-6; });
    return ball +
           (places == 1 ? tr("as at the nearest given position")
                        : tr("interpolated between %1 positions").arg(places)) +
           tr("; dragging a player adds one");
}

} // namespace sideline::widgets
