#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agentcore/decision/policy_network.h"
#include "agents/policy/onnx_model.h"
#include "agents/policy/onnx_tensor.h"
#include "agents/policy/policy_fault.h"

namespace sideline::agents {

/// Values that depend on the observation, after a stage; -1: the observation itself.
struct OnnxFlow {
    int stage = -1;
    std::vector<std::int64_t> dims; ///< all but one are 1
};
/// Rows of an input that contains hidden states, one row per recurrent layer.
struct OnnxHidden {
    int input = 0;          ///< index of the graph's input
    std::int64_t rows = 1;  ///< rows of the whole input
    std::int64_t first = 0; ///< row
    std::int64_t count = 1; ///< rows
};
/// Hidden states for the next cycle, one row per stage.
struct OnnxNextHidden {
    std::vector<int> stages;
    std::vector<std::int64_t> dims;
};
/// A value that cannot be computed; an error only if it is needed.
struct OnnxUnknown {
    PolicyFault fault;
};
using OnnxValue = std::variant<OnnxTensor, OnnxFlow, OnnxHidden, OnnxNextHidden, OnnxUnknown>;

/// A recognized layer and the index of its predecessor (-1: none). Layers that it refers to are
/// also given by the index of their stage.
struct OnnxStage {
    int before = -1;
    decision::PolicyLayer layer;
    std::string node;
    std::optional<OnnxHidden> hidden; ///< initial state of a recurrent layer
    std::int64_t size = 0;            ///< number of outputs
};

/// The values of an ONNX graph, and the layers recognized in its nodes so far.
class OnnxValues {
public:
    using Node = onnx::NodeProto;

    void add(const std::string& name, OnnxValue value) { m_values[name] = std::move(value); }
    void addConstant(const std::string& name, const onnx::TensorProto& proto);
    /// The value with this name, or null.
    [[nodiscard]] const OnnxValue* find(const std::string& name) const;
    /// The value with this name as the action. Throws PolicyFault with the reason if it is not an
    /// action.
    [[nodiscard]] OnnxFlow action(const std::string& name) const;
    [[nodiscard]] const std::vector<OnnxStage>& stages() const { return m_stages; }

    // Operands of nodes; each throws PolicyFault if it is missing or of a different kind.
    [[nodiscard]] bool has(const Node& node, int index) const;
    [[nodiscard]] const OnnxValue& operand(const Node& node, int index) const;
    [[nodiscard]] OnnxFlow flow(const Node& node, int index) const;
    [[nodiscard]] const OnnxTensor& weights(const Node& node, int index) const;
    /// Integers from an input, or from an attribute if there is no such input.
    [[nodiscard]] std::vector<std::int64_t> integers(const Node& node, int index,
                                                     const char* attribute) const;

    // Outputs of nodes.
    void give(const Node& node, OnnxValue value, int index = 0);
    int addStage(OnnxStage stage);

private:
    std::map<std::string, OnnxValue, std::less<>> m_values;
    std::vector<OnnxStage> m_stages;
    Eigen::Index m_weights = 0;  ///< number of weights in all stages
    std::size_t m_constants = 0; ///< number of elements produced by nodes
};

/// Thrown by a node for an unknown operand; the reason has already been reported.
struct InheritedFault {
    PolicyFault fault;
};

} // namespace sideline::agents
