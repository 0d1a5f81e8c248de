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

/// Reads decision makers of all forms from files, and tracks these files.
/// A value.
class DecisionFile {
public:
    /// @param registry behaviors that the decision makers may request
    /// @param tree the tree to run from a file of behavior trees; empty: its main tree. Ignored for
    /// other forms.
    explicit DecisionFile(BehaviorRegistry registry, std::string tree = {})
        : m_registry(std::move(registry)), m_tree(std::move(tree)) {}

    [[nodiscard]] const BehaviorRegistry& registry() const { return m_registry; }
    /// Reads a network or a state machine, whose text has a line `network` or `machine`, or
    /// otherwise a tree: in Sideline's form, or in that of Eagle Knights, whose first line is `-1`;
    /// then each node may have a file `NAME.txt` or `NAME` in the folder `JugadasEK` next to it. A
    /// behavior tree in XML may include files.
    /// @param kind the only accepted form; empty if any is accepted
    /// Errors: another form; those of `base::readTextFile`, `decision::readTreeText`,
    /// `decision::readEagleTree`, `decision::readNetworkText`, `decision::readMachineText` and
    /// `decision::readBehaviorTreeXml`.
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> read(
        const std::filesystem::path& path, std::string_view kind = {});
    /// Like the function above, for text that has not been saved yet.
    /// @param path its future path, for errors and for finding other files
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> readText(
        const std::string& text, const std::filesystem::path& path, std::string_view kind = {});

    /// Whether one of the files that were read or searched for has changed on disk since it was
    /// read or since the last call.
    [[nodiscard]] bool takeChange() { return m_files.takeChange(); }

private:
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> readTree(
        const std::filesystem::path& path, const std::string& text, const std::string& title);
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> readBehaviorTree(
        const std::filesystem::path& path, const std::string& text, const std::string& title);
    template <typename Run, typename Program>
    [[nodiscard]] base::Expected<std::unique_ptr<decision::Decider>> made(
        const std::filesystem::path& path, base::Expected<Program> program) const;
    void placeSettings(const std::filesystem::path& folder,
                       std::vector<decision::TreeBehavior>& behaviors) const;

    BehaviorRegistry m_registry;
    std::string m_tree;
    TrackedFiles m_files;
};

/// The behavior for a file, determined by the file's contents: a form of decision
/// (`decision::kDecisionKinds`), `policy` for an ONNX file, or `formation`.
/// Errors: those of `base::readTextFile`.
[[nodiscard]] base::Expected<std::string> decisionBehaviorOf(const std::filesystem::path& path);

/// Creates all behaviors that a decision maker may request.
/// Errors, with file and line: those of `BehaviorRegistry::make`; a decision within a decision.
[[nodiscard]] base::Expected<decision::DecisionProgram> makeProgram(
    std::unique_ptr<decision::Decider> decider, const BehaviorRegistry& registry,
    BuildContext& context);

/// Checks, independently of the robot, that all behaviors of a decision maker exist and accept
/// their settings.
/// Errors: those of `makeProgram` that do not depend on a robot.
[[nodiscard]] base::Expected<void> checkBehaviors(const decision::Decider& decider,
                                                  const BehaviorRegistry& registry);

} // namespace sideline::agents
