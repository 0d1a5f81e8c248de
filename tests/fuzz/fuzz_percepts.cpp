// Arbitrary bytes parse as percepts exactly if they are a sequence of lists; all results are
// finite, every text is within the message, and written percepts are parsed identically.
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/protocol/sexpr.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using protocol::Percepts;

bool isRowOfLists(std::string_view bytes) {
    protocol::SexprReader reader(bytes);
    while (true) {
        const protocol::Token token = reader.next();
        if (token.kind == protocol::TokenKind::Error ||
            (token.kind == protocol::TokenKind::Atom && reader.depth() == 0)) {
            return false;
        }
        if (token.kind == protocol::TokenKind::End) {
            return true;
        }
    }
}

void requireFinite(const protocol::Polar& polar) {
    require(std::isfinite(polar.distanceM) && std::isfinite(polar.thetaDeg) &&
                std::isfinite(polar.phiDeg),
            "what is seen is finite");
}

void checkValues(const Percepts& percepts) {
    for (const protocol::JointPercept& joint : percepts.joints) {
        require(std::isfinite(joint.angleDeg) && !joint.name.empty(), "joints are finite");
    }
    for (const auto* vectors : {&percepts.gyros, &percepts.accelerometers}) {
        for (const protocol::VectorPercept& percept : *vectors) {
            require(percept.value.allFinite(), "vectors are finite");
        }
    }
    for (const protocol::ForcePercept& force : percepts.forces) {
        require(force.centerM.allFinite() && force.forceN.allFinite(), "forces are finite");
    }
    for (const protocol::Heard& heard : percepts.heard) {
        require(std::isfinite(heard.timeS) && std::isfinite(heard.directionDeg), "heard is finite");
    }
    if (!percepts.vision) {
        return;
    }
    for (const protocol::SeenObject& object : percepts.vision->objects) {
        requireFinite(object.polar);
    }
    for (const protocol::SeenPlayer& player : percepts.vision->players) {
        for (const protocol::SeenObject& part : player.parts) {
            requireFinite(part.polar);
        }
    }
    for (const auto& [from, to] : percepts.vision->lines) {
        requireFinite(from);
        requireFinite(to);
    }
}

void checkUnread(std::string_view bytes, const Percepts& percepts) {
    for (const protocol::UnreadPercept& unread : percepts.unread) {
        require(bytes.substr(unread.byteOffset, unread.text.size()) == unread.text,
                "an unread list is at its offset");
        require(unread.text.front() == '(' && unread.text.back() == ')', "it is a whole list");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    Percepts percepts;
    protocol::GroundTruth truth;
    const bool isRead = protocol::parsePercepts(bytes, percepts, truth).has_value();
    require(isRead == isRowOfLists(bytes), "a row of lists can be read, and nothing else");
    if (!isRead) {
        require(percepts.order.empty() && percepts.unread.empty(), "nothing of it counts");
        return 0;
    }
    checkValues(percepts);
    checkUnread(bytes, percepts);

    std::string once;
    protocol::writePercepts(percepts, truth, once);
    Percepts again;
    require(protocol::parsePercepts(once, again, truth).has_value(),
            "what was written can be read");
    checkValues(again);
    // One word identifies the server; it is missing if it was in a skipped list.
    if (again.server != percepts.server) {
        return 0;
    }
    std::string twice;
    protocol::writePercepts(again, truth, twice);
    require(once == twice, "what was read and written reads the same");
    // If a message mixes both servers, percepts of the other one are not written.
    const bool isSimSpark = percepts.server == game::ServerKind::SimSpark;
    const bool isWhole = again.joints.size() == percepts.joints.size() &&
                         again.heard.size() == percepts.heard.size();
    require((isSimSpark ? isWhole || !percepts.microphones.empty()
                        : again.microphones.size() == percepts.microphones.size()) &&
                again.vision.has_value() == percepts.vision.has_value(),
            "nothing is lost in writing");
    return 0;
}
