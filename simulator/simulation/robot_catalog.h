#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// The robots that agents can ask for: scene file and type number to description. Knows the Naos
/// and the soccerbot of rcssserver3d; more can be added. Not thread-safe while adding.
class RobotCatalog {
public:
    RobotCatalog();

    /// The robot of a scene file (as agents write it) and a heterogeneous type; read from the
    /// folder, if there is one with such a file, when it is asked for the first time.
    /// Errors: NotFound with the files known, InvalidArgument for a type the file does not have;
    /// what `robot::rsg::readRobotScene` says of a file in the folder.
    [[nodiscard]] base::Expected<const robot::RobotModel*> find(std::string_view file, int type);

    /// Takes robots from scene files of a server: a folder that holds `rsg/`, and one with
    /// `naorobottypes.rb` (the folder itself, or the one beside or above it).
    void setFolder(std::filesystem::path folder) { m_folder = std::move(folder); }

    /// Adds a robot, or replaces one; models live as long as the last copy of the catalog.
    void add(std::string file, int type, std::shared_ptr<const robot::RobotModel> model);

private:
    [[nodiscard]] base::Expected<const robot::RobotModel*> read(std::string_view file, int type);

    std::filesystem::path m_folder; ///< empty for none
    /// Robots that were read from the folder.
    std::map<std::pair<std::string, int>, std::shared_ptr<const robot::RobotModel>> m_read;
    std::map<std::string, std::map<int, std::shared_ptr<const robot::RobotModel>>, std::less<>>
        m_models;
};

} // namespace sideline::simulator
