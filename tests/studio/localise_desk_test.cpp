#include "studio/app/localise_desk.h"

#include <gtest/gtest.h>

#include <QTest>

#include "evaluation/scenario.h"
#include "logs/session/agent_recording.h"
#include "studio/app/layouts.h"
#include "studio/app/main_window.h"
#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

// A recording of a robot that looks about in the simulator.
std::string recording() {
    evaluation::ScenarioOptions options;
    options.durationS = 6.0;
    const auto run = evaluation::runScenario("look", options);
    EXPECT_TRUE(run) << run.error().toString();
    std::string bytes;
    logs::appendRecord(bytes, logs::Speaker::Agent, "(scene rsg/agent/nao/nao_hetero.rsg 0)");
    for (const evaluation::StreamCycle& cycle : run->stream.cycles()) {
        logs::appendRecord(bytes, logs::Speaker::Server, cycle.percepts);
        logs::appendRecord(bytes, logs::Speaker::Agent, cycle.commands);
    }
    return bytes;
}

class LocaliseDeskTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::filesystem::copy_file(tests::sampleLog(), m_sample);
        LiveSettings live;
        live.agentPort = 0;
        live.monitorPort = 0;
        writeLiveSettings(m_store, live);
        m_store.setValue(QStringLiteral("live/sessionFolder"), qt(m_folder / "sessions"));
        AppSettings settings = readSettings(m_store);
        settings.spoolDirectory = qt(m_folder / "spool");
        writeSettings(m_store, settings);
        m_window = std::make_unique<MainWindow>(m_store, qt(m_sample));
        m_window->resize(1280, 800);
        m_window->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
    }
    static QString qt(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }
    LocaliseDesk& desk() { return m_window->localisation(); }
    std::filesystem::path writeRecording() {
        const std::filesystem::path file = m_folder / "look.rec";
        tests::writeFile(file, recording());
        return file;
    }
    bool isDone() {
        return desk().stream() && !desk().isBusy() && desk().instant() &&
               std::ranges::all_of(desk().estimators(),
                                   [](const LocaliseEstimator& e) { return e.run != nullptr; });
    }
    void open() {
        m_window->openFile(qt(writeRecording()));
        ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }));
        ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact != nullptr; }));
    }
    std::size_t matchFiles() {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(m_folder / "spool"), {}));
    }
    bool tells(const QString& part) {
        return tests::waitUntil(
            [&] { return !m_window->messages().texts().filter(part).isEmpty(); });
    }
    const LocaliseEstimator& estimator(localization::Method method) {
        return *std::ranges::find(desk().estimators(), static_cast<int>(method),
                                  &LocaliseEstimator::id);
    }

    tests::TempDir m_folder;
    std::filesystem::path m_sample = m_folder / "sample.log.xz";
    QSettings m_store{qt(m_folder / "settings.ini"), QSettings::IniFormat};
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(LocaliseDeskTest, ARecordedStreamIsReplayedWithAllEstimators) {
    open();
    EXPECT_EQ(desk().source(), LocaliseDesk::Source::Recorded);
    EXPECT_EQ(m_window->settings().layout, localiseLayout());
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("look.rec")));
    EXPECT_EQ(m_window->session().log()->index()->frameCount(), desk().stream()->cycleCount());
    EXPECT_EQ(desk().estimators().size(), localization::kMethods.size());
    EXPECT_EQ(matchFiles(), 1U);

    m_window->session().seekFrame(200);
    ASSERT_TRUE(tests::waitUntil([&] { return desk().instant()->cycle == 200; }));
    const widgets::LocaliseInstant& instant = *desk().instant();
    ASSERT_GE(instant.chosen, 0);
    const auto& belief = instant.beliefs[static_cast<std::size_t>(instant.chosen)];
    EXPECT_EQ(belief.name, QStringLiteral("Fusion"));
    EXPECT_TRUE(belief.estimate.isValid);
    EXPECT_TRUE(instant.hasSight);
    EXPECT_FALSE(instant.sight.observations.empty());
    EXPECT_LE(instant.sightAgeS, 0.05);
    EXPECT_FALSE(m_window->session().shown().exact->robots.empty()) << "the robot is in 3D, too";
}

TEST_F(LocaliseDeskTest, ChoosingAndHidingEstimators) {
    open();
    const int gyro = static_cast<int>(localization::Method::Gyro);
    desk().choose(gyro);
    EXPECT_EQ(desk().instant()->beliefs[static_cast<std::size_t>(desk().instant()->chosen)].id,
              gyro);
    const std::size_t shown = desk().instant()->beliefs.size();
    desk().choose(static_cast<int>(localization::Method::Fusion));
    desk().setShown(gyro, false);
    EXPECT_EQ(desk().instant()->beliefs.size(), shown - 1);
}

TEST_F(LocaliseDeskTest, AWhatIfIsRunOverTheSameStreamAndCompared) {
    open();
    widgets::WhatIf whatIf;
    whatIf.lines = false;
    whatIf.addedNoise = 3.0;
    desk().tryWhatIf(whatIf);
    ASSERT_EQ(desk().estimators().size(), localization::kMethods.size() + 1);
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }));
    const LocaliseEstimator variant = desk().estimators().back();
    EXPECT_TRUE(variant.isVariant);
    EXPECT_EQ(variant.run->run.estimates().size(), desk().stream()->cycleCount());
    EXPECT_NE(variant.run->run.estimates().back().positionSigmaM,
              estimator(localization::Method::Fusion).run->run.estimates().back().positionSigmaM);
    desk().choose(variant.id);
    desk().remove(variant.id);
    EXPECT_EQ(desk().estimators().size(), localization::kMethods.size());
    EXPECT_GE(desk().instant()->chosen, 0) << "another one is chosen then";
}

TEST_F(LocaliseDeskTest, AnotherLogEndsIt) {
    open();
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil([&] { return desk().source() == LocaliseDesk::Source::None; }));
    EXPECT_EQ(desk().instant(), nullptr);
    EXPECT_EQ(matchFiles(), 0U) << "what was made of the stream is gone";
    EXPECT_FALSE(m_window->windowTitle().contains(QStringLiteral("look.rec")));
}

TEST_F(LocaliseDeskTest, ABrokenStreamIsTold) {
    tests::writeFile(m_folder / "poem.rec", "roses are red, violets are blue");
    m_window->openFile(qt(m_folder / "poem.rec"));
    EXPECT_TRUE(tells(QStringLiteral("poem.rec")));
    EXPECT_EQ(desk().source(), LocaliseDesk::Source::None);

    const std::string whole = recording();
    tests::writeFile(m_folder / "half.rec", whole.substr(0, whole.size() / 2 + 3));
    m_window->openFile(qt(m_folder / "half.rec"));
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }));
    EXPECT_TRUE(tells(QStringLiteral("half.rec"))) << "the good part is shown, with a warning";
    EXPECT_GT(desk().stream()->cycleCount(), 50U);
}

TEST_F(LocaliseDeskTest, ALiveAgentIsLookedIntoWhileItPlays) {
    m_window->showLayout(localiseLayout());
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    const auto error = [&]() -> std::optional<double> {
        if (desk().source() != LocaliseDesk::Source::Live || !desk().instant() ||
            desk().instant()->chosen < 0) {
            return std::nullopt;
        }
        const auto& instant = *desk().instant();
        const auto& belief = instant.beliefs[static_cast<std::size_t>(instant.chosen)];
        return belief.error ? std::optional(belief.error->groundM) : std::nullopt;
    };
    ASSERT_TRUE(tests::waitUntil([&] { return error() && *error() < tests::tolerance(0.03); }));
    EXPECT_TRUE(desk().instant()->truth);
    m_window->showLayout(liveLayout());
    QCoreApplication::processEvents();
    EXPECT_TRUE(tests::waitUntil([&] { return desk().source() == LocaliseDesk::Source::None; }))
        << "nothing is worked on that nobody sees";
}

TEST_F(LocaliseDeskTest, ASessionIsLookedIntoWithTheMatchLogBesideIt) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->live().view().cycle > 250; }));
    m_window->actions().action("simulator.start")->trigger();
    std::filesystem::path session;
    ASSERT_TRUE(tests::waitUntil([&] {
        for (const auto& entry : std::filesystem::directory_iterator(m_folder / "sessions")) {
            if (entry.path().extension() == ".session") {
                session = entry.path();
            }
        }
        return !session.empty();
    }));
    m_window->showLayout(localiseLayout());
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }))
        << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(desk().source(), LocaliseDesk::Source::Session);
    EXPECT_EQ(desk().stream()->stream().team(), "Sideline");
    EXPECT_FALSE(desk().stream()->truth.isEmpty());
    const LocaliseEstimator& fusion = estimator(localization::Method::Fusion);
    ASSERT_TRUE(fusion.score);
    EXPECT_LT(fusion.score->meanM, tests::tolerance(0.03));
}

TEST_F(LocaliseDeskTest, AStreamIsOpenedWhileAMatchIsLive) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    m_window->showLayout(localiseLayout());
    ASSERT_TRUE(tests::waitUntil([&] { return desk().source() == LocaliseDesk::Source::Live; }));
    open();
    ASSERT_TRUE(tests::waitUntil([&] { return !m_window->showsLive(); }));
    EXPECT_EQ(desk().source(), LocaliseDesk::Source::Recorded);
    m_window->session().seekFrame(100);
    EXPECT_TRUE(
        tests::waitUntil([&] { return desk().instant() && desk().instant()->cycle == 100; }));
}

TEST_F(LocaliseDeskTest, AMarkedStretchStaysWhileAMatchIsLive) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    m_window->showLayout(localiseLayout());
    ASSERT_TRUE(tests::waitUntil([&] {
        return desk().source() == LocaliseDesk::Source::Live && desk().stream()->cycleCount() > 60;
    }));
    const auto& timesS = desk().stream()->recordTimeS;
    desk().setStretch(timesS[10], timesS[50]);
    const std::size_t cycles = desk().stream()->cycleCount();
    ASSERT_TRUE(tests::waitUntil([&] { return desk().stream()->cycleCount() > cycles + 80; }));
    EXPECT_FALSE(desk().range().isAll());
}

TEST_F(LocaliseDeskTest, WhatCannotBeOpenedLeavesTheStreamAlone) {
    open();
    tests::writeFile(m_folder / "poem.rec", "roses are red, violets are blue");
    m_window->openFile(qt(m_folder / "poem.rec"));
    EXPECT_TRUE(tells(QStringLiteral("poem.rec")));
    EXPECT_EQ(desk().source(), LocaliseDesk::Source::Recorded);
    EXPECT_TRUE(desk().instant());
    EXPECT_EQ(matchFiles(), 1U) << "nothing is left of the other";
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("look.rec")));
}

TEST(LocaliseFilesTest, StreamsAreKnownByTheirNames) {
    EXPECT_TRUE(LocaliseDesk::isStreamFile(QStringLiteral("/a/ut-player00.rec.gz")));
    EXPECT_TRUE(LocaliseDesk::isStreamFile(QStringLiteral("x.rec")));
    EXPECT_FALSE(LocaliseDesk::isStreamFile(QStringLiteral("x.recorded.log")));
    EXPECT_FALSE(LocaliseDesk::isStreamFile(QStringLiteral("/a.rec.d/x.log")));
}

} // namespace
} // namespace sideline::studio
