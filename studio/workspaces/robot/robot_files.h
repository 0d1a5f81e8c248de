#pragma once

#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QStringList>
#include <QWidget>

#include "studio/session/robot_document.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// A robot that the program knows, for opening it and for comparing with it.
struct KnownRobot {
    QString name;
    robot::RobotModelPtr model;
};
/// All of them, also those of the other server.
[[nodiscard]] std::vector<KnownRobot> robotsToOpen();

/// Opens and saves the robot of the workshop, with the questions that come with that: unsaved work,
/// names of files, types. GUI thread only.
class RobotFiles : public QObject {
    Q_OBJECT
public:
    /// All must outlive it.
    struct Parts {
        RobotDocument& document;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };
    explicit RobotFiles(const Parts& parts);

    [[nodiscard]] const std::vector<KnownRobot>& known() const { return m_known; }
    /// Begins with a known robot; asks for unsaved work first.
    void openKnown(int index);
    /// Opens a scene file; asks for unsaved work first.
    /// @return false if it cannot be read, or the user wants to stay; a message reports why
    bool open(const QString& file, int type = 0);
    void askToOpen();
    /// Another type of the scene file that is open.
    void askForType();
    /// Saves to the document's file; asks for one where there is none.
    bool save();
    bool askToSaveAs();
    bool saveTo(const QString& file);
    void askToExport();
    /// Asks what should become of unsaved work. @return false if the user wants to stay
    bool mayClose();
    /// Where copies of unsaved robots are kept.
    [[nodiscard]] static QString autosaveFolder(const QSettings& store);
    /// Offers to recover what a crash left behind, if there is something.
    void offerRecovery();
    /// Asks for a scene file to compare with, and reads it. Null for none.
    [[nodiscard]] KnownRobot askForOther();

Q_SIGNALS:
    void opened(); ///< a robot is there to be seen

private:
    [[nodiscard]] QString folder() const;
    void recover(const UnsavedCopy::Left& work);
    void report(const base::Error& error);

    Parts m_parts;
    std::vector<KnownRobot> m_known = robotsToOpen();
    QString m_refusal; ///< message about the file that could not be opened or written last
};

} // namespace sideline::studio
