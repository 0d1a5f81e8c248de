#include "agents/policy/onnx_values.h"

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agents/policy/onnx_attributes.h"

namespace sideline::agents {

using base::ErrorCode;
using decision::DenseLayer;
using Dims = std::vector<std::int64_t>;

namespace {

constexpr Eigen::Index kMaxWeights = 1 << 24;
constexpr std::size_t kMaxConstants = std::size_t{1} << 25U;

} // namespace

void OnnxValues::addConstant(const std::string& name, const onnx::TensorProto& proto) {
    try {
        add(name, readTensor(proto, name));
    } catch (PolicyFault& fault) {
        add(name, OnnxUnknown{std::move(fault)});
    }
}

const OnnxValue* OnnxValues::find(const std::string& name) const {
    const auto found = m_values.find(name);
    return found == m_values.end() ? nullptr : &found->second;
}

OnnxFlow OnnxValues::action(const std::string& name) const {
    const OnnxValue* value = find(name);
    if (value == nullptr) {
        failPolicy(ErrorCode::Truncated, fmt::format("no node computes the output '{}'", name));
    }
    if (const auto* unknown = std::get_if<OnnxUnknown>(value)) {
        throw PolicyFault(unknown->fault);
    }
    if (const auto* flow = std::get_if<OnnxFlow>(value)) {
        return *flow;
    }
    refuse(fmt::format("the first output '{}' does not come from the observation", name),
           "the action as the first output, followed by hidden states");
}

bool OnnxValues::has(const Node& node, int index) const {
    return index < node.input_size() && !node.input(index).empty();
}

const OnnxValue& OnnxValues::operand(const Node& node, int index) const {
    if (!has(node, index)) {
        refuse(fmt::format("has {}", base::plural(node.input_size(), "input")), "one more");
    }
    const OnnxValue* value = find(node.input(index));
    if (value == nullptr) {
        failPolicy(ErrorCode::Truncated,
                   fmt::format("uses '{}', which no earlier node computes", node.input(index)));
    }
    if (const auto* unknown = std::get_if<OnnxUnknown>(value)) {
        throw InheritedFault{unknown->fault};
    }
    return *value;
}

OnnxFlow OnnxValues::flow(const Node& node, int index) const {
    const OnnxValue& value = operand(node, index);
    if (const auto* flow = std::get_if<OnnxFlow>(&value)) {
        return *flow;
    }
    // The last hidden state of a layer is its output.
    if (const auto* next = std::get_if<OnnxNextHidden>(&value);
        next != nullptr && next->stages.size() == 1) {
        return {next->stages.front(), next->dims};
    }
    refuse(fmt::format("uses '{}' as data", node.input(index)),
           "something computed from the observation");
}

const OnnxTensor& OnnxValues::weights(const Node& node, int index) const {
    const auto* tensor = std::get_if<OnnxTensor>(&operand(node, index));
    if (tensor == nullptr) {
        refuse(fmt::format("uses '{}', which is computed, as weights", node.input(index)),
               "constants");
    }
    return *tensor;
}

Dims OnnxValues::integers(const Node& node, int index, const char* attribute) const {
    return has(node, index) ? weights(node, index).integers : integersOf(node, attribute);
}

void OnnxValues::give(const Node& node, OnnxValue value, int index) {
    if (const auto* tensor = std::get_if<OnnxTensor>(&value)) {
        m_constants += tensor->size();
    }
    // Nodes may pass on the same constants repeatedly.
    if (m_constants > kMaxConstants) {
        failPolicy(ErrorCode::LimitExceeded, "creates too many constants",
                   fmt::format("at most {} numbers", kMaxConstants));
    }
    if (index < node.output_size() && !node.output(index).empty()) {
        add(node.output(index), std::move(value));
    }
}

int OnnxValues::addStage(OnnxStage stage) {
    if (const auto* dense = std::get_if<DenseLayer>(&stage.layer)) {
        m_weights += dense->weights.size();
    } else if (const auto* gru = std::get_if<decision::GruLayer>(&stage.layer)) {
        m_weights += gru->inputWeights.size() + gru->hiddenWeights.size();
    }
    m_weights += stage.size;
    // Nodes may share weights, but layers do not.
    if (m_weights > kMaxWeights) {
        failPolicy(ErrorCode::LimitExceeded, "exceeds the size limit of networks",
                   fmt::format("at most {} weights", kMaxWeights));
    }
    m_stages.push_back(std::move(stage));
    return static_cast<int>(m_stages.size()) - 1;
}

} // namespace sideline::agents
