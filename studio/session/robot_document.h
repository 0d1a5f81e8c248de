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

/// A robot that is being edited: its versions, its file, and a copy on disk that survives a crash.
/// Every edit is an undo step with a readable name; rapid edits of one value form one step. GUI
/// thread only.
class RobotDocument : public QObject {
    Q_OBJECT
public:
    /// @param autosaveFolder folder for copies of unsaved work; created if missing; empty: no
    ///     copies
    explicit RobotDocument(QString autosaveFolder, QObject* parent = nullptr);
    ~RobotDocument() override;

    /// Null before the first robot.
    [[nodiscard]] const robot::RobotModelPtr& model() const { return m_model; }
    /// The robot as last opened or saved.
    [[nodiscard]] const robot::RobotModelPtr& original() const { return m_original; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] bool isModified() const { return !m_undo.isClean(); }
    /// Scene file that `save` writes; empty for a built-in robot, and for a robot whose file
    /// contains more than `save` would write: meshes, imports, comments.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// Scene file that the robot was read from or written to; empty for none.
    [[nodiscard]] const QString& origin() const { return m_origin; }
    /// Whether the robot's file describes several types.
    [[nodiscard]] bool takesType() const { return m_takesType; }
    [[nodiscard]] int type() const { return m_type; }
    /// Parts of the file opened last that could not be read.
    [[nodiscard]] const std::vector<robot::ImportNote>& notes() const { return m_notes; }
    [[nodiscard]] QString title() const;

    /// Starts with a built-in robot.
    void begin(const robot::RobotModelPtr& model, const QString& title);
    /// Starts with a scene file, or with a robot in URDF or MJCF, which `save` writes as a scene
    /// file.
    /// Errors: those of `robot::readRobotFile`; the document remains unchanged.
    base::Expected<void> open(const QString& file, int type);
    /// Writes the scene file and reads it back as a server would.
    /// Errors: Io, PermissionDenied; those of `robot::checkReadsBack`.
    base::Expected<void> save(const QString& file);
    /// Writes the Unified Robot Description Format; the document keeps its file.
    base::Expected<void> writeUrdf(const QString& file) const;

    /// Applies an edit. Has no effect if the edit changes nothing.
    /// @param key rapid edits with the same key form one step; empty for a separate step
    void apply(const robot::RobotModel& model, const QString& text, const QString& key = {});
    /// Applies an edit, or emits `refused` with the reason.
    void apply(const base::Expected<robot::RobotModel>& model, const QString& text);
    /// Sets a value in the syntax of `robot::RobotEdit`.
    /// @param bothSides whether the mirrored counterpart is changed as well
    void set(const QString& assignment, bool bothSides);

    /// Returns the copies that earlier runs left in a folder.
    [[nodiscard]] static std::vector<UnsavedCopy::Leftover> recoverable(
        const QString& autosaveFolder);
    /// Opens a copy as a modified robot in place of the current one; undo returns to the state
    /// before the unsaved edits. The copy is deleted when the document is saved or closed.
    /// Errors: those of reading the file, Malformed; the document remains unchanged.
    base::Expected<void> recover(const UnsavedCopy::Leftover& left);
    /// Writes the copy immediately instead of after a delay.
    void autosave() { m_copy.write(); }
    /// Discards unsaved edits and deletes the copy on disk.
    void forget() { m_copy.remove(); }

Q_SIGNALS:
    void changed(); ///< another version or another robot is shown
    void autosaveFailed(const QString& text);
    void fileChanged();                ///< the file or the modified state has changed
    void refused(const QString& text); ///< an edit was refused for this reason

private:
    [[nodiscard]] std::optional<UnsavedCopy::Content> unsaved() const;
    void show(const robot::RobotModelPtr& model);
    void beginWith(const robot::RobotModelPtr& model);

    robot::RobotModelPtr m_model;
    robot::RobotModelPtr m_original;
    QUndoStack m_undo;
    QString m_file;
    QString m_origin;
    QString m_title; ///< title of a robot without a file
    bool m_takesType = false;
    int m_type = 0;
    std::vector<robot::ImportNote> m_notes;
    QElapsedTimer m_lastEdit;
    QString m_lastKey;
    int m_gesture = 0; ///< number of gestures so far
    UnsavedCopy m_copy;
};

} // namespace sideline::studio
