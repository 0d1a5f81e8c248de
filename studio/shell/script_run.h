#pragma once

#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "studio/shell/main_window.h"

namespace sideline::studio {

/// What the command line asks the studio to show, and perhaps to take a picture of.
struct StudioArguments {
    QString file;
    QString entry;
    std::optional<double> atS; ///< game clock; of motions their own time
    std::optional<logs::FrameNumber> frame;
    QString layout;
    QString camera;    ///< preset1 to preset8, or a camera mode
    QString select;    ///< ball, left:N or right:N
    QStringList plots; ///< names of signals
    QString theme;
    std::optional<QSize> size;
    bool play = false;
    bool simulate = false;
    std::optional<HostPort> server; ///< to watch
    QString screenshot;             ///< picture of the window, then exit
    QString picture3d;              ///< picture of the 3D view alone, then exit
    bool mayReplace = false;        ///< whether a picture may be there already
    double benchS = 0.0;            ///< measures drawing for so long, then exits
};

/// The object that a command line names: `ball`, `left:N` or `right:N`; nothing for other words.
[[nodiscard]] std::optional<monitor::ObjectId> objectFromName(const QString& text);

/// Brings the window to where the command line wants it, once the log is there.
class ScriptRun : public QObject {
    Q_OBJECT
public:
    ScriptRun(MainWindow& window, StudioArguments arguments);

    /// Opens the file and does the rest as soon as it can.
    void start();

private:
    enum class Stage { Waiting, Opening, Placing, Loading, Settling, Drawing, Benching, Failed };
    void startLive();
    void startMotion();
    [[nodiscard]] bool opensNoMatch(const QString& file) const;
    void poll();
    void place();
    bool placeCamera();
    bool placeSelection();
    bool placePlots();
    void takePictures();
    void finishPicture(const QString& file, const QImage& image);
    void watchFirstPicture();
    void startBench();
    void finishBench();
    [[nodiscard]] bool isReading() const;
    [[nodiscard]] QString faultOfFile() const;
    void fail(const QString& text);
    [[nodiscard]] bool isScript() const;

    MainWindow& m_window;
    StudioArguments m_arguments;
    Stage m_stage = Stage::Opening;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    QElapsedTimer m_settle;
    QString m_failure;
    double m_firstPictureMs = 0.0; ///< from the start of opening to the first frame's picture
};

} // namespace sideline::studio
