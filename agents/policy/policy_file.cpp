#include "agents/policy/policy_file.h"

#include <utility>

#include "agentcore/base/input_file.h"
#include "agents/policy/onnx_external.h"
#include "agents/policy/policy_fault.h"
#include "agents/policy/policy_formats.h"

namespace sideline::agents {

namespace {

constexpr const char* kExpected = "a policy: an ONNX file";

// Detects the text format of earlier versions.
bool isFormerText(std::string_view bytes) {
    const std::string_view content = base::withoutByteOrderMark(bytes);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && content[first] == '{';
}

base::Error errorOf(PolicyFault fault) {
    return base::failure(fault.code, std::move(fault.message), std::move(fault.expected)).value();
}

} // namespace

base::Expected<decision::Policy> readPolicy(std::string_view bytes) {
    if (bytes.empty()) {
        return base::failure(base::ErrorCode::Truncated, "the file is empty", kExpected);
    }
    if (isFormerText(bytes)) {
        return base::failure(base::ErrorCode::UnsupportedFormat,
                             "policies in text files are no longer supported", kExpected);
    }
    try {
        return readPolicyOnnx(bytes);
    } catch (PolicyFault& fault) {
        return tl::unexpected(errorOf(std::move(fault)));
    }
}

base::Expected<std::string> readPolicyBytes(const std::filesystem::path& path) {
    const auto file = base::InputFile::open(path, kExpected);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const auto size = file->size();
    if (!size) {
        return tl::unexpected(size.error());
    }
    if (*size > kMaxPolicyBytes) {
        return tl::unexpected(base::failure(base::ErrorCode::LimitExceeded,
                                            "the file is too large for a policy", "at most 64 MiB")
                                  .value()
                                  .inFile(path.string()));
    }
    std::string bytes(static_cast<std::size_t>(*size), '\0');
    const auto count = file->readAt(0, bytes);
    if (!count) {
        return tl::unexpected(count.error());
    }
    bytes.resize(*count);
    try {
        return withExternalWeights(std::move(bytes), path.parent_path());
    } catch (PolicyFault& fault) {
        return tl::unexpected(errorOf(std::move(fault)).inFile(path.string()));
    }
}

base::Expected<decision::Policy> readPolicyFile(const std::filesystem::path& path) {
    const auto bytes = readPolicyBytes(path);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    auto policy = readPolicy(*bytes);
    if (!policy) {
        return tl::unexpected(policy.error().inFile(path.string()));
    }
    return policy;
}

base::Expected<void> writePolicyFile(base::OutputFile file, const decision::Policy& policy) {
    return base::writeWhole(std::move(file), policyOnnx(policy));
}

} // namespace sideline::agents
