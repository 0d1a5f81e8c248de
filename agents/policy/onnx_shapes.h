#pragma once

#include "agents/policy/onnx_values.h"

namespace sideline::agents {

// Nodes that change a shape, select or join parts, or pass on hidden states. Each throws
// PolicyFault if the node is unsupported.

void reshape(OnnxValues& values, const onnx::NodeProto& node);
void transpose(OnnxValues& values, const onnx::NodeProto& node);
/// Slice, Split, Gather: of hidden states, of shapes, and of data along their row.
void select(OnnxValues& values, const onnx::NodeProto& node);
void shape(OnnxValues& values, const onnx::NodeProto& node);
void concat(OnnxValues& values, const onnx::NodeProto& node);

} // namespace sideline::agents
