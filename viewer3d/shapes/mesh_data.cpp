#include "viewer3d/shapes/mesh_data.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3f;

constexpr float kTwoPi = static_cast<float>(2.0 * math::kPi);

Vector3f fromAxes(Axis axis, float along, float u, float v) {
    switch (axis) {
    case Axis::X:
        return {along, u, v};
    case Axis::Y:
        return {v, along, u};
    case Axis::Z:
        break;
    }
    return {u, v, along};
}

// Sign-preserving power, for superellipses.
float signedPower(float value, float exponent) {
    return std::copysign(std::pow(std::abs(value), exponent), value);
}

float catmullRom(float a, float b, float c, float d, float t) {
    return 0.5F * (2.0F * b + t * (c - a) + t * t * (2.0F * a - 5.0F * b + 4.0F * c - d) +
                   t * t * t * (3.0F * b - a - 3.0F * c + d));
}

Section blend(std::span<const Section> sections, std::size_t from, float t) {
    const auto at = [&](std::ptrdiff_t i) -> const Section& {
        const auto last = static_cast<std::ptrdiff_t>(sections.size()) - 1;
        return sections[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, last))];
    };
    const auto i = static_cast<std::ptrdiff_t>(from);
    const auto curve = [&](float Section::*member) {
        return catmullRom(at(i - 1).*member, at(i).*member, at(i + 1).*member, at(i + 2).*member,
                          t);
    };
    Section result = at(i);
    result.at = at(i).at + t * (at(i + 1).at - at(i).at);
    result.halfU = std::max(curve(&Section::halfU), 0.0F);
    result.halfV = std::max(curve(&Section::halfV), 0.0F);
    result.centerU = curve(&Section::centerU);
    result.centerV = curve(&Section::centerV);
    return result;
}

// A grid of rings, closed around the axis; normals come from the surface's own tangents.
class RingSurface {
public:
    RingSurface(std::size_t around) : m_around(around) {}

    void addRing(const std::vector<Vector3f>& ring, Zone zone) {
        m_points.insert(m_points.end(), ring.begin(), ring.end());
        m_zones.push_back(zone);
    }

    MeshData build() const {
        MeshData mesh;
        const std::size_t rings = m_zones.size();
        for (std::size_t r = 0; r < rings; ++r) {
            for (std::size_t k = 0; k < m_around; ++k) {
                mesh.vertices.push_back(
                    {point(r, k), normal(r, k), static_cast<float>(m_zones[r])});
            }
        }
        for (std::size_t r = 0; r + 1 < rings; ++r) {
            for (std::size_t k = 0; k < m_around; ++k) {
                const auto lower = index(r, k);
                const auto lowerNext = index(r, k + 1);
                const auto upper = index(r + 1, k);
                const auto upperNext = index(r + 1, k + 1);
                // The last corner, which determines the zone, is always one of the lower ring.
                mesh.indices.insert(mesh.indices.end(),
                                    {lowerNext, upperNext, lower, upperNext, upper, lower});
            }
        }
        return mesh;
    }

private:
    [[nodiscard]] const Vector3f& point(std::size_t ring, std::size_t k) const {
        return m_points[ring * m_around + k % m_around];
    }
    [[nodiscard]] std::uint32_t index(std::size_t ring, std::size_t k) const {
        return static_cast<std::uint32_t>(ring * m_around + k % m_around);
    }
    [[nodiscard]] Vector3f normal(std::size_t ring, std::size_t k) const {
        const std::size_t below = ring == 0 ? 0 : ring - 1;
        const std::size_t above = std::min(ring + 1, m_zones.size() - 1);
        const Vector3f along = point(above, k) - point(below, k);
        const Vector3f around = point(ring, k + 1) - point(ring, k + m_around - 1);
        const Vector3f n = around.cross(along);
        return n.squaredNorm() < 1e-14F ? poleNormal(ring) : n.normalized();
    }
    // Normal at a ring that has shrunk to a point: perpendicular to the rings, away from the
    // middle.
    [[nodiscard]] Vector3f poleNormal(std::size_t ring) const {
        const Vector3f here = ringCenter(ring);
        const bool first = ring < m_zones.size() / 2;
        for (std::size_t i = 1; i < m_zones.size(); ++i) {
            const std::size_t other = first ? i : m_zones.size() - 1 - i;
            const Vector3f away = here - ringCenter(other);
            if (away.squaredNorm() > 1e-10F) {
                return away.normalized();
            }
        }
        return flatNormal(here) * (first ? -1.0F : 1.0F); // all rings lie in one plane
    }
    [[nodiscard]] Vector3f flatNormal(const Vector3f& center) const {
        Vector3f sum = Vector3f::Zero();
        for (std::size_t ring = 0; ring < m_zones.size(); ++ring) {
            for (std::size_t k = 0; k < m_around; ++k) {
                sum += (point(ring, k) - center).cross(point(ring, k + 1) - center);
            }
        }
        return sum.normalized();
    }
    [[nodiscard]] Vector3f ringCenter(std::size_t ring) const {
        Vector3f sum = Vector3f::Zero();
        for (std::size_t k = 0; k < m_around; ++k) {
            sum += point(ring, k);
        }
        return sum / static_cast<float>(m_around);
    }

    std::size_t m_around;
    std::vector<Vector3f> m_points;
    std::vector<Zone> m_zones;
};

std::vector<Vector3f> superellipse(Axis axis, const Section& section, float squareness,
                                   int around) {
    std::vector<Vector3f> ring;
    const float exponent = 2.0F / squareness;
    for (int k = 0; k < around; ++k) {
        const float angle = kTwoPi * static_cast<float>(k) / static_cast<float>(around);
        ring.push_back(
            fromAxes(axis, section.at,
                     section.centerU + section.halfU * signedPower(std::cos(angle), exponent),
                     section.centerV + section.halfV * signedPower(std::sin(angle), exponent)));
    }
    return ring;
}

} // namespace

void MeshData::add(const MeshData& other, const Vector3f& offset) {
    const auto base = static_cast<std::uint32_t>(vertices.size());
    for (Vertex vertex : other.vertices) {
        vertex.position += offset;
        vertices.push_back(vertex);
    }
    for (const std::uint32_t index : other.indices) {
        indices.push_back(base + index);
    }
}

MeshData MeshData::mirroredX() const {
    MeshData mesh = *this;
    for (Vertex& vertex : mesh.vertices) {
        vertex.position.x() = -vertex.position.x();
        vertex.normal.x() = -vertex.normal.x();
    }
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        std::swap(mesh.indices[i],
                  mesh.indices[i + 1]); // the last corner stays, because it determines the zone
    }
    return mesh;
}

MeshData loft(Axis axis, std::span<const Section> sections, float squareness,
              const Detail& detail) {
    SIDELINE_ASSERT(sections.size() >= 2);
    RingSurface surface(static_cast<std::size_t>(detail.around));
    const auto add = [&](const Section& section, float scale) {
        Section scaled = section;
        scaled.halfU *= scale;
        scaled.halfV *= scale;
        surface.addRing(superellipse(axis, scaled, squareness, detail.around), section.zone);
    };
    add(sections.front(), 0.0F);
    for (std::size_t i = 0; i + 1 < sections.size(); ++i) {
        for (int s = 0; s < detail.between; ++s) {
            add(blend(sections, i, static_cast<float>(s) / static_cast<float>(detail.between)),
                1.0F);
        }
    }
    add(sections.back(), 1.0F);
    add(sections.back(), 0.0F);
    return surface.build();
}

MeshData ellipsoid(const Vector3f& halfSizes, Zone zone, const Detail& detail) {
    RingSurface surface(static_cast<std::size_t>(detail.around));
    for (int r = 0; r <= detail.along; ++r) {
        const float angle =
            0.5F * kTwoPi * static_cast<float>(r) / static_cast<float>(detail.along);
        Section section{};
        section.at = -halfSizes.z() * std::cos(angle);
        section.halfU = halfSizes.x() * std::sin(angle);
        section.halfV = halfSizes.y() * std::sin(angle);
        surface.addRing(superellipse(Axis::Z, section, 2.0F, detail.around), zone);
    }
    return surface.build();
}

MeshData cylinder(Axis axis, float radiusM, float lengthM, Zone zone, const Detail& detail) {
    const float half = lengthM / 2.0F;
    MeshData mesh;
    const auto rings = [&](float fromAt, float fromRadius, float toAt, float toRadius) {
        RingSurface surface(static_cast<std::size_t>(detail.around));
        for (const auto& [at, radius] : {std::pair{fromAt, fromRadius}, {toAt, toRadius}}) {
            const Section section{at, radius, radius, 0, 0, zone};
            surface.addRing(superellipse(axis, section, 2.0F, detail.around), zone);
        }
        mesh.add(surface.build());
    };
    rings(-half, 0.0F, -half, radiusM);
    rings(-half, radiusM, half, radiusM);
    rings(half, radiusM, half, 0.0F);
    return mesh;
}

MeshData box(const Vector3f& sizes, Zone zone) {
    MeshData mesh;
    const Vector3f half = sizes / 2.0F;
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.0F, 1.0F}) {
            Vector3f normal = Vector3f::Zero();
            normal[axis] = side;
            Vector3f u = Vector3f::Zero();
            u[(axis + 1) % 3] = half[(axis + 1) % 3];
            Vector3f v = Vector3f::Zero();
            v[(axis + 2) % 3] = half[(axis + 2) % 3] * side;
            const Vector3f center = normal.cwiseProduct(half);
            const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
            for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
                mesh.vertices.push_back(
                    {center + static_cast<float>(a) * u + static_cast<float>(b) * v, normal,
                     static_cast<float>(zone)});
            }
            mesh.indices.insert(mesh.indices.end(),
                                {base, base + 1, base + 2, base, base + 2, base + 3});
        }
    }
    return mesh;
}

} // namespace sideline::viewer3d
