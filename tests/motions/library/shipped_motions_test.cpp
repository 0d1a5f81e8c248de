// Shipped motions: every file is valid and performs as named in simulation.
#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "motions/check.h"
#include "motions/format/format.h"
#include "motions/library/library.h"
#include "motions/resolve.h"
#include "training/trial/mass_trials.h"

namespace sideline::keyframe {
namespace {

using math::radFromDeg;
using training::StartPose;
using training::TrialSettings;
using training::TrialSummary;

const robot::RobotModel& nao(int type) {
    return robot::naoModel(*robot::naoTypeFromNumber(type));
}

ReadMotion readOnly(const LibraryFile& file) {
    const auto read = readMotionFile(file.path);
    EXPECT_TRUE(read) << read.error().toString();
    EXPECT_TRUE(!read || read->motions.size() == 1) << file.path;
    return read ? read->motions.front() : ReadMotion{};
}

std::vector<int> typesOf(const Motion& motion) {
    std::vector<int> types;
    for (int type = 0; type < 5; ++type) {
        if (motion.robots.empty() ||
            std::ranges::find(motion.robots, nao(type).name()) != motion.robots.end()) {
            types.push_back(type);
        }
    }
    return types;
}

std::vector<LibraryFile> shipped() {
    return listMotions(shippedMotionsFolder()).value_or(std::vector<LibraryFile>{});
}

TrialSummary tried(std::string_view name, std::size_t count, const TrialSettings& settings) {
    const auto file = findMotion(shippedMotionsFolder(), name, settings.robotType);
    EXPECT_TRUE(file) << name;
    if (!file) {
        return {};
    }
    const Resolved resolved = resolve(readOnly(*file).motion, nao(settings.robotType));
    const auto summary = training::runTrials(resolved.trajectory, settings, count, 2);
    EXPECT_TRUE(summary) << name;
    return summary.value_or(TrialSummary{});
}

TEST(ShippedMotionsTest, TheLibraryIsComplete) {
    for (const char* name : {"stand", "sit", "wave", "head-scan", "squat", "getup-front",
                             "getup-back", "kick-left", "kick-right", "kick-far-left",
                             "kick-far-right", "dive-left", "dive-right", "celebrate"}) {
        EXPECT_TRUE(findMotion(shippedMotionsFolder(), name)) << name;
    }
    for (int type = 0; type < 5; ++type) {
        for (const char* name :
             {"getup-front", "getup-back", "getup-side", "kick-far-left", "kick-far-right"}) {
            const auto file = findMotion(shippedMotionsFolder(), name, type);
            ASSERT_TRUE(file) << name << type;
            const auto types = typesOf(readOnly(*file).motion);
            EXPECT_TRUE(std::ranges::find(types, type) != types.end()) << name << type;
        }
    }
}

TEST(ShippedMotionsTest, EveryFileIsValidForItsRobots) {
    ASSERT_FALSE(shipped().empty());
    for (const LibraryFile& file : shipped()) {
        const ReadMotion read = readOnly(file);
        EXPECT_TRUE(read.findings.empty()) << read.findings.front().toString();
        EXPECT_EQ(read.motion.name, file.name);
        EXPECT_FALSE(read.motion.description.empty()) << file.name;
        EXPECT_FALSE(read.motion.tags.empty()) << file.name;
        EXPECT_FALSE(file.folder.empty()) << file.name;
        ASSERT_FALSE(typesOf(read.motion).empty()) << file.name;
        for (const int type : typesOf(read.motion)) {
            for (const Finding& finding : check(read.motion, nao(type), &read.lines)) {
                // Trained motions may exceed the motors' speed, which is then limited.
                const bool isTrained =
                    std::ranges::find(read.motion.tags, "trained") != read.motion.tags.end();
                EXPECT_TRUE(isTrained && finding.severity == Finding::Severity::Warning)
                    << nao(type).name() << ": " << finding.toString();
            }
        }
    }
}

TEST(ShippedMotionsTest, EveryFileIsWrittenUnchanged) {
    for (const LibraryFile& file : shipped()) {
        std::ifstream in(file.path);
        const std::string text(std::istreambuf_iterator<char>(in), {});
        const auto written = writeMotion(readOnly(file).motion, Format::Sideline, nao(0));
        ASSERT_TRUE(written) << file.name;
        EXPECT_EQ(written->text, text) << file.name;
    }
}

TEST(ShippedMotionsTest, TheRightSideIsTheMirrorImageOfTheLeft) {
    for (const auto& [left, right] :
         {std::pair("kick-left", "kick-right"), std::pair("kick-far-left", "kick-far-right"),
          std::pair("dive-left", "dive-right")}) {
        const Motion mirror =
            mirrored(readOnly(*findMotion(shippedMotionsFolder(), left)).motion, nao(0));
        const Motion other = readOnly(*findMotion(shippedMotionsFolder(), right)).motion;
        EXPECT_EQ(mirror.keyframes, other.keyframes) << left;
        EXPECT_EQ(mirror.entry, other.entry) << left;
    }
}

class ShippedOnTypeTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Types, ShippedOnTypeTest, testing::Range(0, 5));

// The motions' documentation has statistics over 200 starts each; here a few confirm them.
TEST_P(ShippedOnTypeTest, GetsUpFromAllSides) {
    constexpr std::size_t kCount = 20;
    TrialSettings settings{.robotType = GetParam(),
                           .settleS = 0.5,
                           .watchS = 1.0,
                           .seed = 2026,
                           .jointNoiseRad = radFromDeg(5.0),
                           .headingNoiseRad = radFromDeg(5.0)};
    for (const auto& [name, start] : {std::pair("getup-front", StartPose::LyingOnFront),
                                      std::pair("getup-back", StartPose::LyingOnBack),
                                      std::pair("getup-side", StartPose::LyingOnLeft),
                                      std::pair("getup-side", StartPose::LyingOnRight)}) {
        settings.start = start;
        const TrialSummary summary = tried(name, kCount, settings);
        EXPECT_GE(summary.uprightCount, kCount - 2) << name;
        ASSERT_TRUE(summary.uprightMedianS) << name;
        EXPECT_LT(*summary.uprightMedianS, 2.0) << name;
    }
}

TEST_P(ShippedOnTypeTest, StaysUprightWhereRequired) {
    for (const char* name : {"stand", "wave", "head-scan", "squat", "celebrate"}) {
        const TrialSummary summary =
            tried(name, 2, {.robotType = GetParam(), .settleS = 0.5, .jointNoiseRad = 0.01});
        EXPECT_EQ(summary.fellCount, 0U) << name;
        EXPECT_EQ(summary.uprightCount, 2U) << name;
    }
}

TEST_P(ShippedOnTypeTest, SitsDownAndStaysSitting) {
    const auto file = findMotion(shippedMotionsFolder(), "sit", GetParam());
    ASSERT_TRUE(file);
    const Resolved resolved = resolve(readOnly(*file).motion, nao(GetParam()));
    const auto result = training::runTrial(
        resolved.trajectory, {.robotType = GetParam(), .settleS = 0.5, .watchS = 2.0});
    ASSERT_TRUE(result);
    EXPECT_GT(result->X_STorsoAtEnd.R(2, 2), 0.8) << "the torso is upright";
    EXPECT_LT(result->X_STorsoAtEnd.p.z(), 0.2) << "and near the ground";
    const auto& before = result->samples[result->samples.size() - 25].X_SBody.front();
    EXPECT_LT((result->X_STorsoAtEnd.p - before.p).norm(), 0.002) << "and rests";
}

TEST_P(ShippedOnTypeTest, DivesCoverTheirSide) {
    for (const auto& [name, left] : {std::pair("dive-left", 1.0), std::pair("dive-right", -1.0)}) {
        const auto file = findMotion(shippedMotionsFolder(), name, GetParam());
        ASSERT_TRUE(file);
        const Resolved resolved = resolve(readOnly(*file).motion, nao(GetParam()));
        const auto result = training::runTrial(
            resolved.trajectory, {.robotType = GetParam(), .settleS = 0.5, .watchS = 0.5});
        ASSERT_TRUE(result);
        double farthestM = 0.0; // it faces along +x of the field, its left is +y
        for (const training::TrialSample& sample : result->samples) {
            for (const math::Pose& X_SBody : sample.X_SBody) {
                if (sample.timeS <= 1.0 && X_SBody.p.z() < 0.35) {
                    farthestM = std::max(farthestM, left * X_SBody.p.y());
                }
            }
        }
        EXPECT_GT(farthestM, 0.5) << name;
        EXPECT_LT(result->X_STorsoAtEnd.p.z(), 0.2) << name;
        EXPECT_TRUE(result->fellAtS) << name;
    }
}

TEST_P(ShippedOnTypeTest, KicksFarAndStraightAndStaysUp) {
    for (const auto& [name, left] :
         {std::pair("kick-far-left", 1.0), std::pair("kick-far-right", -1.0)}) {
        const TrialSummary summary = tried(name, 10,
                                           {.robotType = GetParam(),
                                            .start = StartPose::OnBall,
                                            .ballFromFeetM = {0.16, left * 0.05},
                                            .seed = 5,
                                            .placeNoiseM = 0.003});
        EXPECT_GT(summary.ballDistanceMedianM, 8.5) << name;
        EXPECT_LT(std::abs(summary.ballDirectionMedianRad), radFromDeg(3.0)) << name;
        EXPECT_GE(summary.uprightCount, 9U) << name;
    }
}

TEST(ShippedKickTest, SendsTheBallAheadAndStaysUp) {
    for (const auto& [name, left] : {std::pair("kick-left", 1.0), std::pair("kick-right", -1.0)}) {
        const TrialSummary summary = tried(name, 8,
                                           {.start = StartPose::OnBall,
                                            .ballFromFeetM = {0.16, left * 0.05},
                                            .seed = 5,
                                            .placeNoiseM = 0.003});
        EXPECT_GT(summary.ballDistanceMedianM, 4.0) << name;
        EXPECT_LT(std::abs(summary.ballDirectionMedianRad), radFromDeg(15.0)) << name;
        EXPECT_EQ(summary.uprightCount, 8U) << name;
    }
}

} // namespace
} // namespace sideline::keyframe
