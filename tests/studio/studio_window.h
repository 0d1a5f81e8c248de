#pragma once

#include <filesystem>
#include <memory>

#include <gtest/gtest.h>

#include <QSettings>
#include <QTest>

#include "studio/shell/main_window.h"
#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::tests {

/// The real window, active, with a copy of the sample match. It shares nothing with other programs:
/// the system chooses its ports, and its settings, recordings and unpacked logs lie in a folder of
/// the test. The simulator starts without an agent.
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
    /// Opens the window with the settings as they are now, in place of the one before.
    void openWindow() {
        m_window.reset();
        m_window = std::make_unique<studio::MainWindow>(m_store, qt(m_sample));
        m_window->resize(1280, 800);
        m_window->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
        activate();
    }
    /// Keys go to the window again.
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
    /// Whether the message bar tells something with this part, or soon will.
    bool tells(const QString& part) {
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
