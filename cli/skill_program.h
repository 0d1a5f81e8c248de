#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "cli/skill_server.h"
#include "training/skill/scoring.h"

namespace sideline::cli {

/// A program of any team that plays one robot.
struct PlayerProgram {
    std::string command; ///< for the shell, with placeholders as in team files
    std::string output;  ///< file for what it prints, all of a start; empty: nowhere
};

/// A server and a program that plays on it, until this value goes.
class ProgramOnServer {
public:
    /// @param server that is given, or else one of ours, in sync mode and as fast as possible
    /// @param typeNumber fills `{type}`
    /// @param seed,isExact of a server of ours
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
    /// Whether something of the program still runs, and nobody has asked to end.
    [[nodiscard]] bool isAlive();

private:
    class Impl;
    explicit ProgramOnServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Adds `--program` and `--program-output`.
/// @return `--program`
CLI::Option* addProgramOptions(CLI::App& command, PlayerProgram& program);

/// `training::benchScoring` with a program of another team, which is started anew for each start.
/// @param settings `behavior`, `behaviorSettings` and `workers` do not count
/// Errors: those of `ProgramOnServer` and of `training::scoreOutside`.
[[nodiscard]] base::Expected<std::vector<training::ScoringTrial>> benchProgram(
    const PlayerProgram& program, const SkillServerArguments& server, int typeNumber,
    const training::ScoringSettings& settings);

/// Adds `sideline skill drop`.
void addSkillDrop(CLI::App& skill, int& status);

} // namespace sideline::cli
