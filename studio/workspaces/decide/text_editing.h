#pragma once

#include <string_view>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>
#include <QTimer>
#include <QWidget>

#include "agentcore/base/error.h"
#include "agentcore/decision/decider.h"
#include "agentcore/decision/node_edit.h"
#include "agentcore/world/decision_trace.h"
#include "agents/behavior_registry.h"
#include "widgets/common/file_question.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/line_map.h"
#include "widgets/decide/text_editor.h"

namespace sideline::studio {

/// Edits files of decision makers and formations as text: checks them with their readers while they
/// are edited, saves them, and keeps unsaved edits. GUI thread only.
class TextEditing : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive this object. @param window parent window of dialogs
    TextEditing(widgets::MessageBar& messages, QSettings& store, QWidget* window);

    [[nodiscard]] widgets::TextEditor* panel() const { return m_panel; }
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] bool isUnsaved() const;
    /// Returns whether a file can be edited here, judging by its name, and by its contents if it is
    /// XML.
    [[nodiscard]] static bool isOne(const QString& path);
    /// Asks how to handle unsaved edits. @return false if the user cancels
    [[nodiscard]] bool mayClose();
    /// Opens a file, after asking about unsaved edits of another one; reports errors in the message
    /// bar.
    /// @param line line to show; 0: none
    bool open(const QString& file, int line = 0) { return open(file, line, true); }
    /// Opens a file for edits in another panel, which does not need to show the text.
    /// @param isShown whether its panel is raised
    bool open(const QString& file, int line, bool isShown);
    /// Shows and checks another tree of a file of behavior trees.
    /// @param id ID of the tree; its main tree if empty or not in the file
    void chooseTree(const QString& id);
    /// Returns the settings of the dialog that opens a file.
    [[nodiscard]] widgets::FileQuestion question() const;
    /// Asks for a file. @param isShown as in `open` @return whether a chosen file is open
    bool askForFile(bool isShown = true);
    /// Shows the line of a selected node, if its file is the one that is open.
    /// @param maker such as `tree keeper`
    void showNode(const QString& maker, int line);
    /// Shows a line of the current text.
    void showPlace(int line);
    /// Returns whether the open file is that of a decision maker.
    /// @param maker such as `tree keeper`
    [[nodiscard]] bool isOf(const QString& maker) const;

    /// Returns the text of a node without the indentation: its line, and in networks and XML also
    /// the following lines that belong to it. Empty without a file.
    /// @param line line of the node in the current text
    [[nodiscard]] QString linesOf(int line) const;
    /// Replaces the lines of a node, with the same indentation, as one undo step.
    void setLinesOf(int line, const QString& text);
    /// Adds, deletes or moves a node, as one undo step.
    /// @param kind one of `decision::kDecisionKinds` @param place position in the current text
    /// Errors: those of `decision::editNode`; text that is invalid, or would become invalid. The
    /// text then remains unchanged.
    [[nodiscard]] base::Expected<decision::NodeEdit> change(std::string_view kind,
                                                            const decision::NodePlace& place,
                                                            decision::NodeChange change);
    /// Returns whether the text differs from the opened one, even if it has been saved.
    [[nodiscard]] bool isEdited() const { return m_isEdited || isUnsaved(); }
    /// Returns the decision that the text describes, without values; for an invalid text, that of
    /// its last valid version. Empty: a formation, or the text was never valid.
    [[nodiscard]] const world::DecisionTrace& trace() const { return m_trace; }
    /// Maps a line of the file, as last read or saved, to the line in the current text; 0: it was
    /// deleted.
    [[nodiscard]] int lineNow(int fileLine) const { return m_panel->edit()->lineNow(fileLine); }
    /// Maps a line of `trace` to the line in the current text; 0: it was deleted.
    [[nodiscard]] int lineOfTrace(int line) const;
    /// Maps lines of the file, as last read or saved, to lines of `trace`.
    [[nodiscard]] widgets::LineMap fileToTrace() const;
    /// Returns how many times a text has been parsed so far: once for each edit.
    [[nodiscard]] int readings() const { return m_readings; }
    void undo();
    void redo();
    bool save() { return save(false); }
    [[nodiscard]] const widgets::TextEditorState& state() const { return m_state; }

Q_SIGNALS:
    void opened();
    /// The text or the results of its check have changed.
    void changed();
    void saved(const QString& file);

private:
    void check();
    void checkIfNeeded();
    template <typename Edit>
    void write(const Edit& how);
    base::Expected<QString> readAs(const std::string& text, world::DecisionTrace& trace);
    void take(const base::Expected<QString>& about, world::DecisionTrace trace);
    void show();
    bool save(bool asksForName);
    void followDisk();
    void keepDraft();
    [[nodiscard]] QByteArray bytes() const;
    struct Lines {
        int first = 0, count = 0;
    };
    [[nodiscard]] Lines extentOf(int first) const;
    [[nodiscard]] static QString draftKey(const QString& file);

    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QWidget* m_window;
    agents::BehaviorRegistry m_registry;
    QPointer<widgets::TextEditor> m_panel;
    QString m_file;
    QString m_tree;         ///< the shown tree, by its ID; empty: the main tree
    QByteArray m_saved;     ///< contents of the file when last read or written
    bool m_hasCrLf = false; ///< lines end with CR LF, as on Windows
    bool m_isLoading = false;
    int m_readings = 0;
    bool m_isEdited = false; ///< edited and saved since it was opened
    world::DecisionTrace m_trace;
    QStringList m_traceLines; ///< lines of the text that the trace was made from
    widgets::TextEditorState m_state;
    QTimer m_checkTimer;
    QTimer m_diskTimer;
};

} // namespace sideline::studio
