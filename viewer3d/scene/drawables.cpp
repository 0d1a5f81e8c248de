#include "viewer3d/scene/drawables.h"

#include <utility>

#include <QByteArray>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QGeometry>

namespace sideline::viewer3d {

namespace {

using Qt3DCore::QAttribute;
using Qt3DCore::QBuffer;
using Qt3DCore::QGeometry;

template <typename T>
QByteArray bytesOf(std::span<const T> values) {
    return {reinterpret_cast<const char*>(values.data()),
            static_cast<qsizetype>(values.size_bytes())};
}

struct AttributeLayout {
    const char* name;
    uint components;
    uint offset;
    uint stride;
    uint divisor; // 0: per corner, 1: per instance
};

QAttribute* addAttribute(QGeometry* geometry, QBuffer* buffer, const AttributeLayout& layout,
                         uint count) {
    auto* attribute = new QAttribute(geometry);
    attribute->setName(QString::fromLatin1(layout.name));
    attribute->setAttributeType(QAttribute::VertexAttribute);
    attribute->setVertexBaseType(QAttribute::Float);
    attribute->setVertexSize(layout.components);
    attribute->setBuffer(buffer);
    attribute->setByteOffset(layout.offset);
    attribute->setByteStride(layout.stride);
    attribute->setCount(count);
    attribute->setDivisor(layout.divisor);
    geometry->addAttribute(attribute);
    return attribute;
}

// The attributes assume that both consist of floats without padding.
static_assert(sizeof(Vertex) == 7 * sizeof(float));
static_assert(sizeof(ColorVertex) == 7 * sizeof(float));

} // namespace

InstancedMesh::InstancedMesh(const MeshData& mesh, Qt3DRender::QMaterial* material,
                             Qt3DCore::QNode* parent)
    : QEntity(parent),
      m_renderer(new Qt3DRender::QGeometryRenderer(this)),
      m_instances(new QBuffer),
      m_triangles(mesh.triangleCount()) {
    auto* geometry = new QGeometry(m_renderer);
    m_instances->setParent(geometry);
    m_instances->setUsage(QBuffer::StreamDraw);

    auto* vertices = new QBuffer(geometry);
    vertices->setData(bytesOf(std::span<const Vertex>(mesh.vertices)));
    constexpr uint kStride = sizeof(Vertex);
    const auto count = static_cast<uint>(mesh.vertices.size());
    addAttribute(geometry, vertices, {"vertexPosition", 3, 0, kStride, 0}, count);
    addAttribute(geometry, vertices, {"vertexNormal", 3, 3 * sizeof(float), kStride, 0}, count);
    addAttribute(geometry, vertices, {"vertexZone", 1, 6 * sizeof(float), kStride, 0}, count);

    constexpr uint kInstanceStride = sizeof(Instance);
    const char* const names[] = {"instanceRow0", "instanceRow1", "instanceRow2", "instanceColor"};
    for (uint i = 0; i < 4; ++i) {
        const uint offset = 4 * i * static_cast<uint>(sizeof(float));
        addAttribute(geometry, m_instances, {names[i], 4, offset, kInstanceStride, 1}, 1);
    }

    auto* indexBuffer = new QBuffer(geometry);
    indexBuffer->setData(bytesOf(std::span<const std::uint32_t>(mesh.indices)));
    auto* indices = new QAttribute(geometry);
    indices->setAttributeType(QAttribute::IndexAttribute);
    indices->setVertexBaseType(QAttribute::UnsignedInt);
    indices->setBuffer(indexBuffer);
    indices->setCount(static_cast<uint>(mesh.indices.size()));
    geometry->addAttribute(indices);

    m_renderer->setPrimitiveType(Qt3DRender::QGeometryRenderer::Triangles);
    m_renderer->setGeometry(geometry);
    addComponent(m_renderer);
    addComponent(material);
    setEnabled(false);
}

void InstancedMesh::setInstances(std::span<const Instance> instances) {
    if (!instances.empty()) {
        m_instances->setData(bytesOf(instances));
        m_renderer->setInstanceCount(static_cast<int>(instances.size()));
    }
    setEnabled(!instances.empty());
}

MeshData unitSquare() {
    MeshData mesh;
    for (const auto& [x, y] :
         {std::pair{-1.0F, -1.0F}, {1.0F, -1.0F}, {1.0F, 1.0F}, {-1.0F, 1.0F}}) {
        mesh.vertices.push_back({{x, y, 0.0F}, Eigen::Vector3f::UnitZ(), 0.0F});
    }
    mesh.indices = {0, 1, 2, 0, 2, 3};
    return mesh;
}

ColorGeometry::ColorGeometry(Qt3DRender::QGeometryRenderer::PrimitiveType type,
                             Qt3DRender::QMaterial* material, Qt3DCore::QNode* parent)
    : QEntity(parent),
      m_renderer(new Qt3DRender::QGeometryRenderer(this)),
      m_vertices(new QBuffer) {
    auto* geometry = new QGeometry(m_renderer);
    m_vertices->setParent(geometry);
    constexpr uint kStride = sizeof(ColorVertex);
    addAttribute(geometry, m_vertices, {"vertexPosition", 3, 0, kStride, 0}, 0);
    addAttribute(geometry, m_vertices, {"vertexColor", 4, 3 * sizeof(float), kStride, 0}, 0);
    m_renderer->setPrimitiveType(type);
    m_renderer->setGeometry(geometry);
    addComponent(m_renderer);
    addComponent(material);
    setEnabled(false);
}

void ColorGeometry::setVertices(std::span<const ColorVertex> vertices) {
    if (!vertices.empty()) {
        m_vertices->setData(bytesOf(vertices));
        for (QAttribute* attribute : m_renderer->geometry()->attributes()) {
            attribute->setCount(static_cast<uint>(vertices.size()));
        }
        m_renderer->setVertexCount(static_cast<int>(vertices.size()));
    }
    setEnabled(!vertices.empty());
}

} // namespace sideline::viewer3d
