#include "agents/policy/onnx_graph.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agents/policy/onnx_nodes.h"
#include "agents/policy/policy_fault.h"

namespace sideline::agents {

using base::ErrorCode;

namespace {

constexpr int kMaxNodes = 10'000;

// Dimensions of an input or output; 1 for dynamic ones, such as the batch dimension.
std::vector<std::int64_t> dimsOf(const onnx::ValueInfoProto& info) {
    const onnx::TypeProto::Tensor& tensor = info.type().tensor_type();
    if (!info.type().has_tensor_type() || tensor.elem_type() != onnx::TensorProto::FLOAT ||
        !tensor.has_shape()) {
        failPolicy(ErrorCode::UnsupportedFormat,
                   fmt::format("input '{}' is not a float tensor of known shape", info.name()),
                   "float observations and hidden states");
    }
    checkAxes(static_cast<std::size_t>(tensor.shape().dim_size()),
              fmt::format("input '{}' has", info.name()));
    std::vector<std::int64_t> dims;
    for (const auto& dim : tensor.shape().dim()) {
        dims.push_back(dim.has_dim_value() && dim.dim_value() > 0 ? dim.dim_value() : 1);
    }
    return dims;
}

int observationSizeOf(const onnx::ValueInfoProto& info, const std::vector<std::int64_t>& dims) {
    const bool isRow = !dims.empty() && std::all_of(dims.begin(), dims.end() - 1,
                                                    [](std::int64_t dim) { return dim == 1; });
    if (!isRow || dims.back() > 1'000'000) {
        failPolicy(
            ErrorCode::UnsupportedFormat,
            fmt::format("the observation '{}' has the shape {}", info.name(), dimsText(dims)),
            "one row of numbers, such as [1, 46]");
    }
    return static_cast<int>(dims.back());
}

// Each hidden state that is read must be returned at the same position of an output.
void checkHidden(const OnnxValues& values, const onnx::GraphProto& graph,
                 const std::vector<int>& used) {
    std::vector<std::pair<int, std::int64_t>> taken;
    for (const int stage : used) {
        const OnnxStage& gru = values.stages()[static_cast<std::size_t>(stage)];
        if (!gru.hidden) {
            continue;
        }
        const std::pair place(gru.hidden->input, gru.hidden->first);
        if (std::ranges::find(taken, place) != taken.end()) {
            failPolicy(
                ErrorCode::UnsupportedFormat,
                fmt::format("node '{}' (GRU) shares its hidden state with another node", gru.node),
                "a hidden state for each layer");
        }
        taken.push_back(place);
        const bool comesBack = std::ranges::any_of(graph.output(), [&](const auto& output) {
            const auto* next = std::get_if<OnnxNextHidden>(values.find(output.name()));
            const auto row = static_cast<std::size_t>(gru.hidden->first);
            return next != nullptr && std::ssize(next->stages) == gru.hidden->rows &&
                   next->stages[row] == stage;
        });
        if (!comesBack) {
            failPolicy(
                ErrorCode::UnsupportedFormat,
                fmt::format("the next hidden state of node '{}' (GRU) is not an output", gru.node),
                "an output that becomes the hidden input of the next cycle");
        }
    }
}

// The stages that the action depends on, in order.
std::vector<int> usedStages(const OnnxValues& values, int action) {
    std::vector<bool> isUsed(values.stages().size(), false);
    std::vector<int> open{action};
    while (!open.empty()) {
        const int stage = open.back();
        open.pop_back();
        if (stage < 0 || isUsed[static_cast<std::size_t>(stage)]) {
            continue;
        }
        isUsed[static_cast<std::size_t>(stage)] = true;
        const OnnxStage& each = values.stages()[static_cast<std::size_t>(stage)];
        open.push_back(each.before);
        open.push_back(decision::referenceOf(each.layer).value_or(-1));
    }
    std::vector<int> used;
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        if (isUsed[i]) {
            used.push_back(static_cast<int>(i));
        }
    }
    return used;
}

// The layers of stages, one after the other: a branch begins by recalling the values it starts
// from.
std::vector<decision::PolicyLayer> inSequence(const OnnxValues& values,
                                              const std::vector<int>& used, int inputSize) {
    std::vector<decision::PolicyLayer> layers;
    std::vector<int> placeOf(values.stages().size() + 1, -1); // indexed by stage + 1
    int last = -1;
    for (const int number : used) {
        const OnnxStage& stage = values.stages()[static_cast<std::size_t>(number)];
        const auto place = [&](int of) { return placeOf[static_cast<std::size_t>(of + 1)]; };
        decision::PolicyLayer layer = stage.layer;
        if (auto* recall = std::get_if<decision::RecallLayer>(&layer)) {
            recall->of = place(recall->of);
        } else if (stage.before != last) {
            const std::int64_t size =
                stage.before < 0 ? inputSize
                                 : values.stages()[static_cast<std::size_t>(stage.before)].size;
            layers.emplace_back(
                decision::RecallLayer{place(stage.before), 0, static_cast<int>(size)});
        }
        if (auto* join = std::get_if<decision::JoinLayer>(&layer)) {
            join->with = place(join->with);
        }
        layers.push_back(std::move(layer));
        placeOf[static_cast<std::size_t>(number + 1)] = static_cast<int>(layers.size()) - 1;
        last = number;
    }
    return layers;
}

} // namespace

OnnxLayers readGraph(const onnx::GraphProto& graph) {
    if (graph.node_size() > kMaxNodes) {
        failPolicy(ErrorCode::LimitExceeded,
                   fmt::format("the graph has {} nodes", graph.node_size()),
                   fmt::format("at most {}", kMaxNodes));
    }
    OnnxValues values;
    for (const onnx::TensorProto& initializer : graph.initializer()) {
        values.addConstant(initializer.name(), initializer);
    }
    OnnxLayers found;
    int inputs = 0;
    for (const onnx::ValueInfoProto& input : graph.input()) {
        if (values.find(input.name()) != nullptr) {
            continue; // older files also list weights as inputs
        }
        const std::vector<std::int64_t> dims = dimsOf(input);
        if (inputs == 0) {
            found.inputSize = observationSizeOf(input, dims);
            values.add(input.name(), OnnxFlow{-1, dims});
        } else {
            const std::int64_t rows = dims.size() == 3 ? dims[0] : 1;
            values.add(input.name(), OnnxHidden{inputs, rows, 0, rows});
        }
        ++inputs;
    }
    if (inputs == 0 || graph.output_size() == 0) {
        failPolicy(ErrorCode::Truncated, "the network has no input or no output",
                   "an observation and an action");
    }
    for (const onnx::NodeProto& node : graph.node()) {
        runNode(values, node);
    }
    const std::vector<int> used = usedStages(values, values.action(graph.output(0).name()).stage);
    checkHidden(values, graph, used);
    found.layers = inSequence(values, used, found.inputSize);
    return found;
}

} // namespace sideline::agents
