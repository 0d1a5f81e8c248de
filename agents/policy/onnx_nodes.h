#pragma once

#include "agents/policy/onnx_values.h"

namespace sideline::agents {

/// Evaluates a node of an ONNX graph symbolically rather than on numbers. The result of an
/// unsupported node is unknown; this matters only if the action depends on it.
void runNode(OnnxValues& values, const onnx::NodeProto& node);

} // namespace sideline::agents
