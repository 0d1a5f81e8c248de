#include "studio/workspaces/decide/text_editing.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include "agentcore/base/input_file.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/planning/formation/team_formation.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"
#include "studio/settings/app_settings.h"
#include "widgets/common/file_question.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"
#include "widgets/common/unsaved_question.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr std::uint64_t kMaxTextBytes = 1U << 20U;
constexpr int kCheckMs = 120; // delay after the last keystroke
constexpr int kLookMs = 500;
constexpr qint64 kHeadBytes = 4096; // bytes that are read to determine the kind of a file
const QString kFormation = QStringLiteral(".formation");
const QString kXml = QStringLiteral(".xml");
const std::array kEndings = {QStringLiteral(".tree"), QStringLiteral(".network"),
                             QStringLiteral(".machine"), kXml, kFormation};

// Returns a description of the text, or its error.
// @param tree ID of the behavior tree to run; empty: the main tree
// @param use receives the decision that it describes
base::Expected<QString> read(const std::string& text, const QString& file, const QString& tree,
                             const agents::BehaviorRegistry& registry,
                             const std::function<void(const decision::Decider&)>& use) {
    const std::string path = file.toStdString();
    if (file.endsWith(kFormation)) {
        const auto formation = planning::TeamFormation::parse(text, path);
        if (!formation) {
            return tl::unexpected(formation.error());
        }
        return TextEditing::tr("formation %1: %2 roles")
            .arg(widgets::toQt(formation->name()))
            .arg(formation->roles().size());
    }
    auto decider = agents::DecisionFile(registry, tree.toStdString()).readText(text, path);
    if (!decider) {
        return tl::unexpected(decider.error());
    }
    if (const auto checked = agents::checkBehaviors(**decider, registry); !checked) {
        return tl::unexpected(checked.error());
    }
    use(**decider);
    QString about = TextEditing::tr("%1: no errors").arg(widgets::toQt((*decider)->title()));
    for (const std::string& warning : (*decider)->warnings()) {
        about += QLatin1Char('\n') + widgets::toQt(warning);
    }
    return about;
}

// @param file the open file; may be empty
widgets::FileQuestion questionOf(const QString& file, const QString& title, const QString& filter) {
    return {QStringLiteral("decisions"), title, filter, file,
            examplesFolder(QStringLiteral("decisions"))};
}

widgets::FileQuestion questionToOpen(const QString& file) {
    return questionOf(
        file, TextEditing::tr("Open a decision maker or a formation"),
        TextEditing::tr("Decisions and formations (*.tree *.network *.machine *.xml *.formation)"));
}

} // namespace

TextEditing::TextEditing(MessageBar& messages, QSettings& store, QWidget* window)
    : m_messages(messages),
      m_store(store),
      m_window(window),
      m_registry(agents::builtInBehaviors()),
      m_panel(new widgets::TextEditor) {
    m_checkTimer.setSingleShot(true);
    m_checkTimer.setInterval(kCheckMs);
    m_diskTimer.setInterval(kLookMs);
    connect(&m_checkTimer, &QTimer::timeout, this, &TextEditing::check);
    connect(&m_diskTimer, &QTimer::timeout, this, &TextEditing::followDisk);
    connect(m_panel, &widgets::TextEditor::textChanged, this, [this] {
        if (!m_isLoading) {
            m_checkTimer.start();
            show();
        }
    });
    connect(m_panel, &widgets::TextEditor::treeRequested, this, &TextEditing::chooseTree);
    connect(m_panel, &widgets::TextEditor::openRequested, this, [this] { askForFile(); });
    connect(m_panel, &widgets::TextEditor::saveRequested, this, [this] { save(false); });
    connect(m_panel, &widgets::TextEditor::saveAsRequested, this, [this] { save(true); });
    m_diskTimer.start();
}

bool TextEditing::isOne(const QString& path) {
    const auto ends = [&](const QString& ending) { return path.endsWith(ending); };
    if (std::ranges::none_of(kEndings, ends)) {
        return false;
    }
    if (!ends(kXml)) {
        return true;
    }
    QFile file(path); // motions may be XML as well
    return file.open(QIODevice::ReadOnly) &&
           decision::isBehaviorTreeXml(file.read(kHeadBytes).toStdString());
}

QByteArray TextEditing::bytes() const {
    QString text = m_panel->text();
    if (m_hasCrLf) {
        text.replace(QLatin1Char('\n'), QStringLiteral("\r\n"));
    }
    return text.toUtf8();
}

bool TextEditing::isUnsaved() const {
    return m_panel && !m_file.isEmpty() && bytes() != m_saved;
}

bool TextEditing::mayClose() {
    return !isUnsaved() ||
           widgets::maySaveOrDiscard(
               m_window, tr("Unsaved decision file"), QFileInfo(m_file).fileName(),
               [this] { return save(false); }, [this] { m_store.remove(draftKey(m_file)); });
}

bool TextEditing::open(const QString& file, int line, bool isShown) {
    const QString path = QFileInfo(file).absoluteFilePath();
    if (path != m_file) {
        const auto text = base::readTextFile(path.toStdString(), kMaxTextBytes, "a decision maker");
        if (!text) {
            m_messages.show(MessageBar::Severity::Error, widgets::toQt(text.error().toString()));
            return false;
        }
        if (!mayClose()) {
            return false;
        }
        const QString draft = m_store.value(draftKey(path)).toString();
        m_file = path;
        m_isEdited = false;
        m_tree.clear();
        m_trace.clear();
        m_saved = QByteArray::fromStdString(*text);
        m_hasCrLf = m_saved.contains("\r\n");
        m_isLoading = true;
        m_panel->setText(QString::fromUtf8(m_saved).remove(QLatin1Char('\r')), false);
        m_isLoading = false;
        if (!draft.isEmpty() && draft != m_panel->text()) {
            m_panel->setText(draft, true);
            m_messages.show(MessageBar::Severity::Note,
                            tr("%1: unsaved edits were restored; Undo discards them")
                                .arg(QFileInfo(path).fileName()));
        }
        check();
    } else {
        checkIfNeeded();
    }
    m_panel->showLine(line > 0 ? line : m_state.problemLine);
    if (isShown) {
        Q_EMIT opened();
    }
    return true;
}

void TextEditing::chooseTree(const QString& id) {
    if (id != m_tree) {
        m_tree = id;
        check();
    }
}

widgets::FileQuestion TextEditing::question() const {
    return questionToOpen(m_file);
}

bool TextEditing::askForFile(bool isShown) {
    const QString file = widgets::askForFile(m_window, question());
    return !file.isEmpty() && open(file, 0, isShown);
}

void TextEditing::check() {
    if (!m_panel || m_file.isEmpty()) {
        return;
    }
    world::DecisionTrace trace;
    const auto about = readAs(m_panel->text().toStdString(), trace);
    take(about, std::move(trace));
}

// Skips text that was already checked, unless files that it names may have been corrected.
void TextEditing::checkIfNeeded() {
    if (m_checkTimer.isActive() || !m_state.problem.isEmpty()) {
        check();
    }
}

// @param trace receives the decision that it describes, without values; empty for a formation
base::Expected<QString> TextEditing::readAs(const std::string& text, world::DecisionTrace& trace) {
    ++m_readings;
    m_state.trees.clear();
    if (m_file.endsWith(kXml)) {
        for (const std::string& id : decision::behaviorTreeIds(text)) {
            m_state.trees << widgets::toQt(id);
        }
    }
    if (!m_state.trees.contains(m_tree)) {
        m_tree.clear();
    }
    m_state.tree = m_tree;
    return read(text, m_file, m_tree, m_registry,
                [&trace](const decision::Decider& decider) { decider.explain({}, trace); });
}

// Shows the result of the check of the current text.
void TextEditing::take(const base::Expected<QString>& about, world::DecisionTrace trace) {
    m_checkTimer.stop();
    if (!trace.isEmpty()) {
        m_trace = std::move(trace);
        m_traceLines = m_panel->edit()->lines();
    }
    m_state.about = about ? *about : QString();
    m_state.problem = about ? QString() : widgets::toQt(about.error().toString());
    m_state.problemLine = about ? 0 : static_cast<int>(about.error().line.value_or(0));
    keepDraft();
    show();
}

void TextEditing::show() {
    if (m_panel) {
        m_state.file = m_file;
        m_state.isUnsaved = isUnsaved();
        m_panel->setState(m_state);
        Q_EMIT changed();
    }
}

// An invalid text may be saved, as agents reject it and continue with the previous one.
bool TextEditing::save(bool asksForName) {
    if (m_file.isEmpty()) {
        return false;
    }
    QString file = m_file;
    if (asksForName) {
        file = widgets::askToSave(m_window, questionOf(m_file, tr("Save the file"), {}),
                                  QFileInfo(m_file).fileName());
        if (file.isEmpty()) {
            return false;
        }
        file = QFileInfo(file).absoluteFilePath();
    }
    const QByteArray now = bytes();
    const auto written = widgets::saveBytes(now, file);
    if (!written) {
        m_messages.show(MessageBar::Severity::Error, widgets::toQt(written.error().toString()));
        return false;
    }
    m_store.remove(draftKey(m_file));
    m_isEdited = true;
    m_file = file;
    m_saved = now;
    m_panel->rememberLines();
    check();
    Q_EMIT saved(file);
    return true;
}

// Loads the file when another editor has saved it, unless there are unsaved edits.
void TextEditing::followDisk() {
    if (!m_panel || !m_panel->isVisible() || m_file.isEmpty() || isUnsaved()) {
        return;
    }
    const auto text = base::readTextFile(m_file.toStdString(), kMaxTextBytes, "a decision maker");
    if (text && *text != m_saved.toStdString()) {
        m_saved = QByteArray::fromStdString(*text);
        m_hasCrLf = m_saved.contains("\r\n");
        m_panel->setText(QString::fromUtf8(m_saved).remove(QLatin1Char('\r')), true);
        m_panel->rememberLines();
        check();
    }
}

bool TextEditing::isOf(const QString& maker) const {
    return m_panel && !m_file.isEmpty() &&
           QFileInfo(m_file).completeBaseName() == maker.section(QLatin1Char(' '), 1);
}

void TextEditing::showNode(const QString& maker, int line) {
    if (isOf(maker)) {
        m_panel->showLine(line);
    }
}

void TextEditing::showPlace(int line) {
    if (m_panel) {
        m_panel->showLineNow(line);
    }
}

int TextEditing::lineOfTrace(int line) const {
    const QStringList now = m_panel->edit()->lines();
    return now == m_traceLines ? line : widgets::LineMap(m_traceLines, now).now(line);
}

widgets::LineMap TextEditing::fileToTrace() const {
    return {m_panel->edit()->fileLines(), m_traceLines};
}

// Applies an edit; the text is checked only once the whole edit is complete.
template <typename Edit>
void TextEditing::write(const Edit& how) {
    m_isLoading = true;
    how(*m_panel->edit());
    m_isLoading = false;
}

base::Expected<decision::NodeEdit> TextEditing::change(std::string_view kind,
                                                       const decision::NodePlace& place,
                                                       decision::NodeChange change) {
    checkIfNeeded();
    if (!m_state.problem.isEmpty()) {
        return base::failure(base::ErrorCode::Malformed,
                             "fix the file first: " + m_state.problem.toStdString());
    }
    auto edit = decision::editNode(m_panel->text().toStdString(), kind, place, change);
    if (!edit) {
        return edit;
    }
    world::DecisionTrace trace;
    const auto checked = readAs(edit->text, trace);
    if (!checked) {
        return tl::unexpected(checked.error());
    }
    write([&](widgets::NumberedText& text) { text.changeTo(QString::fromStdString(edit->text)); });
    take(checked, std::move(trace));
    return edit;
}

// Lines of a goal or module of a network follow its line; an XML tag may span several lines.
TextEditing::Lines TextEditing::extentOf(int first) const {
    const widgets::NumberedText& text = *m_panel->edit();
    if (first < 1 || first > text.blockCount()) {
        return {};
    }
    const QStringList all = text.lines(first, text.blockCount());
    const bool isXml = m_file.endsWith(kXml);
    const bool isNetwork = m_file.endsWith(QStringLiteral(".network"));
    static const QStringList kParts = {QStringLiteral("wants"), QStringLiteral("importance"),
                                       QStringLiteral("when"),  QStringLiteral("do"),
                                       QStringLiteral("needs"), QStringLiteral("effect"),
                                       QStringLiteral("uses")};
    int count = 1;
    const auto continues = [&](const QString& next) {
        const QString& last = all[count - 1];
        return isXml ? !last.contains(QLatin1Char('>'))
                     : isNetwork &&
                           kParts.contains(next.simplified().section(QLatin1Char(' '), 0, 0));
    };
    while (count < all.size() && continues(all[count])) {
        ++count;
    }
    return {first, count};
}

namespace {

QString indentationOf(const QStringList& lines) {
    const QString& line = lines.front();
    qsizetype end = 0;
    while (end < line.size() && line[end].isSpace()) {
        ++end;
    }
    return line.left(end);
}

} // namespace

QString TextEditing::linesOf(int line) const {
    const Lines extent = m_panel && !m_file.isEmpty() ? extentOf(line) : Lines();
    if (extent.count == 0) {
        return {};
    }
    QStringList lines = m_panel->edit()->lines(extent.first, extent.count);
    const QString indent = indentationOf(lines);
    for (QString& each : lines) {
        each = each.startsWith(indent) ? each.mid(indent.size()) : each;
    }
    return lines.join(QLatin1Char('\n'));
}

void TextEditing::setLinesOf(int line, const QString& text) {
    const Lines extent = m_panel && !m_file.isEmpty() ? extentOf(line) : Lines();
    if (extent.count == 0 || text == linesOf(line)) {
        return;
    }
    const QString indent = indentationOf(m_panel->edit()->lines(extent.first, extent.count));
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& each : lines) {
        each = each.trimmed().isEmpty() ? each : indent + each;
    }
    write([&](widgets::NumberedText& all) { all.replaceLines(extent.first, extent.count, lines); });
    check();
}

void TextEditing::undo() {
    if (m_panel) {
        write([](widgets::NumberedText& text) { text.undo(); });
        check();
    }
}

void TextEditing::redo() {
    if (m_panel) {
        write([](widgets::NumberedText& text) { text.redo(); });
        check();
    }
}

QString TextEditing::draftKey(const QString& file) {
    return QStringLiteral("decisions/drafts/") + QString::fromLatin1(QUrl::toPercentEncoding(file));
}

void TextEditing::keepDraft() {
    if (m_file.isEmpty()) {
        return;
    }
    if (isUnsaved()) {
        m_store.setValue(draftKey(m_file), m_panel->text());
    } else {
        m_store.remove(draftKey(m_file));
    }
}

} // namespace sideline::studio
