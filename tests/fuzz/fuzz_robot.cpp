// Robots from arbitrary bytes. The first byte selects: `d`, a description as in recordings; `s`, a
// scene file of a server; `x`, a robot in URDF or MJCF; `v`, a script with a server's values and,
// after an empty line, an expression; otherwise changes of a Nao, one per line. Parsing gives a
// robot that is written and parsed identically, or an error with a reason.

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "agentcore/robot/catalog/robot_description.h"
#include "agentcore/robot/import/robot_import.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/rsg/robot_scene.h"
#include "agentcore/robot/rsg/ruby_values.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
namespace fs = std::filesystem;

void checkModel(const robot::RobotModel& model) {
    for (const robot::Body& body : model.bodies()) {
        require(std::isfinite(body.massKg) && body.massKg > 0.0, "masses are above zero");
    }
    const std::string once = robot::describe(model);
    const auto back = robot::readDescription(once);
    require(back.has_value(), "what is described can be read");
    require(robot::describe(**back) == once, "and is the same");
}

void checkDescription(std::string_view text) {
    const auto read = robot::readDescription(text);
    if (read) {
        checkModel(**read);
    } else {
        require(!read.error().message.empty(), "an error states what is wrong");
    }
}

// A folder with the single scene, in memory if possible.
const fs::path& folder() {
    static const fs::path made = [] {
        const fs::path parent = fs::exists("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
        const fs::path path = parent / ("sideline-fuzz-robot-" + std::to_string(::getpid()));
        fs::create_directories(path);
        return path;
    }();
    return made;
}

base::Expected<robot::RobotModel> readScene(std::string_view text) {
    std::ofstream(folder() / "a.rsg", std::ios::binary) << text;
    return robot::rsg::readRobotScene("a.rsg", {{folder()}, {"0"}, {}});
}

void checkScene(std::string_view text) {
    const auto model = readScene(text);
    if (!model) {
        require(!model.error().message.empty(), "an error states what is wrong");
        return;
    }
    checkModel(*model);
    const auto back = readScene(robot::rsg::sceneText(*model, 0));
    require(back.has_value() || !back.error().message.empty(), "what is written is read");
}

void checkImport(std::string_view text) {
    std::ofstream(folder() / "a.xml", std::ios::binary) << text;
    const auto read = robot::importRobot(folder() / "a.xml");
    if (!read) {
        require(!read.error().message.empty(), "an error states what is wrong");
        return;
    }
    checkModel(read->model);
}

void checkValues(std::string_view text) {
    const std::size_t end = text.find("\n\n");
    robot::rsg::RubyValues values;
    if (const auto added = values.addScript(text.substr(0, end)); !added) {
        require(added.error().line.has_value() && !added.error().message.empty(),
                "an error states where and why");
    }
    if (end != std::string_view::npos) {
        const auto value = values.evaluate(text.substr(end + 2));
        require(value.has_value() || !value.error().message.empty(), "a value or a reason");
    }
}

void checkEdits(std::string_view text) {
    robot::RobotEdit edit(robot::naoModel(robot::NaoType::Standard));
    for (int i = 0; i < 30 && !text.empty(); ++i) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto done =
            i % 2 == 0 ? edit.set(text.substr(0, end)) : edit.setBothSides(text.substr(0, end));
        require(done.has_value() || !done.error().message.empty(), "it states what is wrong");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    checkModel(edit.build("changed"));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (text.empty()) {
        return 0;
    }
    switch (text.front()) {
    case 'd':
        checkDescription(text.substr(1));
        break;
    case 's':
        checkScene(text.substr(1));
        break;
    case 'x':
        checkImport(text.substr(1));
        break;
    case 'v':
        checkValues(text.substr(1));
        break;
    default:
        checkEdits(text);
    }
    return 0;
}
