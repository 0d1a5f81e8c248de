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

/// Exit status if the command line or a file that it names was invalid.
inline constexpr int kExitFailed = 2;

/// Requests of the command line: files and views to show, and pictures to take.
struct StudioArguments {
    QString file;
    QString entry;
    std::optional<double> atS; ///< game clock; for motions, time in the motion
    std::optional<logs::FrameNumber> frame;
    QString layout;
    QString camera;    ///< preset1 to preset8, or a camera mode
    QString select;    ///< ball, left:N or right:N
    QStringList plots; ///< names of signals
    QString theme;
    std::optional<QSize> size;
    bool play = false;
    bool simulate = false;
    std::optional<HostPort> server; ///< server to connect to as a monitor
    QString screenshot;             ///< picture of the window to write before the program exits
    QString picture3d;       ///< picture of the 3D view alone to write before the program exits
    bool mayReplace = false; ///< whether existing picture files are overwritten
    double benchS = 0.0;     ///< duration of the drawing benchmark; 0: none
};

/// Parses an object of the command line: `ball`, `left:N` or `right:N`; nullopt for other words.
[[nodiscard]] std::optional<monitor::ObjectId> objectFromName(const QString& text);

/// Brings the window to the state that the command line requests, once the log is open.
class ScriptRun : public QObject {
    Q_OBJECT
public:
    ScriptRun(MainWindow& window, StudioArguments arguments);

    /// Opens the file; the other steps follow as they become possible.
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
    bool m_isTeamAwaited = false; ///< the team's players start once the simulator runs
    QString m_failure;
    /// Time from the request to open the file until the first frame is drawn.
    double m_firstPictureMs = 0.0;
};

} // namespace sideline::studio
