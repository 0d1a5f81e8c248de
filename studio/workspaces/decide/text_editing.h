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
#include "widgets/common/message_bar.h"
#include "widgets/decide/line_map.h"
#include "widgets/decide/text_editor.h"

namespace sideline::studio {

/// The files of decision makers and formations as text: checked by their readers as they are
/// written, saved, and kept if they are not saved. GUI thread only.
class TextEditing : public QObject {
    Q_OBJECT
public:
    /// All must outlive it. @param window parent of dialogs
    TextEditing(widgets::MessageBar& messages, QSettings& store, QWidget* window);

    [[nodiscard]] widgets::TextEditor* panel() const { return m_panel; }
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] bool isUnsaved() const;
    /// Whether a file can be edited here, by its name.
    [[nodiscard]] static bool isOne(const QString& path);
    /// Opens a file; the message bar reports if that fails.
    /// @param line that is shown; 0: none
    bool open(const QString& file, int line = 0) { return open(file, line, true); }
    /// The same; who edits elsewhere need not see the text.
    /// @param isShown its panel is wanted in front
    bool open(const QString& file, int line, bool isShown);
    /// Asks for a file. @param isShown as of `open` @return whether one is open now that was chosen
    bool askForFile(bool isShown = true);
    /// Shows the line of a node that was selected, if its file is the one that is open.
    /// @param maker as `tree keeper`
    void showNode(const QString& maker, int line);
    /// Shows a line of the text as it stands.
    void showPlace(int line);
    /// Whether the file that is open is that of a decision maker. @param maker as `tree keeper`
    [[nodiscard]] bool isOf(const QString& maker) const;

    /// What a node says in the text, without the indentation: its line, and of a network and of XML
    /// the ones that belong to it. Empty without a file.
    /// @param line of the node in the text as it stands
    [[nodiscard]] QString linesOf(int line) const;
    /// Puts something else in their place, indented as they were, as one step that can be undone.
    void setLinesOf(int line, const QString& text);
    /// Adds, deletes or moves a node, as one step that can be undone.
    /// @param kind of `decision::kDecisionKinds` @param place in the text as it stands
    /// Errors: those of `decision::editNode`; a text that is broken already, or would be then:
    /// nothing has changed.
    [[nodiscard]] base::Expected<decision::NodeEdit> change(std::string_view kind,
                                                            const decision::NodePlace& place,
                                                            decision::NodeChange change);
    /// Whether the text is not the one that was opened, saved or not.
    [[nodiscard]] bool isEdited() const { return m_isEdited || isUnsaved(); }
    /// What the text decides by, without figures; of one that is broken, what it did before. Empty:
    /// a formation, or it has been broken all the time.
    [[nodiscard]] const world::DecisionTrace& trace() const { return m_trace; }
    /// Where a line of the file, as it was read or saved last, stands in the text now; 0: it is
    /// gone.
    [[nodiscard]] int lineNow(int fileLine) const { return m_panel->edit()->lineNow(fileLine); }
    /// Where a line of `trace` stands in the text now; 0: it is gone.
    [[nodiscard]] int lineOfTrace(int line) const;
    /// From the lines of the file, as it was read or saved last, to those of `trace`.
    [[nodiscard]] widgets::LineMap fileToTrace() const;
    /// How often a text has been read since the start: once for each edit.
    [[nodiscard]] int readings() const { return m_readings; }
    void undo();
    void redo();
    bool save() { return save(false); }
    [[nodiscard]] const widgets::TextEditorState& state() const { return m_state; }

Q_SIGNALS:
    void opened();
    /// The text or what is known of it has changed.
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
    QByteArray m_saved;     ///< what the file held when it was read or written last
    bool m_hasCrLf = false; ///< lines end as on Windows
    bool m_isLoading = false;
    int m_readings = 0;
    bool m_isEdited = false; ///< since it was opened, and saved
    world::DecisionTrace m_trace;
    QStringList m_traceLines; ///< of the text that it is of
    widgets::TextEditorState m_state;
    QTimer m_checkTimer;
    QTimer m_diskTimer;
};

} // namespace sideline::studio
