#pragma once

#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/workshop/robot_file.h"
#include "studio/session/unsaved_copy.h"

namespace sideline::studio {

/// A robot that is being edited: its versions, its file, and a copy on disk that outlives a crash.
/// Every edit is an undo step with a readable name; quick steps of the same value are one. GUI
/// thread only.
class RobotDocument : public QObject {
    Q_OBJECT
public:
    /// @param autosaveFolder where copies of unsaved work are kept; made if missing; empty: nowhere
    explicit RobotDocument(QString autosaveFolder, QObject* parent = nullptr);
    ~RobotDocument() override;

    /// Null before the first robot.
    [[nodiscard]] const robot::RobotModelPtr& model() const { return m_model; }
    /// As it was opened or saved last.
    [[nodiscard]] const robot::RobotModelPtr& original() const { return m_original; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] bool isModified() const { return !m_undo.isClean(); }
    /// Scene file that `save` writes; empty for a robot of the program, and for one whose file
    /// holds more than would be written: meshes, imports, comments.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// Scene file that it was read from or written to; empty for none.
    [[nodiscard]] const QString& origin() const { return m_origin; }
    /// Whether its file describes several types, and the one that is shown.
    [[nodiscard]] bool takesType() const { return m_takesType; }
    [[nodiscard]] int type() const { return m_type; }
    [[nodiscard]] QString title() const;

    /// Begins with a robot that the program knows.
    void begin(const robot::RobotModelPtr& model, const QString& title);
    /// Begins with a scene file.
    /// Errors: those of `robot::readRobotFile`; the document stays what it is.
    base::Expected<void> open(const QString& file, int type);
    /// Writes the scene file and reads it again, as a server would.
    /// Errors: Io, PermissionDenied; those of `robot::checkReadsBack`.
    base::Expected<void> save(const QString& file);
    /// Writes the Unified Robot Description Format; the document does not become that file's.
    base::Expected<void> writeUrdf(const QString& file) const;

    /// Makes an edit. Nothing happens when it changes nothing.
    /// @param key quick edits of the same key are one step; empty for a step of its own
    void apply(const robot::RobotModel& model, const QString& text, const QString& key = {});
    /// The same, or `refused` with the reason.
    void apply(const base::Expected<robot::RobotModel>& model, const QString& text);
    /// Sets a value, as `robot::RobotEdit` reads it.
    /// @param bothSides also of the counterpart, mirrored
    void set(const QString& assignment, bool bothSides);

    /// What other runs have left in a folder.
    [[nodiscard]] static std::vector<UnsavedCopy::Left> recoverable(const QString& autosaveFolder);
    /// Opens it as modified, in place of what is open; it can be undone to what it was before the
    /// unsaved edits. Its file goes when the document is saved or closed.
    /// Errors: those of reading the file, Malformed; the document stays what it is.
    base::Expected<void> recover(const UnsavedCopy::Left& left);
    /// Writes the copy now, rather than a moment later.
    void autosave() { m_copy.write(); }
    /// Unsaved edits are given up: the copy on disk goes.
    void forget() { m_copy.remove(); }

Q_SIGNALS:
    void changed(); ///< another version, or another robot
    void autosaveFailed(const QString& text);
    void fileChanged();                ///< file, or whether it is modified
    void refused(const QString& text); ///< an edit, and why

private:
    [[nodiscard]] std::optional<UnsavedCopy::Content> unsaved() const;
    void show(const robot::RobotModelPtr& model);
    void beginWith(const robot::RobotModelPtr& model);

    robot::RobotModelPtr m_model;
    robot::RobotModelPtr m_original;
    QUndoStack m_undo;
    QString m_file;
    QString m_origin;
    QString m_title; ///< of a robot without a file
    bool m_takesType = false;
    int m_type = 0;
    QElapsedTimer m_lastEdit;
    QString m_lastKey;
    int m_gesture = 0; ///< counts gestures
    UnsavedCopy m_copy;
};

} // namespace sideline::studio
