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
#include "studio/shell/layouts.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {

// Returns a recording of a robot that looks around in the simulator.
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

class LocalizeWorkspaceTest : public tests::StudioWindowTest {
protected:
    LocalizeWorkspaceTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = true; });
    }
    LocalizationWorkspace& workspace() { return m_window->find<studio::LocalizationWorkspace>(); }
    std::filesystem::path writeRecording() {
        const std::filesystem::path file = m_folder / "look.rec";
        tests::writeFile(file, recording());
        return file;
    }
    bool isDone() {
        return workspace().stream() && !workspace().isBusy() && workspace().instant() &&
               std::ranges::all_of(workspace().estimators(),
                                   [](const LocalizeEstimator& e) { return e.run != nullptr; });
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
    const LocalizeEstimator& estimator(localization::Method method) {
        return *std::ranges::find(workspace().estimators(), static_cast<int>(method),
                                  &LocalizeEstimator::id);
    }
};

} // namespace sideline::studio
