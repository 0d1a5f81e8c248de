#pragma once

#include <filesystem>
#include <string>

#include "agentcore/decision/run_decision.h"
#include "agents/behavior_registry.h"
#include "agents/decision/decision_file.h"
#include "agents/file_watch.h"

namespace sideline::agents {

/// Reloads a decision maker within half a second after its file is saved, in a separate thread, and
/// passes it to the agents that run it. Reports an invalid file instead.
class DecisionWatch final : public decision::DecisionFeed {
public:
    /// @param kind form of the decision maker
    /// @param read the files that were read
    /// @param context will be copied
    DecisionWatch(std::filesystem::path file, std::string kind, DecisionFile read,
                  const BuildContext& context);

private:
    void load();

    std::filesystem::path m_file;
    std::string m_kind;
    DecisionFile m_read;
    robot::RobotModelPtr m_model;
    SkillLibrary m_skills;
    FileWatch m_watch; // declared last, because it uses the other members
};

} // namespace sideline::agents
