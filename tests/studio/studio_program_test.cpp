// The program as used by scripts: pictures, and exit statuses for failures.
#include <gtest/gtest.h>

#include <set>

#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSettings>

#include "studio/settings/app_settings.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

struct Outcome {
    int status = -1;
    QString out;
    QString errors;
};

class StudioProgramTest : public ::testing::Test {
protected:
    QString path(std::string_view name) const {
        return QString::fromStdString((m_folder / name).string());
    }
    Outcome run(const QStringList& arguments) const {
        QProcess process;
        process.start(QStringLiteral(SIDELINE_STUDIO),
                      QStringList{QStringLiteral("--settings"), path("settings.ini")} + arguments);
        if (!process.waitForFinished(120'000)) {
            process.kill();
            process.waitForFinished();
            ADD_FAILURE() << "did not end: " << qPrintable(arguments.join(QLatin1Char(' ')));
        }
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    void chooseFreePorts() const {
        QSettings settings(path("settings.ini"), QSettings::IniFormat);
        for (const char* port : {"live/agentPort", "live/monitorPort", "live/drawingPort"}) {
            settings.setValue(QLatin1String(port), 0);
        }
        settings.setValue(QStringLiteral("localize/beliefPort"), 0);
        settings.sync();
    }
    static QString sample() { return QString::fromStdString(tests::sampleLog().string()); }

    tests::TempDir m_folder;
};

// Counts the different colors of a picture on a coarse grid.
std::size_t colorCount(const QImage& image) {
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); y += 7) {
        for (int x = 0; x < image.width(); x += 7) {
            colors.insert(image.pixel(x, y) & 0xf0f0f0U);
        }
    }
    return colors.size();
}

QStringList words(const char* text) {
    return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

TEST_F(StudioProgramTest, TakesAPictureOfTheWindow) {
    const Outcome outcome = run(QStringList{sample()} +
                                words("--at 25 --layout Plots --camera preset4 --theme dark "
                                      "--select left:3 --plot ball.speed --size 1280x800") +
                                QStringList{QStringLiteral("--screenshot"), path("a.png")});
    ASSERT_EQ(outcome.status, 0) << qPrintable(outcome.errors);
    const QImage image(path("a.png"));
    EXPECT_EQ(image.size(), QSize(1280, 800));
    EXPECT_GT(colorCount(image), 60U);
    EXPECT_LT(qGray(image.pixel(4, 4)), 100) << "the theme is dark";
    const QSettings settings(path("settings.ini"), QSettings::IniFormat);
    EXPECT_EQ(readSettings(settings).theme, Theme::System) << "the theme is not saved";
}

// The program used to wait for ever for an answer that no script can give.
TEST_F(StudioProgramTest, AFileThatAsksAQuestionGivesNoPicture) {
    const Outcome outcome =
        run({QString::fromStdString(tests::exampleFile("training/sidestep.toml").string()),
             QStringLiteral("--screenshot"), path("a.png")});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(outcome.errors.contains(QStringLiteral("sidestep.toml")))
        << qPrintable(outcome.errors);
    EXPECT_TRUE(outcome.errors.contains(QStringLiteral("the dialog 'Start experiment'")))
        << qPrintable(outcome.errors);
    EXPECT_FALSE(std::filesystem::exists(path("a.png").toStdString()));
}

TEST_F(StudioProgramTest, TakesAPictureOfTheViewInAnySize) {
    const Outcome outcome = run(QStringList{sample()} + words("--camera preset8 --size 640x480") +
                                QStringList{QStringLiteral("--picture"), path("b.png")});
    ASSERT_EQ(outcome.status, 0) << qPrintable(outcome.errors);
    const QImage image(path("b.png"));
    EXPECT_EQ(image.size(), QSize(640, 480));
    const QColor middle(image.pixel(200, 300));
    EXPECT_GT(middle.green(), middle.red()) << "grass, viewed from above";
    EXPECT_GT(middle.green(), middle.blue());
}

// Surfaces at the same depth may be drawn in any order, which changes a few pixels.
TEST_F(StudioProgramTest, PicturesAreReproducibleExceptForFewPixels) {
    for (const char* name : {"c.png", "d.png"}) {
        ASSERT_EQ(run(QStringList{sample()} + words("--frame 20 --size 640x400 --select ball") +
                      QStringList{QStringLiteral("--picture"), path(name)})
                      .status,
                  0);
    }
    const QImage first(path("c.png"));
    const QImage second(path("d.png"));
    ASSERT_EQ(first.size(), second.size());
    int different = 0;
    for (int y = 0; y < first.height(); ++y) {
        for (int x = 0; x < first.width(); ++x) {
            different += first.pixel(x, y) != second.pixel(x, y) ? 1 : 0;
        }
    }
    EXPECT_LT(different, 640 * 400 / 1000);
}

TEST_F(StudioProgramTest, ShowsTheValidPartOfADamagedLog) {
    std::string text = tests::scriptedLog(tests::movingScenes(40), 10);
    tests::writeFile(m_folder / "torn.log", std::string_view(text).substr(0, text.size() - 300));
    const Outcome outcome = run({path("torn.log"), QStringLiteral("--screenshot"), path("e.png")});
    EXPECT_EQ(outcome.status, 0) << qPrintable(outcome.errors);
    EXPECT_FALSE(QImage(path("e.png")).isNull());
}

TEST_F(StudioProgramTest, ShowsTheWelcomePageWithoutALog) {
    const Outcome outcome =
        run(words("--size 1280x800") + QStringList{QStringLiteral("--screenshot"), path("f.png")});
    EXPECT_EQ(outcome.status, 0) << qPrintable(outcome.errors);
    EXPECT_EQ(QImage(path("f.png")).size(), QSize(1280, 800));
}

TEST_F(StudioProgramTest, WaitsForALiveMatch) {
    chooseFreePorts();
    const auto live = words("--simulate --layout Plots --size 1280x800 --select");
    const Outcome outcome = run(live + words("left:1 --plot ball.x,left.1.z") +
                                QStringList{QStringLiteral("--screenshot"), path("g.png")});
    EXPECT_EQ(outcome.status, 0) << qPrintable(outcome.errors) << "the robot follows the ball";
    EXPECT_EQ(QImage(path("g.png")).size(), QSize(1280, 800));
    const Outcome missing = run(live + QStringList{QStringLiteral("left:9"),
                                                   QStringLiteral("--screenshot"), path("h.png")});
    EXPECT_EQ(missing.status, 2);
    EXPECT_TRUE(missing.errors.contains(QStringLiteral("no object 'left:9'")));
}

TEST_F(StudioProgramTest, ATeamFilePlaysInTheSimulator) {
    chooseFreePorts();
    tests::writeFile(m_folder / "two.toml",
                     "name = \"Two\"\n[[players]]\nnumber = 1\nembedded = true\n"
                     "[[players]]\nnumber = 5\nembedded = true\n");
    const auto live = words("--simulate --size 1280x800 --select left:5");
    const Outcome outcome =
        run(live + QStringList{path("two.toml"), QStringLiteral("--screenshot"), path("team.png")});
    EXPECT_EQ(outcome.status, 0) << qPrintable(outcome.errors);
    EXPECT_EQ(QImage(path("team.png")).size(), QSize(1280, 800));
    tests::writeFile(m_folder / "bad.toml", "name = \"Bad\"\nplayers = 7\n");
    const Outcome bad =
        run(live + QStringList{path("bad.toml"), QStringLiteral("--screenshot"), path("bad.png")});
    EXPECT_EQ(bad.status, 2);
    EXPECT_TRUE(bad.errors.contains(QStringLiteral("bad.toml"))) << qPrintable(bad.errors);
}

TEST_F(StudioProgramTest, MeasuresDrawing) {
    const Outcome outcome =
        run(QStringList{sample()} + words("--size 640x400 --bench-view 1 --play"));
    ASSERT_EQ(outcome.status, 0) << qPrintable(outcome.errors);
    const QJsonObject times = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    EXPECT_GT(times[QStringLiteral("framesPerSecond")].toDouble(), 0.0) << qPrintable(outcome.out);
    EXPECT_GT(times[QStringLiteral("updateMs")].toDouble(), 0.0);
    EXPECT_GT(times[QStringLiteral("firstPictureMs")].toDouble(), 0.0);
    EXPECT_GT(times[QStringLiteral("triangles")].toInt(), 10'000);
}

TEST_F(StudioProgramTest, ReportsItsOptionsWithoutADisplay) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(SIDELINE_STUDIO), {QStringLiteral("--help")});
    ASSERT_TRUE(process.waitForFinished(30'000));
    EXPECT_EQ(process.exitCode(), 0);
    EXPECT_TRUE(process.readAllStandardOutput().contains("--screenshot"));
}

struct Refusal {
    const char* arguments;
    const char* expected; ///< part of the message
};

class StudioRefusalTest : public StudioProgramTest,
                          public ::testing::WithParamInterface<Refusal> {};

TEST_P(StudioRefusalTest, ReportsErrorsWithStatusTwo) {
    tests::writeFile(m_folder / "text.log", "this is a poem\nand no log\n");
    QStringList arguments;
    for (QString word : words(GetParam().arguments)) {
        word.replace(QStringLiteral("SAMPLE"), sample());
        word.replace(QStringLiteral("DIR"), QString::fromStdString(m_folder.path().string()));
        arguments << word;
    }
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << GetParam().arguments;
    EXPECT_TRUE(outcome.errors.contains(QLatin1String(GetParam().expected)))
        << GetParam().arguments << ": " << qPrintable(outcome.errors);
}

INSTANTIATE_TEST_SUITE_P(
    All, StudioRefusalTest,
    ::testing::Values(Refusal{"DIR/missing.log --screenshot DIR/a.png", "missing.log"},
                      Refusal{"DIR/text.log --screenshot DIR/a.png", "text.log"},
                      Refusal{"SAMPLE --screenshot DIR/no/such/folder/a.png", "cannot write"},
                      Refusal{"SAMPLE --picture DIR/text.log", "the file already exists"},
                      Refusal{"DIR/text.log --force --picture DIR/text.log", "not be overwritten"},
                      Refusal{"SAMPLE --size huge", "--size"},
                      Refusal{"SAMPLE --size 10x10", "--size"}, Refusal{"SAMPLE --at soon", "--at"},
                      Refusal{"SAMPLE --frame -1", "--frame"},
                      Refusal{"SAMPLE --layout Nowhere", "Replay"},
                      Refusal{"SAMPLE --theme pink", "light"},
                      Refusal{"SAMPLE --camera upside --screenshot DIR/a.png", "preset1"},
                      Refusal{"SAMPLE --select left:77 --screenshot DIR/a.png", "left:77"},
                      Refusal{"SAMPLE --plot nothing --screenshot DIR/a.png", "nothing"},
                      Refusal{"--simulate SAMPLE", "expects a team file"},
                      Refusal{"--connect localhost:3200 SAMPLE", "cannot be combined"},
                      Refusal{"--screenshot", "screenshot"}));

} // namespace
} // namespace sideline::studio
