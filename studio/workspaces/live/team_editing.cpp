#include "studio/workspaces/live/team_editing.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>
#include <QUrl>

#include "agentcore/base/input_file.h"
#include "launcher/team_file.h"
#include "widgets/common/file_question.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"
#include "widgets/common/unsaved_question.h"

namespace sideline::studio {

namespace {

using launcher::TeamPart;
using widgets::MessageBar;
using widgets::TeamFormRow;

constexpr std::uint64_t kMaxTeamFileBytes = 1U << 20U; // same limit as in the launcher

QStringList listOf(const std::vector<std::string_view>& words) {
    QStringList list;
    for (const std::string_view word : words) {
        list << widgets::toQt(word);
    }
    return list;
}

QMap<QString, QStringList> choices() {
    std::vector<std::string_view> localizers;
    for (const localization::Method method : localization::kMethods) {
        localizers.push_back(localization::wordOf(method));
    }
    return {{QStringLiteral("side"), listOf({"any", "left", "right"})},
            {QStringLiteral("server"), listOf({"rcssserver3d", "rcssservermj"})},
            {QStringLiteral("embedded"), listOf({"true", "false"})},
            {QStringLiteral("record"), listOf({"true", "false"})},
            {QStringLiteral("restart"), listOf({"never", "on-crash"})},
            {QStringLiteral("behavior"),
             listOf({launcher::embeddedBehaviors().begin(), launcher::embeddedBehaviors().end()})},
            {QStringLiteral("localizer"), listOf(localizers)}};
}

widgets::TeamValues valuesOf(const launcher::TeamFields::Values& values) {
    widgets::TeamValues shown;
    for (const auto& [key, value] : values) {
        shown.insert(widgets::toQt(key), widgets::toQt(value));
    }
    return shown;
}

widgets::TeamFormView formOf(const launcher::TeamFields& fields) {
    widgets::TeamFormView form;
    form.team = valuesOf(fields.team);
    if (fields.command) {
        form.rows.push_back({TeamFormRow::Kind::Command, 0, valuesOf(*fields.command)});
    } else {
        form.rows.push_back({TeamFormRow::Kind::Defaults, 0,
                             valuesOf(fields.defaults.value_or(launcher::TeamFields::Values()))});
    }
    for (std::size_t i = 0; i < fields.players.size(); ++i) {
        form.rows.push_back(
            {TeamFormRow::Kind::Player, static_cast<int>(i), valuesOf(fields.players[i])});
    }
    return form;
}

TeamPart partOf(const TeamFormRow& row) {
    switch (row.kind) {
    case TeamFormRow::Kind::Defaults:
        return {TeamPart::Kind::Defaults};
    case TeamFormRow::Kind::Command:
        return {TeamPart::Kind::Command};
    case TeamFormRow::Kind::Player:
        break;
    }
    return {TeamPart::Kind::Player, static_cast<std::size_t>(row.player)};
}

widgets::TeamProblemView viewOf(const base::Error& error, bool isNote) {
    base::Error bare = error;
    bare.file.clear();
    bare.line.reset();
    return {static_cast<int>(error.line.value_or(0)), widgets::toQt(bare.toString()), isNote};
}

std::vector<widgets::TeamProblemView> problemsOf(const QString& text, const QString& file) {
    std::vector<widgets::TeamProblemView> problems;
    const QString place =
        file.isEmpty() ? QDir::home().filePath(QStringLiteral("team.toml")) : file;
    const auto team = launcher::parseTeamFile(text.toStdString(), place.toStdString());
    for (const base::Error& error : team ? team->notes : team.error()) {
        problems.push_back(viewOf(error, team.has_value()));
    }
    return problems;
}

// Returns the form field that an error belongs to: that of the value on its line (`key`), or else
// the first one that the error names.
QString keyOf(const QString& key, const QString& problem) {
    if (!key.isEmpty()) {
        return key;
    }
    static const QRegularExpression kNamed(QStringLiteral("`(\\w+)`"));
    return kNamed.match(problem).captured(1);
}

void addFaults(widgets::TeamFormView& form, const QString& text,
               const std::vector<widgets::TeamProblemView>& problems) {
    for (const widgets::TeamProblemView& problem : problems) {
        if (problem.isNote) {
            continue;
        }
        const launcher::TeamPlace place =
            launcher::placeOnLine(text.toStdString(), static_cast<std::uint64_t>(problem.line))
                .value_or(launcher::TeamPlace());
        const QString key = keyOf(widgets::toQt(place.key), problem.text);
        const auto row = std::ranges::find(form.rows, place.part, partOf);
        (row == form.rows.end() ? form.teamFaults : row->faults).insert(key, problem.text);
    }
}

// Reads a file and converts its line endings to line feeds, as in an editor.
base::Expected<QString> readText(const QString& file) {
    auto text = base::readTextFile(file.toStdString(), kMaxTeamFileBytes, "a team file");
    if (!text) {
        return tl::unexpected(text.error());
    }
    QString shown = QString::fromUtf8(text->data(), static_cast<qsizetype>(text->size()));
    if (shown.toUtf8().toStdString() != *text) {
        return tl::unexpected(base::Error{.code = base::ErrorCode::Malformed,
                                          .message = "not valid UTF-8",
                                          .expected = "text in UTF-8",
                                          .file = file.toStdString(),
                                          .line = {},
                                          .byteOffset = {}});
    }
    return shown;
}

constexpr const char* kNewTeam = R"(name = "MyTeam"

[defaults]
embedded = true

[[players]]
number = 1
)";

} // namespace

TeamEditing::TeamEditing(MessageBar& messages, QSettings& store, QWidget* parent)
    : m_messages(messages), m_store(store), m_parent(parent) {}

TeamEditing::~TeamEditing() {
    for (const auto& editor : m_editors) {
        delete editor->window.data();
    }
}

QString TeamEditing::draftKey(const QString& file) {
    return QStringLiteral("teams/drafts/") + QString::fromLatin1(QUrl::toPercentEncoding(
                                                 file.isEmpty() ? QStringLiteral("new") : file));
}

void TeamEditing::edit(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    const auto there =
        std::ranges::find(m_editors, path, [](const auto& each) { return each->file; });
    if (there != m_editors.end()) {
        (*there)->window->show();
        (*there)->window->raise();
        (*there)->window->activateWindow();
        return;
    }
    if (const auto text = readText(path)) {
        open(path, *text);
    } else {
        m_messages.show(MessageBar::Severity::Error, widgets::toQt(text.error().toString()));
    }
}

void TeamEditing::create() {
    const auto there =
        std::ranges::find(m_editors, QString(), [](const auto& each) { return each->file; });
    if (there != m_editors.end()) {
        (*there)->window->raise();
        (*there)->window->activateWindow();
        return;
    }
    open({}, {});
}

void TeamEditing::open(const QString& file, const QString& text) {
    m_editors.push_back(std::make_unique<Editor>());
    Editor& editor = *m_editors.back();
    editor.window = new widgets::TeamEditor(choices(), m_parent);
    editor.file = file;
    editor.hasCrLf = text.contains(QStringLiteral("\r\n"));
    editor.saved = QString(text).replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    const QString draft = m_store.value(draftKey(file)).toString();
    const bool hasDraft = !draft.isEmpty() && draft != editor.saved;
    editor.window->setFile(file);
    editor.window->setText(hasDraft         ? draft
                           : file.isEmpty() ? QString::fromLatin1(kNewTeam)
                                            : editor.saved);
    if (hasDraft) {
        editor.window->setNote(tr("These edits were not saved last time. Revert discards them."));
    }
    connectWindow(editor);
    show(editor);
    editor.window->show();
    editor.window->raise();
    editor.window->activateWindow();
}

void TeamEditing::connectWindow(Editor& editor) {
    using widgets::TeamEditor;
    TeamEditor* window = editor.window;
    window->setCloseGuard([this, &editor] { return mayClose(editor); });
    connect(window, &QDialog::finished, this, [this, &editor] { forget(&editor); });
    connect(window, &TeamEditor::textChanged, this, [this, &editor] {
        editor.window->setNote({});
        show(editor);
    });
    const auto text = [&editor] { return editor.window->text().toStdString(); };
    connect(window, &TeamEditor::teamFieldEdited, this,
            [this, &editor, text](const QString& key, const QString& value) {
                change(editor, launcher::withField(text(), {TeamPart::Kind::Team},
                                                   key.toStdString(), value.toStdString()));
            });
    connect(
        window, &TeamEditor::playerFieldEdited, this,
        [this, &editor, text](const TeamFormRow& row, const QString& key, const QString& value) {
            change(editor, launcher::withField(text(), partOf(row), key.toStdString(),
                                               value.toStdString()));
        });
    connect(window, &TeamEditor::playerAddRequested, this,
            [this, &editor, text] { change(editor, launcher::withNewPlayer(text())); });
    connect(window, &TeamEditor::playerRemoveRequested, this, [this, &editor, text](int player) {
        change(editor, launcher::withoutPlayer(text(), static_cast<std::size_t>(player)));
    });
    connect(window, &TeamEditor::saveRequested, this, [this, &editor] { save(editor); });
    connect(window, &TeamEditor::saveAsRequested, this, [this, &editor] { saveAs(editor); });
    connect(window, &TeamEditor::revertRequested, this,
            [&editor] { editor.window->setText(editor.saved); });
}

// Changes the form; an impossible change is reported and changes nothing.
void TeamEditing::change(Editor& editor, const base::Expected<std::string>& text) {
    if (text) {
        editor.window->setText(widgets::toQt(*text));
        return;
    }
    show(editor); // restores the form
    editor.window->setNote(widgets::toQt(text.error().toString()));
}

void TeamEditing::show(Editor& editor) {
    const QString text = editor.window->text();
    const auto problems = problemsOf(text, editor.file);
    editor.window->setProblems(problems);
    editor.window->setUnsaved(editor.isUnsaved());
    if (const auto fields = launcher::readTeamFields(text.toStdString())) {
        widgets::TeamFormView form = formOf(*fields);
        addFaults(form, text, problems);
        editor.window->setForm(form);
    } else {
        editor.window->setNoForm(tr("This is not valid TOML, see below: fix it on the Text page."));
    }
    if (editor.isUnsaved()) {
        m_store.setValue(draftKey(editor.file), text);
    } else {
        m_store.remove(draftKey(editor.file));
    }
}

bool TeamEditing::save(Editor& editor) {
    if (editor.file.isEmpty()) {
        return saveAs(editor);
    }
    const auto now = readText(editor.file);
    const bool isOther =
        now && QString(*now).replace(QStringLiteral("\r\n"), QStringLiteral("\n")) != editor.saved;
    if (isOther && QMessageBox::warning(editor.window, tr("Save the team file"),
                                        tr("Another program has changed %1 since you opened it.")
                                            .arg(QFileInfo(editor.file).fileName()),
                                        QMessageBox::Save | QMessageBox::Cancel,
                                        QMessageBox::Cancel) != QMessageBox::Save) {
        return false;
    }
    return write(editor, editor.file);
}

bool TeamEditing::saveAs(Editor& editor) {
    QString file = widgets::askToSave(
        editor.window,
        {QStringLiteral("teams"), tr("Save the team file"), tr("Team files (*.toml)"), editor.file},
        editor.file.isEmpty() ? QStringLiteral("team.toml") : QFileInfo(editor.file).fileName());
    if (file.isEmpty()) {
        return false;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += QStringLiteral(".toml");
    }
    return write(editor, QFileInfo(file).absoluteFilePath());
}

bool TeamEditing::write(Editor& editor, const QString& file) {
    const QString text = editor.window->text();
    QString written = text;
    if (editor.hasCrLf) {
        written.replace(QLatin1Char('\n'), QStringLiteral("\r\n"));
    }
    if (const auto done = widgets::saveBytes(written.toUtf8(), file); !done) {
        editor.window->setNote(widgets::toQt(done.error().toString()));
        return false;
    }
    m_store.remove(draftKey(editor.file));
    editor.file = file;
    editor.saved = text;
    editor.window->setFile(file);
    show(editor);
    editor.window->setNote(tr("Saved"));
    Q_EMIT saved(file);
    return true;
}

bool TeamEditing::mayClose() {
    return std::ranges::all_of(m_editors, [this](const auto& editor) { return mayClose(*editor); });
}

bool TeamEditing::mayClose(Editor& editor) {
    if (!editor.isUnsaved() ||
        (editor.file.isEmpty() && editor.window->text() == QString::fromLatin1(kNewTeam))) {
        m_store.remove(draftKey(editor.file));
        return true;
    }
    const QString name =
        editor.file.isEmpty() ? tr("The new team") : QFileInfo(editor.file).fileName();
    return widgets::maySaveOrDiscard(
        editor.window, tr("Team file"), name, [&] { return save(editor); },
        [&] { m_store.remove(draftKey(editor.file)); });
}

void TeamEditing::forget(const Editor* editor) {
    const auto it =
        std::ranges::find(m_editors, editor, [](const auto& each) { return each.get(); });
    if (it != m_editors.end()) {
        (*it)->window->disconnect(this);
        (*it)->window->deleteLater();
        m_editors.erase(it);
    }
}

} // namespace sideline::studio
