#pragma once

#include <gtest/gtest.h>

#include <QTest>

#include "studio/app/main_window.h"
#include "tests/gui/gui_support.h"
#include "tests/support/test_files.h"

namespace sideline::tests {

/// The real window with a simulator on free ports, which comes without an agent of ours.
class LiveWindowTest : public ::testing::Test {
protected:
    void SetUp() override {
        studio::LiveSettings settings;
        settings.agentPort = 0;
        settings.monitorPort = 0;
        settings.startsWithAgent = false;
        writeLiveSettings(m_store, settings);
        m_store.setValue(QStringLiteral("live/sessionFolder"), qt(m_folder / "sessions"));
        m_window = std::make_unique<studio::MainWindow>(m_store, QString());
        m_window->resize(1280, 800);
        m_window->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
    }
    static QString qt(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }
    QAction& action(const char* id) { return *m_window->actions().action(id); }
    studio::LiveSession& live() { return m_window->live(); }

    TempDir m_folder;
    QSettings m_store{qt(m_folder / "settings.ini"), QSettings::IniFormat};
    std::unique_ptr<studio::MainWindow> m_window;
};

} // namespace sideline::tests
