#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <Qt3DCore/QNode>
#include <Qt3DRender/QMaterial>

#include "viewer3d/scene/drawables.h"
#include "viewer3d/scene/instance.h"
#include "viewer3d/shapes/mesh_data.h"

namespace sideline::viewer3d {

/// Instances of meshes by kind of shape, drawn with one call for each kind. GUI thread only.
class MeshBatches {
public:
    /// @param parent parent of the meshes
    explicit MeshBatches(Qt3DCore::QNode* parent) : m_parent(parent) {}

    /// Adds an instance to be shown by the next `flush`.
    /// @param key kind of shape, unique for this material
    /// @param build creates the mesh when it is first needed
    void add(const std::string& key, Qt3DRender::QMaterial* material, const Instance& instance,
             const std::function<MeshData()>& build);
    /// Shows the instances that were added since the last `flush`, and only these.
    void flush();
    /// Discards meshes and instances.
    void clear() { m_batches.clear(); }
    /// Number of triangles of the instances that were added since the last `flush`.
    [[nodiscard]] std::size_t triangleCount() const;
    /// Grows whenever a kind of shape appears or disappears.
    [[nodiscard]] std::size_t shapeChanges() const { return m_shapeChanges; }

private:
    struct Batch {
        std::unique_ptr<InstancedMesh> mesh;
        std::vector<Instance> instances;
    };

    Qt3DCore::QNode* m_parent;
    std::map<std::string, Batch> m_batches;
    std::size_t m_shapeChanges = 0;
};

} // namespace sideline::viewer3d
