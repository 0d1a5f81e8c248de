#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "agents/policy/meaning_json.h"
#include "agents/policy/onnx_functions.h"
#include "agents/policy/onnx_graph.h"
#include "agents/policy/onnx_model.h"
#include "agents/policy/policy_fault.h"
#include "agents/policy/policy_file.h"
#include "agents/policy/policy_formats.h"

namespace sideline::agents {

using base::ErrorCode;
using decision::ActivationLayer;
using decision::DenseLayer;
using decision::ElementwiseLayer;
using decision::GruLayer;
using decision::JoinLayer;
using decision::NormalizeLayer;
using decision::PolicyLayer;
using decision::PolicyNetwork;
using decision::RecallLayer;
using Function = ActivationLayer::Function;

namespace {

constexpr int kOpset = 13;
constexpr int kIrVersion = 7;
constexpr int kNormalizeOpset = 17; // first version with LayerNormalization
constexpr int kNormalizeIrVersion = 8;
constexpr int kOldestOpset = 7; // earlier versions broadcast shapes according to other rules

// Writes layers as nodes; the value of each node is the input of the next one.
class GraphWriter {
public:
    explicit GraphWriter(onnx::GraphProto& graph) : m_graph(&graph) {}

    void write(const PolicyNetwork& network) {
        addValue(*m_graph->add_input(), m_value, {1, network.inputSize()});
        m_sizes = network.sizes();
        const std::string last = "action";
        for (std::size_t i = 0; i < network.layers().size(); ++i) {
            m_number = i + 1;
            const std::string out =
                i + 1 == network.layers().size() ? last : fmt::format("value{}", m_number);
            std::visit([&](const auto& layer) { add(layer, out); }, network.layers()[i]);
            m_value = out;
        }
        // The action is the first output; hidden states follow.
        onnx::GraphProto hidden;
        hidden.mutable_output()->Swap(m_graph->mutable_output());
        addValue(*m_graph->add_output(), last, {1, network.outputSize()});
        m_graph->mutable_output()->MergeFrom(hidden.output());
    }

private:
    static void addValue(onnx::ValueInfoProto& info, const std::string& name,
                         const std::vector<std::int64_t>& dims) {
        info.set_name(name);
        auto* tensor = info.mutable_type()->mutable_tensor_type();
        tensor->set_elem_type(onnx::TensorProto::FLOAT);
        for (const std::int64_t dim : dims) {
            tensor->mutable_shape()->add_dim()->set_dim_value(dim);
        }
    }

    // Values in the order of the tensor: matrices row by row.
    std::string constant(const char* what, const std::vector<std::int64_t>& dims,
                         const Eigen::MatrixXf& values) {
        auto* tensor = m_graph->add_initializer();
        tensor->set_name(fmt::format("layer{}.{}", m_number, what));
        tensor->set_data_type(onnx::TensorProto::FLOAT);
        for (const std::int64_t dim : dims) {
            tensor->add_dims(dim);
        }
        const Eigen::MatrixXf columns = values.transpose();
        tensor->set_raw_data(columns.data(),
                             static_cast<std::size_t>(columns.size()) * sizeof(float));
        return tensor->name();
    }

    // Name of the value of an earlier layer; -1: the observation.
    static std::string valueOf(int layer) {
        return layer < 0 ? std::string("observation") : fmt::format("value{}", layer + 1);
    }

    std::string integers(const char* what, std::int64_t value) {
        auto* tensor = m_graph->add_initializer();
        tensor->set_name(fmt::format("layer{}.{}", m_number, what));
        tensor->set_data_type(onnx::TensorProto::INT64);
        tensor->add_dims(1);
        tensor->add_int64_data(value);
        return tensor->name();
    }

    onnx::NodeProto& node(std::string_view type, const std::vector<std::string>& inputs,
                          const std::vector<std::string>& outputs) {
        auto* added = m_graph->add_node();
        added->set_op_type(std::string(type));
        added->set_name(fmt::format("layer{}.{}", m_number, type));
        for (const std::string& input : inputs) {
            added->add_input(input);
        }
        for (const std::string& output : outputs) {
            added->add_output(output);
        }
        return *added;
    }

    static void set(onnx::NodeProto& node, const char* name, std::int64_t value) {
        auto* attribute = node.add_attribute();
        attribute->set_name(name);
        attribute->set_type(onnx::AttributeProto::INT);
        attribute->set_i(value);
    }
    static void set(onnx::NodeProto& node, const char* name, float value) {
        auto* attribute = node.add_attribute();
        attribute->set_name(name);
        attribute->set_type(onnx::AttributeProto::FLOAT);
        attribute->set_f(value);
    }

    void add(const DenseLayer& layer, const std::string& out) {
        const std::string weights =
            constant("weights", {layer.weights.rows(), layer.weights.cols()}, layer.weights);
        const std::string bias = constant("bias", {layer.bias.size()}, layer.bias);
        set(node("Gemm", {m_value, weights, bias}, {out}), "transB", std::int64_t{1});
    }

    void add(const GruLayer& layer, const std::string& out) {
        const Eigen::Index units = layer.hiddenWeights.cols();
        const std::string before = fmt::format("hidden{}", m_number);
        const std::string after = fmt::format("hidden{}_next", m_number);
        const std::string sequence = fmt::format("layer{}.sequence", m_number);
        const std::string all = fmt::format("layer{}.all", m_number);
        const std::string row = fmt::format("layer{}.row", m_number);
        Eigen::VectorXf bias(6 * units);
        bias << layer.inputBias, layer.hiddenBias;
        addValue(*m_graph->add_input(), before, {1, 1, units});
        addValue(*m_graph->add_output(), after, {1, 1, units});
        const std::string first = integers("axis0", 0);
        node("Unsqueeze", {m_value, first}, {sequence});
        auto& gru = node(
            "GRU",
            {sequence, constant("W", {1, 3 * units, layer.inputWeights.cols()}, layer.inputWeights),
             constant("R", {1, 3 * units, units}, layer.hiddenWeights),
             constant("B", {1, 6 * units}, bias), "", before},
            {all, after});
        set(gru, "hidden_size", units);
        set(gru, "linear_before_reset", std::int64_t{layer.isLinearBeforeReset ? 1 : 0});
        node("Squeeze", {all, integers("axis1", 1)}, {row});
        node("Squeeze", {row, first}, {out}).set_name(fmt::format("layer{}.Row", m_number));
    }

    void add(const ElementwiseLayer& layer, const std::string& out) {
        constexpr std::array<const char*, 4> kTypes = {"Add", "Sub", "Mul", "Div"};
        node(kTypes[static_cast<std::size_t>(layer.operation)],
             {m_value, constant("values", {layer.values.size()}, layer.values)}, {out});
    }

    void add(const NormalizeLayer& layer, const std::string& out) {
        auto& normalization = node("LayerNormalization",
                                   {m_value, constant("scale", {layer.scale.size()}, layer.scale),
                                    constant("bias", {layer.bias.size()}, layer.bias)},
                                   {out});
        set(normalization, "epsilon", layer.epsilon);
    }

    void add(const RecallLayer& layer, const std::string& out) {
        const int size = m_sizes.at(static_cast<std::size_t>(layer.of + 1));
        if (layer.count == size) {
            node("Identity", {valueOf(layer.of)}, {out});
            return;
        }
        node("Slice",
             {valueOf(layer.of), integers("first", layer.first),
              integers("end", layer.first + layer.count), integers("axis", 1)},
             {out});
    }

    void add(const JoinLayer& layer, const std::string& out) {
        constexpr std::array<const char*, 5> kTypes = {"Add", "Sub", "Mul", "Div", "Concat"};
        auto& joined = node(kTypes[static_cast<std::size_t>(layer.operation)],
                            {m_value, valueOf(layer.with)}, {out});
        if (layer.operation == JoinLayer::Operation::Concatenate) {
            set(joined, "axis", std::int64_t{1});
        }
    }

    void add(const ActivationLayer& layer, const std::string& out) {
        switch (layer.function) {
        case Function::LeakyRelu:
            set(node("LeakyRelu", {m_value}, {out}), "alpha", layer.a);
            break;
        case Function::Elu:
            set(node("Elu", {m_value}, {out}), "alpha", layer.a);
            break;
        case Function::Swish: {
            const std::string gate = fmt::format("layer{}.share", m_number);
            node("Sigmoid", {m_value}, {gate});
            node("Mul", {m_value, gate}, {out});
            break;
        }
        case Function::Clip:
            node("Clip",
                 {m_value, constant("least", {}, Eigen::VectorXf::Constant(1, layer.a)),
                  constant("most", {}, Eigen::VectorXf::Constant(1, layer.b))},
                 {out});
            break;
        case Function::Power:
            node("Pow", {m_value, constant("power", {}, Eigen::VectorXf::Constant(1, layer.a))},
                 {out});
            break;
        default: {
            const auto* plain =
                std::ranges::find(kPlainFunctions, layer.function, &PlainFunction::second);
            node(plain->first, {m_value}, {out});
            break;
        }
        }
    }

    onnx::GraphProto* m_graph;
    std::string m_value = "observation";
    std::vector<int> m_sizes; ///< sizes of the observation and of each layer's outputs
    std::size_t m_number = 0;
};

void checkVersion(const onnx::ModelProto& model) {
    for (const onnx::OperatorSetIdProto& set : model.opset_import()) {
        if (set.domain().empty() || set.domain() == "ai.onnx") {
            if (set.version() < kOldestOpset) {
                failPolicy(ErrorCode::UnsupportedFormat,
                           fmt::format("unsupported ONNX operator set {}", set.version()),
                           fmt::format("{} or later", kOldestOpset));
            }
            return;
        }
    }
    failPolicy(ErrorCode::Truncated, "incomplete model: no operator set", "a complete ONNX file");
}

} // namespace

std::string policyOnnx(const decision::Policy& policy) {
    onnx::ModelProto model;
    const bool normalizes =
        std::ranges::any_of(policy.network->layers(), [](const PolicyLayer& layer) {
            return std::holds_alternative<NormalizeLayer>(layer);
        });
    model.set_ir_version(normalizes ? kNormalizeIrVersion : kIrVersion);
    model.set_producer_name("sideline");
    model.add_opset_import()->set_version(normalizes ? kNormalizeOpset : kOpset);
    model.mutable_graph()->set_name("policy");
    GraphWriter(*model.mutable_graph()).write(*policy.network);
    auto* property = model.add_metadata_props();
    property->set_key(kMeaningKey);
    property->set_value(meaningText(policy.meaning));
    return model.SerializeAsString();
}

decision::Policy readPolicyOnnx(std::string_view bytes) {
    onnx::ModelProto model;
    if (bytes.empty() || !model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        failPolicy(ErrorCode::Malformed, "not a complete ONNX model", "a complete ONNX file");
    }
    if (!model.has_graph()) {
        failPolicy(ErrorCode::Truncated, "the model has no graph", "a complete ONNX file");
    }
    checkVersion(model);
    OnnxLayers found = readGraph(model.graph());
    auto network = orFail(PolicyNetwork::make(found.inputSize, std::move(found.layers)));
    for (const onnx::StringStringEntryProto& property : model.metadata_props()) {
        if (property.key() == kMeaningKey) {
            return {readMeaning(parseJson(property.value())),
                    std::make_shared<const PolicyNetwork>(std::move(network))};
        }
    }
    failPolicy(ErrorCode::UnsupportedFormat,
               fmt::format("the model does not describe its {} inputs and {} outputs",
                           network.inputSize(), network.outputSize()),
               fmt::format("metadata '{}', as docs/policies.md describes it", kMeaningKey));
}

} // namespace sideline::agents
