#include "tests/support/log_files.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace sideline::tests {

std::string scriptedLog(const std::vector<ScriptedScene>& scenes, int fullEvery) {
    std::string text;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const auto sameRobots = [&] {
            return std::ranges::equal(scenes[i].robots, scenes[i - 1].robots, {},
                                      &ScriptedRobot::id, &ScriptedRobot::id);
        };
        const bool full = i == 0 ||
                          (fullEvery > 0 && i % static_cast<std::size_t>(fullEvery) == 0) ||
                          !sameRobots();
        text += full ? fullMessage(scenes[i]) : diffMessage(scenes[i - 1], scenes[i]);
        text += '\n';
    }
    return text;
}

std::vector<ScriptedScene> movingScenes(int count, double stepS) {
    std::vector<ScriptedScene> scenes;
    for (int i = 0; i < count; ++i) {
        const double t = i * stepS;
        ScriptedScene scene;
        scene.timeS = t;
        scene.playMode = 3;
        scene.p_SBall = {std::sin(t), 0.3 * t, 0.042};
        scene.robots = {scriptedRobot(game::Side::Left, 1, -5 + 0.3 * t),
                        scriptedRobot(game::Side::Right, 7, 5 - 0.2 * t, 2, robot::NaoType::Toes)};
        scene.robots[0].jointAnglesRad.assign(22, 0.2 * std::sin(2 * t));
        scenes.push_back(std::move(scene));
    }
    return scenes;
}

std::shared_ptr<logs::MatchLog> openAnalyzed(const std::filesystem::path& file,
                                             const std::string& entry, std::size_t memoryBytes) {
    logs::LogOptions options;
    options.entry = entry;
    options.memoryBytes = memoryBytes;
    options.spoolDirectory = std::filesystem::temp_directory_path();
    auto log = logs::MatchLog::open(file, options);
    if (!log) {
        ADD_FAILURE() << log.error().toString();
        return nullptr;
    }
    (*log)->waitUntilAnalyzed();
    return *log;
}

} // namespace sideline::tests
