#include "agents/policy/onnx_shapes.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "agents/policy/onnx_attributes.h"
#include "agents/policy/onnx_functions.h"

namespace sideline::agents {

using Dims = std::vector<std::int64_t>;
using Node = OnnxValues::Node;

namespace {

// Returns a limit of a slice, counted from the end if negative, clamped to the length, as ONNX
// defines it.
std::int64_t limitOf(std::int64_t limit, std::int64_t length) {
    return std::clamp(limit < 0 ? limit + length : limit, std::int64_t{0}, length);
}

void selectHidden(OnnxValues& values, const Node& node, const OnnxHidden& hidden) {
    const std::string& type = node.op_type();
    const auto row = [&](std::int64_t first, std::int64_t count) {
        // Avoids first + count: both come from the file, and their sum may overflow.
        if (first < 0 || count < 1 || first > hidden.count - count) {
            refuse("selects rows of the hidden state that do not exist");
        }
        OnnxHidden part = hidden;
        part.first += first;
        part.count = count;
        return part;
    };
    const auto single = [&](const Dims& numbers) {
        if (numbers.size() != 1) {
            refuse("slices hidden states along several axes", "one row per layer");
        }
        return numbers.front();
    };
    if (type == "Gather") {
        const std::int64_t index = single(values.weights(node, 1).integers);
        values.give(node, row(index < 0 ? index + hidden.count : index, 1));
    } else if (type == "Slice") {
        const Dims axes = values.integers(node, 3, "axes");
        if ((!axes.empty() && single(axes) != 0) ||
            (values.has(node, 4) && single(values.weights(node, 4).integers) != 1)) {
            refuse("splits hidden states across layers", "one row per layer");
        }
        const std::int64_t first =
            limitOf(single(values.integers(node, 1, "starts")), hidden.count);
        const std::int64_t end = limitOf(single(values.integers(node, 2, "ends")), hidden.count);
        values.give(node, row(first, end - first));
    } else {
        Dims counts = values.integers(node, 1, "split");
        if (integerOf(node, "axis", 0) != 0) {
            refuse("splits hidden states across layers", "one row per layer");
        }
        if (counts.empty()) {
            counts.assign(static_cast<std::size_t>(node.output_size()),
                          hidden.count / std::max(node.output_size(), 1));
        }
        std::int64_t first = 0;
        for (int i = 0; i < std::min(node.output_size(), static_cast<int>(counts.size())); ++i) {
            values.give(node, row(first, counts[static_cast<std::size_t>(i)]), i);
            first += counts[static_cast<std::size_t>(i)];
        }
    }
}

} // namespace

void reshape(OnnxValues& values, const Node& node) {
    const OnnxValue& value = values.operand(node, 0);
    if (std::holds_alternative<OnnxHidden>(value)) {
        return values.give(node, value);
    }
    const std::string& type = node.op_type();
    const auto* tensor = std::get_if<OnnxTensor>(&value);
    const auto* next = std::get_if<OnnxNextHidden>(&value);
    Dims dims = tensor != nullptr ? tensor->dims
                : next != nullptr ? next->dims
                                  : values.flow(node, 0).dims;
    const std::int64_t size = countOf(dims);
    if (type == "Expand") {
        const Dims target = values.weights(node, 1).integers;
        if (countOf(target) > size) {
            refuse(fmt::format("repeats {} values as {}", size, dimsText(target)),
                   "a shape with the same number of values");
        }
    } else if (type == "Reshape") {
        const Dims target = values.weights(node, 1).integers;
        checkAxes(target.size());
        Dims shape = target;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            shape[i] =
                target[i] == 0 && i < dims.size() ? dims[i] : std::max<std::int64_t>(target[i], 1);
        }
        const auto open = std::ranges::find(target, -1);
        if (open != target.end() && countOf(shape) > 0) {
            shape[static_cast<std::size_t>(open - target.begin())] = size / countOf(shape);
        }
        dims = std::move(shape);
    } else if (type == "Flatten") {
        dims = {1, size};
    } else {
        Dims axes = values.integers(node, 1, "axes");
        checkAxes(dims.size() + axes.size());
        dims = type == "Squeeze" ? squeezed(std::move(dims), axes)
                                 : unsqueezed(std::move(dims), std::move(axes));
    }
    if (countOf(dims) != size) {
        refuse(fmt::format("reshapes {} values to {}", size, dimsText(dims)),
               "a shape with the same number of values");
    }
    if (tensor != nullptr) {
        OnnxTensor shaped = *tensor;
        shaped.dims = std::move(dims);
        values.give(node, std::move(shaped));
    } else if (next != nullptr) {
        values.give(node, OnnxNextHidden{next->stages, std::move(dims)});
    } else {
        values.give(node, OnnxFlow{values.flow(node, 0).stage, std::move(dims)});
    }
}

void transpose(OnnxValues& values, const Node& node) {
    const OnnxValue& value = values.operand(node, 0);
    if (const auto* tensor = std::get_if<OnnxTensor>(&value)) {
        const Eigen::MatrixXf columns = matrixOf(*tensor, true);
        OnnxTensor turned;
        turned.dims = {tensor->dims[1], tensor->dims[0]};
        turned.floats.assign(columns.data(), columns.data() + columns.size());
        return values.give(node, std::move(turned));
    }
    if (std::holds_alternative<OnnxHidden>(value)) {
        return values.give(node, value);
    }
    const OnnxFlow before = values.flow(node, 0);
    Dims order = integersOf(node, "perm");
    checkAxes(order.size());
    if (order.empty()) {
        for (std::size_t i = before.dims.size(); i-- > 0;) {
            order.push_back(static_cast<std::int64_t>(i));
        }
    }
    Dims dims;
    for (const std::int64_t axis : order) {
        dims.push_back(before.dims[axisOf(axis, before.dims.size())]);
    }
    if (countOf(dims) != countOf(before.dims)) {
        refuse("names an axis twice", "each axis once");
    }
    if (std::holds_alternative<OnnxNextHidden>(value)) {
        return values.give(node, OnnxNextHidden{{before.stage}, std::move(dims)});
    }
    values.give(node, OnnxFlow{before.stage, std::move(dims)});
}

namespace {

// Selects elements of an axis. Only the axis of the row can be divided; other axes are selected as
// a whole.
OnnxFlow partOf(OnnxValues& values, const Node& node, OnnxFlow flow, std::size_t axis,
                std::int64_t first, std::int64_t count) {
    const std::int64_t length = flow.dims[axis];
    // Avoids first + count: both come from the file, and their sum may overflow.
    if (first < 0 || count < 1 || first > length - count) {
        refuse(fmt::format("selects elements {} to {} of an axis of {}", first, count, length),
               "elements that exist");
    }
    if (count == length) {
        return flow;
    }
    if (length != countOf(flow.dims)) {
        refuse(fmt::format("selects part of shape {}", dimsText(flow.dims)), "one row of numbers");
    }
    flow.dims[axis] = count;
    flow.stage = values.addStage(
        {flow.stage,
         decision::RecallLayer{flow.stage, static_cast<int>(first), static_cast<int>(count)},
         node.name(),
         {},
         count});
    return flow;
}

void sliceFlow(OnnxValues& values, const Node& node, OnnxFlow flow) {
    const Dims starts = values.integers(node, 1, "starts");
    const Dims ends = values.integers(node, 2, "ends");
    Dims axes = values.integers(node, 3, "axes");
    const Dims steps = values.has(node, 4) ? values.weights(node, 4).integers : Dims();
    if (axes.empty()) {
        for (std::size_t i = 0; i < starts.size(); ++i) {
            axes.push_back(static_cast<std::int64_t>(i));
        }
    }
    if (starts.size() != ends.size() || starts.size() != axes.size() ||
        std::ranges::any_of(steps, [](std::int64_t step) { return step != 1; })) {
        refuse("selects elements that are not adjacent, or has starts, ends and axes of different "
               "lengths",
               "adjacent elements");
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axisOf(axes[i], flow.dims.size());
        const std::int64_t length = flow.dims[axis];
        const std::int64_t first = limitOf(starts[i], length);
        flow = partOf(values, node, std::move(flow), axis, first, limitOf(ends[i], length) - first);
    }
    values.give(node, std::move(flow));
}

void splitFlow(OnnxValues& values, const Node& node, const OnnxFlow& flow) {
    const std::size_t axis = axisOf(integerOf(node, "axis", 0), flow.dims.size());
    const std::int64_t length = flow.dims[axis];
    Dims counts = values.integers(node, 1, "split");
    if (counts.empty()) {
        const auto parts = std::max<std::int64_t>(node.output_size(), 1);
        const std::int64_t count = (length + parts - 1) / parts; // the last one may be shorter
        for (std::int64_t first = 0; first < length; first += count) {
            counts.push_back(std::min(count, length - first));
        }
    }
    if (std::ssize(counts) < node.output_size()) {
        refuse(fmt::format("splits {} values into {} parts", length, node.output_size()),
               "at least one for each");
    }
    std::int64_t first = 0;
    for (int i = 0; i < node.output_size(); ++i) {
        const std::int64_t count = counts[static_cast<std::size_t>(i)];
        values.give(node, partOf(values, node, flow, axis, first, count), i);
        first += count;
    }
}

// Selects a single element, which removes its axis, or adjacent elements.
void gatherFlow(OnnxValues& values, const Node& node, OnnxFlow flow) {
    const std::size_t axis = axisOf(integerOf(node, "axis", 0), flow.dims.size());
    const OnnxTensor& index = values.weights(node, 1);
    Dims places = index.integers;
    for (std::int64_t& place : places) {
        place = static_cast<std::int64_t>(axisOf(place, static_cast<std::size_t>(flow.dims[axis])));
    }
    const auto isApart = [](std::int64_t a, std::int64_t b) { return b != a + 1; };
    if (index.isFloat || places.empty() || index.dims.size() > 1 ||
        std::ranges::adjacent_find(places, isApart) != places.end()) {
        refuse("selects elements in a different order", "adjacent elements");
    }
    flow = partOf(values, node, std::move(flow), axis, places.front(), std::ssize(places));
    if (index.dims.empty()) {
        flow.dims.erase(flow.dims.begin() + static_cast<std::ptrdiff_t>(axis));
    }
    values.give(node, std::move(flow));
}

// Selects an element of a shape.
void gatherShape(OnnxValues& values, const Node& node, const OnnxTensor& tensor) {
    const OnnxTensor& index = values.weights(node, 1);
    if (node.op_type() != "Gather" || tensor.isFloat || tensor.dims.size() != 1 ||
        index.integers.size() != 1) {
        refuse("selects part of a constant", "an element of a shape");
    }
    OnnxTensor element;
    element.isFloat = false;
    element.dims = index.dims;
    element.integers = {tensor.integers[axisOf(index.integers.front(), tensor.integers.size())]};
    values.give(node, std::move(element));
}

void concatFlows(OnnxValues& values, const Node& node) {
    OnnxFlow all = values.flow(node, 0);
    const std::size_t axis = axisOf(integerOf(node, "axis", 0), all.dims.size());
    for (int i = 0; i < node.input_size(); ++i) {
        const OnnxFlow each = values.flow(node, i);
        if (each.dims.size() != all.dims.size() || each.dims[axis] != countOf(each.dims)) {
            refuse(fmt::format("concatenates shape {}", dimsText(each.dims)), "rows of numbers");
        }
        if (i > 0) {
            all.dims[axis] += each.dims[axis];
            const decision::JoinLayer layer{decision::JoinLayer::Operation::Concatenate,
                                            each.stage};
            all.stage = values.addStage({all.stage, layer, node.name(), {}, all.dims[axis]});
        }
    }
    values.give(node, std::move(all));
}

void concatShapes(OnnxValues& values, const Node& node) {
    OnnxTensor all;
    all.isFloat = false;
    for (int i = 0; i < node.input_size(); ++i) {
        const OnnxTensor& each = values.weights(node, i);
        if (each.isFloat || each.dims.size() != 1) {
            refuse("concatenates constants", "shapes");
        }
        all.integers.insert(all.integers.end(), each.integers.begin(), each.integers.end());
        checkAxes(all.integers.size());
    }
    all.dims = {std::ssize(all.integers)};
    values.give(node, std::move(all));
}

} // namespace

// Selects a part of the data, rows of the hidden states, or an element of a shape.
void select(OnnxValues& values, const Node& node) {
    const OnnxValue& value = values.operand(node, 0);
    if (const auto* hidden = std::get_if<OnnxHidden>(&value)) {
        return selectHidden(values, node, *hidden);
    }
    if (const auto* tensor = std::get_if<OnnxTensor>(&value)) {
        return gatherShape(values, node, *tensor);
    }
    const bool isGather = node.op_type() == "Gather";
    if (const auto* next = std::get_if<OnnxNextHidden>(&value);
        next != nullptr && isGather && integerOf(node, "axis", 0) == 0 && next->dims.size() == 3) {
        const Dims dims = next->dims;
        const OnnxTensor& index = values.weights(node, 1);
        if (index.isFloat || index.integers.size() != 1 || !index.dims.empty()) {
            refuse("selects several elements", "one");
        }
        const std::size_t row = axisOf(index.integers.front(), next->stages.size());
        return values.give(node, OnnxFlow{next->stages[row], {dims[1], dims[2]}});
    }
    OnnxFlow flow = values.flow(node, 0);
    if (isGather) {
        gatherFlow(values, node, std::move(flow));
    } else if (node.op_type() == "Slice") {
        sliceFlow(values, node, std::move(flow));
    } else {
        splitFlow(values, node, flow);
    }
}

void shape(OnnxValues& values, const Node& node) {
    OnnxTensor tensor;
    tensor.isFloat = false;
    tensor.integers = values.flow(node, 0).dims;
    tensor.dims = {std::ssize(tensor.integers)};
    values.give(node, std::move(tensor));
}

void concat(OnnxValues& values, const Node& node) {
    if (!values.has(node, 0)) {
        refuse("concatenates nothing", "data, or the hidden states of layers in a row");
    }
    const OnnxValue& front = values.operand(node, 0);
    if (std::holds_alternative<OnnxTensor>(front)) {
        return concatShapes(values, node);
    }
    const auto* firstNext = std::get_if<OnnxNextHidden>(&front);
    if (firstNext == nullptr || firstNext->dims.size() != 3 || integerOf(node, "axis", 0) != 0) {
        return concatFlows(values, node);
    }
    OnnxNextHidden all;
    for (int i = 0; i < node.input_size(); ++i) {
        const auto* next = std::get_if<OnnxNextHidden>(&values.operand(node, i));
        if (next == nullptr || next->dims.size() != 3) {
            refuse("concatenates data with hidden states", "layers in a row");
        }
        // Repeatedly joining the same states would soon exhaust the memory.
        if (all.stages.size() + next->stages.size() > values.stages().size()) {
            refuse("concatenates more hidden states than there are", "each of them once");
        }
        all.stages.insert(all.stages.end(), next->stages.begin(), next->stages.end());
        all.dims = next->dims;
    }
    all.dims.front() = static_cast<std::int64_t>(all.stages.size());
    values.give(node, std::move(all));
}

} // namespace sideline::agents
