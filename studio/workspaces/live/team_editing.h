#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>

#include "launcher/team_text.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/team_editor.h"

namespace sideline::studio {

/// Manages the editors of team files: one window each, checked by the launcher at every change.
///
/// Stores unsaved edits in the settings at every change, so that they survive even a crash of the
/// program, and restores them when the file is edited again. GUI thread only.
class TeamEditing : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive this object.
    /// @param parent parent of the windows
    TeamEditing(widgets::MessageBar& messages, QSettings& store, QWidget* parent);
    ~TeamEditing() override;

    /// Opens an editor for a file, or raises the one that is already open.
    void edit(const QString& file);
    /// Opens an editor for a team without a file.
    void create();
    /// Asks how to handle unsaved edits, if there are any.
    /// @return false if the user continues editing
    [[nodiscard]] bool mayClose();

Q_SIGNALS:
    /// A file was written.
    void saved(const QString& file);

private:
    struct Editor {
        QPointer<widgets::TeamEditor> window;
        QString file;         ///< absolute; empty: none yet
        QString saved;        ///< contents of the file when last read or written
        bool hasCrLf = false; ///< lines end with CR LF, as on Windows
        [[nodiscard]] bool isUnsaved() const { return window->text() != saved; }
    };
    void open(const QString& file, const QString& text);
    void connectWindow(Editor& editor);
    void show(Editor& editor);
    void change(Editor& editor, const base::Expected<std::string>& text);
    bool save(Editor& editor);
    bool saveAs(Editor& editor);
    bool write(Editor& editor, const QString& file);
    bool mayClose(Editor& editor);
    void forget(const Editor* editor);
    [[nodiscard]] static QString draftKey(const QString& file);

    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QWidget* m_parent;
    std::vector<std::unique_ptr<Editor>> m_editors;
};

} // namespace sideline::studio
