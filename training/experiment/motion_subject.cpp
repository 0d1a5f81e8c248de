#include <utility>

#include <fmt/format.h>

#include "agentcore/behavior/play_motion.h"
#include "agentcore/robot/nao.h"
#include "motions/finding.h"
#include "motions/format/format.h"
#include "motions/library/library.h"
#include "motions/resolve.h"
#include "training/experiment/subject.h"
#include "training/task/trajectory_mover.h"

namespace sideline::training {

namespace {

namespace fs = std::filesystem;

class MotionSubject final : public Subject {
public:
    MotionSubject(MotionGenome genome, robot::RobotModelPtr model)
        : m_genome(std::move(genome)), m_model(std::move(model)) {}

    const ParameterSpace& space() const override { return m_genome.space(); }

    base::Expected<std::unique_ptr<Mover>> mover(const Genome& genome,
                                                 const robot::RobotModelPtr& model) const override {
        const auto trajectory = trajectoryOf(genome, *model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        return std::make_unique<TrajectoryMover>(*trajectory, *model);
    }

    base::Expected<std::unique_ptr<behavior::Behavior>> behavior(
        const Genome& genome, const robot::RobotModelPtr& model) const override {
        const auto trajectory = trajectoryOf(genome, *model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        return std::make_unique<behavior::PlayMotion>(*trajectory, m_genome.original().name);
    }

    std::string_view extension() const override { return ".motion"; }

    base::Expected<std::string> startText() const override { return write(m_genome.original()); }

    base::Expected<std::string> textOf(const Genome& genome,
                                       std::string_view origin) const override {
        keyframe::Motion motion = m_genome.motion(genome.values);
        motion.description += (motion.description.empty() ? "" : " ") + std::string(origin);
        return write(motion);
    }

private:
    base::Expected<keyframe::TrajectoryPtr> trajectoryOf(const Genome& genome,
                                                         const robot::RobotModel& model) const {
        keyframe::Resolved resolved = keyframe::resolve(m_genome.motion(genome.values), model);
        for (const keyframe::Finding& finding : resolved.findings) {
            if (finding.severity == keyframe::Finding::Severity::Error) {
                return base::failure(base::ErrorCode::InvalidArgument,
                                     fmt::format("the motion does not fit {}: {}", model.name(),
                                                 finding.toString()));
            }
        }
        return std::move(resolved.trajectory);
    }

    base::Expected<std::string> write(const keyframe::Motion& motion) const {
        auto written = keyframe::writeMotion(motion, keyframe::Format::Sideline, *m_model);
        if (!written) {
            return tl::unexpected(written.error());
        }
        return std::move(written->text);
    }

    MotionGenome m_genome;
    robot::RobotModelPtr m_model;
};

} // namespace

base::Expected<fs::path> motionFile(const Change& change, const fs::path& folder,
                                    const robot::RobotModel& model) {
    const std::string& name = change.motion;
    for (const fs::path& path : {folder / name, fs::path(name)}) {
        std::error_code ignored;
        if (fs::is_regular_file(path, ignored)) {
            return path;
        }
    }
    auto found =
        keyframe::findMotion(keyframe::ownMotionsFolder(), name, robot::naoTypeNumberOf(model));
    if (!found) {
        found.error()
            .file.clear(); // the error concerns the file that names the motion, not the library
        return tl::unexpected(found.error());
    }
    return found->path;
}

base::Expected<SubjectPtr> motionSubject(keyframe::Motion motion, const MotionFreedom& freedom,
                                         const robot::RobotModel& model) {
    auto genome = MotionGenome::make(std::move(motion), model, freedom);
    if (!genome) {
        return tl::unexpected(genome.error());
    }
    return std::make_shared<const MotionSubject>(std::move(*genome), model.shared());
}

base::Expected<SubjectPtr> motionSubject(const Change& change, const fs::path& folder,
                                         const robot::RobotModel& model) {
    const auto file = motionFile(change, folder, model);
    if (!file) {
        return tl::unexpected(file.error());
    }
    auto read = keyframe::readMotionFile(*file);
    if (!read) {
        return tl::unexpected(read.error());
    }
    auto subject = motionSubject(std::move(read->motions.front().motion), change.freedom, model);
    if (!subject) {
        return tl::unexpected(subject.error().inFile(file->string()));
    }
    return subject;
}

} // namespace sideline::training
