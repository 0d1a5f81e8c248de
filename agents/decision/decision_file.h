#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/run_decision.h"
#include "agents/behavior_registry.h"
#include "agents/file_watch.h"

namespace sideline::agents {

/// Reads decision makers of all forms from files, and tracks the files they were read from.
/// A value.
class DecisionFile {
public:
    /// @param registry of the behaviors that they may name
    explicit DecisionFile(BehaviorRegistry registry) : m_registry(std::move(registry)) {}

    [[nodiscard]] const BehaviorRegistry& registry() const { return m_registry; }
    /// Reads a network or a state machine, whose text has a line `network` or `machine`, or else a
    /// tree: in Sideline's form, or in that of Eagle Knights, whose first line is `-1`; then each
    /// node may have a file `NAME.txt` or `NAME` in the folder `JugadasEK` beside it.
    /// @param kind only this form is taken; empty: any
    /// Errors: another form; those of `base::readTextFile`, `decision::readTreeText`,
    /// `decision::readEagleTree`, `decision::readNetworkText` and `decision::readMachineText`.
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> read(
        const std::filesystem::path& path, std::string_view kind = {});
    /// The same for a text that is not saved yet. @param path where it will be: for errors, and
    /// where other files are looked for
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> readText(
        const std::string& text, const std::filesystem::path& path, std::string_view kind = {});

    /// Whether one of the files that were read, or looked for, looks different on disk than when
    /// they were read or this was called last.
    [[nodiscard]] bool takeChange();

private:
    [[nodiscard]] std::vector<FileStamp> stampNow() const;
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> readTree(
        const std::filesystem::path& path, const std::string& text, const std::string& title);
    template <typename Run, typename Program>
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> made(
        const std::filesystem::path& path, base::Expected<Program> program) const;
    void placeSettings(const std::filesystem::path& folder,
                       std::vector<decision::TreeBehavior>& behaviors) const;

    BehaviorRegistry m_registry;
    std::vector<std::filesystem::path> m_files;
    std::vector<FileStamp> m_stamp;
};

/// The behavior that decides by a file, found out from what the file holds: a form of decision
/// (`decision::kDecisionKinds`), `policy` for an ONNX file, or `formation`.
/// Errors: those of `base::readTextFile`.
[[nodiscard]] base::Expected<std::string> decisionBehaviorOf(const std::filesystem::path& path);

/// Makes what a decision maker may ask for.
/// Errors, with file and line: those of `BehaviorRegistry::make`; a decision within a decision.
[[nodiscard]] base::Expected<decision::DecisionProgram> makeProgram(
    std::unique_ptr<decision::Decider> decider, const BehaviorRegistry& registry,
    BuildContext& context);

/// Whether all behaviors of a decision maker exist and can be set as they are, for every robot.
/// Errors: as `makeProgram`, as far as no robot is needed.
[[nodiscard]] base::Expected<void> checkBehaviors(const decision::Decider& decider,
                                                  const BehaviorRegistry& registry);

} // namespace sideline::agents
