// A request for a picture of a broken file is refused with a message and an exit status.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include <QImage>
#include <QProcess>

#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

struct BrokenFile {
    const char* name;
    const char* text;
    const char* expected; ///< part of the message
    bool isShown;         ///< opened in an editor, which shows the errors
};

class BrokenFileTest : public ::testing::TestWithParam<BrokenFile> {
protected:
    QString path(std::string_view name) const {
        return QString::fromStdString((m_folder / name).string());
    }

    tests::TempDir m_folder;
};

TEST_P(BrokenFileTest, IsReportedWhenAPictureIsRequested) {
    const BrokenFile& broken = GetParam();
    tests::writeFile(m_folder / broken.name, broken.text);
    QProcess studio;
    studio.start(QStringLiteral(SIDELINE_STUDIO),
                 {QStringLiteral("--settings"), path("settings.ini"), path(broken.name),
                  QStringLiteral("--screenshot"), path("picture.png")});
    if (!studio.waitForFinished(100'000)) {
        studio.kill();
        studio.waitForFinished();
        FAIL() << "did not end";
    }
    EXPECT_EQ(studio.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(studio.exitCode(), 2);
    const QString errors = QString::fromUtf8(studio.readAllStandardError());
    EXPECT_TRUE(errors.contains(QLatin1String(broken.expected))) << qPrintable(errors);
    EXPECT_EQ(errors.count(QStringLiteral("sideline-studio: ")), 1) << "once";
    EXPECT_EQ(QImage(path("picture.png")).isNull(), !broken.isShown);
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenFileTest,
    ::testing::Values(
        BrokenFile{"a.rsg", "poem\n", "a.rsg:1: not a scene description", false},
        BrokenFile{"a.motion", "poem\n", "a.motion:1: 'poem'", false},
        BrokenFile{"a.rec", "poem\n", "a.rec", false},
        BrokenFile{"a.session", "poem\n", "a.session", false},
        BrokenFile{"a.situation", "poem\n", "a.situation:1", false},
        BrokenFile{"experiment.toml", "sideline-experiment = 1\n", "nothing to optimize", false},
        BrokenFile{"a.toml", "name = \"a b\"\n", "which the server cannot parse", true},
        BrokenFile{"a.formation", "formation a\nrole 99 x\n", "a.formation:2: invalid role", true},
        BrokenFile{"a.tree", "tree\n when when\n", "a.tree:2: 'when'", true},
        BrokenFile{"a.network", "network\n foo\n", "a.network:2", true},
        BrokenFile{"results.csv", "poem\n", "results.csv", true}),
    [](const auto& broken) {
        std::string name(broken.param.name);
        std::ranges::replace(name, '.', '_');
        return name;
    });

} // namespace
} // namespace sideline::studio
