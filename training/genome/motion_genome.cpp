#include "training/genome/motion_genome.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::training {

namespace {

using keyframe::Keyframe;
using keyframe::Motion;

constexpr double kSameDeg = 1e-9;

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

} // namespace

std::string keyframeName(const keyframe::Motion& motion, std::size_t index) {
    const Keyframe& keyframe = *motion.keyframes[index];
    return keyframe.name.empty() ? fmt::format("{:g}", keyframe.timeS) : keyframe.name;
}

class MotionGenome::Builder {
public:
    Builder(MotionGenome& genome, const robot::RobotModel& model, const MotionFreedom& freedom)
        : m_genome(genome), m_motion(genome.m_motion), m_model(model), m_freedom(freedom) {}

    base::Expected<void> check() const;
    void addAll();
    base::Expected<void> finish();

private:
    void addAngles(std::size_t keyframe);
    void addSpeeds(std::size_t keyframe);
    void addGains(std::size_t keyframe);
    void addGains(const std::string& name, const motion::JointGains& gains,
                  const std::vector<Place>& places);
    void addInterval(std::size_t keyframe);
    void addParameters();
    [[nodiscard]] bool isChosen(std::size_t keyframe) const {
        return m_freedom.keyframes.empty() ||
               contains(m_freedom.keyframes, keyframeName(m_motion, keyframe));
    }
    [[nodiscard]] bool isChosen(const std::string& joint) const {
        return m_freedom.joints.empty() || contains(m_freedom.joints, joint) ||
               contains(m_freedom.joints, keyframe::mirroredJoint(joint, m_model));
    }
    void add(Kind kind, TrainedParameter parameter, std::vector<Place> places);
    [[nodiscard]] std::string uniqueName(std::string name);

    MotionGenome& m_genome;
    const Motion& m_motion;
    const robot::RobotModel& m_model;
    const MotionFreedom& m_freedom;
    std::vector<TrainedParameter> m_parameters;
    std::map<std::string, int> m_names;
    std::map<std::string, std::size_t> m_heldGene; ///< gene of each joint's previous key
};

base::Expected<void> MotionGenome::Builder::check() const {
    const auto wrong = [](std::string what, std::string expected) {
        return base::failure(base::ErrorCode::InvalidArgument, std::move(what),
                             std::move(expected));
    };
    if (!(m_freedom.timeFactor > 1.0) || !(m_freedom.speedFactor > 1.0) ||
        !(m_freedom.gainFactor > 1.0)) {
        return wrong("the factor for times, speeds or gains must exceed 1",
                     "a number above 1, such as 1.5");
    }
    if (!(m_freedom.angleRangeDeg > 0.0)) {
        return wrong("the angle range must be positive",
                     "a positive number of degrees, such as 20");
    }
    if (m_freedom.gains && m_model.traits().server != game::ServerKind::Rcssservermj) {
        return wrong(fmt::format("the motors of {} have no gains", m_model.name()),
                     "gains = false, or a robot of rcssservermj, such as T1");
    }
    const auto hasGains = [](const auto& keyframe) {
        return std::ranges::any_of(keyframe->joints,
                                   [](const auto& key) { return key.second.gains.has_value(); });
    };
    if (m_freedom.gains && !m_motion.gains && std::ranges::none_of(m_motion.keyframes, hasGains)) {
        return wrong("the motion has no gains to change", "a line such as 'gains 120 2.4' in it");
    }
    for (const std::string& joint : m_freedom.joints) {
        const auto has = [&](const auto& keyframe) { return keyframe->joints.contains(joint); };
        if (std::ranges::none_of(m_motion.keyframes, has)) {
            return wrong(fmt::format("the motion has no key for joint '{}'", joint),
                         "an effector that the motion moves, such as lle3");
        }
    }
    for (const std::string& name : m_freedom.keyframes) {
        std::string names;
        bool isThere = false;
        for (std::size_t i = 0; i < m_motion.keyframes.size(); ++i) {
            isThere = isThere || keyframeName(m_motion, i) == name;
            names += (i == 0 ? "" : ", ") + keyframeName(m_motion, i);
        }
        if (!isThere) {
            return wrong(fmt::format("the motion has no keyframe '{}'", name), names);
        }
    }
    return {};
}

std::string MotionGenome::Builder::uniqueName(std::string name) {
    const int count = ++m_names[name];
    return count == 1 ? name : fmt::format("{}#{}", name, count);
}

void MotionGenome::Builder::add(Kind kind, TrainedParameter parameter, std::vector<Place> places) {
    parameter.start = std::clamp(parameter.start, parameter.minimum, parameter.maximum);
    if (parameter.maximum - parameter.minimum < 1e-6) {
        return; // the joint's range leaves no room for training
    }
    parameter.name = uniqueName(std::move(parameter.name));
    m_parameters.push_back(std::move(parameter));
    m_genome.m_genes.push_back({kind, std::move(places)});
}

void MotionGenome::Builder::addAll() {
    if (m_freedom.gains && m_motion.gains) {
        addGains("gains", *m_motion.gains, {Place{}});
    }
    for (std::size_t i = 0; i < m_motion.keyframes.size(); ++i) {
        if (m_freedom.times && i > 0 && isChosen(i)) {
            addInterval(i);
        }
        if (m_freedom.angles) {
            addAngles(i);
        }
        if (m_freedom.speeds && isChosen(i)) {
            addSpeeds(i);
        }
        if (m_freedom.gains && isChosen(i)) {
            addGains(i);
        }
    }
    if (m_freedom.parameters) {
        addParameters();
    }
}

void MotionGenome::Builder::addAngles(std::size_t keyframe) {
    const auto& joints = m_motion.keyframes[keyframe]->joints;
    for (const auto& [joint, key] : joints) {
        const robot::JointId id = m_model.findJoint(joint);
        if (!key.angleDeg.isNumber() || !id.isValid() || m_motion.locked.contains(joint) ||
            m_motion.muted.contains(joint) || !isChosen(joint)) {
            m_heldGene.erase(joint);
            continue;
        }
        const double angleDeg = key.angleDeg.number();
        Place place{keyframe, joint, 1.0};
        // A mirrored key of the other side was added before: `l` precedes `r`.
        if (const std::string other = keyframe::mirroredJoint(joint, m_model);
            m_freedom.keepsSymmetry && other < joint) {
            const double sign = keyframe::mirrorsWithSign(joint, m_model) ? -1.0 : 1.0;
            const auto otherKey = joints.find(other);
            const auto gene = m_heldGene.find(other);
            if (otherKey != joints.end() && gene != m_heldGene.end() &&
                otherKey->second.angleDeg.isNumber() &&
                std::abs(otherKey->second.angleDeg.number() * sign - angleDeg) < kSameDeg) {
                place.sign = sign;
                m_genome.m_genes[gene->second].places.push_back(place);
                m_heldGene[joint] = gene->second;
                continue;
            }
        }
        const auto held = m_heldGene.find(joint);
        if (m_freedom.keepsHolds && held != m_heldGene.end()) {
            Gene& gene = m_genome.m_genes[held->second];
            const auto before =
                std::find_if(gene.places.rbegin(), gene.places.rend(),
                             [&](const Place& each) { return each.name == place.name; });
            if (before != gene.places.rend() &&
                std::abs(m_motion.keyframes[before->keyframe]->joints.at(joint).angleDeg.number() -
                         angleDeg) < kSameDeg) {
                place.sign = before->sign;
                gene.places.push_back(place);
                continue;
            }
        }
        m_heldGene.erase(joint);
        if (!isChosen(keyframe)) {
            continue;
        }
        const robot::Joint& limits = m_model.joint(id);
        TrainedParameter parameter;
        parameter.name = fmt::format("{}.{}", keyframeName(m_motion, keyframe), joint);
        parameter.unit = "deg";
        parameter.minimum =
            std::max(angleDeg - m_freedom.angleRangeDeg, math::degFromRad(limits.minRad));
        parameter.maximum =
            std::min(angleDeg + m_freedom.angleRangeDeg, math::degFromRad(limits.maxRad));
        parameter.start = angleDeg;
        const std::size_t gene = m_parameters.size();
        add(Kind::Angle, std::move(parameter), {std::move(place)});
        if (m_parameters.size() > gene) {
            m_heldGene[joint] = gene;
        }
    }
}

void MotionGenome::Builder::addSpeeds(std::size_t keyframe) {
    for (const auto& [joint, key] : m_motion.keyframes[keyframe]->joints) {
        if (!isChosen(joint) || m_motion.locked.contains(joint)) {
            continue;
        }
        TrainedParameter parameter;
        parameter.name = fmt::format("{}.{}.speed", keyframeName(m_motion, keyframe), joint);
        parameter.minimum = key.speedScale / m_freedom.speedFactor;
        parameter.maximum = key.speedScale * m_freedom.speedFactor;
        parameter.start = key.speedScale;
        add(Kind::Speed, std::move(parameter), {{keyframe, joint, 1.0}});
    }
}

void MotionGenome::Builder::addGains(std::size_t keyframe) {
    const auto& joints = m_motion.keyframes[keyframe]->joints;
    for (const auto& [joint, key] : joints) {
        if (!key.gains || !isChosen(joint) || m_motion.locked.contains(joint)) {
            continue;
        }
        std::vector<Place> places = {{keyframe, joint, 1.0}};
        const std::string other = keyframe::mirroredJoint(joint, m_model);
        const auto mirrored = joints.find(other);
        if (m_freedom.keepsSymmetry && other != joint && mirrored != joints.end() &&
            mirrored->second.gains == key.gains && !m_motion.locked.contains(other)) {
            if (other < joint) {
                continue; // its gene includes this key
            }
            places.push_back({keyframe, other, 1.0});
        }
        addGains(fmt::format("{}.{}", keyframeName(m_motion, keyframe), joint), *key.gains, places);
    }
}

void MotionGenome::Builder::addGains(const std::string& name, const motion::JointGains& gains,
                                     const std::vector<Place>& places) {
    const auto addGain = [&](Kind kind, const char* part, const char* unit, double value) {
        add(kind,
            {.name = name + part,
             .unit = unit,
             .minimum = value / m_freedom.gainFactor,
             .maximum = value * m_freedom.gainFactor,
             .start = value},
            places);
    };
    addGain(Kind::Kp, ".kp", "N m/rad", gains.kpNmPerRad);
    addGain(Kind::Kd, ".kd", "N m s/rad", gains.kdNmsPerRad);
}

void MotionGenome::Builder::addInterval(std::size_t keyframe) {
    const double intervalS =
        m_motion.keyframes[keyframe]->timeS - m_motion.keyframes[keyframe - 1]->timeS;
    TrainedParameter parameter;
    parameter.name = fmt::format("{}.after", keyframeName(m_motion, keyframe));
    parameter.unit = "s";
    parameter.minimum = std::max(intervalS / m_freedom.timeFactor, game::kStepS);
    parameter.maximum = std::max(intervalS * m_freedom.timeFactor, 2.0 * game::kStepS);
    parameter.start = intervalS;
    add(Kind::Interval, std::move(parameter), {{keyframe, {}, 1.0}});
}

void MotionGenome::Builder::addParameters() {
    for (const auto& [name, value] : m_motion.parameters) {
        TrainedParameter parameter;
        parameter.name = "$" + name;
        parameter.minimum = value - m_freedom.angleRangeDeg;
        parameter.maximum = value + m_freedom.angleRangeDeg;
        parameter.start = value;
        add(Kind::Parameter, std::move(parameter), {{0, name, 1.0}});
    }
}

base::Expected<void> MotionGenome::Builder::finish() {
    if (m_parameters.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "nothing in the motion may change",
                             "selected keys with plain angles, times or parameters");
    }
    auto space = ParameterSpace::make(std::move(m_parameters));
    if (!space) {
        return tl::unexpected(space.error());
    }
    m_genome.m_space = std::move(*space);
    return {};
}

base::Expected<MotionGenome> MotionGenome::make(Motion motion, const robot::RobotModel& model,
                                                const MotionFreedom& freedom) {
    MotionGenome genome;
    genome.m_motion = std::move(motion);
    Builder builder(genome, model, freedom);
    if (const auto checked = builder.check(); !checked) {
        return tl::unexpected(checked.error());
    }
    builder.addAll();
    if (const auto finished = builder.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return genome;
}

Motion MotionGenome::motion(std::span<const double> values) const {
    const std::vector<double> inside = m_space.clamped(values);
    Motion motion = m_motion;
    std::vector<double> intervalsS(motion.keyframes.size(), 0.0);
    for (std::size_t i = 1; i < intervalsS.size(); ++i) {
        intervalsS[i] = m_motion.keyframes[i]->timeS - m_motion.keyframes[i - 1]->timeS;
    }
    std::vector<Keyframe> keyframes;
    for (const auto& keyframe : m_motion.keyframes) {
        keyframes.push_back(*keyframe);
    }
    for (std::size_t i = 0; i < m_genes.size() && i < inside.size(); ++i) {
        for (const Place& place : m_genes[i].places) {
            switch (m_genes[i].kind) {
            case Kind::Angle:
                keyframes[place.keyframe].joints[place.name].angleDeg = place.sign * inside[i];
                break;
            case Kind::Speed:
                keyframes[place.keyframe].joints[place.name].speedScale = inside[i];
                break;
            case Kind::Kp:
            case Kind::Kd: {
                std::optional<motion::JointGains>& gains =
                    place.name.empty() ? motion.gains
                                       : keyframes[place.keyframe].joints[place.name].gains;
                (m_genes[i].kind == Kind::Kp ? gains->kpNmPerRad : gains->kdNmsPerRad) = inside[i];
                break;
            }
            case Kind::Interval:
                intervalsS[place.keyframe] = inside[i];
                break;
            case Kind::Parameter:
                motion.parameters[place.name] = inside[i];
                break;
            }
        }
    }
    // Elements between two keyframes (markers, loops, branches, the end) move with them.
    const auto moved = [&](double timeS) {
        double before = 0.0;
        double after = 0.0;
        for (std::size_t i = 0; i < keyframes.size(); ++i) {
            const double oldS = m_motion.keyframes[i]->timeS;
            const double newS = i == 0 ? oldS : after + intervalsS[i];
            if (timeS <= oldS + keyframe::kSameTimeS) {
                const double wayS = oldS - before;
                return i == 0 || wayS <= 0.0 ? newS - (oldS - timeS)
                                             : after + (timeS - before) / wayS * (newS - after);
            }
            before = oldS;
            after = newS;
        }
        return after + (timeS - before);
    };
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        keyframes[i].timeS = moved(m_motion.keyframes[i]->timeS);
    }
    for (keyframe::Marker& marker : motion.markers) {
        marker.timeS = moved(marker.timeS);
    }
    if (motion.loop) {
        motion.loop->beginS = moved(motion.loop->beginS);
        motion.loop->endS = moved(motion.loop->endS);
    }
    for (keyframe::Branch& branch : motion.branches) {
        if (branch.timeS) {
            branch.timeS = moved(*branch.timeS);
        }
    }
    if (motion.lengthS > 0.0) {
        motion.lengthS = moved(motion.lengthS);
    }
    motion.keyframes.clear();
    for (Keyframe& keyframe : keyframes) {
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    return motion;
}

} // namespace sideline::training
