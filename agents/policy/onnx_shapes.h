#pragma once

#include "agents/policy/onnx_values.h"

namespace sideline::agents {

// Nodes that only change a shape, and those that hand hidden states around. Each throws PolicyFault
// when it is not understood.

void reshape(OnnxValues& values, const onnx::NodeProto& node);
void transpose(OnnxValues& values, const onnx::NodeProto& node);
/// Slice, Split, Gather.
void select(OnnxValues& values, const onnx::NodeProto& node);
void concat(OnnxValues& values, const onnx::NodeProto& node);

} // namespace sideline::agents
