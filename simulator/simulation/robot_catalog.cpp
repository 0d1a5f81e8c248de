#include "simulator/simulation/robot_catalog.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/rsg/robot_scene.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::simulator {

namespace {

// Descriptions that live as long as the program need no owner.
std::shared_ptr<const robot::RobotModel> unowned(const robot::RobotModel& model) {
    return {std::shared_ptr<const void>(), &model};
}

template <typename Map>
std::vector<typename Map::key_type> keysOf(const Map& map) {
    std::vector<typename Map::key_type> keys;
    for (const auto& [key, value] : map) {
        keys.push_back(key);
    }
    return keys;
}

} // namespace

RobotCatalog::RobotCatalog() {
    for (const robot::NaoType type : robot::kNaoTypes) {
        const robot::RobotModel& nao = robot::naoModel(type);
        add(nao.traits().scenePath, static_cast<int>(type), unowned(nao));
    }
    add("rsg/agent/nao/nao.rsg", 0, unowned(robot::naoModel(robot::NaoType::Standard)));
    const robot::RobotModel& soccerbot = robot::soccerbot056Model();
    add(soccerbot.traits().scenePath, 0, unowned(soccerbot));
}

base::Expected<const robot::RobotModel*> RobotCatalog::read(std::string_view file, int type) {
    const auto key = std::pair(std::string(file), type);
    if (const auto known = m_read.find(key); known != m_read.end()) {
        return known->second.get();
    }
    robot::rsg::SceneSource source;
    source.dataDirectories = {m_folder.string()};
    source.arguments = {std::to_string(type)};
    for (const char* where : {".", "..", "../rcssserver3d", "rcssserver3d"}) {
        if (const auto folder = m_folder / where;
            std::filesystem::exists(folder / "naorobottypes.rb")) {
            source.dataDirectories.push_back(folder.string());
        }
    }
    auto model = robot::rsg::readRobotScene(key.first, source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    const auto& read = m_read[key] = std::make_shared<const robot::RobotModel>(std::move(*model));
    return read.get();
}

base::Expected<const robot::RobotModel*> RobotCatalog::find(std::string_view file, int type) {
    // Agents choose the name: it must not lead out of the folder.
    const bool isInside = file.find("..") == std::string_view::npos && !file.starts_with('/');
    if (!m_folder.empty() && isInside && std::filesystem::is_regular_file(m_folder / file)) {
        return read(file, type);
    }
    const auto models = m_models.find(file);
    if (models == m_models.end()) {
        return base::failure(base::ErrorCode::NotFound, fmt::format("unknown robot \"{}\"", file),
                             fmt::format("one of {}", fmt::join(keysOf(m_models), ", ")));
    }
    const auto model = models->second.find(type);
    if (model == models->second.end()) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("robot \"{}\" has no type {}", file, type),
            fmt::format("one of the types {}", fmt::join(keysOf(models->second), ", ")));
    }
    return model->second.get();
}

void RobotCatalog::add(std::string file, int type, std::shared_ptr<const robot::RobotModel> model) {
    m_models[std::move(file)][type] = std::move(model);
}

} // namespace sideline::simulator
