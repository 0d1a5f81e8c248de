#include "agentcore/robot/import/mjcf_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::robot::imported {

namespace {

using base::ErrorCode;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using pugi::xml_node;

constexpr double kShortest = 1e-9;

} // namespace

void MjcfCompiler::read(ElementReader& read, const xml_node& compiler) {
    const auto choice = [&](const char* name, std::initializer_list<std::string_view> values,
                            const char* expected) -> std::string {
        const pugi::xml_attribute attribute = compiler.attribute(name);
        const std::string_view value = attribute.value();
        if (attribute && std::ranges::find(values, value) == values.end()) {
            read.fail(attribute, fmt::format("{}=\"{}\"", name, value), expected);
        }
        return std::string(value);
    };
    if (const auto angle = choice("angle", {"degree", "radian"}, "degree or radian");
        !angle.empty()) {
        isDegree = angle == "degree";
    }
    if (const auto limits = choice("autolimits", {"true", "false"}, "true or false");
        !limits.empty()) {
        hasAutoLimits = limits == "true";
    }
    if (const auto from =
            choice("inertiafromgeom", {"true", "false", "auto"}, "true, false or auto");
        !from.empty()) {
        inertiaFromGeom = from;
    }
    std::ignore = choice("coordinate", {"local"}, "local: global coordinates are not supported");
    if (const pugi::xml_attribute sequence = compiler.attribute("eulerseq")) {
        eulerSequence = sequence.value();
        if (eulerSequence.size() != 3 ||
            eulerSequence.find_first_not_of("xyzXYZ") != std::string::npos) {
            read.fail(sequence, fmt::format("eulerseq=\"{}\"", sequence.value()),
                      "three of x, y, z, X, Y, Z");
            eulerSequence = "xyz";
        }
    }
    const std::vector<double> groups = read.numbers(compiler, "inertiagrouprange", 2, 2);
    if (!groups.empty()) {
        minInertiaGroup = groups[0];
        maxInertiaGroup = groups[1];
    }
    if (read.number(compiler, "settotalmass", -1.0) > 0.0) {
        read.fail(compiler.attribute("settotalmass"), "masses are scaled to a total",
                  "the bodies' own masses", ErrorCode::UnsupportedFormat);
    }
}

double MjcfCompiler::angleRad(double value) const {
    return isDegree ? math::radFromDeg(value) : value;
}

void MjcfDefaults::read(ElementReader& read, const xml_node& section) {
    const std::string name = section.attribute("class").value();
    const std::string own = name.empty() ? "main" : name;
    addClass(read, section, own, m_classes["main"]);
}

void MjcfDefaults::addClass(ElementReader& read, const xml_node& element, const std::string& name,
                            const Values& inherited) {
    Values values = inherited;
    if (const auto known = m_classes.find(name); known != m_classes.end()) {
        for (const auto& [tag, attributes] : known->second) {
            for (const auto& [key, attribute] : attributes) {
                values[tag][key] = attribute;
            }
        }
    }
    const std::vector<xml_node> children = read.sources().elements(element);
    for (const xml_node& child : children) {
        if (std::string_view(child.name()) != "default") {
            for (const pugi::xml_attribute& attribute : child.attributes()) {
                values[child.name()][attribute.name()] = attribute;
            }
        }
    }
    m_classes[name] = values;
    for (const xml_node& child : children) {
        if (std::string_view(child.name()) == "default") {
            addClass(read, child, read.required(child, "class"), values);
        }
    }
}

pugi::xml_attribute MjcfDefaults::find(const std::string& className, std::string_view tag,
                                       std::string_view attribute) const {
    const auto values = m_classes.find(className);
    if (values == m_classes.end()) {
        return {};
    }
    const auto ofTag = values->second.find(tag);
    if (ofTag == values->second.end()) {
        return {};
    }
    const auto found = ofTag->second.find(attribute);
    return found == ofTag->second.end() ? pugi::xml_attribute() : found->second;
}

MjcfElement::MjcfElement(ElementReader& read, const MjcfCompiler& compiler,
                         const MjcfDefaults& defaults, const xml_node& node,
                         const std::string& childClass)
    : m_read(read), m_compiler(compiler), m_defaults(defaults), m_node(node), m_class(childClass) {
    if (const pugi::xml_attribute own = node.attribute("class")) {
        m_class = own.value();
        if (!defaults.contains(m_class)) {
            read.fail(own, fmt::format("unknown default class '{}'", m_class),
                      "a class of <default>");
        }
    }
}

pugi::xml_attribute MjcfElement::attribute(const char* name) const {
    const pugi::xml_attribute own = m_node.attribute(name);
    return own ? own : m_defaults.find(m_class, m_node.name(), name);
}

std::string MjcfElement::text(const char* name, const char* otherwise) const {
    return attribute(name).as_string(otherwise);
}

double MjcfElement::number(const char* name, double otherwise) const {
    const std::vector<double> values = numbers(name, 1, 1);
    return values.empty() ? otherwise : values.front();
}

Vector3d MjcfElement::vector(const char* name, const Vector3d& otherwise) const {
    const std::vector<double> values = numbers(name, 3, 3);
    return values.empty() ? otherwise : Vector3d(values[0], values[1], values[2]);
}

// Lower-case letters denote axes that rotate with the body, upper-case letters fixed axes.
Matrix3d MjcfElement::eulerRotation(const std::vector<double>& angles) const {
    Matrix3d R = Matrix3d::Identity();
    for (std::size_t i = 0; i < 3; ++i) {
        const char letter = m_compiler.eulerSequence[i];
        const bool isFixed = letter >= 'X' && letter <= 'Z';
        const Vector3d axis = Vector3d::Unit(isFixed ? letter - 'X' : letter - 'x');
        const Matrix3d step =
            Eigen::AngleAxisd(m_compiler.angleRad(angles[i]), axis).toRotationMatrix();
        R = isFixed ? Matrix3d(step * R) : Matrix3d(R * step);
    }
    return R;
}

math::Pose MjcfElement::pose() const {
    math::Pose X = math::Pose::translation(vector("pos", Vector3d::Zero()));
    const auto tooShort = [this](const Vector3d& v) {
        if (v.norm() < kShortest) {
            fail(fmt::format("a <{}> has an orientation of length 0", m_node.name()),
                 "axes of nonzero length");
        }
        return v.norm() < kShortest;
    };
    // As in MuJoCo, `quat` applies only if the other attributes are missing.
    if (const auto turn = numbers("axisangle", 4, 4); !turn.empty()) {
        const Vector3d axis(turn[0], turn[1], turn[2]);
        if (!tooShort(axis)) {
            X.R = Eigen::AngleAxisd(m_compiler.angleRad(turn[3]), axis.normalized())
                      .toRotationMatrix();
        }
    } else if (const auto angles = numbers("euler", 3, 3); !angles.empty()) {
        X.R = eulerRotation(angles);
    } else if (const auto axes = numbers("xyaxes", 6, 6); !axes.empty()) {
        const Vector3d x(axes[0], axes[1], axes[2]);
        const Vector3d y(axes[3], axes[4], axes[5]);
        if (!tooShort(x) && !tooShort(x.cross(y))) {
            X.R.col(0) = x.normalized();
            X.R.col(2) = x.cross(y).normalized();
            X.R.col(1) = X.R.col(2).cross(X.R.col(0));
        }
    } else if (const auto z = numbers("zaxis", 3, 3); !z.empty()) {
        const Vector3d axis(z[0], z[1], z[2]);
        if (!tooShort(axis)) {
            X.R = Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis).toRotationMatrix();
        }
    } else if (const auto q = numbers("quat", 4, 4); !q.empty()) {
        const Quaterniond rotation(q[0], q[1], q[2], q[3]);
        if (!tooShort(Vector3d(rotation.norm(), 0.0, 0.0))) {
            X.R = rotation.normalized().toRotationMatrix();
        }
    }
    return X;
}

bool MjcfElement::isLimited(const char* limited, const char* range) const {
    const std::string value = text(limited, "auto");
    return value == "true" || (value == "auto" && m_compiler.hasAutoLimits && attribute(range));
}

namespace {

// Sets the sizes of a shape between two points (radius or two edges, and the length) and its pose.
void spanPoints(const MjcfElement& element, const std::vector<double>& points, ImportedGeom& geom) {
    const Vector3d from(points[0], points[1], points[2]);
    const Vector3d to(points[3], points[4], points[5]);
    const double lengthM = (to - from).norm();
    if (lengthM < kShortest) {
        return element.fail("the points of 'fromto' are equal", "two points");
    }
    geom.X_PartGeom.p = (from + to) / 2.0;
    geom.X_PartGeom.R =
        Quaterniond::FromTwoVectors(Vector3d::UnitZ(), to - from).toRotationMatrix();
    if (geom.kind == GeomKind::Box || geom.kind == GeomKind::Ellipsoid) {
        const double scale = geom.kind == GeomKind::Box ? 1.0 : 0.5;
        geom.sizeM.y() = geom.sizeM.x();
        geom.sizeM.z() = scale * lengthM;
    } else {
        geom.sizeM.y() = lengthM;
    }
}

} // namespace

ImportedGeom readGeom(const MjcfElement& element) {
    constexpr std::array<std::pair<std::string_view, GeomKind>, 7> kKinds = {
        {{"sphere", GeomKind::Sphere},
         {"box", GeomKind::Box},
         {"capsule", GeomKind::Capsule},
         {"cylinder", GeomKind::Cylinder},
         {"ellipsoid", GeomKind::Ellipsoid},
         {"mesh", GeomKind::Mesh},
         {"sdf", GeomKind::Mesh}}};
    ImportedGeom geom;
    geom.place = element.place();
    geom.X_PartGeom = element.pose();
    const std::string type = element.text("type", "sphere");
    const auto* const kind = std::ranges::find(kKinds, std::string_view(type),
                                               &std::pair<std::string_view, GeomKind>::first);
    if (kind == kKinds.end()) {
        element.fail(fmt::format("a geom has type '{}'", type),
                     "sphere, box, capsule, cylinder, ellipsoid or mesh",
                     ErrorCode::UnsupportedFormat);
        return geom;
    }
    geom.kind = element.attribute("mesh") ? GeomKind::Mesh : kind->second;
    if (geom.kind == GeomKind::Mesh) {
        return geom;
    }
    const std::vector<double> points = element.numbers("fromto", 6, 6);
    const std::vector<double> sizes = element.numbers("size", 1, 3);
    const bool isRound = geom.kind == GeomKind::Capsule || geom.kind == GeomKind::Cylinder;
    const std::size_t needed = geom.kind == GeomKind::Sphere || !points.empty() ? 1
                               : isRound                                        ? 2
                                                                                : 3;
    if (sizes.size() < needed ||
        std::any_of(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(needed),
                    [](double size) { return size <= 0.0; })) {
        element.fail(fmt::format("the size of a {} is \"{}\"", type, element.text("size", "")),
                     fmt::format("{} above 0, in m", needed == 1   ? "a number"
                                                     : needed == 2 ? "two numbers"
                                                                   : "three numbers"));
        return geom;
    }
    // The file contains half lengths and half edges.
    const double scale = geom.kind == GeomKind::Box ? 2.0 : 1.0;
    for (std::size_t i = 0; i < needed; ++i) {
        geom.sizeM[static_cast<int>(i)] = scale * sizes[i];
    }
    if (isRound) {
        geom.sizeM.y() *= 2.0;
    }
    if (!points.empty() && geom.kind != GeomKind::Sphere) {
        spanPoints(element, points, geom);
    }
    return geom;
}

MassValues readInertial(const MjcfElement& element) {
    MassValues mass;
    mass.massKg = element.number("mass", 0.0);
    if (!(mass.massKg > 0.0)) {
        element.fail(fmt::format("the mass is \"{}\"", element.text("mass", "")),
                     "mass=\"...\" above 0 kg");
    }
    const std::vector<double> full = element.numbers("fullinertia", 6, 6);
    if (!full.empty()) {
        mass.inertiaKgM2 << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5],
            full[2];
    } else if (const auto moments = element.numbers("diaginertia", 3, 3); !moments.empty()) {
        mass.inertiaKgM2.diagonal() << moments[0], moments[1], moments[2];
    } else {
        element.fail("an <inertial> has no inertia", "diaginertia=\"...\" or fullinertia=\"...\"");
    }
    const Vector3d moments =
        Eigen::SelfAdjointEigenSolver<Matrix3d>(mass.inertiaKgM2).eigenvalues();
    if (moments.minCoeff() < 0.0) {
        element.fail("a negative moment of inertia", "moments of 0 kg m2 or more about all axes");
    }
    return mass.inFrame(element.pose());
}

} // namespace sideline::robot::imported
