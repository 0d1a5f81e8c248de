#pragma once

#include "agents/policy/onnx_values.h"

namespace sideline::agents {

// Nodes that only change a shape, and nodes that pass on hidden states. Each throws PolicyFault if
// it is unsupported.

void reshape(OnnxValues& values, const onnx::NodeProto& node);
void transpose(OnnxValues& values, const onnx::NodeProto& node);
/// Slice, Split, Gather.
void select(OnnxValues& values, const onnx::NodeProto& node);
void concat(OnnxValues& values, const onnx::NodeProto& node);

} // namespace sideline::agents
