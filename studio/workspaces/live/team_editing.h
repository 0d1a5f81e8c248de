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

/// The editors of team files: one window for each, checked by the launcher with every letter.
///
/// Edits that are not saved are kept in the settings as they are made, so that nothing that ends
/// the program loses them: the next time the file is edited they are there. GUI thread only.
class TeamEditing : public QObject {
    Q_OBJECT
public:
    /// All must outlive it.
    /// @param parent of the windows
    TeamEditing(widgets::MessageBar& messages, QSettings& store, QWidget* parent);
    ~TeamEditing() override;

    /// Opens an editor for a file, or brings the one that is open to the front.
    void edit(const QString& file);
    /// Opens an editor for a team that has no file yet.
    void create();
    /// Asks what should become of edits that are not saved, if there are any.
    /// @return false if the user wants to continue editing
    [[nodiscard]] bool mayClose();

Q_SIGNALS:
    /// A file was written.
    void saved(const QString& file);

private:
    struct Editor {
        QPointer<widgets::TeamEditor> window;
        QString file;         ///< absolute; empty while it has none
        QString saved;        ///< what the file held when it was read or written last
        bool hasCrLf = false; ///< lines end as on Windows
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
