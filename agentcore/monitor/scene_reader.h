#pragma once

#include <cstdint>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/remark.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::monitor {

/// One node of a difference, in preorder.
struct DiffNode {
    std::int32_t end = 0;        ///< index one past the last node of its subtree
    std::int32_t transform = -1; ///< index into `DiffTree::transforms`; -1 if not sent
    std::int8_t visible = -1;    ///< 0 or 1 if sent, else -1
    std::uint32_t offset = 0;    ///< byte in the message where the node begins
};

/// A difference as parsed, not yet matched with the tree that it belongs to.
struct DiffTree {
    std::vector<DiffNode> nodes;
    std::vector<LocalTransform> transforms;
    Remarks remarks;

    void clear();
};

/// A full scene as parsed.
struct FullTree {
    std::vector<SceneNode> nodes;
    std::vector<LocalTransform> transforms; ///< one per transform node
    std::vector<std::uint8_t> visible;      ///< one per node
    Remarks remarks;                        ///< transforms that are not numbers are set to identity
};

/// Reads the graph of a difference, from its `(` to its `)`.
/// @param tree is emptied first; its memory is used again
/// Errors: Malformed or Truncated with the byte in the message.
[[nodiscard]] base::Expected<void> readDiffTree(protocol::SexprReader& reader, DiffTree& tree);

/// Reads the graph of a full message, from its `(` to its `)`. Errors as above.
[[nodiscard]] base::Expected<FullTree> readFullTree(protocol::SexprReader& reader);

/// Reads the nodes of a difference, and the `)` of the list that they are in. Errors as above.
[[nodiscard]] base::Expected<void> readDiffNodes(protocol::SexprReader& reader, DiffTree& tree);

/// Reads the nodes of a full scene, and the `)` of the list that they are in. Errors as above.
[[nodiscard]] base::Expected<FullTree> readFullNodes(protocol::SexprReader& reader);

} // namespace sideline::monitor
