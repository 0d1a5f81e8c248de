#include "agentcore/robot/workshop/robot_file.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool hasByteOrderMark(const fs::path& file) {
    std::array<char, kByteOrderMark.size()> beginning{};
    const auto input = base::InputFile::open(file);
    return input && input->readAt(0, beginning) == beginning.size() &&
           std::string_view(beginning.data(), beginning.size()) == kByteOrderMark;
}

// Returns the scene files of a server's data folder, sorted.
std::vector<fs::path> sceneFilesIn(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code fault;
    for (fs::recursive_directory_iterator each(folder / "rsg", fault), end; !fault && each != end;
         each.increment(fault)) {
        if (each->path().extension() == ".rsg") {
            files.push_back(each->path());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::string namesOf(const std::vector<fs::path>& folders) {
    std::vector<std::string> names;
    for (const fs::path& folder : folders) {
        names.push_back(folder.string());
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

bool hasShapeInertia(const Body& body) {
    return !body.inertiaKgM2 && body.p_BodyCom.isZero(0.0);
}

// Returns the robot with the masses of its shapes, as in a scene file.
RobotModel withShapeInertia(const RobotModel& model) {
    std::vector<Body> bodies(model.bodies().begin(), model.bodies().end());
    for (Body& body : bodies) {
        body.p_BodyCom.setZero();
        body.inertiaKgM2.reset();
    }
    return RobotModel(model.name(), std::move(bodies),
                      std::vector<Joint>(model.joints().begin(), model.joints().end()),
                      model.percepts(), model.traits());
}

} // namespace

std::vector<std::string> withoutShapeInertia(const RobotModel& model) {
    std::vector<std::string> names;
    for (const Body& body : model.bodies()) {
        if (!hasShapeInertia(body)) {
            names.push_back(body.name);
        }
    }
    return names;
}

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
    return readRobotFile(file, RobotReading{.type = type});
}

base::Expected<RobotFile> readRobotFile(const fs::path& file, const RobotReading& reading) {
    if (hasImportName(file)) {
        auto imported = importRobot(file, reading.fixed);
        if (!imported) {
            return tl::unexpected(imported.error());
        }
        RobotFile found;
        found.model = std::make_shared<const RobotModel>(std::move(imported->model));
        found.notes = std::move(imported->notes);
        return found;
    }
    const auto text = base::readTextFile(file, kMaxSceneBytes, "a robot's scene file");
    if (!text) {
        return tl::unexpected(text.error());
    }
    const SceneFilePlace place = scenePlaceOf(file);
    RobotCatalog catalog;
    std::vector<fs::path> folders = reading.moreFolders;
    folders.insert(folders.begin(), place.folder);
    catalog.setFolders(folders);
    const auto read = catalog.find(place.scenePath, reading.type);
    if (!read) {
        return tl::unexpected(read.error().inFile(file.string()));
    }
    RobotFile found;
    found.takesType = text->find("(templ") != std::string::npos;
    const std::string stem = file.stem().string();
    found.model = std::make_shared<const RobotModel>(
        renamed(**read, found.takesType ? fmt::format("{} {}", stem, reading.type) : stem));
    found.isWhole = !found.takesType && *text == rsg::sceneText(*found.model);
    if (hasByteOrderMark(file)) {
        found.isWhole = false;
        found.notes.push_back(
            {file.string(), 1,
             "the file begins with a byte order mark, so rcssserver3d rejects it"});
    }
    return found;
}

base::Expected<std::vector<RobotCatalog::Entry>> readRobotFolders(
    const std::vector<fs::path>& folders) {
    std::vector<fs::path> files;
    for (const fs::path& folder : folders) {
        const std::vector<fs::path> found = sceneFilesIn(folder);
        files.insert(files.end(), found.begin(), found.end());
    }
    std::vector<RobotCatalog::Entry> robots;
    for (const fs::path& file : files) {
        for (int type = 0; type < kMaxTypes; ++type) {
            const auto read = readRobotFile(file, RobotReading{type, folders});
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
                             fmt::format("{}: contains no robot's scene file", namesOf(folders)),
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
    const auto differences = robotDifferences(withShapeInertia(meant), *read);
    if (differences.empty()) {
        return {};
    }
    base::Error error;
    error.code = base::ErrorCode::Malformed;
    error.message =
        fmt::format("the robot that was read back differs: {}", fmt::join(differences, "; "));
    error.file = file.string();
    return tl::unexpected(std::move(error));
}

} // namespace sideline::robot
