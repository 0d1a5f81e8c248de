#include "agents/decision/decision_file.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/decision/behavior_network.h"
#include "agentcore/decision/behavior_tree_run.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/machine_text.h"
#include "agentcore/decision/network_text.h"
#include "agentcore/decision/state_machine.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/tree_text.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;
using base::Expected;

base::Error at(const decision::TreeBehavior& does, base::Error error) {
    if (!error.file.empty()) { // the error is in a file that the behavior reads
        error.message = fmt::format("{}: {}", does.registered, error.toString());
        error.expected.clear();
    }
    error.file = does.file;
    error.line = static_cast<std::uint64_t>(does.line);
    error.byteOffset.reset();
    return error;
}

constexpr const char* kAnyDecision = "a condition tree, network, state machine or behavior tree";

// The first word outside of comments; empty if there is none.
std::string firstWordOf(const std::string& text) {
    std::istringstream lines{std::string(base::withoutByteOrderMark(text))};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        if (words >> word && word.front() != '#') {
            return word;
        }
    }
    return {};
}

// This happens, for example, when an editor has just created the file.
tl::unexpected<base::Error> emptyFile(const fs::path& path, std::string expected) {
    auto error =
        base::failure(base::ErrorCode::Malformed, "the file is empty", std::move(expected));
    error.value().file = path.string();
    error.value().line = 1;
    return error;
}

// A decision maker within another one would hide half of the decision, and could contain itself.
Expected<void> checkOne(const BehaviorRegistry& registry, const decision::TreeBehavior& does) {
    const BehaviorInfo* info = registry.find(does.registered);
    if (info != nullptr &&
        std::ranges::find(decision::kDecisionKinds, info->name) != decision::kDecisionKinds.end()) {
        return tl::unexpected(
            at(does, base::failure(base::ErrorCode::InvalidArgument,
                                   fmt::format("a {} cannot be part of a decision", info->name),
                                   "another behavior of `sideline agent list`")
                         .value()));
    }
    if (auto checked = registry.check(does.registered, does.settings); !checked) {
        return tl::unexpected(at(does, std::move(checked.error())));
    }
    return {};
}

} // namespace

Expected<std::unique_ptr<decision::Decider>> DecisionFile::read(const fs::path& path,
                                                                std::string_view kind) {
    m_files.clear();
    m_files.track(path);
    const auto text = base::readTextFile(path, decision::kMaxTreeBytes, "a decision maker");
    if (!text) {
        return tl::unexpected(text.error());
    }
    return readText(*text, path, kind);
}

Expected<std::unique_ptr<decision::Decider>> DecisionFile::readText(const std::string& text,
                                                                    const fs::path& path,
                                                                    std::string_view kind) {
    if (firstWordOf(text).empty()) {
        return emptyFile(path, kind.empty() ? kAnyDecision : fmt::format("a {}", kind));
    }
    const decision::DecisionForm form = decision::formOf(text);
    const std::string_view found = form.kind.empty() ? decision::kTreeKind : form.kind;
    if (!kind.empty() && kind != found) {
        return tl::unexpected(
            decision::treeFault(form.line, fmt::format("this is a {}", found),
                                fmt::format("a {}, or the behavior `{}`", kind, found))
                .inFile(path.string()));
    }
    const std::string title = fmt::format("{} {}", found, path.stem().string());
    if (found == decision::kNetworkKind) {
        return made<decision::NetworkRun>(path,
                                          decision::readNetworkText(text, title, path.string()));
    }
    if (found == decision::kMachineKind) {
        return made<decision::MachineRun>(path,
                                          decision::readMachineText(text, title, path.string()));
    }
    if (found == decision::kBehaviorTreeKind) {
        return readBehaviorTree(path, text, title);
    }
    return readTree(path, text, title);
}

template <typename Run, typename Program>
Expected<std::unique_ptr<decision::Decider>> DecisionFile::made(const fs::path& path,
                                                                Expected<Program> program) const {
    if (!program) {
        return tl::unexpected(std::move(program.error()));
    }
    placeSettings(path.parent_path(), program->behaviors);
    return std::make_unique<Run>(std::make_shared<const Program>(std::move(*program)));
}

Expected<std::unique_ptr<decision::Decider>> DecisionFile::readBehaviorTree(
    const fs::path& path, const std::string& text, const std::string& title) {
    const auto include = [this](std::string_view name,
                                const std::string& from) -> Expected<decision::IncludedTrees> {
        const fs::path file = (fs::path(from).parent_path() / name).lexically_normal();
        m_files.track(file);
        auto found = base::readTextFile(file, decision::kMaxTreeBytes, "a behavior tree");
        if (!found) {
            return tl::unexpected(std::move(found.error()));
        }
        return decision::IncludedTrees{file.string(), std::move(*found)};
    };
    auto tree = decision::readBehaviorTreeXml(text, title, path.lexically_normal().string(),
                                              include, m_tree);
    return made<decision::BehaviorTreeRun>(path, std::move(tree));
}

Expected<std::unique_ptr<decision::Decider>> DecisionFile::readTree(const fs::path& path,
                                                                    const std::string& text,
                                                                    const std::string& title) {
    const auto files = [&](std::string_view name) -> Expected<std::optional<decision::EagleFile>> {
        const fs::path folder = path.parent_path() / "JugadasEK";
        for (const std::string& file : {std::string(name) + ".txt", std::string(name)}) {
            const fs::path each = folder / file;
            m_files.track(each);
            std::error_code error;
            if (fs::exists(each, error)) {
                auto found =
                    base::readTextFile(each, decision::kMaxTreeBytes, "the file of a node");
                if (!found) {
                    return tl::unexpected(std::move(found.error()));
                }
                return decision::EagleFile{each.string(), std::move(*found)};
            }
        }
        return std::nullopt;
    };
    auto tree = decision::isEagleTree(text)
                    ? decision::readEagleTree(text, title, path.string(), files)
                    : decision::readTreeText(text, title, path.string());
    return made<decision::TreeSearch>(path, std::move(tree));
}

void DecisionFile::placeSettings(const fs::path& folder,
                                 std::vector<decision::TreeBehavior>& behaviors) const {
    for (decision::TreeBehavior& does : behaviors) {
        if (const BehaviorInfo* info = m_registry.find(does.registered)) {
            does.settings = withPathsFrom(folder, info->parameters, std::move(does.settings));
        }
    }
}

Expected<std::string> decisionBehaviorOf(const fs::path& path) {
    constexpr const char* kWhat = "a decision maker, a policy or a formation";
    // A policy is JSON or ONNX, which is binary.
    auto file = base::InputFile::open(path, kWhat);
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    std::string head(64, ' ');
    const auto count = file->readAt(0, head);
    if (!count) {
        return tl::unexpected(count.error());
    }
    head.resize(*count);
    const auto isControl = [](char c) {
        return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t';
    };
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (std::ranges::any_of(head, isControl) ||
        (first != std::string::npos && head[first] == '{')) {
        return std::string("policy");
    }
    const auto text = base::readTextFile(path, decision::kMaxTreeBytes, kWhat);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const decision::DecisionForm form = decision::formOf(*text);
    if (!form.kind.empty()) {
        return std::string(form.kind);
    }
    const std::string word = firstWordOf(*text);
    if (word.empty()) {
        return emptyFile(path, kWhat);
    }
    return std::string(word == "formation" ? "formation" : decision::kTreeKind);
}

Expected<decision::DecisionProgram> makeProgram(std::unique_ptr<decision::Decider> decider,
                                                const BehaviorRegistry& registry,
                                                BuildContext& context) {
    decision::DecisionProgram program{std::move(decider), {}};
    for (const decision::TreeBehavior& does : program.decider->behaviors()) {
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

Expected<void> checkBehaviors(const decision::Decider& decider, const BehaviorRegistry& registry) {
    for (const decision::TreeBehavior& does : decider.behaviors()) {
        if (auto checked = checkOne(registry, does); !checked) {
            return checked;
        }
    }
    return {};
}

} // namespace sideline::agents
