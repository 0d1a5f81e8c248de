#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "agentcore/base/error.h"
#include "agentcore/planning/formation/formation_text.h"

namespace sideline::studio {

/// A formation being edited: its text with undo, and the file it is saved to. GUI thread only.
class FormationDocument : public QObject {
    Q_OBJECT
public:
    using TextPtr = std::shared_ptr<const planning::FormationText>;

    explicit FormationDocument(QObject* parent = nullptr);
    ~FormationDocument() override;

    /// Opens a file and closes the current one. Errors: those of reading a text file and of
    /// `planning::FormationText::parse`; the current formation then stays open.
    base::Expected<void> open(const QString& file);
    /// Saves the text; the document then belongs to that file. Errors: those of
    /// `widgets::saveBytes`.
    base::Expected<void> save(const QString& file);

    /// Null while no formation is open.
    [[nodiscard]] const TextPtr& text() const { return m_text; }
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] bool isUnsaved() const { return m_text && m_text->text() != m_saved; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    /// Whether another program has changed the file since it was last read or saved here.
    [[nodiscard]] bool hasChangedOnDisk() const;

    /// Shows the result of an unfinished edit, for example during a mouse drag, until the next
    /// `edit` or an empty `preview`.
    void preview(std::optional<planning::FormationText> text);
    /// Returns the text without the preview. Null while no formation is open.
    [[nodiscard]] const TextPtr& settled() const { return m_settled; }
    /// Applies an edit of `settled` that can be undone. @param name display name of the edit
    void edit(planning::FormationText text, const QString& name);

Q_SIGNALS:
    void changed();

private:
    void show(TextPtr text);

    QString m_file;
    std::string m_saved; ///< contents of the file when it was last read or written
    TextPtr m_text;
    TextPtr m_settled;
    QUndoStack m_undo;
};

} // namespace sideline::studio
