#include "agents/decision/tree_nodes_model.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "agentcore/decision/decider.h"
#include "agentcore/decision/node_types.h"

namespace sideline::agents {

namespace {

std::string escaped(std::string_view text) {
    std::string xml;
    for (const char c : text) {
        switch (c) {
        case '&':
            xml += "&amp;";
            break;
        case '<':
            xml += "&lt;";
            break;
        case '>':
            xml += "&gt;";
            break;
        case '"':
            xml += "&quot;";
            break;
        default:
            xml += c;
            break;
        }
    }
    return xml;
}

// Omits the default: an editor would write it into the file, which would override the robot's own
// value.
std::string port(std::string_view name, std::string_view type, std::string_view text) {
    return fmt::format("      <input_port name=\"{}\" type=\"{}\">{}</input_port>\n", escaped(name),
                       type, escaped(text));
}

std::string_view typeOf(const ParameterValue& value) {
    return std::holds_alternative<double>(value) ? "double"
           : std::holds_alternative<bool>(value) ? "bool"
                                                 : "std::string";
}

std::string actionModel(const BehaviorInfo& info) {
    std::string xml = fmt::format("    <Action ID=\"{}\">\n", escaped(info.name));
    for (const ParameterInfo& each : info.parameters) {
        const std::string text = valueText(each.defaultValue);
        xml += port(each.name, typeOf(each.defaultValue),
                    fmt::format("{}{}{}{}", each.description, each.unit.empty() ? "" : ", ",
                                each.unit, text.empty() ? "" : fmt::format("; default {}", text)));
    }
    return xml + "    </Action>\n";
}

std::string conditionModel(const argument::Measure& measure) {
    std::string xml =
        fmt::format("    <Condition ID=\"{}\">\n", escaped(decision::nodeName(measure)));
    std::string_view left = measure.arguments;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(", "), left.size());
        xml += port(left.substr(0, end), "double", measure.summary);
        left.remove_prefix(std::min(end + 2, left.size()));
    }
    for (const decision::ComparisonPort& each : decision::comparisonPorts()) {
        xml += port(each.name, "double",
                    fmt::format("{}, {} {}", measure.summary, each.sign,
                                measure.isTruth() ? "0 to 1" : measure.unit));
    }
    xml += port(decision::kWidthPort, "double",
                "distance from the limit at which it is fully true or false");
    return xml + "    </Condition>\n";
}

} // namespace

std::string treeNodesModel(const BehaviorRegistry& registry) {
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<root BTCPP_format=\"4\">\n  <TreeNodesModel>\n";
    for (const BehaviorInfo& info : registry.behaviors()) {
        if (std::ranges::find(decision::kDecisionKinds, info.name) ==
            decision::kDecisionKinds.end()) {
            xml += actionModel(info);
        }
    }
    for (const argument::Measure& measure : argument::measures()) {
        xml += conditionModel(measure);
    }
    return xml + "  </TreeNodesModel>\n</root>\n";
}

} // namespace sideline::agents
