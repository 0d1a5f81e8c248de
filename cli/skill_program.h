#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "cli/skill_server.h"
#include "training/skill/scoring.h"

namespace sideline::cli {

/// A program of any team that controls one robot.
struct PlayerProgram {
    std::string command; ///< shell command with the placeholders of team files
    std::string output;  ///< file for its output, overwritten at each start; empty: none
};

/// A server and a program that plays on it; both are stopped when this object is destroyed.
class ProgramOnServer {
public:
    /// @param server external server; if not given, a built-in server in sync mode that runs as
    ///     fast as possible
    /// @param typeNumber replaces `{type}`
    /// @param seed,isExact settings of the built-in server
    /// Errors: those of `launcher::ChildProcess` and of the server.
    [[nodiscard]] static base::Expected<ProgramOnServer> start(const PlayerProgram& program,
                                                               const SkillServerArguments& server,
                                                               int typeNumber, std::uint64_t seed,
                                                               bool isExact);
    ~ProgramOnServer();
    ProgramOnServer(ProgramOnServer&& other) noexcept;
    ProgramOnServer& operator=(ProgramOnServer&&) = delete;
    ProgramOnServer(const ProgramOnServer&) = delete;
    ProgramOnServer& operator=(const ProgramOnServer&) = delete;

    [[nodiscard]] const training::ServerAddress& server() const;
    /// Whether the program is still running and no signal has arrived.
    [[nodiscard]] bool isAlive();

private:
    class Impl;
    explicit ProgramOnServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Adds `--program` and `--program-output`.
/// @return `--program`
CLI::Option* addProgramOptions(CLI::App& command, PlayerProgram& program);

/// Runs `training::benchScoring` with another team's program, which is restarted for each start.
/// @param settings `behavior`, `behaviorSettings` and `workers` are ignored
/// @param onTrial called after each trial
/// Errors: those of `ProgramOnServer` and of `training::scoreExternal`.
[[nodiscard]] base::Expected<std::vector<training::ScoringTrial>> benchProgram(
    const PlayerProgram& program, const SkillServerArguments& server, int typeNumber,
    const training::ScoringSettings& settings,
    const std::function<void(const training::ScoringTrial&)>& onTrial);

/// Adds `sideline skill drop`.
void addSkillDrop(CLI::App& skill, int& status);

} // namespace sideline::cli
