#include "viewer3d/scene/mesh_batches.h"

namespace sideline::viewer3d {

void MeshBatches::add(const std::string& key, Qt3DRender::QMaterial* material,
                      const Instance& instance, const std::function<MeshData()>& build) {
    Batch& batch = m_batches[key];
    if (!batch.mesh) {
        batch.mesh = std::make_unique<InstancedMesh>(build(), material, m_parent);
        ++m_shapeChanges;
    }
    batch.instances.push_back(instance);
}

void MeshBatches::flush() {
    for (auto& [key, batch] : m_batches) {
        if (batch.mesh->isEnabled() == batch.instances.empty()) {
            ++m_shapeChanges;
        }
        batch.mesh->setInstances(batch.instances);
        batch.instances.clear();
    }
}

std::size_t MeshBatches::triangleCount() const {
    std::size_t triangles = 0;
    for (const auto& [key, batch] : m_batches) {
        triangles += batch.mesh->triangleCount() * batch.instances.size();
    }
    return triangles;
}

} // namespace sideline::viewer3d
