#include "motions/library/branches.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/library/library.h"

namespace sideline::keyframe {

namespace {

namespace fs = std::filesystem;
using motion::BranchTargets;
using Severity = Finding::Severity;

bool isFilePath(const std::string& name) {
    const std::string extension = fs::path(name).extension().string();
    return std::ranges::any_of(
        formats(), [&](const FormatInfo& format) { return extension == format.extension; });
}

fs::path canonicalPath(const fs::path& file) {
    std::error_code unknown;
    fs::path whole = fs::weakly_canonical(file, unknown);
    return unknown ? file : whole;
}

class Linker {
public:
    Linker(const Motion& motion, const TrajectoryPtr& trajectory, const robot::RobotModel& model,
           const BranchPlaces& places, const SourceLines* lines)
        : m_model(model), m_places(places), m_type(robot::naoTypeNumberOf(model)) {
        Node& first = m_nodes.emplace_back();
        first.name = motion.name;
        first.trajectory = trajectory;
        first.file = places.file;
        if (lines != nullptr) {
            first.lines = *lines;
        }
        if (!places.file.empty()) {
            m_known.emplace(canonicalPath(places.file), 0);
        }
    }

    Linked run() {
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            linkOne(i);
        }
        reportCycle();
        auto targets = std::make_shared<BranchTargets>();
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            targets->motions.push_back(
                {m_nodes[i].name, i > 0 ? m_nodes[i].trajectory : nullptr, m_nodes[i].next});
        }
        auto whole = std::make_shared<motion::JointTrajectory>(*m_nodes.front().trajectory);
        whole->targets = std::move(targets);
        return {std::move(whole), std::move(m_findings)};
    }

private:
    struct Node {
        std::string name;
        TrajectoryPtr trajectory;
        fs::path file;
        SourceLines lines;
        std::vector<int> next;
    };

    void linkOne(std::size_t index) {
        const std::size_t count = m_nodes[index].trajectory->branches.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::string name = m_nodes[index].trajectory->branches[i].motion;
            const int next = findTarget(index, i, name);
            m_nodes[index].next.push_back(next);
        }
    }

    // Returns the index of a branch's target; if the target is missing, reports it and returns a
    // value below 0.
    int findTarget(std::size_t from, std::size_t branch, const std::string& name) {
        const auto file = fileOf(name, m_nodes[from].file.parent_path());
        if (!file && name == m_nodes.front().name && m_places.file.empty()) {
            return 0; // an unsaved motion
        }
        if (!file) {
            report(from, branch, Severity::Error,
                   fmt::format(
                       "unknown motion '{}' in a branch; expected the name of a motion, or a file "
                       "next to this motion or in a library",
                       name));
            return -1;
        }
        const auto [known, isNew] = m_known.emplace(canonicalPath(*file), -1);
        if (isNew) {
            known->second = load(from, branch, name, *file);
        }
        return known->second;
    }

    int load(std::size_t from, std::size_t branch, const std::string& name, const fs::path& file) {
        if (m_nodes.size() >= kMaxBranchTargets) {
            report(from, branch, Severity::Error,
                   fmt::format("branches lead to more than {} motions; '{}' is ignored",
                               kMaxBranchTargets, name));
            return -1;
        }
        auto read = readMotionFile(file);
        if (!read) {
            report(from, branch, Severity::Error,
                   fmt::format("cannot read motion '{}' of a branch: {}", name,
                               read.error().toString()));
            return -1;
        }
        ReadMotion& one = read->motions.front();
        Resolved resolved = resolve(one.motion, m_model, {}, &one.lines);
        if (hasErrors(one.findings) || hasErrors(resolved.findings)) {
            const auto& reported = hasErrors(one.findings) ? one.findings : resolved.findings;
            const auto worst = std::ranges::find(reported, Severity::Error, &Finding::severity);
            report(
                from, branch, Severity::Error,
                fmt::format("motion '{}' of a branch has an error: {}", name, worst->toString()));
            return -1;
        }
        const auto& robots = one.motion.robots;
        if (!robots.empty() && std::ranges::find(robots, m_model.name()) == robots.end()) {
            report(from, branch, Severity::Warning,
                   fmt::format("motion '{}' of a branch is made for {}, not for {}", name,
                               fmt::join(robots, ", "), m_model.name()));
        }
        m_nodes.push_back(
            {file.stem().string(), std::move(resolved.trajectory), file, std::move(one.lines), {}});
        return static_cast<int>(m_nodes.size()) - 1;
    }

    [[nodiscard]] std::optional<fs::path> fileOf(const std::string& name,
                                                 const fs::path& folder) const {
        if (name.empty()) {
            return std::nullopt;
        }
        std::vector<std::string> files;
        if (isFilePath(name)) {
            files = {name};
        } else {
            const char* extension = formatInfo(Format::Sideline).extension;
            if (m_type) {
                files.push_back(fmt::format("{}-{}{}", name, *m_type, extension));
            }
            files.push_back(name + extension);
        }
        const bool hasFolder = !m_places.file.empty() || fs::path(name).is_absolute();
        for (const std::string& each : files) {
            std::error_code unknown;
            if (hasFolder && fs::is_regular_file(folder / each, unknown)) {
                return folder / each;
            }
        }
        if (isFilePath(name)) {
            return std::nullopt;
        }
        for (const fs::path& library : m_places.libraries) {
            if (const auto found = findMotion(library, name, m_type)) {
                return found->path;
            }
        }
        return std::nullopt;
    }

    // Reports a cycle of unconditional branches that is reached from the first motion.
    void reportCycle() {
        std::vector<std::string> names;
        std::set<int> seen;
        for (int at = 0; seen.insert(at).second;) {
            const Node& node = m_nodes[static_cast<std::size_t>(at)];
            names.push_back(fmt::format("'{}'", node.name));
            int next = -1;
            for (std::size_t i = 0; i < node.next.size() && next < 0; ++i) {
                const motion::TrajectoryCondition& condition =
                    node.trajectory->branches[i].condition;
                const bool isUnconditional =
                    condition.kind == motion::ConditionKind::Always && !condition.isNegated;
                next = isUnconditional ? node.next[i] : -1;
            }
            if (next < 0) {
                return;
            }
            at = next;
        }
        Finding& finding = m_findings.emplace_back();
        finding.severity = Severity::Warning;
        finding.kind = Finding::Kind::Other;
        finding.file = m_nodes.front().lines.file;
        finding.text = fmt::format(
            "unconditional branches form a cycle through {}; they are followed {} times",
            fmt::join(names, ", "), motion::kMaxMotionsInARow);
    }

    void report(std::size_t from, std::size_t branch, Severity severity, std::string text) {
        const Node& node = m_nodes[from];
        Finding& finding = m_findings.emplace_back();
        finding.severity = severity;
        finding.kind = Finding::Kind::Other;
        finding.text = std::move(text);
        finding.file = node.lines.file;
        finding.line = node.lines.lineOfBranch(branch);
        finding.timeS = node.trajectory->branches[branch].timeS;
    }

    const robot::RobotModel& m_model;
    const BranchPlaces& m_places;
    std::optional<int> m_type;
    std::vector<Node> m_nodes;
    std::map<fs::path, int> m_known; ///< indices in `m_nodes` by file
    std::vector<Finding> m_findings;
};

} // namespace

Linked linkBranches(const Motion& motion, const TrajectoryPtr& trajectory,
                    const robot::RobotModel& model, const BranchPlaces& places,
                    const SourceLines* lines) {
    if (trajectory->branches.empty()) {
        return {trajectory, {}};
    }
    return Linker(motion, trajectory, model, places, lines).run();
}

} // namespace sideline::keyframe
