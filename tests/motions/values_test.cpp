#include "motions/values.h"

#include <gtest/gtest.h>

#include "motions/limb_paths.h"

namespace sideline::keyframe {
namespace {

Value value(const char* text) {
    return Value::parse(text).value_or(Value(-1000.0));
}

// A motion with parameters in every possible place.
Motion valueSample() {
    Motion motion;
    motion.entry.emplace();
    motion.entry->anglesDeg["he1"] = value("$a");
    Keyframe& keyframe = motion.keyframeAtForWriting(0.5);
    keyframe.joints["lle4"].angleDeg = value("$a + $b");
    LimbTarget& target = keyframe.limbs[Limb::LeftFoot];
    target.place.positionM[2] = value("2 * $b");
    target.place.rollPitchYawDeg[0] = value("$c");
    target.via.emplace_back().positionM[0] = value("$a");
    return motion;
}

TEST(ValuesTest, CountsTheUsesOfParametersAtAllPlaces) {
    const std::map<std::string, int> expected = {{"a", 3}, {"b", 2}, {"c", 1}};
    EXPECT_EQ(parameterUses(valueSample()), expected);
    EXPECT_TRUE(parameterUses(Motion()).empty());
}

TEST(ValuesTest, ChangesTheVisitedValues) {
    Motion motion = valueSample();
    Keyframe& keyframe = motion.keyframes.front().write();
    int shown = 0;
    visitValues(keyframe, [&](const Value& /*value*/) { ++shown; });
    EXPECT_EQ(shown, 1 + 6 + 6) << "a key, a place and a place on the way";
    changeValues(keyframe, [](Value& each) { each = 1.0; });
    visitValues(keyframe, [](const Value& each) { EXPECT_EQ(each, Value(1.0)); });
    EXPECT_EQ(parameterUses(motion), (std::map<std::string, int>{{"a", 1}})) << "the entry pose's";
}

TEST(LimbPathsTest, EachLimbHasAMirrorImage) {
    for (const Limb limb : {Limb::LeftFoot, Limb::RightFoot, Limb::LeftHand, Limb::RightHand}) {
        EXPECT_NE(mirroredLimb(limb), limb);
        EXPECT_EQ(mirroredLimb(mirroredLimb(limb)), limb);
    }
    EXPECT_EQ(mirroredLimb(Limb::LeftHand), Limb::RightHand);
}

} // namespace
} // namespace sideline::keyframe
