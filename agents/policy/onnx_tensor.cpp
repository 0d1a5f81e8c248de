#include "agents/policy/onnx_tensor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agents/policy/policy_fault.h"
#include "agents/policy/policy_file.h"

namespace sideline::agents {

using base::ErrorCode;

namespace {

constexpr std::size_t kMaxAxes = 64;

// Number of elements of the shape, which must fit in a file of the maximum size.
std::size_t claimedCountOf(const std::vector<std::int64_t>& dims, const std::string& name) {
    std::uint64_t count = 1;
    for (const std::int64_t dim : dims) {
        // Each length is limited, even if another one is 0, since other code multiplies them.
        if (dim < 0 ||
            static_cast<std::uint64_t>(dim) > kMaxPolicyBytes / std::max(count, std::uint64_t{1})) {
            failPolicy(ErrorCode::Malformed,
                       fmt::format("weights '{}' have the shape {}", name, dimsText(dims)),
                       "a shape that fits the file");
        }
        count *= static_cast<std::uint64_t>(dim);
    }
    return count;
}

[[noreturn]] void failSize(const std::string& name, const OnnxTensor& tensor, std::size_t found) {
    failPolicy(ErrorCode::Truncated,
               fmt::format("weights '{}' of shape {} contain {} bytes or values", name,
                           dimsText(tensor.dims), found),
               "as many as the shape requires");
}

// The numbers of a type, from the raw bytes (little endian, like this machine) or the typed list.
template <typename Number, typename List, typename Out>
void fill(const onnx::TensorProto& proto, const List& list, const std::string& name,
          const OnnxTensor& tensor, std::size_t count, std::vector<Out>& out) {
    out.resize(count);
    if (proto.has_raw_data()) {
        const std::string& raw = proto.raw_data();
        if (raw.size() != count * sizeof(Number)) {
            failSize(name, tensor, raw.size());
        }
        for (std::size_t i = 0; i < count; ++i) {
            Number number;
            std::memcpy(&number, raw.data() + i * sizeof(Number), sizeof(Number));
            out[i] = static_cast<Out>(number);
        }
        return;
    }
    if (static_cast<std::size_t>(list.size()) != count) {
        failSize(name, tensor, static_cast<std::size_t>(list.size()));
    }
    std::ranges::transform(list, out.begin(), [](auto number) { return static_cast<Out>(number); });
}

} // namespace

void checkAxes(std::size_t count, std::string_view subject) {
    if (count > kMaxAxes) {
        failPolicy(ErrorCode::LimitExceeded, fmt::format("{} a shape of {} axes", subject, count),
                   fmt::format("at most {}", kMaxAxes));
    }
}

std::string dimsText(const std::vector<std::int64_t>& dims) {
    return fmt::format("[{}]", fmt::join(dims, ", "));
}

OnnxTensor readTensor(const onnx::TensorProto& proto, const std::string& name) {
    if (proto.data_location() == onnx::TensorProto::EXTERNAL || proto.external_data_size() > 0) {
        failPolicy(ErrorCode::UnsupportedFormat,
                   fmt::format("weights '{}' are in another file", name),
                   "one file with all weights");
    }
    checkAxes(static_cast<std::size_t>(proto.dims_size()), fmt::format("weights '{}' have", name));
    OnnxTensor tensor;
    tensor.dims.assign(proto.dims().begin(), proto.dims().end());
    const std::size_t count = claimedCountOf(tensor.dims, name);
    // A damaged file's length must not cause a large allocation.
    const std::size_t held =
        std::max({proto.raw_data().size(), static_cast<std::size_t>(proto.float_data_size()),
                  static_cast<std::size_t>(proto.double_data_size()),
                  static_cast<std::size_t>(proto.int64_data_size()),
                  static_cast<std::size_t>(proto.int32_data_size())});
    if (count > held) {
        failSize(name, tensor, held);
    }
    switch (proto.data_type()) {
    case onnx::TensorProto::FLOAT:
        fill<float>(proto, proto.float_data(), name, tensor, count, tensor.floats);
        break;
    case onnx::TensorProto::DOUBLE:
        fill<double>(proto, proto.double_data(), name, tensor, count, tensor.floats);
        break;
    case onnx::TensorProto::INT64:
        tensor.isFloat = false;
        fill<std::int64_t>(proto, proto.int64_data(), name, tensor, count, tensor.integers);
        break;
    case onnx::TensorProto::INT32:
        tensor.isFloat = false;
        fill<std::int32_t>(proto, proto.int32_data(), name, tensor, count, tensor.integers);
        break;
    default:
        failPolicy(ErrorCode::UnsupportedFormat,
                   fmt::format("weights '{}' are of ONNX type {}", name, proto.data_type()),
                   "float");
    }
    // A clip may be unlimited on one side; NaN is never allowed.
    if (std::ranges::any_of(tensor.floats, [](float each) { return std::isnan(each); })) {
        failPolicy(ErrorCode::InvalidArgument, fmt::format("weights '{}' contain NaN", name),
                   "finite numbers");
    }
    return tensor;
}

} // namespace sideline::agents
