#pragma once

#include "agents/policy/onnx_values.h"

namespace sideline::agents {

/// Runs a node of an ONNX graph on what its values are, rather than on numbers. What a node that is
/// not understood gives is unknown; it matters only if the action depends on it.
void runNode(OnnxValues& values, const onnx::NodeProto& node);

} // namespace sideline::agents
