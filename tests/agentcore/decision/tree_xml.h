#pragma once

#include <string>
#include <string_view>

namespace sideline::decision::tests {

/// A file whose one tree has these nodes, which begin in line 3.
inline std::string whole(std::string_view nodes) {
    return "<root BTCPP_format=\"4\">\n<BehaviorTree ID=\"M\">\n" + std::string(nodes) +
           "\n</BehaviorTree>\n</root>\n";
}

} // namespace sideline::decision::tests
