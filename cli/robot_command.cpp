// `sideline robot`: shows, checks, compares, changes and writes robot descriptions.
#include "cli/robot_command.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/import/robot_import.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_checks.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "agentcore/robot/workshop/robot_file.h"
#include "agentcore/robot/workshop/urdf_text.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "cli/simulation_arguments.h"
#include "motions/analysis/holding_load.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/resolve.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;
using math::degFromRad;
using robot::RobotModel;
using robot::RobotModelPtr;

// A robot, the location of its scene files, and how they are read.
struct RobotChoice {
    std::string name;
    RobotFolders folders;
    int type = 0;
    bool mergesFixed = false;
};

void addChoice(CLI::App& command, RobotChoice& choice) {
    command
        .add_option(
            "ROBOT", choice.name,
            "nao0 to nao4, soccerbot056, T1, ... (`sideline robot list`), a scene file (its path "
            "or, with --robots, the name that agents use for it), or a robot in URDF or MJCF "
            "(.urdf, .xml, .mjcf)")
        ->required();
    addRobotsOption(command, choice.folders);
    command.add_option("--type", choice.type, "robot type, for scene files")
        ->capture_default_str()
        ->check(CLI::Range(0, 100));
    command.add_flag("--merge-fixed", choice.mergesFixed,
                     "in URDF and MJCF, merge bodies without a joint with their parents");
}

// Whether a robot is given by the path of its file, not by the name that agents use.
bool isPath(const RobotChoice& choice) {
    std::error_code fault;
    const bool isInFolders = fs::path(choice.name).is_relative() &&
                             std::ranges::any_of(choice.folders, [&](const std::string& folder) {
                                 return fs::is_regular_file(fs::path(folder) / choice.name, fault);
                             });
    return robot::hasImportName(choice.name) ||
           (choice.name.ends_with(".rsg") && !isInFolders && fs::exists(choice.name, fault));
}

// Reads a robot from its file and prints what could not be read.
RobotModelPtr readRobot(const RobotChoice& choice) {
    const auto read = robot::readRobotFile(
        choice.name, {choice.type, pathsOf(choice.folders),
                      choice.mergesFixed ? robot::FixedBodies::Merge : robot::FixedBodies::Keep});
    if (!read) {
        printError(read.error().toString());
        return nullptr;
    }
    for (const robot::ImportNote& note : read->notes) {
        fmt::print(stderr, "{}\n", note.toString());
    }
    return read->model;
}

RobotModelPtr findRobot(const RobotChoice& choice) {
    if (isPath(choice)) {
        return readRobot(choice);
    }
    robot::RobotCatalog catalog;
    catalog.setFolders(pathsOf(choice.folders));
    const auto found = choice.name.ends_with(".rsg") ? catalog.find(choice.name, choice.type)
                                                     : catalog.namedOfAny(choice.name);
    if (!found) {
        printError(found.error().toString());
        return nullptr;
    }
    return *found;
}

std::string angle(double rad) {
    return std::isfinite(rad) ? fmt::format("{:.4g}", degFromRad(rad)) : "-";
}

std::string vectorText(const Eigen::Vector3d& v) {
    const auto tidy = [](double value) { return std::abs(value) < 1e-9 ? 0.0 : value; };
    return fmt::format("{:.4g} {:.4g} {:.4g}", tidy(v.x()), tidy(v.y()), tidy(v.z()));
}

std::string shapeText(const robot::Shape& shape) {
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        return fmt::format("box {}", vectorText(box->sizeM));
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        return fmt::format("capsule {:.4g} {:.4g}", capsule->radiusM, capsule->lengthM);
    }
    return fmt::format("sphere {:.4g}", std::get<robot::Sphere>(shape).radiusM);
}

void printRobot(const RobotModel& model, const std::string& origin) {
    fmt::print("{:<14}{:>8}{:>8}{:>10.3f}  {}\n", model.name(), model.bodies().size(),
               model.joints().size(), model.massKg(), origin);
}

int listRobots() {
    fmt::print("{:<14}{:>8}{:>8}{:>10}  {}\n", "name", "bodies", "joints", "mass, kg",
               "scene file, type");
    const robot::RobotCatalog catalog;
    for (const auto& entry : catalog.entries()) {
        printRobot(*entry.model, fmt::format("{} {}", entry.file, entry.type));
    }
    for (const robot::MujocoRobot each : robot::kMujocoRobots) {
        printRobot(robot::mujocoRobotModel(each), "rcssservermj");
    }
    return kExitGood;
}

int depthOf(const RobotModel& model, robot::BodyId body) {
    int depth = 0;
    for (; model.body(body).parent.isValid(); body = model.body(body).parent) {
        ++depth;
    }
    return depth;
}

// Lists the bodies of a subtree depth first.
void addSubtree(const RobotModel& model, robot::BodyId top, std::vector<robot::BodyId>& order) {
    order.push_back(top);
    for (std::size_t i = top.index() + 1; i < model.bodies().size(); ++i) {
        if (model.bodies()[i].parent == top) {
            addSubtree(model, robot::BodyId(i), order);
        }
    }
}

int show(const RobotChoice& choice) {
    const RobotModelPtr model = findRobot(choice);
    if (!model) {
        return kExitFailed;
    }
    fmt::print("{}: {} bodies, {} joints, {:.4g} kg\n\n", model->name(), model->bodies().size(),
               model->joints().size(), model->massKg());
    fmt::print("{:<20}{:>10}  {:<26}{:<24}{:<28}{}\n", "body", "mass, kg", "shape, m",
               "in its parent, m", "inertia, g m2", "joint");
    std::vector<robot::BodyId> order;
    addSubtree(*model, robot::BodyId(std::size_t{0}), order);
    for (const robot::BodyId id : order) {
        const robot::Body& body = model->body(id);
        const std::string joint = body.joint.isValid() ? robot::axisName(*model, body.joint) : "";
        const std::string name(2 * static_cast<std::size_t>(depthOf(*model, id)), ' ');
        fmt::print("{:<20}{:>10.4g}  {:<26}{:<24}{:<28}{}{}\n", name + body.name, body.massKg,
                   shapeText(body.shape), vectorText(body.p_ParentBody),
                   vectorText(1000.0 * robot::inertiaKgM2(body).diagonal()), joint,
                   body.collides   ? ""
                   : joint.empty() ? "no collider"
                                   : ", no collider");
    }
    fmt::print("\n{:<12}{:<12}{:>9}{:>9}{:>9}{:>9}  {:<24}{}\n", "joint", "turns", "min, deg",
               "max, deg", "deg/s", "N m", "axis", "anchor in the body, m");
    for (std::size_t i = 0; i < model->joints().size(); ++i) {
        const robot::Joint& joint = model->joints()[i];
        fmt::print("{:<12}{:<12}{:>9}{:>9}{:>9}{:>9.4g}  {:<24}{}\n",
                   robot::axisName(*model, robot::JointId(i)), model->body(joint.child).name,
                   angle(joint.minRad), angle(joint.maxRad), angle(joint.maxSpeedRadPerS),
                   joint.dynamics.maxTorqueNm, vectorText(joint.axis),
                   vectorText(joint.anchor_Child));
    }
    return kExitGood;
}

int printChecks(const RobotModel& model) {
    int status = kExitGood;
    for (const robot::RobotFinding& finding : robot::checkRobot(model)) {
        const bool isError = finding.severity == robot::RobotFinding::Severity::Error;
        fmt::print("{}: {}: {}\n", isError ? "error" : "warning", finding.subject, finding.text);
        status = isError ? kExitFound : status;
    }
    return status;
}

int check(const RobotChoice& choice) {
    const RobotModelPtr model = findRobot(choice);
    if (!model) {
        return kExitFailed;
    }
    const int status = printChecks(*model);
    if (status == kExitGood) {
        fmt::print("{}: good\n", model->name());
    }
    return status;
}

int compare(const RobotChoice& first, const std::string& second) {
    const RobotModelPtr before = findRobot(first);
    const RobotModelPtr after =
        before ? findRobot({second, first.folders, first.type, first.mergesFixed}) : nullptr;
    if (!after) {
        return kExitFailed;
    }
    const auto differences = robot::robotDifferences(*before, *after);
    for (const std::string& line : differences) {
        fmt::print("{}\n", line);
    }
    if (differences.empty()) {
        fmt::print("no difference\n");
    }
    return kExitGood;
}

// --- reach ---

struct ReachArguments {
    RobotChoice robot;
    std::vector<std::string> bodies;
    std::size_t count = 20'000;
    std::uint64_t seed = 1;
    std::string out;
    bool mayReplace = false;
};

// Returns hands and feet by their roles.
std::vector<robot::BodyId> endsOf(const RobotModel& model) {
    std::vector<robot::BodyId> ends;
    for (const robot::BodyRole role : {robot::BodyRole::RightHand, robot::BodyRole::LeftHand,
                                       robot::BodyRole::RightFoot, robot::BodyRole::LeftFoot}) {
        if (const robot::BodyId body = model.findBody(role); body.isValid()) {
            ends.push_back(body);
        }
    }
    return ends;
}

int reach(const ReachArguments& arguments) {
    const RobotModelPtr model = findRobot(arguments.robot);
    base::OutputSet outputs(arguments.mayReplace);
    if (!model || !areFree(outputs, {arguments.out})) {
        return kExitFailed;
    }
    std::vector<robot::BodyId> bodies;
    for (const std::string& name : arguments.bodies) {
        bodies.push_back(model->findBody(name));
        if (!bodies.back().isValid()) {
            printError(fmt::format("{} has no body '{}' (see `sideline robot show`)", model->name(),
                                   name));
            return kExitFailed;
        }
    }
    if (bodies.empty()) {
        bodies = endsOf(*model);
    }
    std::string csv = "body,right_m,forward_m,up_m\n";
    // No table is printed when a file goes to standard output.
    const bool hasTable = arguments.out != "-";
    if (hasTable) {
        fmt::print("{:<14}{:>16}{:>18}{:>18}{:>14}\n", "far end of", "right, m", "forward, m",
                   "up, m", "farthest, m");
    }
    for (const robot::BodyId body : bodies) {
        const auto points = robot::reachPoints(*model, body, arguments.count, arguments.seed);
        Eigen::AlignedBox3d box;
        double farthestM = 0.0;
        for (const Eigen::Vector3d& point : points) {
            box.extend(point);
            farthestM = std::max(farthestM, point.norm());
            fmt::format_to(std::back_inserter(csv), "{},{:.4f},{:.4f},{:.4f}\n",
                           model->body(body).name, point.x(), point.y(), point.z());
        }
        const auto range = [&](Eigen::Index axis) {
            return points.empty()
                       ? std::string("-")
                       : fmt::format("{:.3f} to {:.3f}", box.min()[axis], box.max()[axis]);
        };
        if (hasTable) {
            fmt::print("{:<14}{:>16}{:>18}{:>18}{:>14.3f}\n", model->body(body).name, range(0),
                       range(1), range(2), farthestM);
        }
    }
    if (arguments.out.empty()) {
        return kExitGood;
    }
    const bool isWritten =
        writeTo(outputs, arguments.out, [&](std::ostream& out) -> base::Expected<void> {
            out << csv;
            return {};
        });
    return isWritten ? kExitGood : kExitFailed;
}

// --- torques ---

int torques(const std::string& file, const MotionArguments& arguments) {
    const auto loaded = loadMotion(file, arguments);
    if (!loaded) {
        return kExitFailed;
    }
    const RobotModel& model = *loaded->models.front();
    const auto resolved = keyframe::resolve(loaded->read.motion, model);
    printFindings(resolved.findings);
    const auto analysis = keyframe::analyze(*resolved.trajectory, model, {});
    const keyframe::HoldingLoad load =
        keyframe::holdingLoad(*analysis, model, loaded->read.motion.endS());
    std::vector<keyframe::HoldingLoad::Extreme> extremes = load.extremes();
    extremes.resize(model.joints().size());
    fmt::print(
        "{} on {}, as if each pose were held still with the lower sole flat on the ground\n\n",
        loaded->read.motion.name, model.name());
    fmt::print("{:<12}{:>14}{:>10}{:>16}\n", "joint", "torque, N m", "at, s", "of its motor");
    std::vector<std::size_t> order(extremes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::ranges::greater(),
                      [&](std::size_t joint) { return std::abs(extremes[joint].torqueNm); });
    for (const std::size_t joint : order) {
        const double motorNm = model.joints()[joint].dynamics.maxTorqueNm;
        fmt::print("{:<12}{:>14.3f}{:>10.2f}{:>16}\n",
                   robot::axisName(model, robot::JointId(joint)), extremes[joint].torqueNm,
                   extremes[joint].timeS,
                   motorNm > 0.0 ? fmt::format("{:.0f} %",
                                               100.0 * std::abs(extremes[joint].torqueNm) / motorNm)
                                 : "-");
    }
    fmt::print("\nminimum stability margin {:.0f} mm, at {:.2f} s\n",
               1000.0 * load.minMargin().marginM, load.minMargin().timeS);
    return kExitGood;
}

// --- Denavit-Hartenberg ---

int printDh(const RobotChoice& choice) {
    const RobotModelPtr model = findRobot(choice);
    if (!model) {
        return kExitFailed;
    }
    constexpr std::pair<robot::LimbId, const char*> kLimbs[] = {
        {robot::LimbId::Head, "head"},
        {robot::LimbId::RightHand, "right arm"},
        {robot::LimbId::LeftHand, "left arm"},
        {robot::LimbId::RightFoot, "right leg"},
        {robot::LimbId::LeftFoot, "left leg"}};
    bool hasAny = false;
    for (const auto& [limb, name] : kLimbs) {
        const robot::LimbChain* chain = robot::limbChain(*model, limb);
        if (chain == nullptr) {
            continue;
        }
        hasAny = true;
        const robot::DhTable table = robot::dhTable(*model, *chain);
        fmt::print("{}\n{:<10}{:>16}{:>10}{:>10}{:>12}\n", name, "joint", "theta, deg", "d, m",
                   "a, m", "alpha, deg");
        for (const robot::DhRow& row : table.rows) {
            const double offset = degFromRad(row.thetaOffsetRad);
            fmt::print("{:<10}{:>16}{:>10.5f}{:>10.5f}{:>12.3f}\n",
                       robot::axisName(*model, row.joint),
                       fmt::format("{}q{:+.3f}", row.sign < 0.0 ? "-" : "", offset), row.dM, row.aM,
                       degFromRad(row.alphaRad));
        }
        fmt::print("\n");
    }
    if (!hasAny) {
        printError(
            fmt::format("{}: no limbs; expected a robot with two legs, two arms or a movable head",
                        model->name()));
        return kExitFailed;
    }
    return kExitGood;
}

// --- writing ---

struct WriteArguments {
    RobotChoice robot;
    std::vector<std::string> changes;
    std::string scene; // scene path in the robots' folder
    std::string urdf;
    bool mayReplace = false;
};

bool writeText(base::OutputSet& outputs, const std::string& file, const std::string& text) {
    return writeTo(outputs, file, [&](std::ostream& out) -> base::Expected<void> {
        out << text;
        return {};
    });
}

// Reads the file back and compares it with the intended robot.
bool readsBack(const fs::path& scene, const RobotModel& meant) {
    const auto read = robot::checkReadsBack(scene, meant);
    if (!read) {
        printError(read.error().toString());
    }
    return read.has_value();
}

int write(const WriteArguments& arguments) {
    const RobotModelPtr original = findRobot(arguments.robot);
    if (!original) {
        return kExitFailed;
    }
    if (arguments.scene.empty() && arguments.urdf.empty()) {
        printError("nothing to write; expected --scene FILE.rsg or --urdf FILE");
        return kExitFailed;
    }
    base::OutputSet outputs(arguments.mayReplace);
    if (!areFree(outputs, {arguments.scene, arguments.urdf})) {
        return kExitFailed;
    }
    robot::RobotEdit edit(*original);
    for (const std::string& change : arguments.changes) {
        if (const auto set = edit.set(change); !set) {
            printError(fmt::format("--set {}: {}", change, set.error().toString()));
            return kExitFailed;
        }
    }
    const fs::path name = arguments.scene.empty() ? arguments.urdf : arguments.scene;
    const RobotModel model = edit.build(name.stem().string());
    for (const std::string& difference : robot::robotDifferences(*original, model)) {
        fmt::print(stderr, "{}\n", difference);
    }
    for (const robot::RobotFinding& finding : robot::checkRobot(model)) {
        fmt::print(stderr, "{}: {}\n", finding.subject, finding.text);
    }
    if (!arguments.scene.empty()) {
        if (const auto lost = robot::withoutShapeInertia(model); !lost.empty()) {
            fmt::print(
                stderr,
                "a scene file cannot hold centers of mass and inertias: {} of {} bodies get those "
                "of their shapes\n",
                lost.size(), model.bodies().size());
        }
        if (!writeText(outputs, arguments.scene,
                       robot::rsg::sceneText(model, arguments.robot.type)) ||
            (arguments.scene != "-" && !readsBack(arguments.scene, model))) {
            return kExitFailed;
        }
    }
    if (!arguments.urdf.empty() && !writeText(outputs, arguments.urdf, robot::urdfText(model))) {
        return kExitFailed;
    }
    return kExitGood;
}

void addWrite(CLI::App& robot, int& status) {
    CLI::App* command = robot.add_subcommand(
        "write", "Write a robot, changed or not, as a scene file for servers or as URDF");
    auto arguments = std::make_shared<WriteArguments>();
    addChoice(*command, arguments->robot);
    command->add_option(
        "--set", arguments->changes,
        "change a value, such as rthigh.mass=0.3 or *thigh.stretch=0.02 for both sides "
        "(docs/robots.md)");
    command->add_option("--scene", arguments->scene, "scene file; - is standard output");
    command->add_option("--urdf", arguments->urdf, "URDF file; - is standard output");
    addForceOption(*command, arguments->mayReplace);
    command->callback([arguments, &status] { status = write(*arguments); });
}

} // namespace

void addRobotCommand(CLI::App& app, int& status) {
    CLI::App* robot = app.add_subcommand("robot", "Show, check, compare, change and write robots");
    robot->require_subcommand(1);

    robot->add_subcommand("list", "List the built-in robots")->callback([&status] {
        status = listRobots();
    });

    const auto choiceOf = [&](const char* name, const char* description) {
        CLI::App* command = robot->add_subcommand(name, description);
        auto choice = std::make_shared<RobotChoice>();
        addChoice(*command, *choice);
        return std::pair(command, choice);
    };
    const auto [shown, shownChoice] =
        choiceOf("show", "Show bodies and joints with masses, limits, motors");
    shown->callback([choice = shownChoice, &status] { status = show(*choice); });
    const auto [checked, checkedChoice] = choiceOf(
        "check",
        "Check for implausible masses, joint limits, overlapping bodies and asymmetric sides");
    checked->callback([choice = checkedChoice, &status] { status = check(*choice); });
    const auto [dh, dhChoice] = choiceOf("dh", "Print Denavit-Hartenberg tables of the limbs");
    dh->callback([choice = dhChoice, &status] { status = printDh(*choice); });

    const auto [compared, first] = choiceOf("compare", "Show the differences between two robots");
    auto second = std::make_shared<std::string>();
    compared->add_option("OTHER", *second, "the other robot")->required();
    compared->callback([first = first, second, &status] { status = compare(*first, *second); });

    CLI::App* reached =
        robot->add_subcommand("reach", "Compute the space that hands and feet can reach");
    auto reachArguments = std::make_shared<ReachArguments>();
    addChoice(*reached, reachArguments->robot);
    reached->add_option("--body", reachArguments->bodies, "bodies instead of hands and feet");
    reached->add_option("--count", reachArguments->count, "random postures for each")
        ->capture_default_str()
        ->check(CLI::Range(1, 10'000'000));
    reached->add_option("--seed", reachArguments->seed, "random seed")->capture_default_str();
    reached->add_option(
        "--out", reachArguments->out,
        "write the points to this CSV file, in the torso's frame; - is standard output");
    addForceOption(*reached, reachArguments->mayReplace);
    reached->callback([reachArguments, &status] { status = reach(*reachArguments); });

    CLI::App* held = robot->add_subcommand(
        "torques",
        "Compute the torques and the stability margin for holding the poses of a motion");
    auto file = std::make_shared<std::string>();
    auto read = std::make_shared<MotionArguments>();
    held->add_option("MOTION", *file, "motion file, or name of a shipped motion")->required();
    addReadOptions(*held, *read);
    addRobotOption(*held, *read);
    addMotionOption(*held, *read);
    held->callback([file, read, &status] { status = torques(*file, *read); });

    addWrite(*robot, status);
}

} // namespace sideline::cli
