#pragma once

#include <vector>

#include "agentcore/decision/policy_network.h"
#include "agents/policy/onnx_model.h"

namespace sideline::agents {

/// The layers of a network, found in an ONNX graph.
struct OnnxLayers {
    int inputSize = 0;
    std::vector<decision::PolicyLayer> layers;
};

/// Follows the graph from its first input, the observation, to its first output, the action. The
/// batch and time axes have length 1. Throws PolicyFault with the name of the node.
[[nodiscard]] OnnxLayers readGraph(const onnx::GraphProto& graph);

} // namespace sideline::agents
