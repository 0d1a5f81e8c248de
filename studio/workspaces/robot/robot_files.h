#pragma once

#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QStringList>
#include <QWidget>

#include "studio/session/robot_document.h"
#include "widgets/common/file_question.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// A robot shipped with the program, to be opened or compared with.
struct KnownRobot {
    QString name;
    robot::RobotModelPtr model;
};
/// Returns all robots shipped with the program, including those of rcssservermj.
[[nodiscard]] std::vector<KnownRobot> robotsToOpen();

/// Opens and saves the robot of the workshop, and asks the related questions: unsaved work, file
/// names, types. GUI thread only.
class RobotFiles : public QObject {
    Q_OBJECT
public:
    /// The referenced objects must outlive this object.
    struct Parts {
        RobotDocument& document;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };
    explicit RobotFiles(const Parts& parts);

    [[nodiscard]] const std::vector<KnownRobot>& known() const { return m_known; }
    /// Opens a robot shipped with the program; asks about unsaved work first.
    void openKnown(int index);
    /// Opens a scene file, or a robot in URDF or MJCF; asks about unsaved work first.
    /// @return false if it cannot be read, or the user cancels; a message reports the reason
    bool open(const QString& file, int type = 0);
    void askToOpen();
    /// Returns the settings of the dialog that opens a robot.
    [[nodiscard]] widgets::FileQuestion question() const;
    /// Asks for another of the robot types in the open scene file, and opens it.
    void askForType();
    /// Saves to the document's file; asks for a name if it has none.
    bool save();
    bool askToSaveAs();
    bool saveTo(const QString& file);
    void askToExport();
    /// Asks how to handle unsaved work. @return false if the user cancels
    bool mayClose();
    /// Returns the folder for copies of unsaved robots.
    [[nodiscard]] static QString autosaveFolder(const QSettings& store);
    /// Offers to recover unsaved work after a crash, if there is any.
    void offerRecovery();
    /// Asks for the file of a robot to compare with, and reads it. Null for none.
    [[nodiscard]] KnownRobot askForOther();

Q_SIGNALS:
    void opened(); ///< a robot was opened and should be shown

private:
    [[nodiscard]] widgets::FileQuestion question(const QString& title, const QString& filter) const;
    void recover(const UnsavedCopy::Leftover& work);
    void report(const base::Error& error);
    /// Shows which parts of a file could not be read.
    void report(const std::vector<robot::ImportNote>& notes);

    Parts m_parts;
    std::vector<KnownRobot> m_known = robotsToOpen();
    QString m_notes;   ///< message about what could not be read
    QString m_refusal; ///< message about the last file that could not be opened or written
};

} // namespace sideline::studio
