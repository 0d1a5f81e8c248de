#include "simulator/monitor/robot_appearance.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace sideline::simulator {

namespace {

using game::Side;
using monitor::NodeKind;

// Materials as named in the model files. Joining a team replaces the first two.
constexpr std::string_view kNumber = "matNum";
constexpr std::string_view kTeam = "matTeam";
constexpr std::string_view kType = "matType"; // prefix of a name that ends with the type number

// A body of the Nao that has a model file.
struct NaoMesh {
    std::string_view body; // name in the robot's description, or the name without its prefix r or l
    std::string_view file; // empty: same as the body's name
    bool hasFilePerType = false;
    bool isTurned = false;
    double scale = 1.0;
    std::array<std::string_view, 4>
        materials{}; // materials in alphabetical order, as on the server
};

constexpr std::array kNaoMeshes = {
    NaoMesh{"torso", "naobody", true, true, 0.1, {kNumber, kTeam, kType, "naowhite"}},
    NaoMesh{"head", "naohead", false, true, 0.1, {kTeam, "naoblack", "naogrey", "naowhite"}},
    NaoMesh{"upperarm", "", true, false, 0.07, {kTeam, kType, "naowhite"}},
    NaoMesh{"lowerarm", "", false, false, 0.05, {kTeam, "naowhite"}},
    NaoMesh{"rthigh", "", false, false, 0.07, {kNumber, kTeam, "naowhite"}},
    NaoMesh{"lthigh", "", false, false, 0.07, {kTeam, "naowhite"}},
    NaoMesh{"shank", "", true, false, 0.08, {kTeam, kType, "naowhite"}},
    NaoMesh{"foot", "", false, false, 0.08, {kTeam, "naowhite"}},
    NaoMesh{"toe", "", false, false, 0.08, {kTeam, "naowhite"}},
};
constexpr int kTypesWithMaterial = 4; // the model files of type 4 have no material of their own
constexpr double kWholeFootYM = 0.16; // width for which the foot's model file was made
constexpr std::string_view kToe = "toe";
constexpr std::string_view kFoot = "foot";

std::string paint(std::string_view material, int typeNumber, const game::PlayerId& id) {
    if (material == kType) {
        return fmt::format("{}{}", kType, typeNumber);
    }
    if (id.side != Side::None && material == kNumber) {
        return fmt::format("{}{}", kNumber, id.unum.value());
    }
    if (id.side != Side::None && material == kTeam) {
        return id.side == Side::Left ? "matLeft" : "matRight";
    }
    return std::string(material);
}

std::array<float, 3> toScale(double x, double y, double z) {
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
}

Eigen::Vector3d boxSizeM(const robot::Body& body) {
    const auto* box = std::get_if<robot::Box>(&body.shape);
    return box != nullptr ? box->sizeM : Eigen::Vector3d::Ones();
}

// The server's scene files pass numbers as text with six digits, even for intermediate results.
double sixDigits(double value) {
    const std::string text = fmt::format("{:.6g}", value);
    double rounded = value;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded;
}

double sixDigitRatio(double dividend, double divisor) {
    return sixDigits(sixDigits(dividend) / sixDigits(divisor));
}

// Feet of robots with toes are shorter, and toes are scaled feet.
std::array<float, 3> meshScale(const robot::RobotModel& model, const robot::Body& body,
                               const NaoMesh& mesh) {
    const Eigen::Vector3d size = boxSizeM(body);
    double y = 1.0;
    double z = 1.0;
    if (mesh.body == kFoot) {
        y = sixDigitRatio(size.y(), kWholeFootYM);
    } else if (mesh.body == kToe) {
        const Eigen::Vector3d foot = boxSizeM(model.body(body.parent));
        y = sixDigitRatio(size.y(), foot.y());
        z = sixDigitRatio(size.z(), foot.z());
    }
    return toScale(mesh.scale, sixDigits(mesh.scale * y), sixDigits(mesh.scale * z));
}

BodyAppearance shapeAppearance(const robot::Shape& shape, std::string material) {
    BodyAppearance result;
    result.kind = NodeKind::SingleMaterialMesh;
    result.materials = {std::move(material)};
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        result.mesh = "StdUnitBox";
        result.scale = toScale(box->sizeM.x(), box->sizeM.y(), box->sizeM.z());
    } else if (const auto* sphere = std::get_if<robot::Sphere>(&shape)) {
        result.mesh = "StdUnitSphere";
        result.scale = toScale(sphere->radiusM, sphere->radiusM, sphere->radiusM);
    } else if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        result.mesh = "StdCapsule";
        result.meshParameters = {fmt::format("{:.6g}", capsule->radiusM),
                                 fmt::format("{:.6g}", capsule->lengthM)};
    }
    return result;
}

BodyAppearance naoAppearance(const robot::RobotModel& model, const robot::Body& body,
                             int typeNumber, const game::PlayerId& id) {
    const std::string_view name = body.name;
    const auto mesh = std::ranges::find_if(kNaoMeshes, [&](const NaoMesh& candidate) {
        return candidate.body == name || candidate.body == name.substr(1);
    });
    if (mesh ==
        kNaoMeshes.end()) { // neck and the hidden bodies of shoulders, elbows, hips and ankles
        return shapeAppearance(body.shape, name == "neck"            ? "matDarkGrey"
                                           : name.ends_with("ankle") ? "matRed"
                                                                     : "matYellow");
    }
    BodyAppearance result;
    const std::string file = mesh->body == kToe
                                 ? fmt::format("{}{}", name.front(), kFoot)
                                 : std::string(mesh->file.empty() ? name : mesh->file);
    result.mesh = mesh->hasFilePerType ? fmt::format("models/{}{}.obj", file, typeNumber)
                                       : fmt::format("models/{}.obj", file);
    result.scale = meshScale(model, body, *mesh);
    result.isTurned = mesh->isTurned;
    for (const std::string_view material : mesh->materials) {
        if (!material.empty() && (material != kType || typeNumber < kTypesWithMaterial)) {
            result.materials.push_back(paint(material, typeNumber, id));
        }
    }
    return result;
}

// Bodies in the team's color (`SingleMatInitEffector`).
bool isJersey(std::string_view body) {
    return body == "lowerTorso" || body.ends_with("shoulder") || body.ends_with("shank");
}

} // namespace

BodyAppearance appearanceOf(const robot::RobotModel& model, robot::BodyId bodyId, int typeNumber,
                            const game::PlayerId& id) {
    const robot::Body& body = model.body(bodyId);
    if (model.name().starts_with("nao")) {
        return naoAppearance(model, body, typeNumber, id);
    }
    const std::string team = id.side == Side::None ? "matGrey" : paint(kTeam, typeNumber, id);
    BodyAppearance result = shapeAppearance(body.shape, isJersey(body.name) ? team : "matGrey");
    if (!body.parent.isValid()) {
        result.materials = {paint(kNumber, typeNumber, id), team};
    }
    return result;
}

} // namespace sideline::simulator
