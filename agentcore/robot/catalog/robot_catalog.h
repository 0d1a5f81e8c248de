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

/// The scene file of the robot that agents request by default: the Nao with its types.
inline constexpr std::string_view kDefaultRobotFile = "rsg/agent/nao/nao_hetero.rsg";

/// The robots that agents can request, by scene file and type number. Contains the Naos and the
/// soccerbots of rcssserver3d (type 1: with the joint limits in its description); more can be
/// added. A value; one thread at a time.
class RobotCatalog {
public:
    RobotCatalog();

    /// Finds the robot of a scene file (as agents write it) and a heterogeneous type. A file in the
    /// folders takes precedence; it is read on the first request. Errors: NotFound with the known
    /// files, InvalidArgument for a type that the file lacks; those of `rsg::readRobotScene` for a
    /// file in the folders.
    [[nodiscard]] base::Expected<RobotModelPtr> find(std::string_view file, int type);

    /// Finds the robot that an agent of any team requests: like `findPlayable`; unknown files with
    /// `nao` in their names give the Nao of the requested type, since servers also use other names.
    /// Errors: those of `find`.
    [[nodiscard]] base::Expected<RobotModelPtr> findRequested(std::string_view file, int type);

    /// Finds the robot of a built-in player: like `find`, but also finds the robots of rcssservermj
    /// by their names (`T1`); these have no type.
    /// Errors: those of `find`; NotFound also lists the names.
    [[nodiscard]] base::Expected<RobotModelPtr> findPlayable(std::string_view file, int type);

    /// A robot that is known without reading a folder.
    struct Entry {
        std::string file;
        int type = 0;
        RobotModelPtr model;
    };
    [[nodiscard]] std::vector<Entry> entries() const;

    /// Finds one of `entries` by its model's name, such as `nao0`, `soccerbot056-stops`.
    /// Errors: NotFound with the known names.
    [[nodiscard]] base::Expected<RobotModelPtr> named(std::string_view name) const;
    /// Finds a robot of either server by its model's name: like `named`, but also finds the robots
    /// of rcssservermj.
    /// Errors: NotFound with the known names.
    [[nodiscard]] base::Expected<RobotModelPtr> namedOfAny(std::string_view name) const;

    /// Sets the folders with a server's scene files: each contains `rsg/`; `naorobottypes.rb` is
    /// in, next to or above one of them. They are searched in this order. A robot and its parts
    /// may be in different folders, such as the data of rcssserver3d and of SimSpark; the data of
    /// SimSpark is also found next to that of rcssserver3d. Empty paths are ignored.
    void setFolders(const std::vector<std::filesystem::path>& folders);
    /// Sets a single folder.
    void setFolder(const std::filesystem::path& folder) { setFolders({folder}); }

    /// Adds or replaces a robot.
    void add(std::string file, int type, RobotModelPtr model);

private:
    [[nodiscard]] base::Expected<RobotModelPtr> read(std::string_view file, int type);
    [[nodiscard]] bool hasFile(std::string_view file) const;

    std::vector<std::filesystem::path> m_folders;
    /// Robots read from the folders.
    std::map<std::pair<std::string, int>, RobotModelPtr> m_read;
    std::map<std::string, std::map<int, RobotModelPtr>, std::less<>> m_models;
};

} // namespace sideline::robot
