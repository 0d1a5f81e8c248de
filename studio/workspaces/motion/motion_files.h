#pragma once

#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QWidget>

#include "motions/format/format.h"
#include "studio/session/motion_document.h"
#include "studio/workspaces/motion/motion_library.h"
#include "studio/workspaces/motion/motion_messages.h"
#include "studio/workspaces/motion/motion_robot.h"

namespace sideline::studio {

/// Opens and saves the document of the motion editor, with the questions that come with that:
/// unsaved work, names of files, other formats, what a crash has left. GUI thread only.
class MotionFiles : public QObject {
    Q_OBJECT
public:
    /// What it works with; all must outlive it.
    struct Parts {
        MotionDocument& document;
        MotionRobot& robot;
        MotionLibrary& library;
        MotionMessages& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };

    explicit MotionFiles(const Parts& parts);

    /// Whether a file is one that the editor opens, by its name.
    [[nodiscard]] static bool isMotionFile(const QString& file);
    /// Where copies of unsaved work are kept.
    [[nodiscard]] static QString autosaveFolder(const QSettings& store);

    /// Starts an empty motion; asks for unsaved work first.
    void startNew();
    /// Opens a motion file; asks for unsaved work first.
    /// @return false if it cannot be read, or the user wants to stay; a message reports why
    bool open(const QString& file);
    void askToOpen();
    /// Makes a motion the document, without a file.
    /// @param note what is to be said about it; may be empty
    void take(keyframe::Motion motion, const QString& note);
    /// Saves to the document's file; asks for one where there is none.
    bool save();
    /// Writes to a file; the document is that file's from then on if the format is our own.
    bool saveTo(const QString& file, keyframe::Format format);
    bool askToSaveAs();
    void askToExport();
    /// Asks for a file of `name value` lines, values for the motion's parameters.
    void askForParameters();
    /// Asks what should become of unsaved work. @return false if the user wants to stay
    bool mayClose();
    /// Reports work that a program left unsaved that did not end as it should; if there is any.
    void offerRecovery();

Q_SIGNALS:
    void left();   ///< another motion comes: what belongs to the one before goes
    void begun();  ///< the document is another motion, to be seen from its beginning
    void filled(); ///< it has keys, to be seen as a whole
    void opened(); ///< a motion is there to be seen
    /// What reader or writer of the document's file had to say about it.
    void findingsCame(const std::vector<sideline::keyframe::Finding>& findings);

private:
    using Severity = MotionMessages::Severity;

    void leave();
    void takeOther(keyframe::ReadMotion read);
    void offerOthers(const QString& file, std::vector<keyframe::ReadMotion> others);
    void recover(const MotionDocument::Recoverable& work);
    [[nodiscard]] QString lastFolder() const;

    MotionDocument& m_document;
    MotionRobot& m_robot;
    MotionLibrary& m_library;
    MotionMessages& m_messages;
    QSettings& m_store;
    QPointer<QWidget> m_window;
    QString m_refusal; ///< message about the file that could not be opened last
};

} // namespace sideline::studio
