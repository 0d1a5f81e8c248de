#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "motions/format/format.h"
#include "studio/session/unsaved_copy.h"
#include "widgets/motion/motion_view.h"

namespace sideline::studio {

/// A motion that is being edited: its versions, its file, and a copy on disk that survives a crash.
///
/// Every edit is an undo step with a readable name; the edits of one gesture form one step. GUI
/// thread only.
class MotionDocument : public QObject {
    Q_OBJECT
public:
    using Recoverable = UnsavedCopy::Leftover;

    /// @param autosaveFolder folder for copies of unsaved work; created if missing; empty: no
    ///     copies
    explicit MotionDocument(QString autosaveFolder, QObject* parent = nullptr);
    ~MotionDocument() override;

    [[nodiscard]] const keyframe::MotionPtr& motion() const { return m_motion; }
    [[nodiscard]] const keyframe::KeySelection& selection() const { return m_selection; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] bool isModified() const { return !m_undo.isClean(); }
    /// Number of the version; equal numbers mean equal motions.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

    /// File that `save` writes; empty for a new motion, and for a motion from another team's file:
    /// such files are written only by an export, because only Sideline's own format stores
    /// everything.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// Name for display: that of the file, or of the motion.
    [[nodiscard]] QString title() const;
    /// Returns the motion, named after its file if it has no name of its own.
    [[nodiscard]] keyframe::Motion named() const;
    /// File that the motion was read from; empty for none.
    [[nodiscard]] const QString& origin() const { return m_origin; }

    /// Starts an empty motion.
    void create(const QString& name);
    /// Starts a motion without a file, and without unsaved changes.
    void createFrom(keyframe::Motion motion) { begin(std::move(motion), {}); }
    /// Turns the document into one without a file, so that shipped motions are edited as copies.
    void detach();
    /// Reads motion number `index` of a file; for UT Austin Villa's skills, also the parameter
    /// files near it for this robot type.
    /// @return all motions of the file, with findings
    /// Errors: those of `readMotionFile`; the document remains unchanged.
    base::Expected<keyframe::MotionFile> open(const QString& file, int robotType = 0,
                                              std::size_t index = 0);
    /// Writes the file in our own format. Writes a new file and renames it, so that a full disk
    /// never destroys the old one.
    /// Errors: Io, PermissionDenied; those of `writeMotion`.
    base::Expected<void> save(const QString& file, const robot::RobotModel& model);
    /// Writes a copy in any format; the document keeps its file.
    /// @return parts that the format cannot express
    /// Errors: those of `save`; UnsupportedFormat for a format that can only be read.
    static base::Expected<std::vector<keyframe::Finding>> write(const keyframe::Motion& motion,
                                                                const QString& file,
                                                                keyframe::Format format,
                                                                const robot::RobotModel& model);

    /// Applies an edit. Has no effect if the edit changes nothing. An edit that makes the motion
    /// too large to be read again is reported by `refused`.
    void apply(const widgets::MotionEdit& edit);
    void select(const keyframe::KeySelection& selection);

    /// Returns the copies that earlier runs left in a folder, except those of runs that are still
    /// active.
    [[nodiscard]] static std::vector<Recoverable> recoverable(const QString& autosaveFolder);
    /// Opens a copy as a modified motion; the copy is deleted when the document is saved or closed.
    base::Expected<void> recover(const Recoverable& left);
    /// Writes the copy immediately instead of after a delay.
    void autosave() { m_copy.write(); }
    /// Closes without saving, and deletes the copy on disk.
    void forget();

Q_SIGNALS:
    void changed(); ///< another version is shown
    void selectionChanged();
    void fileChanged(); ///< the file or the modified state has changed
    void autosaveFailed(const QString& text);
    void refused(const QString& text); ///< an edit was refused for this reason

private:
    struct Version {
        keyframe::MotionPtr motion;
        keyframe::KeySelection selection;
    };
    void show(const Version& version);
    void begin(keyframe::Motion motion, const QString& file);
    [[nodiscard]] std::optional<UnsavedCopy::Content> unsaved() const;

    keyframe::MotionPtr m_motion;
    keyframe::KeySelection m_selection;
    QUndoStack m_undo;
    std::uint64_t m_version = 0;
    QString m_file;
    QString m_origin;
    UnsavedCopy m_copy;
};

} // namespace sideline::studio
