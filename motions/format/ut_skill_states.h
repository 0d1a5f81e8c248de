#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/motion.h"

namespace sideline::keyframe {

/// Converts the states of a skill of UT Austin Villa, one after another, to keys of a motion.
class SkillStates {
public:
    struct FootCurve {
        Limb limb = Limb::LeftFoot;
        std::vector<LimbPlace> places;
        int line = 0;
    };

    /// @param builder receives the keys
    explicit SkillStates(MotionBuilder& builder) : m_builder(builder) {}

    /// Time at which the current state begins.
    [[nodiscard]] double timeS() const { return m_timeS; }

    /// Begins a state.
    void begin();
    void setTarget(const JointName& joint, Value angle, int line);
    /// The last target of a joint; null before the first one.
    [[nodiscard]] const Value* target(const JointName& joint) const;
    void setScale(const JointName& joint, double scale);
    void setWait(double waitS) { m_waitS = waitS; }
    void setLimb(Limb limb, LimbTarget target, int line);
    void addCurve(FootCurve curve) { m_newCurves.push_back(std::move(curve)); }
    /// Whether inverse kinematics moves a joint now.
    [[nodiscard]] bool isPlaced(const JointName& joint) const;
    /// Ends the state and adds its keys.
    /// @param line of the state's end
    void commit(int line);
    /// Ends the motion.
    void endMotion();

private:
    struct PendingCurve {
        LimbTarget target;
        double beginS = 0.0;
        double endS = 0.0;
        int line = 0;
    };
    void endCurve(Limb limb, bool isReplaced);
    void commitKeys(int line);
    void commitLimbs();

    MotionBuilder& m_builder;
    double m_timeS = 0.0;
    std::map<JointName, Value> m_targets;
    std::map<JointName, double> m_scales;
    std::map<Limb, PendingCurve> m_curves;
    std::set<Limb> m_placed; ///< legs with joints under inverse kinematics
    // Of the current state:
    std::map<JointName, int> m_changed; ///< source lines by joint
    std::map<JointName, double> m_scalesBefore;
    std::vector<FootCurve> m_newCurves;
    std::map<Limb, std::pair<LimbTarget, int>> m_newLimbs;
    double m_waitS = 0.0;
};

/// The pose of a sole for a foot's position in a skill, with the rotations that the parameters
/// specify.
[[nodiscard]] LimbPlace soleOf(LimbPlace place, const Parameters& parameters);

} // namespace sideline::keyframe
