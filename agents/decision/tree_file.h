#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/run_tree.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Reads condition trees from files, and knows which files they were read from. A value.
class TreeFile {
public:
    /// @param registry of the behaviors that leaves may name
    explicit TreeFile(BehaviorRegistry registry) : m_registry(std::move(registry)) {}

    [[nodiscard]] const BehaviorRegistry& registry() const { return m_registry; }
    /// Reads a tree in Sideline's form, or in that of Eagle Knights, whose first line is `-1`: then
    /// each node may have a file `NAME.txt` or `NAME` in the folder `JugadasEK` beside it.
    /// Errors: those of `base::readTextFile`, `decision::readTreeText` and
    /// `decision::readEagleTree`.
    [[nodiscard]] base::Expected<decision::ConditionTreePtr> read(
        const std::filesystem::path& path);

    /// Whether one of the files that were read, or looked for, looks different on disk than when
    /// they were read or `note` was called last.
    [[nodiscard]] bool hasChanged() const { return stampNow() != m_stamp; }
    void note() { m_stamp = stampNow(); }

private:
    struct Stamp {
        bool isThere = false;
        std::uintmax_t bytes = 0;
        std::filesystem::file_time_type time;
        [[nodiscard]] bool operator==(const Stamp&) const = default;
    };
    [[nodiscard]] std::vector<Stamp> stampNow() const;

    BehaviorRegistry m_registry;
    std::vector<std::filesystem::path> m_files;
    std::vector<Stamp> m_stamp;
};

/// Makes what the leaves of a tree do.
/// Errors, with file and line of the tree: those of `BehaviorRegistry::make`; a tree in a tree.
[[nodiscard]] base::Expected<decision::TreeProgram> makeTreeProgram(
    const decision::ConditionTreePtr& tree, const BehaviorRegistry& registry,
    BuildContext& context);

/// Whether all behaviors of a tree exist and can be set as they are, for every robot.
/// Errors: as `makeTreeProgram`, as far as no robot is needed.
[[nodiscard]] base::Expected<void> checkTreeBehaviors(const decision::ConditionTree& tree,
                                                      const BehaviorRegistry& registry);

} // namespace sideline::agents
