#include "agents/policy/onnx_external.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agents/policy/onnx_model.h"
#include "agents/policy/policy_fault.h"
#include "agents/policy/policy_file.h"

namespace sideline::agents {

namespace {

namespace fs = std::filesystem;
using base::ErrorCode;

constexpr const char* kLocationKey = "location";

class WeightLoader {
public:
    /// @param bytes contents of the model file
    WeightLoader(const fs::path& folder, std::uint64_t bytes)
        : m_folder(folder.empty() ? fs::path(".") : folder), m_bytes(bytes) {}

    // Moves the weights of a tensor into it.
    void load(onnx::TensorProto& tensor) {
        if (tensor.data_location() != onnx::TensorProto::EXTERNAL) {
            return;
        }
        fs::path location;
        std::uint64_t offset = 0;
        std::optional<std::uint64_t> length; // if not set, up to the end of the file
        for (const onnx::StringStringEntryProto& entry : tensor.external_data()) {
            if (entry.key() == kLocationKey) {
                location = entry.value();
            } else if (entry.key() == "offset") {
                offset = numberIn(entry, tensor);
            } else if (entry.key() == "length") {
                length = numberIn(entry, tensor);
            }
        }
        const auto file = base::InputFile::open(pathOf(location, tensor), "the weights");
        const auto size = file ? file->size() : tl::unexpected(file.error());
        if (!size) {
            failPolicy(size.error().code,
                       fmt::format("weights '{}': {}", tensor.name(), size.error().toString()));
        }
        if (offset > *size || length.value_or(0) > *size - offset) {
            failPolicy(
                ErrorCode::Truncated,
                fmt::format("weights '{}' are the bytes from {} to {} of {}, which ends at {}",
                            tensor.name(), offset, offset + length.value_or(0), location.string(),
                            *size),
                "the complete file of weights");
        }
        const std::uint64_t count = length.value_or(*size - offset);
        m_bytes += count;
        if (m_bytes > kMaxPolicyBytes) {
            failPolicy(ErrorCode::LimitExceeded, "the weights are too large for a policy",
                       "at most 64 MiB");
        }
        std::string& raw = *tensor.mutable_raw_data();
        raw.resize(static_cast<std::size_t>(count));
        const auto read = file->readAt(offset, raw);
        if (!read || *read < count) {
            failPolicy(ErrorCode::Io, fmt::format("weights '{}' of {} cannot be read",
                                                  tensor.name(), location.string()));
        }
        tensor.clear_external_data();
        tensor.clear_data_location();
        m_hasLoaded = true;
    }

    [[nodiscard]] bool hasLoaded() const { return m_hasLoaded; }

private:
    static std::uint64_t numberIn(const onnx::StringStringEntryProto& entry,
                                  const onnx::TensorProto& tensor) {
        std::uint64_t number = 0;
        const char* end = entry.value().data() + entry.value().size();
        const auto [stop, fault] = std::from_chars(entry.value().data(), end, number);
        // Sums of two of them must not overflow.
        if (fault != std::errc{} || stop != end || number > UINT64_MAX / 2) {
            failPolicy(ErrorCode::Malformed,
                       fmt::format("weights '{}' have the {} '{}'", tensor.name(), entry.key(),
                                   entry.value()),
                       "a number of bytes");
        }
        return number;
    }

    // Links are followed before the check, so that none leads elsewhere.
    [[nodiscard]] fs::path pathOf(const fs::path& location, const onnx::TensorProto& tensor) const {
        std::error_code error;
        const fs::path folder = fs::canonical(m_folder, error);
        const fs::path file = error ? fs::path() : fs::weakly_canonical(folder / location, error);
        const fs::path inside = file.lexically_relative(folder);
        if (error || location.empty() || location.is_absolute() || inside.empty() ||
            *inside.begin() == "..") {
            failPolicy(ErrorCode::InvalidArgument,
                       fmt::format("weights '{}' are in '{}'", tensor.name(), location.string()),
                       "a file in the folder of the model, or beneath it");
        }
        return file;
    }

    fs::path m_folder;
    std::uint64_t m_bytes;
    bool m_hasLoaded = false;
};

} // namespace

std::string withExternalWeights(std::string bytes, const fs::path& folder) {
    onnx::ModelProto model;
    if (bytes.find(kLocationKey) == std::string::npos ||
        !model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return bytes;
    }
    WeightLoader loader(folder, bytes.size());
    for (onnx::TensorProto& weights : *model.mutable_graph()->mutable_initializer()) {
        loader.load(weights);
    }
    for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) {
        for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
            if (attribute.has_t()) {
                loader.load(*attribute.mutable_t());
            }
        }
    }
    return loader.hasLoaded() ? model.SerializeAsString() : bytes;
}

} // namespace sideline::agents
