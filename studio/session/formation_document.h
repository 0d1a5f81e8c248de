#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "agentcore/base/error.h"
#include "agentcore/planning/formation/formation_text.h"

namespace sideline::studio {

/// A formation that is edited: its text with undo, and the file that it is saved to. GUI thread
/// only.
class FormationDocument : public QObject {
    Q_OBJECT
public:
    using TextPtr = std::shared_ptr<const planning::FormationText>;

    explicit FormationDocument(QObject* parent = nullptr);
    ~FormationDocument() override;

    /// Opens a file in place of what is open. Errors: those of reading a text file and of
    /// `planning::FormationText::parse`; what was open stays then.
    base::Expected<void> open(const QString& file);
    /// Saves the text, and goes on with that file. Errors: those of `widgets::saveBytes`.
    base::Expected<void> save(const QString& file);

    /// Null while none is open.
    [[nodiscard]] const TextPtr& text() const { return m_text; }
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] bool isUnsaved() const { return m_text && m_text->text() != m_saved; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    /// Whether another program has saved the file since it was read or saved here.
    [[nodiscard]] bool hasChangedOnDisk() const;

    /// Shows what an edit would make of it, such as while the mouse drags; the next `edit`, or
    /// `preview` of nothing, ends that.
    void preview(std::optional<planning::FormationText> text);
    /// The text before a preview. Null while none is open.
    [[nodiscard]] const TextPtr& settled() const { return m_settled; }
    /// Takes an edit of `settled` that can be undone. @param name for people
    void edit(planning::FormationText text, const QString& name);

Q_SIGNALS:
    void changed();

private:
    void show(TextPtr text);

    QString m_file;
    std::string m_saved; ///< what the file held when it was read or written last
    TextPtr m_text;
    TextPtr m_settled;
    QUndoStack m_undo;
};

} // namespace sideline::studio
