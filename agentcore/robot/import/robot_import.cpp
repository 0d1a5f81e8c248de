#include "agentcore/robot/import/robot_import.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/robot/import/body_tree.h"
#include "agentcore/robot/import/mjcf_reader.h"
#include "agentcore/robot/import/urdf_reader.h"
#include "agentcore/robot/import/xml_sources.h"

namespace sideline::robot {

namespace {

using base::ErrorCode;
namespace fs = std::filesystem;

constexpr std::size_t kBeginningBytes = std::size_t{64} << 10U;

std::string endingOf(const fs::path& file) {
    return imported::lowerCase(file.extension().string());
}

// Returns the name of the first element of an XML file, given the file's beginning; not set if
// there is none.
std::string_view firstElement(std::string_view text) {
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("<!--")) {
            at = text.find("-->", at);
        } else if (rest.starts_with("<?") || rest.starts_with("<!")) {
            at = text.find('>', at);
        } else {
            return rest.substr(1, rest.find_first_of(" \t\r\n/>", 1) - 1);
        }
    }
    return {};
}

} // namespace

bool hasImportName(const fs::path& file) {
    constexpr std::array<std::string_view, 3> kEndings = {".urdf", ".mjcf", ".xml"};
    return std::ranges::find(kEndings, endingOf(file)) != kEndings.end();
}

bool isImportable(const fs::path& file) {
    if (!hasImportName(file) || endingOf(file) != ".xml") {
        return hasImportName(file);
    }
    const auto input = base::InputFile::open(file);
    if (!input) {
        return false;
    }
    std::string beginning(kBeginningBytes, '\0');
    const auto size = input->readAt(0, beginning);
    const std::string_view element =
        firstElement(std::string_view(beginning).substr(0, size ? *size : std::size_t{0}));
    return element == "robot" || element == "mujoco";
}

base::Expected<ImportedRobot> importRobot(const fs::path& file, FixedBodies fixed) {
    imported::XmlSources sources;
    const auto root = sources.open(file);
    if (!root) {
        return tl::unexpected(root.error());
    }
    const std::string_view format = root->name();
    if (format != "robot" && format != "mujoco") {
        return tl::unexpected(imported::errorAt(sources.place(*root), ErrorCode::Malformed,
                                                fmt::format("the first element is <{}>", format),
                                                "<robot> (URDF) or <mujoco> (MJCF)"));
    }
    if (format == "mujoco") {
        if (auto done = sources.followIncludes(*root); !done) {
            return tl::unexpected(done.error());
        }
    }
    auto tree =
        format == "robot" ? imported::readUrdf(sources, *root) : imported::readMjcf(sources, *root);
    if (!tree) {
        return tl::unexpected(tree.error());
    }
    return imported::buildRobot(*tree, file.stem().string(), fixed);
}

} // namespace sideline::robot
