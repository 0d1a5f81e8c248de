#include "agents/skill_library.h"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "agentcore/decision/run_policy.h"
#include "agentcore/robot/nao.h"
#include "agents/policy/policy_file.h"
#include "motions/finding.h"
#include "motions/format/format.h"
#include "motions/library/branches.h"
#include "motions/library/library.h"
#include "motions/resolve.h"

namespace sideline::agents {

namespace fs = std::filesystem;

namespace {

// The first finding that makes a motion unusable.
const keyframe::Finding* firstError(const std::vector<keyframe::Finding>& findings) {
    for (const keyframe::Finding& finding : findings) {
        if (finding.severity == keyframe::Finding::Severity::Error) {
            return &finding;
        }
    }
    return nullptr;
}

} // namespace

SkillLibrary::SkillLibrary(std::vector<fs::path> folders) : m_folders(std::move(folders)) {
    if (m_folders.empty()) {
        m_folders.push_back(keyframe::ownMotionsFolder());
    }
}

base::Expected<fs::path> SkillLibrary::fileOf(std::string_view name,
                                              const robot::RobotModel& model) const {
    std::error_code ignored;
    if (fs::is_regular_file(name, ignored)) {
        return fs::path(name);
    }
    base::Error last;
    for (const fs::path& folder : m_folders) {
        auto found = keyframe::findMotion(folder, name, robot::naoTypeNumberOf(model));
        if (found) {
            return found->path;
        }
        last = std::move(found.error());
    }
    return tl::unexpected(std::move(last));
}

base::Expected<SkillLibrary::TrajectoryPtr> SkillLibrary::find(std::string_view name,
                                                               const robot::RobotModel& model) {
    const std::pair key(std::string(name), model.name());
    if (const auto known = m_known.find(key); known != m_known.end()) {
        return known->second;
    }
    const auto file = fileOf(name, model);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const auto read = keyframe::readMotionFile(*file);
    if (!read) {
        return tl::unexpected(read.error());
    }
    const keyframe::ReadMotion& motion = read->motions.front();
    const keyframe::Resolved resolved = keyframe::resolve(motion.motion, model, {}, &motion.lines);
    const keyframe::Linked linked = keyframe::linkBranches(
        motion.motion, resolved.trajectory, model, {*file, m_folders}, &motion.lines);
    for (const auto* findings : {&motion.findings, &resolved.findings, &linked.findings}) {
        if (const keyframe::Finding* error = firstError(*findings)) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 fmt::format("motion '{}' cannot be played by {}: {}", name,
                                             model.name(), error->toString()));
        }
    }
    m_known.emplace(key, linked.trajectory);
    return linked.trajectory;
}

base::Expected<SkillLibrary::FoundPolicy> SkillLibrary::findPolicy(const fs::path& file,
                                                                   const robot::RobotModel& model) {
    auto bytes = readPolicyBytes(file);
    if (!bytes) {
        return tl::unexpected(std::move(bytes.error()));
    }
    KnownPolicy& known = m_policies[{file.string(), model.name()}];
    if (known.found.policy && known.model.get() == &model && known.bytes == *bytes) {
        return known.found;
    }
    auto policy = readPolicy(*bytes);
    if (!policy) {
        return tl::unexpected(policy.error().inFile(file));
    }
    if (auto checked = decision::check(*policy, model); !checked) {
        return tl::unexpected(checked.error().inFile(file));
    }
    const auto shared = std::make_shared<const decision::Policy>(std::move(*policy));
    known = {std::move(*bytes),
             model.shared(),
             {shared, std::make_shared<const decision::RunPolicy>(
                          shared, model, decision::RunPolicy::Settings{})}};
    return known.found;
}

} // namespace sideline::agents
