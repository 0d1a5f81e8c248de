#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The robot that agents ask for without a choice: the Nao, with types.
inline constexpr std::string_view kUsualRobotFile = "rsg/agent/nao/nao_hetero.rsg";

/// The robots that agents can ask for: scene file and type number to description. Knows the Naos
/// and the soccerbot of rcssserver3d; more can be added. A value; one thread at a time.
class RobotCatalog {
public:
    RobotCatalog();

    /// The robot of a scene file (as agents write it) and a heterogeneous type; read from the
    /// folder, if there is one with such a file, when it is asked for the first time.
    /// Errors: NotFound with the files known, InvalidArgument for a type the file does not have;
    /// what `rsg::readRobotScene` says of a file in the folder.
    [[nodiscard]] base::Expected<RobotModelPtr> find(std::string_view file, int type);

    /// The robot that an agent of any team asks for: as `findPlayable`, and where the file is not
    /// known but has `nao` in its name, the Nao of this type: servers have it under other names,
    /// too. Errors: those of `find`.
    [[nodiscard]] base::Expected<RobotModelPtr> findRequested(std::string_view file, int type);

    /// The robot that a player of ours is to have: as `find`, and those of rcssservermj by their
    /// names (`T1`), which have no type.
    /// Errors: those of `find`.
    [[nodiscard]] base::Expected<RobotModelPtr> findPlayable(std::string_view file, int type);

    /// The robots that it knows without a folder, each once, in the order of files and types.
    struct Entry {
        std::string file;
        int type = 0;
        RobotModelPtr model;
    };
    [[nodiscard]] std::vector<Entry> entries() const;

    /// One of `entries` by its model's name, such as `nao0`.
    /// Errors: NotFound with the names that there are.
    [[nodiscard]] base::Expected<RobotModelPtr> named(std::string_view name) const;

    /// Takes robots from scene files of a server: a folder that holds `rsg/`, and one with
    /// `naorobottypes.rb` (the folder itself, or the one beside or above it).
    void setFolder(std::filesystem::path folder) { m_folder = std::move(folder); }

    /// Adds a robot, or replaces one.
    void add(std::string file, int type, RobotModelPtr model);

private:
    [[nodiscard]] base::Expected<RobotModelPtr> read(std::string_view file, int type);

    std::filesystem::path m_folder; ///< empty for none
    /// Robots that were read from the folder.
    std::map<std::pair<std::string, int>, RobotModelPtr> m_read;
    std::map<std::string, std::map<int, RobotModelPtr>, std::less<>> m_models;
};

} // namespace sideline::robot
