#pragma once

#include <filesystem>
#include <memory>

#include <gtest/gtest.h>

#include <QSettings>
#include <QTest>

#include "studio/program/all_workspaces.h"
#include "studio/shell/main_window.h"
#include "studio/workspaces/analysis/analysis_workspace.h"
#include "studio/workspaces/decide/decide_workspace.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"
#include "studio/workspaces/robot/robot_workspace.h"
#include "studio/workspaces/train/train_workspace.h"
#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::tests {

/// The real window, active, with a copy of the sample match. It is independent of other programs:
/// the system assigns its ports, and its settings, recordings and unpacked logs are in a temporary
/// folder. The simulator starts without an agent.
class StudioWindowTest : public ::testing::Test {
protected:
    StudioWindowTest() {
        changeLiveSettings([](studio::LiveSettings& settings) {
            settings.agentPort = 0;
            settings.monitorPort = 0;
            settings.startsWithAgent = false;
        });
        m_store.setValue(QStringLiteral("live/sessionFolder"), qt(m_folder / "sessions"));
        m_store.setValue(QStringLiteral("live/drawingPort"), 0);
        m_store.setValue(QStringLiteral("localize/beliefPort"), 0);
        studio::AppSettings settings = studio::readSettings(m_store);
        settings.spoolDirectory = qt(m_folder / "spool");
        studio::writeSettings(m_store, settings);
    }
    void SetUp() override {
        std::filesystem::copy_file(sampleLog(), m_sample);
        openWindow();
    }
    /// Replaces the window by a new one with the current settings.
    void openWindow() {
        m_window.reset();
        m_window =
            std::make_unique<studio::MainWindow>(m_store, qt(m_sample), studio::makeWorkspaces);
        m_window->resize(1280, 800);
        m_window->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
        activate();
    }
    /// Activates the window, so that it receives keys.
    void activate() {
        m_window->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
    }
    template <typename Change>
    void changeLiveSettings(const Change& change) {
        studio::LiveSettings settings = studio::readLiveSettings(m_store);
        change(settings);
        studio::writeLiveSettings(m_store, settings);
    }
    static QString qt(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }
    QAction& action(const char* id) { return *m_window->actions().action(id); }
    studio::LiveSession& live() { return m_window->live(); }
    /// Waits until the message bar shows a message with this part.
    bool showsMessage(const QString& part) {
        return waitUntil([&] { return !m_window->messages().texts().filter(part).isEmpty(); });
    }
    template <typename Widget>
    Widget& child(const char* name) {
        auto* found = m_window->findChild<Widget*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }

    TempDir m_folder;
    std::filesystem::path m_sample = m_folder / "sample.log.xz";
    QSettings m_store{qt(m_folder / "settings.ini"), QSettings::IniFormat};
    std::unique_ptr<studio::MainWindow> m_window;
};

} // namespace sideline::tests
