#include "agentcore/robot/import/mjcf_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/robot/import/mjcf_values.h"

namespace sideline::robot::imported {

namespace {

using base::ErrorCode;
using Eigen::Vector3d;
using pugi::xml_node;

constexpr std::size_t kMaxParts = 500;
constexpr double kDefaultDensity = 1000.0; // kg/m3
constexpr double kShortestHinge = 1e-9;
constexpr double kSameAnchorM = 1e-6;
// Torque of a motor without a limit, N m.
constexpr double kUnlimitedNm = 1000.0;

constexpr std::array<std::string_view, 13> kSilent = {
    "worldbody", "compiler", "default",  "option", "size",   "statistic", "visual",
    "asset",     "contact",  "keyframe", "custom", "sensor", "actuator"};

// The context of an element: its part, the pose of the frame around it, its default class.
struct Surroundings {
    int part = -1;
    math::Pose X_PartFrame;
    std::string childClass = "main";
};

class MjcfReader {
public:
    explicit MjcfReader(const XmlSources& sources) : m_read(sources) {}

    base::Expected<ImportedTree> run(const xml_node& root) && {
        readSettings(root);
        xml_node robot;
        for (const xml_node& section : elements(root)) {
            if (std::string_view(section.name()) == "worldbody") {
                findRobot(section, robot);
            }
        }
        if (!robot) {
            m_read.fail(root, "there is no robot", "a <body> in <worldbody>");
        }
        if (!m_read.error()) {
            readBody(robot, {});
        }
        for (const xml_node& section : elements(root)) {
            if (std::string_view(section.name()) == "actuator") {
                readActuators(section);
            }
        }
        // Comes after everything that refers to joints, because it renames them.
        for (const xml_node& section : elements(root)) {
            if (std::string_view(section.name()) == "sensor") {
                readNames(section);
            }
        }
        if (m_read.error()) {
            return tl::unexpected(*m_read.error());
        }
        return std::move(m_tree);
    }

private:
    [[nodiscard]] std::vector<xml_node> elements(const xml_node& parent) const {
        return m_read.sources().elements(parent);
    }
    MjcfElement element(const xml_node& node, const std::string& childClass) {
        return {m_read, m_compiler, m_defaults, node, childClass};
    }
    void note(const xml_node& node, const std::string& text) {
        m_tree.notes.add(m_read.sources().place(node), text);
    }
    ImportedPart& part(int index) { return m_tree.parts[static_cast<std::size_t>(index)]; }

    // Settings apply to the whole file, wherever they are in it.
    void readSettings(const xml_node& root) {
        for (const xml_node& section : elements(root)) {
            const std::string_view tag = section.name();
            if (tag == "compiler") {
                m_compiler.read(m_read, section);
            } else if (tag == "default") {
                m_defaults.read(m_read, section);
            } else if (std::ranges::find(kSilent, tag) == kSilent.end()) {
                note(section, fmt::format("<{}> is ignored", tag));
            }
        }
    }

    static bool isFree(const xml_node& element) {
        return std::string_view(element.name()) == "freejoint" ||
               (std::string_view(element.name()) == "joint" &&
                std::string_view(element.attribute("type").value()) == "free");
    }

    // The robot is the body with a free joint, or the only body.
    void findRobot(const xml_node& world, xml_node& robot) {
        std::vector<xml_node> bodies;
        std::vector<xml_node> free;
        for (const xml_node& child : elements(world)) {
            if (std::string_view(child.name()) == "body") {
                bodies.push_back(child);
                if (std::ranges::any_of(elements(child), isFree)) {
                    free.push_back(child);
                }
            } else if (std::string_view(child.name()) != "light" &&
                       std::string_view(child.name()) != "camera") {
                note(child, fmt::format("a <{}> in the world is ignored", child.name()));
            }
        }
        const std::vector<xml_node>& candidates = free.empty() ? bodies : free;
        if (candidates.size() > 1 || (robot && !candidates.empty())) {
            return m_read.fail(candidates.back(), "the world contains several bodies",
                               "one robot: a single body, or a single one with a free joint",
                               ErrorCode::UnsupportedFormat);
        }
        for (const xml_node& body : bodies) {
            if (body != candidates.front()) {
                note(body, fmt::format("body '{}' in the world is ignored",
                                       body.attribute("name").value()));
            }
        }
        if (!candidates.empty()) {
            robot = candidates.front();
        }
    }

    void readBody(const xml_node& node, const Surroundings& around) {
        if (m_tree.parts.size() >= kMaxParts) {
            return m_read.fail(node, "the robot has too many bodies",
                               fmt::format("at most {}", kMaxParts), ErrorCode::LimitExceeded);
        }
        const int index = static_cast<int>(m_tree.parts.size());
        ImportedPart body;
        body.name = node.attribute("name").value();
        body.place = m_read.sources().place(node);
        body.parent = around.part;
        if (around.part >= 0) {
            body.X_ParentPart = around.X_PartFrame * element(node, around.childClass).pose();
        }
        m_tree.parts.push_back(std::move(body));
        m_fromGeoms.emplace_back();
        m_hasInertial.push_back(false);
        Surroundings inside{index, {}, around.childClass};
        readContents(node, inside);
        const bool usesGeoms = m_compiler.inertiaFromGeom == "true" ||
                               (m_compiler.inertiaFromGeom == "auto" &&
                                !m_hasInertial[static_cast<std::size_t>(index)]);
        if (usesGeoms) {
            part(index).mass = m_fromGeoms[static_cast<std::size_t>(index)];
        }
        checkAxes(node, part(index));
    }

    // Reads the contents of a body or of a frame in a body.
    void readContents(const xml_node& node, Surroundings around) {
        if (const pugi::xml_attribute own = node.attribute("childclass")) {
            around.childClass = own.value();
            if (!m_defaults.contains(around.childClass)) {
                m_read.fail(own, fmt::format("unknown default class '{}'", own.value()),
                            "a class of <default>");
            }
        }
        for (const xml_node& child : elements(node)) {
            const std::string_view tag = child.name();
            if (m_read.error()) {
                return;
            }
            if (tag == "body") {
                readBody(child, around);
            } else if (tag == "frame") {
                Surroundings inside = around;
                inside.X_PartFrame = around.X_PartFrame * element(child, around.childClass).pose();
                readContents(child, inside);
            } else if (tag == "inertial") {
                m_hasInertial[static_cast<std::size_t>(around.part)] = true;
                part(around.part).mass =
                    readInertial(element(child, around.childClass)).inFrame(around.X_PartFrame);
            } else if (tag == "geom") {
                addGeom(element(child, around.childClass), around);
            } else if (tag == "joint" || tag == "freejoint") {
                addJoint(child, around);
            } else if (tag == "site" || tag == "camera") {
                addFrame(child, around);
            } else if (tag == "replicate" || tag == "composite" || tag == "flexcomp" ||
                       tag == "attach") {
                m_read.fail(child, fmt::format("bodies are generated by <{}>", tag),
                            "bodies written out in the file", ErrorCode::UnsupportedFormat);
            } else if (tag != "light") {
                note(child, fmt::format("<{}> is ignored", tag));
            }
        }
    }

    void addGeom(const MjcfElement& source, const Surroundings& around) {
        if (source.text("type", "sphere") == "plane" || source.text("type", "") == "hfield") {
            return note(source.node(), "planes and height fields are ignored");
        }
        ImportedGeom geom = readGeom(source);
        if (m_read.error()) {
            return;
        }
        geom.X_PartGeom = around.X_PartFrame * geom.X_PartGeom;
        const double group = source.number("group", 0.0);
        if (group >= m_compiler.minInertiaGroup && group <= m_compiler.maxInertiaGroup) {
            const double massKg = source.attribute("mass")
                                      ? source.number("mass", 0.0)
                                      : volumeM3(geom) * source.number("density", kDefaultDensity);
            if (massKg < 0.0) {
                source.fail("a geom has negative mass", "0 kg or more");
            }
            m_fromGeoms[static_cast<std::size_t>(around.part)].add(massOf(geom, massKg));
        }
        const bool collides =
            source.number("contype", 1.0) != 0.0 || source.number("conaffinity", 1.0) != 0.0;
        ImportedPart& body = part(around.part);
        (collides ? body.colliders : body.visuals).push_back(std::move(geom));
    }

    void addJoint(const xml_node& node, const Surroundings& around) {
        ImportedPart& body = part(around.part);
        const MjcfElement source = element(node, around.childClass);
        const std::string type = isFree(node) ? "free" : source.text("type", "hinge");
        const std::string name = node.attribute("name").value();
        if (body.parent < 0) {
            if (type != "free") {
                note(node, "joints between the robot and the world are ignored");
            }
            m_rootJoints.insert(name);
            return;
        }
        if (type != "hinge") {
            return source.fail(fmt::format("joint '{}' has type '{}'", name, type),
                               "a hinge: joints that rotate about one axis",
                               ErrorCode::UnsupportedFormat);
        }
        ImportedAxis axis;
        axis.name = name;
        axis.place = source.place();
        axis.p_PartAnchor = around.X_PartFrame * source.vector("pos", Vector3d::Zero());
        const Vector3d direction = source.vector("axis", Vector3d::UnitZ());
        if (direction.norm() < kShortestHinge) {
            return source.fail(fmt::format("joint '{}' has no axis", name),
                               "an axis of nonzero length");
        }
        axis.axis = around.X_PartFrame.R * direction.normalized();
        readRange(source, axis);
        for (const char* property : {"damping", "armature", "frictionloss", "stiffness"}) {
            if (source.number(property, 0.0) != 0.0) {
                note(node, "damping, armature, friction and springs of joints are ignored");
                break;
            }
        }
        if (!name.empty() && source.isLimited("actuatorfrclimited", "actuatorfrcrange")) {
            m_maxTorqueNm[name] = largest(source.numbers("actuatorfrcrange", 2, 2));
        }
        body.axes.push_back(std::move(axis));
    }

    void readRange(const MjcfElement& source, ImportedAxis& axis) {
        const std::vector<double> range = source.numbers("range", 2, 2);
        if (range.empty() || !source.isLimited("limited", "range")) {
            return;
        }
        const double referenceRad = m_compiler.angleRad(source.number("ref", 0.0));
        axis.minRad = m_compiler.angleRad(range[0]) - referenceRad;
        axis.maxRad = m_compiler.angleRad(range[1]) - referenceRad;
        if (axis.minRad > axis.maxRad) {
            source.fail(fmt::format("joint '{}' has impossible limits", axis.name),
                        fmt::format("range=\"LOWER UPPER\" in {}",
                                    m_compiler.isDegree ? "degrees" : "radians"));
        }
    }

    void checkAxes(const xml_node& node, const ImportedPart& body) {
        const bool isApart =
            body.axes.size() == 2 &&
            (body.axes[0].p_PartAnchor - body.axes[1].p_PartAnchor).norm() > kSameAnchorM;
        if (body.axes.size() > 2 || isApart) {
            m_read.fail(
                node,
                isApart ? fmt::format("the joints of body '{}' are at different places", body.name)
                        : fmt::format("body '{}' has {} joints", body.name, body.axes.size()),
                "one hinge, or two at the same place; a body with mass between further joints",
                ErrorCode::UnsupportedFormat);
        }
    }

    void addFrame(const xml_node& node, const Surroundings& around) {
        const bool isCamera = std::string_view(node.name()) == "camera";
        const std::string mode = node.attribute("mode").as_string("fixed");
        if (isCamera && mode != "fixed") {
            return; // a camera that follows the robot from outside
        }
        const math::Pose X = around.X_PartFrame * element(node, around.childClass).pose();
        const std::string name = node.attribute("name").value();
        m_tree.frames.push_back({isCamera ? "camera " + name : name, around.part, X});
    }

    static double largest(const std::vector<double>& range) {
        double value = 0.0;
        for (const double each : range) {
            value = std::max(value, std::abs(each));
        }
        return value;
    }

    ImportedAxis* axisNamed(std::string_view name) {
        for (ImportedPart& body : m_tree.parts) {
            for (ImportedAxis& axis : body.axes) {
                if (!name.empty() && axis.name == name) {
                    return &axis;
                }
            }
        }
        return nullptr;
    }

    // Reads the maximum torque of each joint's motors; the joint's own limit may be lower.
    void readActuators(const xml_node& section) {
        for (const xml_node& node : elements(section)) {
            const pugi::xml_attribute joint = node.attribute("joint");
            if (!joint) {
                note(node, fmt::format("a <{}> that moves no joint is ignored", node.name()));
                continue;
            }
            ImportedAxis* axis = axisNamed(joint.value());
            if (axis == nullptr) {
                if (m_rootJoints.contains(joint.value())) {
                    continue;
                }
                return m_read.fail(
                    joint, fmt::format("the actuator's joint '{}' is unknown", joint.value()),
                    "the name of a joint");
            }
            const MjcfElement source = element(node, "main");
            const std::vector<double> gears = source.numbers("gear", 1, 6);
            const double gear = gears.empty() ? 1.0 : std::abs(gears.front());
            double torqueNm = kUnlimitedNm;
            if (source.isLimited("forcelimited", "forcerange")) {
                torqueNm = gear * largest(source.numbers("forcerange", 2, 2));
            } else if (std::string_view(node.name()) == "motor" &&
                       source.isLimited("ctrllimited", "ctrlrange")) {
                torqueNm = gear * largest(source.numbers("ctrlrange", 2, 2));
            }
            const auto own = m_maxTorqueNm.find(axis->name);
            torqueNm = own == m_maxTorqueNm.end() ? torqueNm : std::min(torqueNm, own->second);
            if (torqueNm >= kUnlimitedNm) {
                note(node, fmt::format("a motor without a limit is given a limit of {} N m",
                                       kUnlimitedNm));
            }
            axis->maxTorqueNm = std::max(axis->maxTorqueNm, torqueNm);
        }
    }

    // Reads the names of joints in percepts, as in rcssservermj: the sensor `q_hj1` is the percept
    // `hj1`.
    void readNames(const xml_node& section) {
        constexpr std::string_view kPrefix = "q_";
        for (const xml_node& node : elements(section)) {
            const std::string_view name = node.attribute("name").value();
            ImportedAxis* axis = std::string_view(node.name()) == "jointpos"
                                     ? axisNamed(node.attribute("joint").value())
                                     : nullptr;
            if (axis != nullptr && name.size() > kPrefix.size() && name.starts_with(kPrefix)) {
                m_newNames.emplace_back(axis, name.substr(kPrefix.size()));
            }
        }
        for (const auto& [axis, name] : m_newNames) {
            axis->name = name;
        }
        m_newNames.clear();
    }

    ElementReader m_read;
    MjcfCompiler m_compiler;
    MjcfDefaults m_defaults;
    ImportedTree m_tree;
    std::vector<MassValues> m_fromGeoms;         // per part
    std::vector<bool> m_hasInertial;             // per part
    std::map<std::string, double> m_maxTorqueNm; // the joints' own limits, by name
    std::set<std::string, std::less<>> m_rootJoints;
    std::vector<std::pair<ImportedAxis*, std::string>> m_newNames;
};

} // namespace

base::Expected<ImportedTree> readMjcf(const XmlSources& sources, const xml_node& root) {
    return MjcfReader(sources).run(root);
}

} // namespace sideline::robot::imported
