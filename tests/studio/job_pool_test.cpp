#include "studio/session/job_pool.h"

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QThread>

#include "agentcore/robot/nao.h"
#include "motions/resolve.h"
#include "studio/session/motion_analysis_job.h"
#include "tests/gui/gui_support.h"

namespace sideline::studio {
namespace {

TEST(JobPoolTest, TellsTheWindowWhatAJobThrowsAndGoesOn) {
    QObject owner;
    JobPool pool(owner);
    std::vector<std::string> told;
    const auto tell = [&](const base::Error& error) {
        EXPECT_EQ(QThread::currentThread(), owner.thread());
        told.push_back(error.toString());
    };
    std::atomic<bool> isDone = false;
    pool.start(
        "the first job", [] { throw std::bad_alloc(); }, tell);
    pool.start(
        "the second job", [] { throw std::runtime_error("no luck"); }, tell);
    pool.start(
        "the third job", [&] { isDone = true; }, tell);
    EXPECT_TRUE(tests::waitUntil([&] { return isDone && told.size() == 2; }));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0],
              "the first job ran out of memory; expected a smaller input, or more free memory");
    EXPECT_EQ(told[1], "the second job failed: no luck");
}

TEST(JobPoolTest, ForgetsWhatItWouldTellAnOwnerThatIsGone) {
    auto owner = std::make_unique<QObject>();
    auto pool = std::make_unique<JobPool>(*owner);
    pool->start(
        "a job", [] { throw std::bad_alloc(); }, [](const auto&) { ADD_FAILURE(); });
    pool.reset();
    owner.reset();
    QCoreApplication::processEvents();
}

// A trajectory whose end is so far away that no vector can hold its samples.
TEST(MotionAnalysisJobTest, TellsOfAMotionThatCannotBeAnalyzedAndTakesTheNextOne) {
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
