#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <string>

#include "agentcore/base/worker.h"
#include "agentcore/decision/run_decision.h"
#include "agents/behavior_registry.h"
#include "agents/decision/decision_file.h"

namespace sideline::agents {

/// Reads a decision maker again when its file is saved, in a thread of its own, and feeds it to the
/// agents that run it within half a second. A broken one is reported instead.
class DecisionWatch final : public decision::DecisionFeed {
public:
    /// @param kind its form @param read what was read already @param context copied
    DecisionWatch(std::filesystem::path file, std::string kind, DecisionFile read,
                  const BuildContext& context);

private:
    void watch(const std::stop_token& stop);
    void load();

    std::filesystem::path m_file;
    std::string m_kind;
    DecisionFile m_read;
    robot::RobotModelPtr m_model;
    SkillLibrary m_skills;
    std::mutex m_mutex;
    std::condition_variable_any m_pause;
    base::Worker m_worker; // last: it uses all others
};

} // namespace sideline::agents
