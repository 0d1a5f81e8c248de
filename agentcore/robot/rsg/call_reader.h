#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/robot/rsg/scene_tree.h"

namespace sideline::robot::rsg {

/// Reads the values of a scene's calls and keeps the first fault. Missing or invalid values are
/// read as 0 unless stated otherwise, so that readers may continue and check `error()` at the
/// end.
class CallReader {
public:
    explicit CallReader(const SceneTree& tree) : m_tree(tree) {}

    [[nodiscard]] const SceneTree& tree() const { return m_tree; }
    [[nodiscard]] const std::optional<base::Error>& error() const { return m_error; }

    void fail(const ScenePlace& place, base::ErrorCode code, std::string message,
              std::string expected = {});
    void fail(const SceneNode& node, base::ErrorCode code, std::string message,
              std::string expected = {});

    /// Returns the number at position `index` of a call, from 0.
    double number(const SceneCall& call, std::size_t index);
    /// Returns the number at a position, which must be positive.
    double positive(const SceneCall& call, std::size_t index);
    /// Returns the three numbers of a call.
    Eigen::Vector3d vector(const SceneCall& call);
    /// Returns the first value of a node's call of `method`; `otherwise` if there is no such call.
    double numberOf(SceneNodeId node, std::string_view method, double otherwise);
    /// Like the function above, for `true` or `false`; other values are ignored, as on the server.
    [[nodiscard]] bool flagOf(SceneNodeId node, std::string_view method, bool otherwise) const;

private:
    const SceneTree& m_tree;
    std::optional<base::Error> m_error;
};

} // namespace sideline::robot::rsg
