// Arbitrary text as each form of decision, with edits of its nodes: an edit gives a text in which
// the node has the reported position, or a reason for its rejection. Moving back and forth, or
// adding and deleting, restores a text without comments.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/decision/behavior_network.h"
#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/decider.h"
#include "agentcore/decision/machine_text.h"
#include "agentcore/decision/network_text.h"
#include "agentcore/decision/node_edit.h"
#include "agentcore/decision/state_machine.h"
#include "agentcore/decision/tree_text.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using decision::NodeChange;
using decision::NodeEdit;
using decision::NodePlace;
using fuzz::require;

constexpr int kMaxLines = 25;
constexpr int kMaxLinesOfOthers = 4;

bool isRead(std::string_view text, std::string_view kind) {
    const std::string title(kind);
    if (kind == decision::kTreeKind) {
        return decision::readTreeText(text, title, "a").has_value();
    }
    if (kind == decision::kMachineKind) {
        return decision::readMachineText(text, title, "a").has_value();
    }
    if (kind == decision::kNetworkKind) {
        return decision::readNetworkText(text, title, "a").has_value();
    }
    return decision::readBehaviorTreeXml(text, title, "a").has_value();
}

void checkPlace(const NodeEdit& edit, NodeChange change) {
    const auto lines = 1 + std::count(edit.text.begin(), edit.text.end(), '\n');
    require(edit.place.line >= 0 && edit.place.line <= lines && edit.place.ordinal >= 0,
            "the node stands in the text");
    require(change == NodeChange::Delete || edit.place.line > 0, "it is still there");
}

void checkBack(std::string_view text, std::string_view kind, const NodeEdit& edit,
               NodeChange change) {
    const bool isAdded = change == NodeChange::AddBelow || change == NodeChange::AddBeside;
    if (!edit.note.empty() || (!isAdded && change != NodeChange::MoveDown)) {
        return; // covers more than this single edit
    }
    const auto back = decision::editNode(edit.text, kind, edit.place,
                                         isAdded ? NodeChange::Delete : NodeChange::MoveUp);
    require(!back || !back->note.empty() || back->text == text, "back again is as it was");
}

void check(std::string_view text, std::string_view kind) {
    const bool isGood = isRead(text, kind);
    const bool isPlain = isGood && text.find('#') == std::string_view::npos &&
                         text.find("<!") == std::string_view::npos &&
                         text.find_first_of("\r\t\v\f") == std::string_view::npos;
    const auto count = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
    // An invalid text has fewer positions worth testing.
    const int maxLines = std::min(count + 1, isGood ? kMaxLines : kMaxLinesOfOthers);
    for (int line = decision::kAnyPlace; line <= maxLines; ++line) {
        for (const int ordinal : {0, 1}) {
            for (const NodeChange change :
                 {NodeChange::AddBelow, NodeChange::AddBeside, NodeChange::AddTransition,
                  NodeChange::Delete, NodeChange::MoveUp, NodeChange::MoveDown}) {
                const auto edit = decision::editNode(text, kind, {line, ordinal}, change);
                if (!edit) {
                    require(!edit.error().message.empty(), "it states why it cannot");
                    continue;
                }
                checkPlace(*edit, change);
                if (isPlain) {
                    checkBack(text, kind, *edit, change);
                }
            }
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 2048) {
        return 0;
    }
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const std::string_view kind : {decision::kTreeKind, decision::kMachineKind,
                                        decision::kNetworkKind, decision::kBehaviorTreeKind}) {
        check(text, kind);
    }
    return 0;
}
