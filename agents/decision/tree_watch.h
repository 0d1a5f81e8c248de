#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stop_token>

#include "agentcore/base/worker.h"
#include "agentcore/decision/run_tree.h"
#include "agents/behavior_registry.h"
#include "agents/decision/tree_file.h"

namespace sideline::agents {

/// Reads a tree again when its file is saved, in a thread of its own, and feeds it to the agents
/// that run it within half a second. A broken one is reported instead.
class TreeWatch final : public decision::TreeFeed {
public:
    /// @param read what was read already @param context copied
    TreeWatch(std::filesystem::path file, TreeFile read, const BuildContext& context);

private:
    void watch(const std::stop_token& stop);
    void load();

    std::filesystem::path m_file;
    TreeFile m_read;
    robot::RobotModelPtr m_model;
    SkillLibrary m_skills;
    std::mutex m_mutex;
    std::condition_variable_any m_pause;
    base::Worker m_worker; // last: it uses all others
};

} // namespace sideline::agents
