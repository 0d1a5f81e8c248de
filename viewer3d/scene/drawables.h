#pragma once

#include <span>
#include <vector>

#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>

#include "viewer3d/scene/instance.h"
#include "viewer3d/shapes/field_mesh.h"
#include "viewer3d/shapes/mesh_data.h"

namespace sideline::viewer3d {

/// A mesh that is drawn many times in one call. Twenty-two robots need about thirty of these
/// instead of five hundred entities, whose management would cost Qt3D more than the drawing. GUI
/// thread only, like all of Qt3D's front end.
class InstancedMesh : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    InstancedMesh(const MeshData& mesh, Qt3DRender::QMaterial* material,
                  Qt3DCore::QNode* parent = nullptr);

    /// Draws these copies from now on; an empty list hides the mesh.
    void setInstances(std::span<const Instance> instances);
    /// Number of triangles of one copy.
    [[nodiscard]] std::size_t triangleCount() const { return m_triangles; }

private:
    Qt3DRender::QGeometryRenderer* m_renderer;
    Qt3DCore::QBuffer* m_instances;
    std::size_t m_triangles;
};

/// A square from -1 to 1 in x and y, drawn many times; for patches, rings, and labels.
[[nodiscard]] MeshData unitSquare();

/// Colored lines or triangles without lighting, replaced as a whole.
class ColorGeometry : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    ColorGeometry(Qt3DRender::QGeometryRenderer::PrimitiveType type,
                  Qt3DRender::QMaterial* material, Qt3DCore::QNode* parent = nullptr);

    void setVertices(std::span<const ColorVertex> vertices);

private:
    Qt3DRender::QGeometryRenderer* m_renderer;
    Qt3DCore::QBuffer* m_vertices;
};

} // namespace sideline::viewer3d
