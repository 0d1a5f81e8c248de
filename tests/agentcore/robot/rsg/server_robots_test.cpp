// Compares the built-in robots with the server's own files.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/rsg/robot_scene.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::robot::rsg {
namespace {

namespace fs = std::filesystem;

constexpr double kSame = 1e-8; // the files contain pi with eight digits

// SIDELINE_RSG_DIR is a checkout of the server's sources, or a folder that contains `rsg`.
SceneSource serverSource() {
    SceneSource source;
    const auto add = [&](const fs::path& folder) {
        std::error_code error;
        if (fs::is_directory(folder, error)) {
            source.dataDirectories.push_back(folder);
        }
    };
    if (const char* folder = std::getenv("SIDELINE_RSG_DIR")) {
        for (const char* part :
             {"", "rcssserver3d/data", "rcssserver3d/rcssserver3d", "spark/data"}) {
            add(fs::path(folder) / part);
        }
    }
    for (const char* prefix : {"/usr/share", "/usr/local/share"}) {
        add(fs::path(prefix) / "rcssserver3d");
        add(fs::path(prefix) / "simspark");
    }
    return source;
}

bool hasFile(const SceneSource& source, const std::string& name) {
    for (const fs::path& folder : source.dataDirectories) {
        if (fs::exists(folder / name)) {
            return true;
        }
    }
    return false;
}

void expectNear(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const std::string& what) {
    EXPECT_LT((a - b).norm(), kSame) << what << ": " << a.transpose() << " and " << b.transpose();
}
// Infinite limits also count as equal.
void expectNear(double a, double b, const std::string& what) {
    EXPECT_TRUE(a == b || std::abs(a - b) < kSame) << what << ": " << a << " and " << b;
}

Eigen::Vector3d sizes(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return box->sizeM;
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return {capsule->radiusM, capsule->lengthM, 0.0};
    }
    return {std::get<Sphere>(shape).radiusM, 0.0, 0.0};
}

void expectSameBody(const Body& read, const Body& own) {
    EXPECT_EQ(read.name, own.name);
    EXPECT_EQ(read.parent, own.parent) << own.name;
    EXPECT_EQ(read.joint, own.joint) << own.name;
    EXPECT_EQ(read.collides, own.collides) << own.name;
    EXPECT_EQ(read.shape.index(), own.shape.index()) << own.name;
    if (own.collides) {
        EXPECT_EQ(read.surface, own.surface) << own.name;
    }
    expectNear(read.p_ParentBody, own.p_ParentBody, own.name);
    EXPECT_TRUE(read.R_ParentBody.isApprox(own.R_ParentBody, kSame)) << own.name;
    expectNear(read.massKg, own.massKg, own.name);
    expectNear(sizes(read.shape), sizes(own.shape), own.name);
}

void expectSameJoint(const Joint& read, const Joint& own) {
    EXPECT_EQ(read.perceptor, own.perceptor);
    EXPECT_EQ(read.effector, own.effector);
    EXPECT_EQ(read.parent, own.parent) << own.perceptor;
    EXPECT_EQ(read.child, own.child) << own.perceptor;
    EXPECT_EQ(read.kind, own.kind) << own.perceptor;
    EXPECT_EQ(read.dynamics, own.dynamics) << own.perceptor;
    expectNear(read.anchor_Child, own.anchor_Child, own.perceptor);
    expectNear(read.axis, own.axis, own.perceptor);
    expectNear(read.minRad, own.minRad, own.perceptor);
    expectNear(read.maxRad, own.maxRad, own.perceptor);
    expectNear(read.maxSpeedRadPerS, own.maxSpeedRadPerS, own.perceptor);
}

void expectSame(const RobotModel& read, const RobotModel& own) {
    ASSERT_EQ(read.bodies().size(), own.bodies().size());
    for (std::size_t i = 0; i < own.bodies().size(); ++i) {
        expectSameBody(read.bodies()[i], own.bodies()[i]);
    }
    ASSERT_EQ(read.joints().size(), own.joints().size());
    for (std::size_t i = 0; i < own.joints().size(); ++i) {
        expectSameJoint(read.joints()[i], own.joints()[i]);
    }
    EXPECT_EQ(read.percepts(), own.percepts());
    EXPECT_EQ(read.traits(), own.traits());
}

TEST(ServerRobotsTest, NaosAreAsTheServerDescribesThem) {
    SceneSource source = serverSource();
    const std::string path = naoModel(NaoType::Standard).traits().scenePath;
    if (!hasFile(source, path) || !hasFile(source, "naorobottypes.rb")) {
        GTEST_SKIP() << "needs the server's " << path << " and naorobottypes.rb";
    }
    for (const NaoType type : kNaoTypes) {
        source.arguments = {std::to_string(static_cast<int>(type))};
        const auto read = readRobotScene(path, source);
        ASSERT_TRUE(read) << read.error().toString();
        SCOPED_TRACE(read->name());
        expectSame(*read, naoModel(type));
    }
    source.arguments = {"5"};
    const auto none = readRobotScene(path, source);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, base::ErrorCode::NotFound);
    EXPECT_EQ(none.error().file, path);
}

TEST(ServerRobotsTest, TheSoccerbotIsAsTheServerDescribesIt) {
    const SceneSource source = serverSource();
    const std::string path = soccerbot056Model().traits().scenePath;
    if (!hasFile(source, path) || !hasFile(source, "rsg/boxspheres/box.rsg")) {
        GTEST_SKIP() << "needs the server's " << path << " and rsg/boxspheres";
    }
    const auto read = readRobotScene(path, source);
    ASSERT_TRUE(read) << read.error().toString();
    expectSame(*read, soccerbot056Model());
}

} // namespace
} // namespace sideline::robot::rsg
