#include "studio/settings/app_settings.h"

#include <type_traits>
#include <variant>

#include <gtest/gtest.h>

#include "studio/settings/setting_table.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

class AppSettingsTest : public ::testing::Test {
protected:
    QString file() const { return QString::fromStdString((m_folder / "settings.ini").string()); }
    QString touch(const std::string& name) const {
        tests::writeFile(m_folder / name, "x");
        return QString::fromStdString((m_folder / name).string());
    }
    tests::TempDir m_folder;
};

TEST_F(AppSettingsTest, GivesDefaultsWithoutAFile) {
    const QSettings store(file(), QSettings::IniFormat);
    EXPECT_EQ(readSettings(store), AppSettings{});
}

TEST_F(AppSettingsTest, ReadsWhatItWrote) {
    AppSettings expected;
    expected.theme = Theme::Dark;
    expected.smoothReplay = false;
    expected.trailS = 7.5;
    expected.goalLeadS = 0.5;
    expected.eventKinds = 5;
    expected.colors = {QColor(1, 2, 3), QColor(250, 128, 0)};
    expected.namedColors = {{QStringLiteral("Grün 7"), QColor(0, 140, 60)},
                            {QStringLiteral("B, C"), QColor(255, 255, 255)}};
    expected.shadows = false;
    expected.playerLabels = false;
    expected.detail = 0;
    expected.antialiasing = 8;
    expected.meshFolder = QStringLiteral("/some where/models");
    expected.memoryMiB = 64;
    expected.maxUnpackedMiB = 2000;
    expected.spoolDirectory = QStringLiteral("/tmp/spool");
    expected.layout = QStringLiteral("Mine");
    {
        QSettings store(file(), QSettings::IniFormat);
        writeSettings(store, expected);
    }
    const QSettings store(file(), QSettings::IniFormat);
    EXPECT_EQ(readSettings(store), expected);
}

TEST_F(AppSettingsTest, EveryRowIsWrittenAndReadUnderItsOwnKey) {
    AppSettings expected;
    for (const SettingRow& row : settingTable()) {
        const auto change = [&](auto field) {
            auto& value = expected.*field;
            using Value = std::remove_reference_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, bool>) {
                value = !value;
            } else if constexpr (std::is_same_v<Value, QString>) {
                value = QLatin1String(row.key);
            } else {
                const bool isDefaultMax = static_cast<double>(value) == row.max;
                value = static_cast<Value>(isDefaultMax ? row.min : row.max);
            }
        };
        std::visit(change, row.field);
    }
    {
        QSettings store(file(), QSettings::IniFormat);
        writeSettings(store, expected);
    }
    const QSettings store(file(), QSettings::IniFormat);
    EXPECT_EQ(readSettings(store), expected);
    for (const SettingRow& row : settingTable()) {
        EXPECT_TRUE(store.contains(QStringLiteral("settings/") + QLatin1String(row.key)))
            << row.key;
        if (row.page != SettingRow::Page::None) {
            EXPECT_NE(*row.text, '\0') << row.key << " has no text in the dialog";
        }
    }
}

TEST_F(AppSettingsTest, ClampsValuesOutOfRange) {
    AppSettings wild;
    wild.trailS = -4;
    wild.memoryMiB = 1;
    wild.maxUnpackedMiB = 1;
    wild.detail = 9;
    wild.antialiasing = 3;
    QSettings store(file(), QSettings::IniFormat);
    writeSettings(store, wild);
    const AppSettings read = readSettings(store);
    EXPECT_EQ(read.trailS, 0.0);
    EXPECT_EQ(read.memoryMiB, 16);
    EXPECT_EQ(read.maxUnpackedMiB, 64);
    EXPECT_EQ(read.detail, 1);
    EXPECT_EQ(read.antialiasing, AppSettings{}.antialiasing) << "three samples are not supported";
}

TEST_F(AppSettingsTest, ReadsADamagedFileAsDefaults) {
    AppSettings written;
    {
        QSettings store(file(), QSettings::IniFormat);
        writeSettings(store, written);
    }
    std::string text = tests::readUnpacked(m_folder / "settings.ini");
    for (char& c : text) {
        c = c == '=' ? c : (c >= '0' && c <= '9' ? 'q' : c);
    }
    tests::writeFile(m_folder / "settings.ini", text);
    const QSettings store(file(), QSettings::IniFormat);
    const AppSettings read = readSettings(store);
    EXPECT_EQ(read.trailS, written.trailS);
    EXPECT_EQ(read.memoryMiB, written.memoryMiB);
    EXPECT_EQ(read.theme, written.theme);
}

TEST_F(AppSettingsTest, KeepsTenRecentFilesNewestFirstAndOnlyThoseThatExist) {
    QSettings store(file(), QSettings::IniFormat);
    for (int i = 0; i < 12; ++i) {
        addRecentFile(store, touch("a" + std::to_string(i) + ".log"));
    }
    EXPECT_EQ(recentFiles(store).size(), 10);
    EXPECT_TRUE(recentFiles(store).front().endsWith(QStringLiteral("a11.log")));
    addRecentFile(store, touch("a5.log"));
    EXPECT_EQ(recentFiles(store).size(), 10);
    EXPECT_TRUE(recentFiles(store).front().endsWith(QStringLiteral("a5.log")));
    std::filesystem::remove(m_folder / "a5.log");
    EXPECT_EQ(recentFiles(store).size(), 9);
}

TEST_F(AppSettingsTest, RecordedSessionsLeaveRoomForOpenedFiles) {
    QSettings store(file(), QSettings::IniFormat);
    addRecentFile(store, touch("mine.log"));
    addRecentFile(store, touch("mine.session-like.log"));
    for (int i = 0; i < 9; ++i) {
        addRecordedSession(store, touch("s" + std::to_string(i) + ".session"));
    }
    const QStringList files = recentFiles(store);
    EXPECT_EQ(files.size(), 6);
    EXPECT_TRUE(files.front().endsWith(QStringLiteral("s8.session")));
    EXPECT_TRUE(files[3].endsWith(QStringLiteral("s5.session")));
    EXPECT_TRUE(files.back().endsWith(QStringLiteral("mine.log")));
}

TEST_F(AppSettingsTest, SetsColorsAndMarksOfTheScene) {
    AppSettings settings;
    settings.colors.left = QColor(9, 8, 7);
    settings.shadows = false;
    settings.detail = 0;
    const viewer3d::SceneOptions light = settings.sceneOptions(false, settings.colors);
    EXPECT_EQ(light.leftColor, QColor(9, 8, 7));
    EXPECT_FALSE(light.shadows);
    EXPECT_EQ(light.detail, 0);
    EXPECT_NE(light.background, settings.sceneOptions(true, settings.colors).background);
}

TEST(TeamColorsTest, ATeamsColorIsUsedOnBothSides) {
    AppSettings settings;
    const QColor green(0, 140, 60);
    settings.namedColors = {{QStringLiteral("Green"), green},
                            {QStringLiteral("Almost"), settings.colors.right.lighter(105)}};
    const auto colors = [&](const char* left, const char* right) {
        return settings.colorsOf(QLatin1String(left), QLatin1String(right));
    };
    EXPECT_EQ(colors("A", "B"), settings.colors);
    EXPECT_EQ(colors("", ""), settings.colors);
    EXPECT_EQ(colors("green", "B"), (widgets::TeamColors{green, settings.colors.right}));
    EXPECT_EQ(colors("A", "GREEN"), (widgets::TeamColors{settings.colors.left, green}));
    EXPECT_EQ(colors("Almost", "B").right, settings.colors.left)
        << "the other team gets another color";
    EXPECT_EQ(colors("A", "Almost").left, settings.colors.left);
}

} // namespace
} // namespace sideline::studio
