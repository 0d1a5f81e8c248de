#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "agentcore/math/pose.h"
#include "agentcore/robot/import/body_tree.h"
#include "agentcore/robot/import/xml_sources.h"

namespace sideline::robot::imported {

/// Settings of the element `<compiler>`.
struct MjcfCompiler {
    bool isDegree = true;
    bool hasAutoLimits = true;
    std::string eulerSequence = "xyz";
    std::string inertiaFromGeom = "auto";
    double minInertiaGroup = 0.0;
    double maxInertiaGroup = 5.0;

    /// Adds the settings in an element.
    void read(ElementReader& read, const pugi::xml_node& compiler);
    /// Converts an angle of the file to radians.
    [[nodiscard]] double angleRad(double value) const;
};

/// The default classes of a file: values of attributes that elements lack.
class MjcfDefaults {
public:
    /// Adds the classes in an element `<default>` of the root.
    void read(ElementReader& read, const pugi::xml_node& section);
    [[nodiscard]] bool contains(const std::string& name) const { return m_classes.contains(name); }
    /// Returns the value of a class for an attribute of elements with this tag; empty if there is
    /// no value.
    [[nodiscard]] pugi::xml_attribute find(const std::string& className, std::string_view tag,
                                           std::string_view attribute) const;

private:
    // Attributes by tag and name.
    using Values =
        std::map<std::string, std::map<std::string, pugi::xml_attribute, std::less<>>, std::less<>>;
    void addClass(ElementReader& read, const pugi::xml_node& element, const std::string& name,
                  const Values& inherited);

    std::map<std::string, Values, std::less<>> m_classes = {{"main", {}}};
};

/// An element with the default class that applies to it.
class MjcfElement {
public:
    /// @param childClass class of the enclosing body; the element may name its own class
    MjcfElement(ElementReader& read, const MjcfCompiler& compiler, const MjcfDefaults& defaults,
                const pugi::xml_node& node, const std::string& childClass);

    [[nodiscard]] const pugi::xml_node& node() const { return m_node; }
    [[nodiscard]] SourcePlace place() const { return m_read.sources().place(m_node); }
    [[nodiscard]] pugi::xml_attribute attribute(const char* name) const;
    [[nodiscard]] std::string text(const char* name, const char* otherwise) const;
    [[nodiscard]] std::vector<double> numbers(const char* name, std::size_t minCount,
                                              std::size_t maxCount) const {
        return m_read.numbers(attribute(name), minCount, maxCount);
    }
    [[nodiscard]] double number(const char* name, double otherwise) const;
    [[nodiscard]] Eigen::Vector3d vector(const char* name, const Eigen::Vector3d& otherwise) const;
    /// Returns the pose of `pos` and of one of `quat`, `axisangle`, `euler`, `xyaxes`, `zaxis`.
    [[nodiscard]] math::Pose pose() const;
    /// Whether a range applies: `limited` is true, or only the range is given.
    [[nodiscard]] bool isLimited(const char* limited, const char* range) const;
    void fail(std::string message, std::string expected,
              base::ErrorCode code = base::ErrorCode::Malformed) const {
        m_read.fail(m_node, std::move(message), std::move(expected), code);
    }

private:
    [[nodiscard]] Eigen::Matrix3d eulerRotation(const std::vector<double>& angles) const;

    ElementReader& m_read;
    const MjcfCompiler& m_compiler;
    const MjcfDefaults& m_defaults;
    pugi::xml_node m_node;
    std::string m_class;
};

/// Returns the shape of an element `<geom>`. `X_PartGeom` is in the frame around the element.
[[nodiscard]] ImportedGeom readGeom(const MjcfElement& element);
/// Returns the values of an element `<inertial>`.
[[nodiscard]] MassValues readInertial(const MjcfElement& element);

} // namespace sideline::robot::imported
