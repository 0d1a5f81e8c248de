#include "agentcore/robot/rsg/call_reader.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/robot/rsg/ruby_values.h"

namespace sideline::robot::rsg {

using base::ErrorCode;
using Eigen::Vector3d;

namespace {
constexpr double kMaxNumber = 1e9; // maximum in any unit
} // namespace

void CallReader::fail(const ScenePlace& place, ErrorCode code, std::string message,
                      std::string expected) {
    if (!m_error) {
        m_error = m_tree.errorAt(place, code, std::move(message), std::move(expected));
    }
}

void CallReader::fail(const SceneNode& node, ErrorCode code, std::string message,
                      std::string expected) {
    fail(node.place, code, std::move(message), std::move(expected));
}

double CallReader::number(const SceneCall& call, std::size_t index) {
    const auto value =
        index < call.arguments.size() ? parseNumber(call.arguments[index]) : std::nullopt;
    if (!value || std::abs(*value) > kMaxNumber) {
        fail(call.place, ErrorCode::Malformed,
             fmt::format("'{}': value {} is not a number", call.method, index + 1),
             fmt::format("a number of at most {:g}", kMaxNumber));
        return 0.0;
    }
    return *value;
}

double CallReader::positive(const SceneCall& call, std::size_t index) {
    const double value = number(call, index);
    if (value <= 0.0) {
        fail(call.place, ErrorCode::Malformed,
             fmt::format("'{0}': value {2} is {1}", call.method, value, index + 1), "more than 0");
    }
    return value;
}

Vector3d CallReader::vector(const SceneCall& call) {
    return {number(call, 0), number(call, 1), number(call, 2)};
}

double CallReader::numberOf(SceneNodeId node, std::string_view method, double otherwise) {
    const SceneCall* call = m_tree.findCall(node, method);
    return call == nullptr ? otherwise : number(*call, 0);
}

bool CallReader::flagOf(SceneNodeId node, std::string_view method, bool otherwise) const {
    const SceneCall* call = m_tree.findCall(node, method);
    if (call == nullptr || call->arguments.size() != 1) {
        return otherwise;
    }
    return call->arguments[0] == "true" || (call->arguments[0] != "false" && otherwise);
}

} // namespace sideline::robot::rsg
