#include "agentcore/robot/import/urdf_checks.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

namespace sideline::robot::imported {

namespace {

using base::ErrorCode;
using pugi::xml_node;

constexpr double kShortestAxis = 1e-6;
constexpr double kNegativeInertia = -1e-9; // tolerance for rounding errors, kg m^2
// Elements that are not read, with the note about each of them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kIgnored = {
    {{"gazebo", "settings of Gazebo are ignored"},
     {"transmission", "transmissions are ignored"},
     {"sensor", "sensors are ignored"},
     {"dynamics", "damping and friction of joints are ignored"},
     {"mimic", "joints that follow others are read as independent"},
     {"safety_controller", "safety controllers are ignored"},
     {"calibration", "calibrations are ignored"}}};

class UrdfChecker {
public:
    UrdfChecker(const XmlSources& sources, NoteList& notes) : m_read(sources), m_notes(notes) {}

    base::Expected<UrdfOutline> run(const xml_node& root) && {
        m_read.required(root, "name");
        const std::string_view version = root.attribute("version").value();
        if (!version.empty() && version != "1.0") {
            m_read.fail(root.attribute("version"), fmt::format("URDF version {}", version),
                        "version 1.0", ErrorCode::UnsupportedFormat);
        }
        for (const xml_node& element : m_read.sources().elements(root)) {
            const std::string_view tag = element.name();
            if (tag == "link") {
                checkLink(element);
            } else if (tag == "joint") {
                checkJoint(element);
            } else if (tag != "material") {
                noteIgnored(element);
            }
        }
        if (m_outline.links.empty()) {
            m_read.fail(root, "the robot has no links", "<link name=\"...\">");
        }
        if (!m_read.error()) {
            connect();
        }
        if (!m_read.error()) {
            sortLinks(root);
        }
        return m_read.error() ? base::Expected<UrdfOutline>(tl::unexpected(*m_read.error()))
                              : base::Expected<UrdfOutline>(std::move(m_outline));
    }

private:
    void noteIgnored(const xml_node& element) {
        const std::string_view tag = element.name();
        const auto* const known =
            std::ranges::find(kIgnored, tag, &std::pair<std::string_view, std::string_view>::first);
        if (tag.starts_with("xacro:")) {
            return m_read.fail(element, fmt::format("a macro <{}>", tag),
                               "URDF, as written by the program xacro",
                               ErrorCode::UnsupportedFormat);
        }
        m_notes.add(m_read.sources().place(element),
                    known != kIgnored.end() ? std::string(known->second)
                                            : fmt::format("<{}> is unknown and ignored", tag));
    }

    void positive(const xml_node& element, const char* attribute, std::size_t count) {
        m_read.required(element, attribute);
        for (const double value : m_read.numbers(element, attribute, count, count)) {
            if (!(value > 0.0)) {
                m_read.fail(element,
                            fmt::format("'{}' of <{}> is \"{}\"", attribute, element.name(),
                                        element.attribute(attribute).value()),
                            "more than 0");
            }
        }
    }

    void checkOrigin(const xml_node& element) {
        const xml_node origin = element.child("origin");
        m_read.vector(origin, "xyz", {});
        m_read.vector(origin, "rpy", {});
    }

    void checkLink(const xml_node& link) {
        const std::string name = m_read.required(link, "name");
        if (!m_outline.links.emplace(name, UrdfOutline::Link{link, {}, {}}).second) {
            m_read.fail(link, fmt::format("a second link '{}'", name), "each name once");
        }
        for (const xml_node& element : m_read.sources().elements(link)) {
            const std::string_view tag = element.name();
            if (tag == "inertial") {
                checkInertial(element, name);
            } else if (tag == "visual" || tag == "collision") {
                checkOrigin(element);
                checkGeometry(element);
            } else {
                noteIgnored(element);
            }
        }
    }

    void checkInertial(const xml_node& inertial, const std::string& link) {
        checkOrigin(inertial);
        const xml_node mass = inertial.child("mass");
        const xml_node inertia = inertial.child("inertia");
        if (!mass || !inertia) {
            return m_read.fail(inertial, fmt::format("the inertial of '{}' is incomplete", link),
                               "<mass value=\"...\"/> and <inertia ixx=\"...\" .../>");
        }
        m_read.required(mass, "value");
        if (m_read.number(mass, "value", 0.0) < 0.0) {
            m_read.fail(
                mass, fmt::format("the mass of '{}' is {}", link, mass.attribute("value").value()),
                "0 kg or more");
        }
        Eigen::Matrix3d matrix;
        const std::array<std::array<const char*, 3>, 3> names = {
            {{"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}}};
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                m_read.required(inertia, names[row][column]);
                matrix(static_cast<int>(row), static_cast<int>(column)) =
                    m_read.number(inertia, names[row][column], 0.0);
            }
        }
        const auto moments =
            Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(matrix).eigenvalues().eval();
        if (!m_read.error() && moments.minCoeff() < kNegativeInertia) {
            m_read.fail(inertia, fmt::format("the inertia of '{}' has a negative moment", link),
                        "moments of 0 kg m2 or more about all axes");
        }
    }

    void checkGeometry(const xml_node& shape) {
        const xml_node geometry = shape.child("geometry");
        const std::vector<xml_node> kinds = m_read.sources().elements(geometry);
        const std::string_view kind = kinds.empty() ? "" : kinds.front().name();
        if (kind == "box") {
            positive(kinds.front(), "size", 3);
        } else if (kind == "sphere") {
            positive(kinds.front(), "radius", 1);
        } else if (kind == "cylinder") {
            positive(kinds.front(), "radius", 1);
            positive(kinds.front(), "length", 1);
        } else if (kind == "mesh") {
            m_read.required(kinds.front(), "filename");
        } else {
            m_read.fail(kinds.empty() ? shape : kinds.front(),
                        kind.empty() ? fmt::format("a <{}> has no geometry", shape.name())
                                     : fmt::format("the geometry is a <{}>", kind),
                        "box, sphere, cylinder or mesh");
        }
    }

    void checkJoint(const xml_node& joint) {
        const std::string name = m_read.required(joint, "name");
        const std::string type = m_read.required(joint, "type");
        if (!m_outline.joints.emplace(name, joint).second) {
            m_read.fail(joint, fmt::format("a second joint '{}'", name), "each name once");
        }
        m_joints.push_back(name);
        checkOrigin(joint);
        const bool isTurning = type == "revolute" || type == "continuous";
        if (type == "prismatic" || type == "planar") {
            m_read.fail(joint, fmt::format("joint '{}' is {}", name, type),
                        "revolute, continuous or fixed: joints that rotate or do not move",
                        ErrorCode::UnsupportedFormat);
        } else if (!isTurning && type != "fixed" && type != "floating") {
            m_read.fail(joint, fmt::format("joint '{}' has the unknown type '{}'", name, type),
                        "revolute, continuous or fixed");
        }
        if (isTurning &&
            m_read.vector(joint.child("axis"), "xyz", Eigen::Vector3d::UnitX()).norm() <
                kShortestAxis) {
            m_read.fail(joint.child("axis"), fmt::format("joint '{}' has no axis", name),
                        "an axis of nonzero length");
        }
        checkLimit(joint, name, type == "revolute");
        for (const xml_node& element : m_read.sources().elements(joint)) {
            constexpr std::array<std::string_view, 5> kRead = {"parent", "child", "origin", "axis",
                                                               "limit"};
            if (std::ranges::find(kRead, std::string_view(element.name())) == kRead.end()) {
                noteIgnored(element);
            }
        }
    }

    void checkLimit(const xml_node& joint, const std::string& name, bool isNeeded) {
        const xml_node limit = joint.child("limit");
        if (!limit) {
            if (isNeeded) {
                m_read.fail(joint, fmt::format("the revolute joint '{}' has no <limit>", name),
                            "<limit lower=\"...\" upper=\"...\" effort=\"...\" velocity=\"...\"/>, "
                            "or type=\"continuous\"");
            }
            return;
        }
        for (const char* attribute : {"effort", "velocity"}) {
            m_read.required(limit, attribute);
            if (m_read.number(limit, attribute, 0.0) < 0.0) {
                m_read.fail(limit, fmt::format("the {} of joint '{}' is negative", attribute, name),
                            "0 or more");
            }
        }
        if (m_read.number(limit, "lower", 0.0) > m_read.number(limit, "upper", 0.0)) {
            m_read.fail(limit, fmt::format("joint '{}' has impossible limits", name),
                        "lower up to upper, radians");
        }
    }

    // Returns the link that a joint names, or nullptr after an error.
    UrdfOutline::Link* linkOf(const xml_node& joint, const char* end) {
        const xml_node element = joint.child(end);
        const std::string name = element.attribute("link").value();
        const auto found = m_outline.links.find(name);
        if (found == m_outline.links.end()) {
            m_read.fail(element ? element : joint,
                        name.empty() ? fmt::format("joint '{}' has no {}",
                                                   joint.attribute("name").value(), end)
                                     : fmt::format("joint '{}' names the unknown link '{}'",
                                                   joint.attribute("name").value(), name),
                        "the name of a <link>");
            return nullptr;
        }
        return &found->second;
    }

    void connect() {
        for (const std::string& name : m_joints) {
            const xml_node joint = m_outline.joints.at(name);
            UrdfOutline::Link* parent = linkOf(joint, "parent");
            UrdfOutline::Link* child = linkOf(joint, "child");
            if (parent == nullptr || child == nullptr) {
                return;
            }
            if (!child->joint.empty()) {
                return m_read.fail(joint,
                                   fmt::format("link '{}' is already attached by '{}'",
                                               joint.child("child").attribute("link").value(),
                                               child->joint),
                                   "one joint with it as its child");
            }
            const bool isFirst = !parent->element.child("inertial");
            if (std::string_view(joint.attribute("type").value()) == "floating" && !isFirst) {
                return m_read.fail(joint, fmt::format("joint '{}' is floating", name),
                                   "revolute, continuous or fixed; floating only from a first "
                                   "link without mass",
                                   ErrorCode::UnsupportedFormat);
            }
            child->joint = name;
            parent->children.push_back(name);
        }
    }

    void sortLinks(const xml_node& root) {
        for (const xml_node& link : m_read.sources().elements(root)) {
            const std::string name = link.attribute("name").value();
            if (std::string_view(link.name()) != "link" ||
                !m_outline.links.at(name).joint.empty()) {
                continue;
            }
            if (!m_outline.root.empty()) {
                return m_read.fail(link, fmt::format("link '{}' is attached to nothing", name),
                                   fmt::format("a joint that attaches it; the first link is '{}'",
                                               m_outline.root));
            }
            m_outline.root = name;
        }
        std::vector<std::string> open;
        if (!m_outline.root.empty()) {
            open.push_back(m_outline.root);
        }
        while (!open.empty()) {
            const std::string name = open.back();
            open.pop_back();
            m_outline.order.push_back(name);
            const auto& children = m_outline.links.at(name).children;
            for (auto joint = children.rbegin(); joint != children.rend(); ++joint) {
                open.emplace_back(
                    m_outline.joints.at(*joint).child("child").attribute("link").value());
            }
        }
        for (const std::string& name : m_joints) {
            const xml_node joint = m_outline.joints.at(name);
            const std::string child = joint.child("child").attribute("link").value();
            if (std::ranges::find(m_outline.order, child) == m_outline.order.end()) {
                return m_read.fail(joint, fmt::format("joint '{}' closes a loop of links", name),
                                   "a tree of links");
            }
        }
    }

    ElementReader m_read;
    NoteList& m_notes;
    UrdfOutline m_outline;
    std::vector<std::string> m_joints; // in the order of the file
};

} // namespace

base::Expected<UrdfOutline> checkUrdf(const XmlSources& sources, const xml_node& root,
                                      NoteList& notes) {
    return UrdfChecker(sources, notes).run(root);
}

} // namespace sideline::robot::imported
