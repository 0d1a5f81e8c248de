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

/// A motion that is being edited: its versions, its file, and a copy on disk that outlives a crash.
///
/// Every edit is an undo step with a readable name; edits of one gesture are one step. GUI thread
/// only.
class MotionDocument : public QObject {
    Q_OBJECT
public:
    using Recoverable = UnsavedCopy::Left;

    /// @param autosaveFolder where copies of unsaved work are kept; made if missing; empty: nowhere
    explicit MotionDocument(QString autosaveFolder, QObject* parent = nullptr);
    ~MotionDocument() override;

    [[nodiscard]] const keyframe::MotionPtr& motion() const { return m_motion; }
    [[nodiscard]] const keyframe::KeySelection& selection() const { return m_selection; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] bool isModified() const { return !m_undo.isClean(); }
    /// Counts versions; equal numbers, equal motions.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

    /// File that `save` writes; empty for a new motion, and for one that came from a file of
    /// another team: that is only written when it is exported to, as our format alone holds
    /// everything.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// What to call it: the file's name, or the motion's.
    [[nodiscard]] QString title() const;
    /// File that it was read from; empty for none.
    [[nodiscard]] const QString& origin() const { return m_origin; }

    /// Starts an empty motion.
    void create(const QString& name);
    /// Becomes a document without a file: what is shipped is changed as a copy.
    void detach();
    /// Reads the motion number `index` of a file; for UT Austin Villa's skills also the parameter
    /// files near it that are for this robot type.
    /// @return everything that was in the file, with findings
    /// Errors: those of `readMotionFile`; the document stays what it is.
    base::Expected<keyframe::MotionFile> open(const QString& file, int robotType = 0,
                                              std::size_t index = 0);
    /// Writes the file, in our own format. Writes beside it and renames, so that a full disk never
    /// costs the old file.
    /// Errors: Io, PermissionDenied; those of `writeMotion`.
    base::Expected<void> save(const QString& file, const robot::RobotModel& model);
    /// Writes a copy in any format; the document does not become that file's.
    /// @return what the format could not express
    /// Errors: as of `save`; UnsupportedFormat for a format that is only read.
    static base::Expected<std::vector<keyframe::Finding>> write(const keyframe::Motion& motion,
                                                                const QString& file,
                                                                keyframe::Format format,
                                                                const robot::RobotModel& model);

    /// Makes an edit. Nothing happens when it changes nothing, or would make a larger motion than
    /// can be read again: that is reported by `refused`.
    void apply(const widgets::MotionEdit& edit);
    void select(const keyframe::KeySelection& selection);

    /// What other runs have left in a folder; runs that are still going are left alone.
    [[nodiscard]] static std::vector<Recoverable> recoverable(const QString& autosaveFolder);
    /// Opens it as modified; its file goes when the document is saved or closed.
    base::Expected<void> recover(const Recoverable& left);
    /// Writes the copy now, rather than a moment later.
    void autosave() { m_copy.write(); }
    /// Closes without saving: the copy on disk goes.
    void forget();

Q_SIGNALS:
    void changed(); ///< another version
    void selectionChanged();
    void fileChanged(); ///< file, or whether it is modified
    void autosaveFailed(const QString& text);
    void refused(const QString& text); ///< an edit, and why

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
