#include "agentcore/robot/catalog/robot_catalog.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

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

std::vector<std::string> mujocoNames() {
    std::vector<std::string> names;
    for (const MujocoRobot robot : kMujocoRobots) {
        names.push_back(mujocoRobotModel(robot).name());
    }
    return names;
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
    source.dataDirectories = m_folders;
    source.arguments = {std::to_string(type)};
    const auto addFolders = [&](std::initializer_list<const char*> places, const char* content) {
        for (const std::filesystem::path& each : m_folders) {
            for (const char* place : places) {
                std::error_code unknown;
                if (const auto folder = each / place;
                    std::filesystem::exists(folder / content, unknown)) {
                    source.dataDirectories.push_back(folder);
                }
            }
        }
    };
    addFolders({".", "..", "../rcssserver3d", "rcssserver3d"}, "naorobottypes.rb");
    // Folders with data of SimSpark: installed, or in its source tree.
    addFolders({"../simspark", "../../spark/data"}, "rsg");
    auto model = rsg::readRobotScene(key.first, source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    return m_read[key] = std::make_shared<const RobotModel>(std::move(*model));
}

void RobotCatalog::setFolders(const std::vector<std::filesystem::path>& folders) {
    std::vector<std::filesystem::path> given = folders;
    std::erase_if(given, [](const std::filesystem::path& folder) { return folder.empty(); });
    if (given != m_folders) {
        m_folders = std::move(given);
        m_read.clear();
    }
}

bool RobotCatalog::hasFile(std::string_view file) const {
    // Agents choose the name, so it must not lead out of the folders.
    const bool isInside = file.find("..") == std::string_view::npos && !file.starts_with('/');
    return isInside && std::ranges::any_of(m_folders, [&](const std::filesystem::path& folder) {
               std::error_code unknown;
               return std::filesystem::is_regular_file(folder / file, unknown);
           });
}

base::Expected<RobotModelPtr> RobotCatalog::find(std::string_view file, int type) {
    if (hasFile(file)) {
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
    auto model = find(file, type);
    if (!model && model.error().code == base::ErrorCode::NotFound && !hasFile(file)) {
        model.error().expected += fmt::format(", {}", fmt::join(mujocoNames(), ", "));
    }
    return model;
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

base::Expected<RobotModelPtr> RobotCatalog::namedOfAny(std::string_view name) const {
    if (const RobotModel* model = findMujocoRobot(name); model != nullptr) {
        return model->shared();
    }
    auto model = named(name);
    if (!model) {
        std::vector<std::string> names;
        for (const Entry& entry : entries()) {
            names.push_back(entry.model->name());
        }
        std::ranges::move(mujocoNames(), std::back_inserter(names));
        model.error().expected =
            base::listNames(std::vector<std::string_view>(names.begin(), names.end()));
    }
    return model;
}

void RobotCatalog::add(std::string file, int type, RobotModelPtr model) {
    m_models[std::move(file)][type] = std::move(model);
}

} // namespace sideline::robot
