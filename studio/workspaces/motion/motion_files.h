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
#include "widgets/common/file_question.h"

namespace sideline::studio {

/// Opens and saves the document of the motion editor, and asks the related questions: unsaved work,
/// file names, other formats, recovery after a crash. GUI thread only.
class MotionFiles : public QObject {
    Q_OBJECT
public:
    /// Objects used by this class; all must outlive it.
    struct Parts {
        MotionDocument& document;
        MotionRobot& robot;
        MotionLibrary& library;
        MotionMessages& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };

    explicit MotionFiles(const Parts& parts);

    /// Returns the folder for copies of unsaved work.
    [[nodiscard]] static QString autosaveFolder(const QSettings& store);

    /// Starts a motion, which counts as saved until it is edited; asks about unsaved work first.
    void startNew(keyframe::Motion motion = {});
    /// Opens a motion file; asks about unsaved work first.
    /// @return false if it cannot be read, or the user cancels; a message reports the reason
    bool open(const QString& file);
    void askToOpen();
    /// Returns the settings of the dialog that opens a motion.
    [[nodiscard]] widgets::FileQuestion question() const;
    /// Replaces the document with a motion that has no file.
    /// @param note message about the motion; may be empty
    void take(keyframe::Motion motion, const QString& note);
    /// Saves to the document's file; asks for a name if it has none.
    bool save();
    /// Writes to a file, which becomes the document's file if the format is Sideline's own.
    bool saveTo(const QString& file, keyframe::Format format);
    bool askToSaveAs();
    void askToExport();
    /// Asks for a file with `name value` lines, the values of the motion's parameters.
    void askForParameters();
    /// Asks how to handle unsaved work. @return false if the user cancels
    bool mayClose();
    /// Offers to recover unsaved work of a program that ended abnormally, if there is any.
    void offerRecovery();

Q_SIGNALS:
    void left();   ///< the document is about to be replaced; data of the old motion must be cleared
    void begun();  ///< the document is another motion, to be shown from its beginning
    void filled(); ///< the motion has keys, and should be shown as a whole
    void opened(); ///< a motion was opened and should be shown
    /// The reader or writer of the document's file has reported findings.
    void findingsCame(const std::vector<sideline::keyframe::Finding>& findings);

private:
    using Severity = MotionMessages::Severity;

    void leave();
    void takeOther(keyframe::ReadMotion read);
    void offerOthers(const QString& file, std::vector<keyframe::ReadMotion> others);
    void recover(const MotionDocument::Recoverable& work);
    [[nodiscard]] widgets::FileQuestion question(const QString& title, const QString& filter) const;
    [[nodiscard]] QString proposedName() const;

    MotionDocument& m_document;
    MotionRobot& m_robot;
    MotionLibrary& m_library;
    MotionMessages& m_messages;
    QSettings& m_store;
    QPointer<QWidget> m_window;
    QString m_refusal; ///< message about the last file that could not be opened
};

} // namespace sideline::studio
