#include "agentcore/monitor/scene_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/protocol/message_fault.h"

namespace sideline::monitor {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;
using protocol::SexprReader;
using protocol::Token;
using protocol::TokenKind;

// A scene of 22 robots has about 1,200 nodes; this limits the memory for a damaged message.
constexpr std::size_t kMaxNodes = 200'000;

tl::unexpected<Error> malformedScene(std::string message, std::string expected,
                                     std::size_t offset) {
    return tl::unexpected(
        protocol::faultAt(ErrorCode::Malformed, std::move(message), std::move(expected), offset));
}

tl::unexpected<Error> unexpected(const SexprReader& reader, const Token& token,
                                 std::string expected) {
    if (token.kind == TokenKind::Error) {
        return tl::unexpected(reader.error());
    }
    const std::string what =
        token.kind == TokenKind::End ? "end of the message" : fmt::format("'{}'", token.text);
    return malformedScene("unexpected " + what, std::move(expected), token.offset);
}

Expected<void> expectClose(SexprReader& reader, std::string_view property) {
    const Token token = reader.next();
    if (token.kind != TokenKind::Close) {
        return unexpected(reader, token, fmt::format("')' after '{}'", property));
    }
    return {};
}

// Reads the `count` numbers and the closing parenthesis of a property.
Expected<void> readNumbers(SexprReader& reader, std::string_view property, float* out,
                           std::size_t count) {
    const std::size_t got = reader.readFloats(out, count);
    if (got != count) {
        const Token token = reader.next();
        return unexpected(reader, token,
                          fmt::format("number {} of {} after '{}'", got + 1, count, property));
    }
    return expectClose(reader, property);
}

// Whether a transform is usable.
enum class TransformRead { Good, NotANumber };

// Largest deviation of the columns from an orthonormal frame; about 2e-6 with six digits.
float rotationError(const LocalTransform& t) {
    float worst = 0.0F;
    for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = a; b < 3; ++b) {
            const float dot =
                t[3 * a] * t[3 * b] + t[3 * a + 1] * t[3 * b + 1] + t[3 * a + 2] * t[3 * b + 2];
            worst = std::max(worst, std::abs(dot - (a == b ? 1.0F : 0.0F)));
        }
    }
    return worst;
}

// Reads the 16 numbers of `SLT`: four columns, each with a fourth row that must be 0 0 0 1.
Expected<TransformRead> readTransform(SexprReader& reader, LocalTransform& out, Remarks& remarks) {
    const std::size_t offset = reader.offset();
    std::array<float, 16> m{};
    if (auto read = readNumbers(reader, "SLT", m.data(), m.size()); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    bool finite = true;
    for (std::size_t column = 0; column < 4; ++column) {
        for (std::size_t row = 0; row < 3; ++row) {
            out[3 * column + row] = m[4 * column + row];
            finite = finite && std::isfinite(m[4 * column + row]);
        }
    }
    if (!finite) {
        addRemark(remarks, Remark::Kind::NotANumber, {}, offset);
        return TransformRead::NotANumber;
    }
    if (m[3] != 0.0F || m[7] != 0.0F || m[11] != 0.0F || m[15] != 1.0F) {
        return malformedScene("the fourth row of a transform is not 0 0 0 1",
                              "four columns of a homogeneous transform after 'SLT'", offset);
    }
    constexpr float kMaxRotationError = 0.01F;
    if (rotationError(out) > kMaxRotationError) {
        addRemark(remarks, Remark::Kind::NoRotation, {}, offset);
    }
    return TransformRead::Good;
}

Expected<bool> readFlag(SexprReader& reader, std::string_view property) {
    const Token token = reader.next();
    if (token.kind != TokenKind::Atom || (token.text != "0" && token.text != "1")) {
        return unexpected(reader, token, fmt::format("0 or 1 after '{}'", property));
    }
    if (auto closed = expectClose(reader, property); !closed) {
        return tl::unexpected(std::move(closed.error()));
    }
    return token.text == "1";
}

Expected<void> skipProperty(SexprReader& reader) {
    if (!reader.skipList()) {
        return tl::unexpected(reader.error());
    }
    return {};
}

Expected<void> openGraph(SexprReader& reader) {
    if (const Token token = reader.next(); token.kind != TokenKind::Open) {
        return unexpected(reader, token, "'(' before the scene");
    }
    return {};
}

// Iterates over nodes up to the end of the enclosing list and passes them to the visitor. Open
// nodes are kept in `open`, so there is no recursion.
template <typename Visitor>
Expected<void> walkNodes(SexprReader& reader, Visitor& visitor) {
    std::array<std::size_t, 64> open{}; // the reader's depth limit prevents overflow
    std::size_t depth = 0;
    bool atStart = false; // whether the position is directly after `nd`, where the kind of the node
                          // may follow
    while (true) {
        const Token token = reader.next();
        const bool kindMayFollow = std::exchange(atStart, false);
        if (token.kind == TokenKind::Close) {
            if (depth == 0) {
                return {};
            }
            visitor.endNode(open[--depth]);
            continue;
        }
        if (token.kind == TokenKind::Atom && kindMayFollow) {
            visitor.setKind(open[depth - 1], token);
            continue;
        }
        if (token.kind != TokenKind::Open) {
            return unexpected(reader, token,
                              depth == 0 ? "'(nd' of a node, or ')'"
                                         : "'(' of a property or node, or ')'");
        }
        const Token name = reader.next();
        if (name.kind != TokenKind::Atom) {
            return unexpected(reader, name, "'nd' or the name of a property");
        }
        if (name.text == "nd") {
            if (depth == open.size()) {
                return malformedScene("nodes nested too deeply", "at most 64 levels", token.offset);
            }
            if (visitor.nodeCount() >= kMaxNodes) {
                return malformedScene("too many nodes", fmt::format("at most {} nodes", kMaxNodes),
                                      token.offset);
            }
            const std::size_t parent = depth == 0 ? SIZE_MAX : open[depth - 1];
            open[depth++] = visitor.beginNode(parent, token.offset);
            atStart = true;
            continue;
        }
        if (depth == 0) {
            return unexpected(reader, name, "'nd'");
        }
        if (auto done = visitor.readProperty(reader, open[depth - 1], name); !done) {
            return done;
        }
    }
}

NodeKind kindFromWord(std::string_view word) {
    if (word == "TRF") {
        return NodeKind::Transform;
    }
    if (word == "StaticMesh") {
        return NodeKind::StaticMesh;
    }
    if (word == "SMN") {
        return NodeKind::SingleMaterialMesh;
    }
    if (word == "DSC") {
        return NodeKind::Description;
    }
    return word == "Light" ? NodeKind::Light : NodeKind::Other;
}

class DiffVisitor {
public:
    explicit DiffVisitor(DiffTree& tree) : m_tree(tree) {}

    [[nodiscard]] std::size_t nodeCount() const { return m_tree.nodes.size(); }

    std::size_t beginNode(std::size_t /*parent*/, std::size_t offset) {
        m_tree.nodes.push_back(DiffNode{.offset = static_cast<std::uint32_t>(offset)});
        return m_tree.nodes.size() - 1;
    }
    void endNode(std::size_t node) {
        m_tree.nodes[node].end = static_cast<std::int32_t>(m_tree.nodes.size());
    }
    void setKind(std::size_t /*node*/, const Token& kind) { // already known from the full scene
        if (kindFromWord(kind.text) == NodeKind::Other) {
            addRemark(m_tree.remarks, Remark::Kind::UnknownWord, std::string(kind.text),
                      kind.offset);
        }
    }

    Expected<void> readProperty(SexprReader& reader, std::size_t node, const Token& name) {
        if (name.text == "SLT") {
            LocalTransform transform;
            auto read = readTransform(reader, transform, m_tree.remarks);
            if (!read) {
                return tl::unexpected(std::move(read.error()));
            }
            if (*read == TransformRead::NotANumber) {
                return {};
            }
            m_tree.nodes[node].transform = static_cast<std::int32_t>(m_tree.transforms.size());
            m_tree.transforms.push_back(transform);
            return {};
        }
        if (name.text == "setVisible") {
            auto flag = readFlag(reader, name.text);
            if (!flag) {
                return tl::unexpected(std::move(flag.error()));
            }
            m_tree.nodes[node].visible = *flag ? 1 : 0;
            return {};
        }
        addRemark(m_tree.remarks, Remark::Kind::UnknownWord, std::string(name.text), name.offset);
        return skipProperty(reader);
    }

private:
    DiffTree& m_tree;
};

class FullVisitor {
public:
    explicit FullVisitor(FullTree& tree) : m_tree(tree) {}

    [[nodiscard]] std::size_t nodeCount() const { return m_tree.nodes.size(); }

    std::size_t beginNode(std::size_t parent, std::size_t /*offset*/) {
        SceneNode& node = m_tree.nodes.emplace_back();
        node.parent = parent == SIZE_MAX ? NodeId::none() : NodeId(parent);
        m_tree.visible.push_back(1);
        return m_tree.nodes.size() - 1;
    }
    void endNode(std::size_t node) {
        m_tree.nodes[node].end = static_cast<std::int32_t>(m_tree.nodes.size());
    }
    void setKind(std::size_t index, const Token& kind) {
        SceneNode& node = m_tree.nodes[index];
        node.kind = kindFromWord(kind.text);
        if (node.kind == NodeKind::Transform) {
            node.transformSlot = static_cast<std::int32_t>(m_tree.transforms.size());
            m_tree.transforms.push_back(kIdentity);
        } else if (node.kind == NodeKind::Other) {
            addRemark(m_tree.remarks, Remark::Kind::UnknownWord, std::string(kind.text),
                      kind.offset);
        }
    }

    Expected<void> readProperty(SexprReader& reader, std::size_t index, const Token& name) {
        SceneNode& node = m_tree.nodes[index];
        const std::string_view text = name.text;
        if (node.kind == NodeKind::Description) {
            return readDescription(reader, node, text);
        }
        if (text == "SLT" && node.transformSlot >= 0) {
            return readNodeTransform(reader, node);
        }
        if (text == "setVisible") {
            auto flag = readFlag(reader, text);
            if (!flag) {
                return tl::unexpected(std::move(flag.error()));
            }
            m_tree.visible[index] = *flag ? 1 : 0;
            return {};
        }
        if (text == "setTransparent") {
            node.transparent = true;
            return expectClose(reader, text);
        }
        if (text == "sSc") {
            return readNumbers(reader, text, node.scale.data(), node.scale.size());
        }
        if (text == "load") {
            return readMesh(reader, node);
        }
        if (text == "resetMaterials" || text == "sMat") {
            return readWords(reader, text, node.materials);
        }
        if (text == "rgba") {
            return readNumbers(reader, text, node.color.emplace().data(), 4);
        }
        if (text == "setDiffuse") {
            return readNumbers(reader, text, node.light.diffuse.data(), 4);
        }
        if (text == "setAmbient") {
            return readNumbers(reader, text, node.light.ambient.data(), 4);
        }
        if (text == "setSpecular") {
            return readNumbers(reader, text, node.light.specular.data(), 4);
        }
        addRemark(m_tree.remarks, Remark::Kind::UnknownWord, std::string(name.text), name.offset);
        return skipProperty(reader);
    }

private:
    static constexpr LocalTransform kIdentity = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

    Expected<void> readNodeTransform(SexprReader& reader, const SceneNode& node) {
        LocalTransform transform;
        auto read = readTransform(reader, transform, m_tree.remarks);
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        if (*read == TransformRead::Good) {
            m_tree.transforms[static_cast<std::size_t>(node.transformSlot)] = transform;
        }
        return {};
    }

    static Expected<void> readWords(SexprReader& reader, std::string_view property,
                                    std::vector<std::string>& words) {
        words.clear();
        while (true) {
            const Token token = reader.next();
            if (token.kind == TokenKind::Close) {
                return {};
            }
            if (token.kind != TokenKind::Atom) {
                return unexpected(reader, token, fmt::format("a name in '{}', or ')'", property));
            }
            words.emplace_back(token.text);
        }
    }

    static Expected<void> readDescription(SexprReader& reader, SceneNode& node,
                                          std::string_view name) {
        std::vector<std::string> words;
        auto read = readWords(reader, name, words);
        if (read) {
            words.insert(words.begin(), std::string(name));
            node.descriptions.push_back(fmt::format("{}", fmt::join(words, " ")));
        }
        return read;
    }

    static Expected<void> readMesh(SexprReader& reader, SceneNode& node) {
        auto read = readWords(reader, "load", node.meshParameters);
        if (read && !node.meshParameters.empty()) {
            node.mesh = std::move(node.meshParameters.front());
            node.meshParameters.erase(node.meshParameters.begin());
        }
        return read;
    }

    FullTree& m_tree;
};

} // namespace

void DiffTree::clear() {
    nodes.clear();
    transforms.clear();
    remarks.clear();
}

Expected<void> readDiffNodes(SexprReader& reader, DiffTree& tree) {
    tree.clear();
    DiffVisitor visitor(tree);
    return walkNodes(reader, visitor);
}

Expected<void> readDiffTree(SexprReader& reader, DiffTree& tree) {
    tree.clear();
    auto opened = openGraph(reader);
    return opened ? readDiffNodes(reader, tree) : opened;
}

Expected<FullTree> readFullNodes(SexprReader& reader) {
    FullTree tree;
    FullVisitor visitor(tree);
    if (auto walked = walkNodes(reader, visitor); !walked) {
        return tl::unexpected(std::move(walked.error()));
    }
    return tree;
}

Expected<FullTree> readFullTree(SexprReader& reader) {
    if (auto opened = openGraph(reader); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return readFullNodes(reader);
}

} // namespace sideline::monitor
