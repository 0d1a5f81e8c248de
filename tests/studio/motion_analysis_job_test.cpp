#include "studio/session/motion_analysis_job.h"

#include <memory>

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "agentcore/robot/nao.h"
#include "motions/resolve.h"
#include "tests/gui/gui_support.h"

namespace sideline::studio {
namespace {

// A trajectory so long that its samples exceed the maximum size of a vector.
TEST(MotionAnalysisJobTest, ReportsAMotionThatCannotBeAnalyzedAndContinues) {
    const auto& model = robot::naoModel(robot::NaoType::Standard);
    auto endless = std::make_shared<motion::JointTrajectory>(model.joints().size());
    endless->setKeys(robot::JointId(0), {{.timeS = 1e15, .angleRad = 1.0}});
    endless->lengthS = 1e15;
    MotionAnalysisJob job;
    QSignalSpy failed(&job, &MotionAnalysisJob::failed);
    QSignalSpy analyzed(&job, &MotionAnalysisJob::analyzed);
    job.start(endless, model, robot::GroundRule::LevelSole, Eigen::Matrix3d::Identity(), 1);
    ASSERT_TRUE(tests::waitUntil([&] { return failed.count() == 1; }));
    EXPECT_EQ(failed[0][1].toULongLong(), 1U);
    EXPECT_TRUE(failed[0][0].toString().startsWith(QStringLiteral("motion analysis")));
    EXPECT_FALSE(job.isRunning());
    auto brief = std::make_shared<motion::JointTrajectory>(model.joints().size());
    brief->lengthS = 0.1;
    job.start(brief, model, robot::GroundRule::LevelSole, Eigen::Matrix3d::Identity(), 2);
    EXPECT_TRUE(tests::waitUntil([&] { return analyzed.count() == 1; }));
}

} // namespace
} // namespace sideline::studio
