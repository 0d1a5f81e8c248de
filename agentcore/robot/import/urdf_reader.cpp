#include "agentcore/robot/import/urdf_reader.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include <console_bridge/console.h>
#include <fmt/format.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include "agentcore/base/attempt.h"
#include "agentcore/robot/import/urdf_checks.h"

namespace sideline::robot::imported {

namespace {

using base::ErrorCode;
using base::Expected;
using Eigen::Vector3d;
using pugi::xml_node;

// Limits from this value on, in rad and rad/s, count as unlimited, since URDF requires values.
constexpr double kUnlimited = 1e3;

Vector3d toEigen(const urdf::Vector3& v) {
    return {v.x, v.y, v.z};
}

math::Pose toPose(const urdf::Pose& pose) {
    const urdf::Rotation& q = pose.rotation;
    return {Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix(),
            toEigen(pose.position)};
}

// Returns only the elements of a robot that are read, so that faults in colors or plugins do not
// matter.
std::string readParts(const xml_node& root) {
    pugi::xml_document document;
    xml_node robot = document.append_copy(root);
    robot.remove_attribute("version");
    const auto keep = [](xml_node parent, std::initializer_list<std::string_view> tags) {
        for (xml_node child = parent.first_child(); child;) {
            const xml_node next = child.next_sibling();
            if (std::ranges::find(tags, std::string_view(child.name())) == tags.end()) {
                parent.remove_child(child);
            }
            child = next;
        }
    };
    keep(robot, {"link", "joint"});
    for (const xml_node& link : robot.children("link")) {
        keep(link, {"inertial", "visual", "collision"});
        for (const xml_node& part : link.children()) {
            keep(part, {"origin", "geometry", "mass", "inertia"});
        }
    }
    for (const xml_node& joint : robot.children("joint")) {
        keep(joint, {"parent", "child", "origin", "axis", "limit"});
    }
    std::ostringstream text;
    document.save(text, "", pugi::format_raw);
    return text.str();
}

class UrdfConverter {
public:
    UrdfConverter(const XmlSources& sources, const UrdfOutline& outline,
                  const urdf::ModelInterface& model)
        : m_sources(sources), m_outline(outline), m_model(model) {}

    ImportedTree run(NoteList notes) && {
        for (const std::string& name : m_outline.order) {
            addPart(name);
        }
        m_tree.notes = std::move(notes);
        return std::move(m_tree);
    }

private:
    void addPart(const std::string& name) {
        const UrdfOutline::Link& outline = m_outline.links.at(name);
        const urdf::Link& link = *m_model.links_.at(name);
        ImportedPart part;
        part.name = name;
        part.place = m_sources.place(outline.element);
        if (link.inertial) {
            addMass(*link.inertial, part);
        }
        addGeoms(link.collision_array, outline.element, "collision", part.colliders);
        addGeoms(link.visual_array, outline.element, "visual", part.visuals);
        if (!outline.joint.empty()) {
            const urdf::Joint& joint = *m_model.joints_.at(outline.joint);
            part.parent = m_indices.at(joint.parent_link_name);
            part.X_ParentPart = toPose(joint.parent_to_joint_origin_transform);
            addAxis(joint, part);
        }
        m_indices[name] = static_cast<int>(m_tree.parts.size());
        m_tree.parts.push_back(std::move(part));
    }

    static void addMass(const urdf::Inertial& inertial, ImportedPart& part) {
        MassValues mass;
        mass.massKg = inertial.mass;
        mass.inertiaKgM2 << inertial.ixx, inertial.ixy, inertial.ixz, inertial.ixy, inertial.iyy,
            inertial.iyz, inertial.ixz, inertial.iyz, inertial.izz;
        part.mass = mass.inFrame(toPose(inertial.origin));
    }

    template <typename Shapes>
    void addGeoms(const Shapes& shapes, const xml_node& link, const char* tag,
                  std::vector<ImportedGeom>& geoms) {
        auto element = link.children(tag).begin();
        for (const auto& shape : shapes) {
            ImportedGeom geom = toGeom(*shape->geometry);
            geom.X_PartGeom = toPose(shape->origin);
            geom.place = m_sources.place(*element);
            geoms.push_back(std::move(geom));
            ++element;
        }
    }

    static ImportedGeom toGeom(const urdf::Geometry& geometry) {
        ImportedGeom geom;
        if (geometry.type == urdf::Geometry::BOX) {
            geom.kind = GeomKind::Box;
            geom.sizeM = toEigen(static_cast<const urdf::Box&>(geometry).dim);
        } else if (geometry.type == urdf::Geometry::SPHERE) {
            geom.kind = GeomKind::Sphere;
            geom.sizeM.x() = static_cast<const urdf::Sphere&>(geometry).radius;
        } else if (geometry.type == urdf::Geometry::CYLINDER) {
            const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
            geom.kind = GeomKind::Cylinder;
            geom.sizeM.head<2>() << cylinder.radius, cylinder.length;
        }
        return geom;
    }

    void addAxis(const urdf::Joint& joint, ImportedPart& part) {
        if (joint.type != urdf::Joint::REVOLUTE && joint.type != urdf::Joint::CONTINUOUS) {
            return;
        }
        ImportedAxis axis;
        axis.name = joint.name;
        axis.axis = toEigen(joint.axis).normalized();
        axis.place = m_sources.place(m_outline.joints.at(joint.name));
        if (joint.limits) {
            const urdf::JointLimits& limits = *joint.limits;
            axis.maxTorqueNm = limits.effort;
            if (limits.velocity < kUnlimited) {
                axis.maxSpeedRadPerS = limits.velocity;
            }
            if (joint.type == urdf::Joint::REVOLUTE && limits.lower > -kUnlimited) {
                axis.minRad = limits.lower;
            }
            if (joint.type == urdf::Joint::REVOLUTE && limits.upper < kUnlimited) {
                axis.maxRad = limits.upper;
            }
        }
        part.axes.push_back(std::move(axis));
    }

    const XmlSources& m_sources;
    const UrdfOutline& m_outline;
    const urdf::ModelInterface& m_model;
    ImportedTree m_tree;
    std::map<std::string, int> m_indices; // indices of the parts, by name
};

} // namespace

Expected<ImportedTree> readUrdf(const XmlSources& sources, const xml_node& root) {
    NoteList notes;
    const auto outline = checkUrdf(sources, root, notes);
    if (!outline) {
        return tl::unexpected(outline.error());
    }
    // Suppresses the messages that urdfdom prints without line numbers; the checks above replace
    // them.
    console_bridge::noOutputHandler();
    const auto model = base::attempt("urdfdom", [&] { return urdf::parseURDF(readParts(root)); });
    if (!model || *model == nullptr || (*model)->links_.size() != outline->links.size()) {
        return tl::unexpected(errorAt(sources.place(root), ErrorCode::Malformed,
                                      "urdfdom cannot parse the robot", "URDF version 1.0"));
    }
    return UrdfConverter(sources, *outline, **model).run(std::move(notes));
}

} // namespace sideline::robot::imported
