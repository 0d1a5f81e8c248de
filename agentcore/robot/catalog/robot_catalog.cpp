#include "agentcore/robot/catalog/robot_catalog.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/rsg/robot_scene.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::robot {

namespace {

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
    for (const NaoType type : kNaoTypes) {
        const RobotModel& nao = naoModel(type);
        add(nao.traits().scenePath, static_cast<int>(type), nao.shared());
    }
    add("rsg/agent/nao/nao.rsg", 0, naoModel(NaoType::Standard).shared());
    int type = 0;
    for (const auto stops : {Soccerbot056Stops::None, Soccerbot056Stops::Described}) {
        const RobotModel& soccerbot = soccerbot056Model(stops);
        add(soccerbot.traits().scenePath, type++, soccerbot.shared());
    }
}

base::Expected<RobotModelPtr> RobotCatalog::read(std::string_view file, int type) {
    const auto key = std::pair(std::string(file), type);
    if (const auto known = m_read.find(key); known != m_read.end()) {
        return known->second;
    }
    rsg::SceneSource source;
    source.dataDirectories = {m_folder.string()};
    source.arguments = {std::to_string(type)};
    for (const char* where : {".", "..", "../rcssserver3d", "rcssserver3d"}) {
        if (const auto folder = m_folder / where;
            std::filesystem::exists(folder / "naorobottypes.rb")) {
            source.dataDirectories.push_back(folder.string());
        }
    }
    auto model = rsg::readRobotScene(key.first, source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    return m_read[key] = std::make_shared<const RobotModel>(std::move(*model));
}

base::Expected<RobotModelPtr> RobotCatalog::find(std::string_view file, int type) {
    // Agents choose the name, so it must not lead out of the folder.
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
    return model->second;
}

base::Expected<RobotModelPtr> RobotCatalog::findRequested(std::string_view file, int type) {
    auto model = findPlayable(file, type);
    const auto nao = naoTypeFromNumber(type);
    if (!model && nao && file.find("nao") != std::string_view::npos) {
        return naoModel(*nao).shared();
    }
    return model;
}

base::Expected<RobotModelPtr> RobotCatalog::findPlayable(std::string_view file, int type) {
    if (const RobotModel* model = findMujocoRobot(file); model != nullptr) {
        return model->shared();
    }
    return find(file, type);
}

std::vector<RobotCatalog::Entry> RobotCatalog::entries() const {
    std::vector<Entry> entries;
    for (const auto& [file, types] : m_models) {
        for (const auto& [type, model] : types) {
            // Aliases, which differ from the scene path of the model, are skipped.
            if (model->traits().scenePath == file) {
                entries.push_back({file, type, model});
            }
        }
    }
    return entries;
}

base::Expected<RobotModelPtr> RobotCatalog::named(std::string_view name) const {
    const std::vector<Entry> known = entries();
    std::vector<std::string_view> names;
    for (const Entry& entry : known) {
        if (entry.model->name() == name) {
            return entry.model;
        }
        names.push_back(entry.model->name());
    }
    return base::failure(base::ErrorCode::NotFound, fmt::format("unknown robot '{}'", name),
                         base::listNames(names));
}

void RobotCatalog::add(std::string file, int type, RobotModelPtr model) {
    m_models[std::move(file)][type] = std::move(model);
}

} // namespace sideline::robot
