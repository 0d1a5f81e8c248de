#include "studio/program/command_line.h"

#include <csignal>
#include <cstdio>
#include <memory>

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTranslator>

#include "agentcore/base/output_file.h"
#include "studio/program/all_workspaces.h"
#include "studio/program/script_run.h"
#include "studio/program/video_run.h"
#include "studio/shell/main_window.h"
#include "studio/shell/program_log.h"
#include "studio/shell/studio_application.h"
#include "studio/version.h"
#include "studio/workspaces/live/live_workspace.h"

namespace sideline::studio {

namespace {

const QLoggingCategory& programLog() {
    static const QLoggingCategory kCategory("sideline.program", QtCriticalMsg);
    return kCategory;
}

constexpr int kDefaultSamples = 4; // samples per pixel, if the graphics card supports them

void addOptions(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        QStringLiteral("Sideline: replay, simulate and examine matches of the RoboCup 3D Soccer "
                       "Simulation League."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        QStringLiteral("match log to open, optionally compressed; or any other Sideline file"),
        QStringLiteral("[FILE]"));
    const auto option = [&](const char* name, const char* text, const char* value) {
        parser.addOption(
            QCommandLineOption(QLatin1String(name), QLatin1String(text), QLatin1String(value)));
    };
    option("entry", "file inside an archive (default: the first log in it)", "NAME");
    option("at", "go to this game time, in seconds", "SECONDS");
    option("frame", "go to this frame", "N");
    option("layout",
           "Replay, Live, Motion, Train, Robot, Localize, Analysis, Decide, Teams, Simulator, "
           "Plots, Field, "
           "Picture, or a saved layout",
           "NAME");
    option("camera",
           "preset1 to preset8, free, follow-ball, follow-player, follow-player-turning, "
           "first-person, third-person, top",
           "NAME");
    option("select", "ball, left:N or right:N", "OBJECT");
    option("plot", "signals to plot, such as ball.speed,left.7.rlj4", "NAMES");
    option("connect", "watch the server with this monitor port", "HOST:PORT");
    option("theme", "light, dark or system", "NAME");
    option("size", "size of window, image or video, such as 1280x800", "WxH");
    option("screenshot", "save a screenshot of the window and exit", "OUT.png");
    option("picture", "save an image of the 3D view at the given size and exit", "OUT.png");
    option("video", "make a video of FILE and exit; covers --from through --to, or everything",
           "OUT.mp4|webm|gif");
    option("from", "game time at which the video begins, in seconds", "SECONDS");
    option("to", "game time at which the video ends, in seconds", "SECONDS");
    option("fps", "frames per second of the video (default: 25)", "N");
    option("speed", "speed of the video, as a multiple of real time (default: 1)", "FACTOR");
    option("bench-view", "render continuously for this long, print timings as JSON, and exit",
           "SECONDS");
    option("settings", "file for settings, shortcuts and layouts (default: the user's)", "FILE");
    parser.addOption(
        QCommandLineOption(QStringLiteral("force"), QStringLiteral("overwrite OUT if it exists")));
    parser.addOption(QCommandLineOption(QStringLiteral("no-scoreboard"),
                                        QStringLiteral("no scoreboard in the video")));
    parser.addOption(
        QCommandLineOption(QStringLiteral("highlights"),
                           QStringLiteral("the video shows only goals and shots on target")));
    parser.addOption(QCommandLineOption(
        QStringLiteral("cuts"),
        QStringLiteral("cameras of the video change at bookmarks with @CAMERA, @left:N or @0.5x")));
    option("slow-goals", "goals in slow motion at this speed, such as 0.35", "FACTOR");
    option("overlays",
           "overlays of the video, comma-separated: scoreboard, numbers, names, goals, drawings, "
           "captions; or all or none",
           "NAMES");
    option("smoothing",
           "draw the video at this multiple of its size, for antialiasing: 1 to 4 (default: 1.5)",
           "FACTOR");
    parser.addOption(QCommandLineOption(QStringLiteral("play"), QStringLiteral("start playback")));
    parser.addOption(
        QCommandLineOption(QStringLiteral("simulate"),
                           QStringLiteral("start the simulator; with a team file as FILE, its "
                                          "players start there as well")));
}

std::optional<QSize> parseSize(const QString& text) {
    const QStringList parts = text.split(QLatin1Char('x'));
    bool goodWidth = false;
    bool goodHeight = false;
    const QSize size(parts.value(0).toInt(&goodWidth), parts.value(1).toInt(&goodHeight));
    return parts.size() == 2 && goodWidth && goodHeight && size.width() >= 200 &&
                   size.height() >= 150 && size.width() <= 16384 && size.height() <= 16384
               ? std::optional(size)
               : std::nullopt;
}

// Reads the number given for an option, if any.
// @return false, after a message, if it is not a number
template <typename Target>
bool readNumber(const QCommandLineParser& parser, const char* name, Target& target) {
    const QString option = QLatin1String(name);
    if (!parser.isSet(option)) {
        return true;
    }
    bool good = false;
    const double value = parser.value(option).toDouble(&good);
    if (!good || !(value >= 0.0) || value > 4e9) {
        std::fprintf(stderr, "sideline-studio: --%s expects a number, not '%s'\n", name,
                     qPrintable(parser.value(option)));
        return false;
    }
    target = static_cast<typename Target::value_type>(value);
    return true;
}

std::optional<StudioArguments> readArguments(const QCommandLineParser& parser) {
    StudioArguments arguments;
    const auto text = [&](const char* name) { return parser.value(QLatin1String(name)); };
    if (parser.positionalArguments().size() > 1) {
        std::fprintf(stderr, "sideline-studio: expected one file, not %lld\n",
                     static_cast<long long>(parser.positionalArguments().size()));
        return std::nullopt;
    }
    arguments.file = parser.positionalArguments().value(0);
    arguments.entry = text("entry");
    arguments.layout = text("layout");
    arguments.camera = text("camera");
    arguments.select = text("select");
    arguments.plots = text("plot").split(QLatin1Char(','), Qt::SkipEmptyParts);
    arguments.theme = text("theme");
    arguments.screenshot = text("screenshot");
    arguments.picture3d = text("picture");
    arguments.mayReplace = parser.isSet(QStringLiteral("force"));
    arguments.play = parser.isSet(QStringLiteral("play"));
    arguments.simulate = parser.isSet(QStringLiteral("simulate"));
    if (parser.isSet(QStringLiteral("connect"))) {
        arguments.server = parseHostPort(text("connect"));
        if (!arguments.server) {
            std::fprintf(stderr, "sideline-studio: --connect expects HOST:PORT, not '%s'\n",
                         qPrintable(text("connect")));
            return std::nullopt;
        }
    }
    const bool hasFile = !arguments.file.isEmpty();
    if (arguments.server && (arguments.simulate || hasFile)) {
        std::fprintf(stderr,
                     "sideline-studio: --connect cannot be combined with FILE or --simulate\n");
        return std::nullopt;
    }
    if (arguments.simulate && hasFile && !LiveWorkspace::isTeam(arguments.file)) {
        std::fprintf(stderr, "sideline-studio: --simulate expects a team file (.toml), not '%s'\n",
                     qPrintable(arguments.file));
        return std::nullopt;
    }
    const base::OutputSet outputs(arguments.mayReplace, {arguments.file.toStdString()});
    for (const QString& picture : {arguments.screenshot, arguments.picture3d}) {
        const auto checked =
            picture.isEmpty() ? base::Expected<void>{} : outputs.check(picture.toStdString());
        if (!checked) {
            std::fprintf(stderr, "sideline-studio: cannot write the image: %s\n",
                         checked.error().toString().c_str());
            return std::nullopt;
        }
    }
    std::optional<double> benchS;
    if (!readNumber(parser, "at", arguments.atS) || !readNumber(parser, "frame", arguments.frame) ||
        !readNumber(parser, "bench-view", benchS)) {
        return std::nullopt;
    }
    arguments.benchS = benchS.value_or(0.0);
    if (parser.isSet(QStringLiteral("size"))) {
        arguments.size = parseSize(text("size"));
        if (!arguments.size) {
            std::fprintf(stderr, "sideline-studio: --size expects WIDTHxHEIGHT, not '%s'\n",
                         qPrintable(text("size")));
            return std::nullopt;
        }
    }
    return arguments;
}

// Returns nullopt if an option is invalid, after printing a message.
std::optional<VideoArguments> readVideo(const QCommandLineParser& parser,
                                        const StudioArguments& arguments) {
    VideoArguments video;
    video.log = arguments.file;
    video.entry = arguments.entry;
    video.file = parser.value(QStringLiteral("video"));
    video.select = arguments.select;
    video.mayReplace = arguments.mayReplace;
    video.hasScoreboard = !parser.isSet(QStringLiteral("no-scoreboard"));
    video.isHighlights = parser.isSet(QStringLiteral("highlights"));
    video.cutsAtBookmarks = parser.isSet(QStringLiteral("cuts"));
    if (parser.isSet(QStringLiteral("overlays"))) {
        const auto overlays = videoOverlays(parser.value(QStringLiteral("overlays")));
        if (!overlays) {
            std::fprintf(stderr, "sideline-studio: %s\n", overlays.error().toString().c_str());
            return std::nullopt;
        }
        video.overlays = *overlays;
    }
    if (!arguments.camera.isEmpty()) {
        video.camera = arguments.camera;
    }
    if (arguments.size) {
        video.sizePx = *arguments.size;
    }
    std::optional<double> speed;
    std::optional<double> rate;
    std::optional<double> smoothing;
    if (!readNumber(parser, "slow-goals", video.slowGoals) ||
        !readNumber(parser, "smoothing", smoothing) || !readNumber(parser, "from", video.fromS) ||
        !readNumber(parser, "to", video.toS) || !readNumber(parser, "speed", speed) ||
        !readNumber(parser, "fps", rate)) {
        return std::nullopt;
    }
    video.speed = speed.value_or(video.speed);
    video.smoothing = smoothing.value_or(video.smoothing);
    const double framesPerSecond = rate.value_or(video.framesPerSecond);
    video.framesPerSecond = static_cast<int>(framesPerSecond);
    const char* fault = nullptr;
    if (video.log.isEmpty()) {
        fault = "--video requires a FILE";
    } else if (!(video.speed >= 0.01 && video.speed <= 100.0)) {
        fault = "--speed expects 0.01 to 100";
    } else if (!(video.smoothing >= 1.0 && video.smoothing <= 4.0)) {
        fault = "--smoothing expects 1 to 4";
    } else if (video.slowGoals && !(*video.slowGoals >= 0.05 && *video.slowGoals <= 1.0)) {
        fault = "--slow-goals expects 0.05 to 1";
    } else if (video.isHighlights && (video.cutsAtBookmarks || video.slowGoals)) {
        fault = "--highlights chooses its own cuts and speeds: omit --cuts and --slow-goals";
    } else if (framesPerSecond != video.framesPerSecond || framesPerSecond < 1.0) {
        fault = "--fps expects a whole number from 1 to 120";
    }
    if (fault != nullptr) {
        std::fprintf(stderr, "sideline-studio: %s\n", fault);
        return std::nullopt;
    }
    return video;
}

std::optional<Theme> themeFromName(const QString& name) {
    if (name == QStringLiteral("light")) {
        return Theme::Light;
    }
    if (name == QStringLiteral("dark")) {
        return Theme::Dark;
    }
    return name == QStringLiteral("system") ? std::optional(Theme::System) : std::nullopt;
}

QString findSample() {
    return findShipped(QStringLiteral("sample.log.xz"), QStringLiteral(SIDELINE_SAMPLE_PATH));
}

std::unique_ptr<QSettings> openSettings(const QString& file) {
    return file.isEmpty()
               ? std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                             QStringLiteral("Sideline"), QStringLiteral("studio"))
               : std::make_unique<QSettings>(file, QSettings::IniFormat);
}

bool applyLook(MainWindow& window, const StudioArguments& arguments) {
    if (!arguments.theme.isEmpty()) {
        const auto theme = themeFromName(arguments.theme);
        if (!theme) {
            std::fprintf(stderr,
                         "sideline-studio: unknown theme '%s', expected light, dark or system\n",
                         qPrintable(arguments.theme));
            return false;
        }
        window.applyThemeOfThisRun(*theme);
    }
    if (arguments.size && arguments.picture3d.isEmpty()) {
        window.resize(*arguments.size);
    }
    if (!arguments.layout.isEmpty() && !window.showLayout(arguments.layout)) {
        std::fprintf(stderr, "sideline-studio: unknown layout '%s', expected one of: %s\n",
                     qPrintable(arguments.layout),
                     qPrintable(window.layoutNames().join(QStringLiteral(", "))));
        return false;
    }
    return true;
}

} // namespace

int runStudio(int argc, char** argv) {
    // Exceeding the file size limit is reported as an error and does not end the program.
    std::signal(SIGXFSZ, SIG_IGN);
    QApplication::setOrganizationName(QStringLiteral("Sideline"));
    QApplication::setApplicationName(QStringLiteral("sideline-studio"));
    QApplication::setApplicationVersion(QLatin1String(kVersion));
    QApplication::setDesktopFileName(QStringLiteral("sideline-studio")); // determines the icon
    QCommandLineParser parser;
    addOptions(parser);
    QStringList words;
    for (int i = 0; i < argc; ++i) {
        words << QString::fromLocal8Bit(argv[i]);
    }
    if (!parser.parse(words)) {
        std::fprintf(stderr, "sideline-studio: %s\n", qPrintable(parser.errorText()));
        return kExitFailed;
    }
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("version"))) {
        const QCoreApplication withoutDisplay(argc, argv);
        parser.process(words); // on an error, prints it and ends the program
    }
    const StudioApplication application(argc, argv);
    QTranslator english; // provides singular and plural forms
    if (english.load(QStringLiteral(":/i18n/sideline_en.qm"))) {
        QApplication::installTranslator(&english);
    }
    const ProgramLog log(ProgramLog::defaultFile());
    qCInfo(programLog) << "Sideline" << kVersion << "Qt" << qVersion()
                       << QApplication::arguments().mid(1);
    const auto settings = openSettings(parser.value(QStringLiteral("settings")));
    const int requestedSamples = readSettings(*settings).antialiasing;
    const viewer3d::Graphics graphics = viewer3d::probeGraphics();
    const int samples = requestedSamples >= 0 ? requestedSamples
                        : graphics.isSoftware ? 0
                                              : kDefaultSamples;
    qCInfo(programLog) << "software rendering:" << graphics.isSoftware << "samples:" << samples;
    QSurfaceFormat::setDefaultFormat(viewer3d::MatchView::surfaceFormat(samples));
    const auto arguments = readArguments(parser);
    if (!arguments) {
        return kExitFailed;
    }
    if (parser.isSet(QStringLiteral("video"))) {
        const auto video = readVideo(parser, *arguments);
        if (!video) {
            return kExitFailed;
        }
        if (!graphics.fault.isEmpty()) {
            std::fprintf(stderr, "sideline-studio: %s\n", qPrintable(graphics.fault));
            return kExitFailed;
        }
        return runVideo(*video, readSettings(*settings));
    }
    MainWindow window(*settings, findSample(), makeWorkspaces);
    QObject::connect(&application, &StudioApplication::failed, &window, &MainWindow::showFailure);
    if (!graphics.fault.isEmpty()) {
        std::fprintf(stderr, "sideline-studio: %s\n", qPrintable(graphics.fault));
        window.messages().show(widgets::MessageBar::Severity::Error, graphics.fault);
    }
    if (!applyLook(window, *arguments)) {
        return kExitFailed;
    }
    window.show();
    ScriptRun run(window, *arguments);
    QMetaObject::invokeMethod(&run, &ScriptRun::start, Qt::QueuedConnection);
    return QApplication::exec();
}

} // namespace sideline::studio
