#include "agents/decision/tree_file.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/tree_text.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;
using base::Expected;

base::Error at(const decision::TreeBehavior& does, base::Error error) {
    if (!error.file.empty()) { // a file that the behavior reads
        error.message = fmt::format("{}: {}", does.registered, error.toString());
        error.expected.clear();
    }
    error.file = does.file;
    error.line = static_cast<std::uint64_t>(does.line);
    error.byteOffset.reset();
    return error;
}

// A tree in a tree would hide half of the decision, and could contain itself.
Expected<void> checkOne(const BehaviorRegistry& registry, const decision::TreeBehavior& does) {
    const BehaviorInfo* info = registry.find(does.registered);
    if (info != nullptr && info->name == "tree") {
        return tl::unexpected(
            at(does, base::failure(base::ErrorCode::InvalidArgument, "a tree as a leaf of a tree",
                                   "another behavior of `sideline agent list`")
                         .value()));
    }
    if (auto checked = registry.check(does.registered, does.settings); !checked) {
        return tl::unexpected(at(does, std::move(checked.error())));
    }
    return {};
}

} // namespace

std::vector<TreeFile::Stamp> TreeFile::stampNow() const {
    std::vector<Stamp> stamps;
    for (const fs::path& path : m_files) {
        std::error_code error;
        Stamp stamp;
        stamp.time = fs::last_write_time(path, error);
        stamp.isThere = !error;
        stamp.bytes = stamp.isThere ? fs::file_size(path, error) : 0;
        if (error) {
            stamp = {};
        }
        stamps.push_back(stamp);
    }
    return stamps;
}

Expected<decision::ConditionTreePtr> TreeFile::read(const fs::path& path) {
    // Stamps are taken before reading: what is saved meanwhile is a change.
    m_files = {path};
    m_stamp = stampNow();
    const auto text = base::readTextFile(path, decision::kMaxTreeBytes, "a condition tree");
    if (!text) {
        return tl::unexpected(text.error());
    }
    const std::string title = "tree " + path.stem().string();
    const auto files = [&](std::string_view name) -> Expected<std::optional<decision::EagleFile>> {
        const fs::path folder = path.parent_path() / "JugadasEK";
        for (const std::string& file : {std::string(name) + ".txt", std::string(name)}) {
            const fs::path each = folder / file;
            if (std::ranges::find(m_files, each) == m_files.end()) {
                m_files.push_back(each);
            }
            std::error_code error;
            if (fs::exists(each, error)) {
                auto found = base::readTextFile(each, decision::kMaxTreeBytes, "a file of a node");
                if (!found) {
                    return tl::unexpected(std::move(found.error()));
                }
                return decision::EagleFile{each.string(), std::move(*found)};
            }
        }
        return std::nullopt;
    };
    auto tree = decision::isEagleTree(*text)
                    ? decision::readEagleTree(*text, title, path.string(), files)
                    : decision::readTreeText(*text, title, path.string());
    if (m_files.size() > 1) {
        m_stamp = stampNow();
    }
    if (!tree) {
        return tl::unexpected(std::move(tree.error()));
    }
    for (decision::TreeBehavior& does : tree->behaviors) {
        if (const BehaviorInfo* info = m_registry.find(does.registered)) {
            does.settings =
                withPathsFrom(path.parent_path(), info->parameters, std::move(does.settings));
        }
    }
    return std::make_shared<const decision::ConditionTree>(std::move(*tree));
}

Expected<decision::TreeProgram> makeTreeProgram(const decision::ConditionTreePtr& tree,
                                                const BehaviorRegistry& registry,
                                                BuildContext& context) {
    decision::TreeProgram program;
    program.tree = tree;
    for (const decision::TreeBehavior& does : tree->behaviors) {
        if (auto checked = checkOne(registry, does); !checked) {
            return tl::unexpected(std::move(checked.error()));
        }
        auto made = registry.make(does.registered, does.settings, context);
        if (!made) {
            return tl::unexpected(at(does, std::move(made.error())));
        }
        program.behaviors.emplace_back(std::move(*made));
    }
    return program;
}

Expected<void> checkTreeBehaviors(const decision::ConditionTree& tree,
                                  const BehaviorRegistry& registry) {
    for (const decision::TreeBehavior& does : tree.behaviors) {
        if (auto checked = checkOne(registry, does); !checked) {
            return checked;
        }
    }
    return {};
}

} // namespace sideline::agents
