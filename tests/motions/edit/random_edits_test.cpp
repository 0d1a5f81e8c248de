// Undo to the beginning and redo to the end, over random edits of all kinds.
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/robot/nao.h"
#include "motions/edit/edits.h"
#include "motions/format/format.h"

namespace sideline::keyframe {
namespace {

constexpr std::array kJoints = {"he1", "he2", "lae1", "rae1", "lle2", "rle2", "lle4", "rle4"};
constexpr int kEdits = 200;
constexpr int kSeeds = 40;

std::string textOf(const Motion& motion) {
    const auto written =
        writeMotion(motion, Format::Sideline, robot::naoModel(robot::NaoType::Standard));
    return written ? written->text : "not written: " + written.error().toString();
}

// Draws valid and invalid edits at random.
class Editor {
public:
    explicit Editor(std::uint64_t seed) : m_rng(seed) {}

    Motion edit(const Motion& motion) {
        switch (m_rng.below(18)) {
        case 0:
        case 1:
        case 2:
            return keep(setPose(motion, timeS(), pose(), curve(), name()));
        case 3:
            return keep(removeKeys(motion, few(motion)));
        case 4:
        case 5:
            return keep(moveKeys(motion, some(motion), number(-0.5, 0.5), number(-30, 30)));
        case 6:
            return keep(scaleKeys(motion, some(motion), timeS(), number(0.2, 3.0), pivot(),
                                  number(-2.0, 2.0)));
        case 7:
            return keep(duplicateKeys(motion, few(motion), number(-1.0, 1.0)));
        case 8:
            return keep(setCurve(motion, some(motion), curve()));
        case 9:
            return keep(setHandles(motion, {timeS(), joint()}, {number(-0.3, 0.1), number(-9, 9)},
                                   {number(-0.1, 0.3), number(-9, 9)}));
        case 10:
            return keep(flipKeys(motion, some(motion), model()));
        case 11:
            return keep(reverseKeys(motion, some(motion)));
        case 12:
            return keep(insertTime(motion, timeS(), number(-0.3, 0.3)));
        case 13:
            return keep(stretchRange(motion, timeS(), timeS(), number(0.3, 2.0)));
        case 14:
            return keep(pasteKeys(motion, copied(motion), timeS()));
        case 15:
            return keep(renameKeyframe(motion, anyTimeS(motion), name()));
        case 16:
            return keep(m_rng.below(2) == 0
                            ? setMarker(motion, timeS(), name())
                            : setWait(motion, anyTimeS(motion), Wait{WaitKind::Still, 0.5}));
        default:
            return keep(setLimbTarget(motion, anyTimeS(motion), Limb::LeftFoot, target()));
        }
    }

    [[nodiscard]] const KeySelection& selection() const { return m_selection; }

private:
    Motion keep(Edited edited) {
        m_selection = std::move(edited.selection);
        return std::move(edited.motion);
    }
    static const robot::RobotModel& model() { return robot::naoModel(robot::NaoType::Standard); }
    KeyClip copied(const Motion& motion) {
        const KeyClip clip = copyKeys(motion, few(motion));
        return m_rng.below(2) == 0 ? flippedKeys(clip, model()) : clip;
    }
    double number(double low, double high) {
        return m_rng.below(50) == 0 ? std::numeric_limits<double>::quiet_NaN()
                                    : m_rng.uniform(low, high);
    }
    double timeS() { return number(-0.1, 4.0); }
    double anyTimeS(const Motion& motion) {
        return motion.keyframes.empty()
                   ? timeS()
                   : motion.keyframes[m_rng.below(motion.keyframes.size())]->timeS;
    }
    std::string joint() { return kJoints[m_rng.below(kJoints.size())]; }
    Curve curve() { return static_cast<Curve>(m_rng.below(5)); }
    std::string name() {
        return m_rng.below(3) == 0 ? fmt::format("pose {}", m_rng.below(9)) : std::string();
    }
    std::optional<double> pivot() {
        return m_rng.below(2) == 0 ? std::optional(number(-50, 50)) : std::nullopt;
    }
    std::optional<LimbTarget> target() {
        LimbTarget made;
        made.place.positionM = {Value(0.01), Value(0.055), Value(m_rng.uniform(-0.33, -0.2))};
        return m_rng.below(3) == 0 ? std::nullopt : std::optional(made);
    }
    PoseDeg pose() {
        PoseDeg made;
        for (std::uint64_t i = m_rng.below(6); i > 0; --i) {
            made[joint()] = number(-90, 90);
        }
        return made;
    }
    KeySelection few(const Motion& motion) {
        const double beginS = timeS();
        return keysInRange(motion, beginS, beginS + 0.3);
    }
    KeySelection some(const Motion& motion) {
        switch (m_rng.below(4)) {
        case 0:
            return keysOfJoint(motion, joint());
        case 1:
            return m_selection;
        case 2:
            return allKeys(motion);
        default: {
            KeySelection keys;
            for (const KeyRef& key : allKeys(motion)) {
                if (m_rng.below(4) == 0) {
                    keys.insert(key);
                }
            }
            return keys;
        }
        }
    }

    base::Rng m_rng;
    KeySelection m_selection;
};

// Checks that a motion is well-formed; empty without a fault.
std::string fault(const Motion& motion) {
    double lastS = -1.0;
    for (const auto& keyframe : motion.keyframes) {
        if (!std::isfinite(keyframe->timeS) || keyframe->timeS < 0.0 ||
            keyframe->timeS - lastS <= kSameTimeS) {
            return fmt::format("keyframe at {} after {}", keyframe->timeS, lastS);
        }
        if (keyframe->isEmpty()) {
            return fmt::format("nothing in the keyframe at {}", keyframe->timeS);
        }
        lastS = keyframe->timeS;
        for (const auto& [joint, key] : keyframe->joints) {
            const bool isFinite = std::isfinite(key.angleDeg.number()) &&
                                  std::isfinite(key.in.timeS) && std::isfinite(key.in.angleDeg) &&
                                  std::isfinite(key.out.timeS) && std::isfinite(key.out.angleDeg) &&
                                  std::isfinite(key.speedScale);
            if (joint.empty() || !isFinite || key.in.timeS > 0.0 || key.out.timeS < 0.0) {
                return fmt::format("key of {} at {}", joint, keyframe->timeS);
            }
        }
    }
    double markerS = 0.0;
    for (const Marker& marker : motion.markers) {
        if (!(marker.timeS >= markerS)) {
            return fmt::format("marker at {} after {}", marker.timeS, markerS);
        }
        markerS = marker.timeS;
    }
    if (!(motion.lengthS >= 0.0) || (motion.loop && motion.loop->endS <= motion.loop->beginS)) {
        return "length or loop";
    }
    return {};
}

std::string missing(const Motion& motion, const KeySelection& keys) {
    for (const KeyRef& key : keys) {
        const auto index = motion.keyframeAt(key.timeS);
        if (!index ||
            (!key.joint.empty() && !motion.keyframes[*index]->joints.contains(key.joint))) {
            return fmt::format("{} at {}", key.joint, key.timeS);
        }
    }
    return {};
}

Motion start() {
    Motion motion;
    motion.name = "random";
    motion.lengthS = 3.0;
    motion.loop = LoopRange{0.5, 2.0, 2};
    motion.parameters["bend"] = 12.5;
    motion = setPose(motion, 0.5, {{"lle4", -40.0}, {"rle4", -40.0}, {"he1", 20.0}}).motion;
    motion = setPose(motion, 1.5, {{"lle4", -80.0}, {"rle4", -80.0}, {"lae1", 20.0}}).motion;
    motion.keyframes[1].write().joints["lle4"].angleDeg = *Value::parse("-80 + $bend");
    return motion;
}

TEST(RandomEditsTest, StayWellFormedAndUndoAndRedoByteForByte) {
    std::size_t keys = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        Editor editor(seed);
        std::vector<Motion> history = {start()};
        std::vector<std::string> texts = {textOf(history.front())};
        for (int i = 0; i < kEdits; ++i) {
            history.push_back(editor.edit(history.back()));
            ASSERT_EQ(fault(history.back()), "") << "seed " << seed << ", edit " << i;
            ASSERT_EQ(missing(history.back(), editor.selection()), "")
                << "seed " << seed << ", edit " << i;
            texts.push_back(textOf(history.back()));
            keys += history.back().keyframes.size();
        }
        // Undo to the beginning, then redo: parts shared with later documents are unchanged.
        for (std::size_t i = history.size(); i-- > 0;) {
            ASSERT_EQ(textOf(history[i]), texts[i]) << "seed " << seed << ", undone to " << i;
        }
        EXPECT_EQ(history.front(), start());
        Editor again(seed);
        Motion redone = start();
        for (std::size_t i = 1; i < history.size(); ++i) {
            redone = again.edit(redone);
            ASSERT_EQ(redone, history[i]) << "seed " << seed << ", edit " << i;
        }
        ASSERT_EQ(textOf(redone), texts.back());
    }
    EXPECT_GT(keys, 40000U) << "the edits leave too little to be a test";
}

} // namespace
} // namespace sideline::keyframe
