#include "studio/settings/live_settings.h"

#include <gtest/gtest.h>

#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

TEST(LiveSettingsTest, ReadsAddressesInEveryForm) {
    struct Row {
        const char* text;
        const char* host; // null: not a valid address
        int port;
    };
    for (const Row& row : std::initializer_list<Row>{
             {"127.0.0.1:3200", "127.0.0.1", 3200},
             {"  lab-server  ", "lab-server", 3200},
             {"lab:1", "lab", 1},
             {"lab:65535", "lab", 65535},
             {"[::1]:4000", "::1", 4000},
             {"[::1]", "::1", 3200},
             {"fe80::1", "fe80::1", 3200},
             {"", nullptr, 0},
             {":3200", nullptr, 0},
             {"lab:", nullptr, 0},
             {"lab:0", nullptr, 0},
             {"lab:65536", nullptr, 0},
             {"lab:port", nullptr, 0},
             {"two words:3200", nullptr, 0},
             {"[::1", nullptr, 0},
             {"[::1]4000", nullptr, 0},
         }) {
        const auto server = parseHostPort(QString::fromUtf8(row.text));
        ASSERT_EQ(server.has_value(), row.host != nullptr) << row.text;
        if (server) {
            EXPECT_EQ(server->host, row.host) << row.text;
            EXPECT_EQ(server->port, row.port) << row.text;
            const auto again = parseHostPort(QString::fromStdString(server->text()));
            ASSERT_TRUE(again) << row.text;
            EXPECT_EQ(again->host, server->host);
        }
    }
}

TEST(LiveSettingsTest, ReadsWhatItWrote) {
    const tests::TempDir folder;
    QSettings store(QString::fromStdString((folder / "s.ini").string()), QSettings::IniFormat);
    EXPECT_EQ(readLiveSettings(store), LiveSettings{});
    LiveSettings settings;
    settings.robot = "T1";
    settings.ruleBook = "fifa";
    settings.field = "fifa7vs7";
    settings.seed = 42;
    settings.isExact = true;
    settings.speed = 0.0;
    settings.agentPort = 3333;
    settings.monitorPort = 0;
    settings.opensPorts = false;
    settings.waitsForAgents = true;
    settings.host = QStringLiteral("lab");
    settings.port = 4000;
    settings.physics = {true, false, true, false};
    writeLiveSettings(store, settings);
    EXPECT_EQ(readLiveSettings(store), settings);
    store.setValue(QStringLiteral("live/speed"), 3.3);
    store.setValue(QStringLiteral("live/agentPort"), 99999);
    store.setValue(QStringLiteral("live/seed"), QStringLiteral("none"));
    EXPECT_EQ(readLiveSettings(store).speed, 1.0);
    EXPECT_EQ(readLiveSettings(store).agentPort, 65535);
    EXPECT_EQ(readLiveSettings(store).seed, LiveSettings{}.seed);
}

TEST(LiveSettingsTest, ARobotOfTheOtherServerBringsItsDefaultPorts) {
    LiveSettings settings;
    EXPECT_EQ(settings.family(), game::ServerKind::SimSpark);
    settings.monitorPort = 3333; // the user's own
    settings.chooseRobot("K1");
    EXPECT_EQ(settings.family(), game::ServerKind::Rcssservermj);
    EXPECT_EQ(settings.agentPort, 60000);
    EXPECT_EQ(settings.monitorPort, 3333);
    settings.chooseRobot("T1");
    EXPECT_EQ(settings.agentPort, 60000);
    settings.chooseRobot("nao3");
    EXPECT_EQ(settings.agentPort, 3100);

    const tests::TempDir folder;
    QSettings store(QString::fromStdString((folder / "s.ini").string()), QSettings::IniFormat);
    store.setValue(QStringLiteral("live/robot"), QStringLiteral("nao9"));
    EXPECT_EQ(readLiveSettings(store).robot, "nao0") << "an unknown robot is replaced";
}

} // namespace
} // namespace sideline::studio
