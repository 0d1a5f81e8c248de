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

/// Numbers that come from the observation, behind a stage; -1: the observation itself.
struct OnnxFlow {
    int stage = -1;
    std::vector<std::int64_t> dims; ///< all 1 but one
};
/// Rows of an input that holds hidden states, a row per recurrent layer.
struct OnnxHidden {
    int input = 0;          ///< number of the graph's input
    std::int64_t rows = 1;  ///< of the whole input
    std::int64_t first = 0; ///< row
    std::int64_t count = 1; ///< rows
};
/// Hidden states for the next cycle, a row per stage.
struct OnnxNextHidden {
    std::vector<int> stages;
    std::vector<std::int64_t> dims;
};
/// Something that cannot be computed; only wrong if it is needed.
struct OnnxUnknown {
    PolicyFault fault;
};
using OnnxValue = std::variant<OnnxTensor, OnnxFlow, OnnxHidden, OnnxNextHidden, OnnxUnknown>;

/// A layer that was found, and which one is before it (-1: none).
struct OnnxStage {
    int before = -1;
    decision::PolicyLayer layer;
    std::string node;
    std::optional<OnnxHidden> hidden; ///< that a recurrent layer begins with
};

/// What the values of an ONNX graph are, and the layers that its nodes have come to so far.
class OnnxValues {
public:
    using Node = onnx::NodeProto;

    void add(const std::string& name, OnnxValue value) { m_values[name] = std::move(value); }
    void addConstant(const std::string& name, const onnx::TensorProto& proto);
    /// Null where there is none of this name.
    [[nodiscard]] const OnnxValue* find(const std::string& name) const;
    /// The value of this name as the action. Throws PolicyFault with why it is none.
    [[nodiscard]] OnnxFlow action(const std::string& name) const;
    [[nodiscard]] const std::vector<OnnxStage>& stages() const { return m_stages; }

    // What nodes work on; each throws PolicyFault when it is not there, or is something else.
    [[nodiscard]] bool has(const Node& node, int index) const;
    [[nodiscard]] const OnnxValue& operand(const Node& node, int index) const;
    [[nodiscard]] OnnxFlow flow(const Node& node, int index) const;
    [[nodiscard]] const OnnxTensor& weights(const Node& node, int index) const;
    /// Of an input, or of an attribute where there is no such input.
    [[nodiscard]] std::vector<std::int64_t> integers(const Node& node, int index,
                                                     const char* attribute) const;

    // What nodes give.
    void give(const Node& node, OnnxValue value, int index = 0);
    int addStage(OnnxStage stage);
    void giveLayer(const Node& node, const OnnxFlow& before, decision::PolicyLayer layer,
                   std::vector<std::int64_t> dims);

private:
    std::map<std::string, OnnxValue, std::less<>> m_values;
    std::vector<OnnxStage> m_stages;
    Eigen::Index m_weights = 0;  ///< of all stages
    std::size_t m_constants = 0; ///< numbers that nodes have given
};

/// Thrown by a node for an operand that is unknown: why has been said already.
struct InheritedFault {
    PolicyFault fault;
};

} // namespace sideline::agents
