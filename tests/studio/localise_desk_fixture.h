#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <QSettings>
#include <QTest>
#include <gtest/gtest.h>

#include "evaluation/scenario.h"
#include "logs/session/agent_recording.h"
#include "studio/app/layouts.h"
#include "studio/app/localise_desk.h"
#include "studio/app/main_window.h"
#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {

// A recording of a robot that looks about in the simulator.
inline std::string recording() {
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
        m_store.setValue(QStringLiteral("localise/beliefPort"), 0);
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

} // namespace sideline::studio
