#include "agentcore/robot/workshop/robot_file.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/base/input_file.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/rsg/robot_scene.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_structure.h"

namespace sideline::robot {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxTypes = 16; // maximum per scene file
constexpr std::uint64_t kMaxSceneBytes = std::uint64_t{4} << 20U;

} // namespace

SceneFilePlace scenePlaceOf(const fs::path& file) {
    std::error_code fault;
    const fs::path whole = fs::absolute(file, fault).lexically_normal();
    fs::path folder = whole.parent_path();
    for (fs::path each = folder; each.has_relative_path(); each = each.parent_path()) {
        if (each.filename() == "rsg") {
            folder = each.parent_path();
            break;
        }
    }
    return {folder, whole.lexically_relative(folder).string()};
}

base::Expected<RobotFile> readRobotFile(const fs::path& file, int type) {
    const auto text = base::readTextFile(file, kMaxSceneBytes, "a scene file of a robot");
    if (!text) {
        return tl::unexpected(text.error());
    }
    const SceneFilePlace place = scenePlaceOf(file);
    RobotCatalog catalog;
    catalog.setFolder(place.folder);
    const auto read = catalog.find(place.scenePath, type);
    if (!read) {
        return tl::unexpected(read.error().inFile(file.string()));
    }
    RobotFile found;
    found.takesType = text->find("(templ") != std::string::npos;
    const std::string stem = file.stem().string();
    found.model = std::make_shared<const RobotModel>(
        renamed(**read, found.takesType ? fmt::format("{} {}", stem, type) : stem));
    found.isWhole = !found.takesType && *text == rsg::sceneText(*found.model);
    return found;
}

base::Expected<std::vector<RobotCatalog::Entry>> readRobotFolder(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code fault;
    for (fs::recursive_directory_iterator each(folder / "rsg", fault), end; !fault && each != end;
         each.increment(fault)) {
        if (each->path().extension() == ".rsg") {
            files.push_back(each->path());
        }
    }
    std::ranges::sort(files);
    std::vector<RobotCatalog::Entry> robots;
    for (const fs::path& file : files) {
        for (int type = 0; type < kMaxTypes; ++type) {
            const auto read = readRobotFile(file, type);
            if (!read) {
                break;
            }
            robots.push_back({scenePlaceOf(file).scenePath, type, read->model});
            if (!read->takesType) {
                break;
            }
        }
    }
    if (robots.empty()) {
        return base::failure(base::ErrorCode::NotFound,
                             fmt::format("{}: not a robot's scene file", folder.string()),
                             "a folder with robots below rsg/, such as rsg/agent/tall.rsg");
    }
    return robots;
}

base::Expected<void> checkReadsBack(const fs::path& file, const RobotModel& meant) {
    const auto read = rsg::readRobotScene(
        file.filename().string(), {{file.has_parent_path() ? file.parent_path() : "."}, {}, {}});
    if (!read) {
        return tl::unexpected(read.error());
    }
    const auto differences = robotDifferences(meant, *read);
    if (differences.empty()) {
        return {};
    }
    base::Error error;
    error.code = base::ErrorCode::Malformed;
    error.message = fmt::format("the file read back differs from the intended robot: {}",
                                fmt::join(differences, "; "));
    error.file = file.string();
    return tl::unexpected(std::move(error));
}

} // namespace sideline::robot
