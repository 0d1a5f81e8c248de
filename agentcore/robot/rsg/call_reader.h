#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/robot/rsg/scene_tree.h"

namespace sideline::robot::rsg {

/// Reads the values of a scene's calls and keeps the first fault that is found. What is missing or
/// wrong reads as 0 (or what else is said), so that readers may continue until they look at
/// `error()`.
class CallReader {
public:
    explicit CallReader(const SceneTree& tree) : m_tree(tree) {}

    [[nodiscard]] const SceneTree& tree() const { return m_tree; }
    [[nodiscard]] const std::optional<base::Error>& error() const { return m_error; }

    void fail(const ScenePlace& place, base::ErrorCode code, std::string message,
              std::string expected = {});
    void fail(const SceneNode& node, base::ErrorCode code, std::string message,
              std::string expected = {});

    /// The number that a call has as its value `index`, from 0.
    double number(const SceneCall& call, std::size_t index);
    /// The same, more than 0.
    double positive(const SceneCall& call, std::size_t index);
    /// Three numbers of a call.
    Eigen::Vector3d vector(const SceneCall& call);
    /// The first value of a node's call of `method`, if there is one.
    double numberOf(SceneNodeId node, std::string_view method, double otherwise);
    /// The same for `true` or `false`; like the server, passes over other values.
    [[nodiscard]] bool flagOf(SceneNodeId node, std::string_view method, bool otherwise) const;

private:
    const SceneTree& m_tree;
    std::optional<base::Error> m_error;
};

} // namespace sideline::robot::rsg
