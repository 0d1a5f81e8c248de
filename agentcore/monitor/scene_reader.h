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
    std::int32_t transform = -1; ///< index into `DiffTree::transforms`; -1 if absent
    std::int8_t visible = -1;    ///< 0 or 1; -1 if absent
    std::uint32_t offset = 0;    ///< byte offset of the node in the message
};

/// A parsed difference, not yet matched with a tree.
struct DiffTree {
    std::vector<DiffNode> nodes;
    std::vector<LocalTransform> transforms;
    Remarks remarks;

    void clear();
};

/// A parsed full scene.
struct FullTree {
    std::vector<SceneNode> nodes;
    std::vector<LocalTransform> transforms; ///< one per transform node
    std::vector<std::uint8_t> visible;      ///< one per node
    Remarks remarks;                        ///< transforms that are not finite become the identity
};

/// Reads the graph of a difference, from its `(` to its `)`.
/// @param tree output; cleared first, and its memory is reused
/// Errors: Malformed or Truncated, with the byte offset in the message.
[[nodiscard]] base::Expected<void> readDiffTree(protocol::SexprReader& reader, DiffTree& tree);

/// Reads the graph of a full message, from its `(` to its `)`. Errors as for the function above.
[[nodiscard]] base::Expected<FullTree> readFullTree(protocol::SexprReader& reader);

/// Reads the nodes of a difference and the `)` of the enclosing list. Errors as for the functions
/// above.
[[nodiscard]] base::Expected<void> readDiffNodes(protocol::SexprReader& reader, DiffTree& tree);

/// Reads the nodes of a full scene and the `)` of the enclosing list. Errors as for the functions
/// above.
[[nodiscard]] base::Expected<FullTree> readFullNodes(protocol::SexprReader& reader);

} // namespace sideline::monitor
