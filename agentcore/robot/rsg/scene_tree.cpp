#include "agentcore/robot/rsg/scene_tree.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/robot/rsg/ruby_values.h"
#include "agentcore/robot/rsg/sexpr_tree.h"

namespace sideline::robot::rsg {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;
using base::failure;
namespace fs = std::filesystem;

constexpr std::size_t kMaxImportDepth = 16;
constexpr std::size_t kMaxImports = 2000;
constexpr std::size_t kMaxNodes = 10000;
constexpr std::size_t kMaxNodeDepth = 100; // maximum nesting of nodes
constexpr std::size_t kMaxCalls = 100000;
constexpr std::size_t kMaxValueBytes = 4096;
constexpr std::size_t kSceneLists = 2;                            // header and scene
constexpr std::size_t kMaxArgumentBytes = std::size_t{16} << 20U; // total over all calls

// Expands abbreviations that the server accepts.
std::string_view inFull(std::string_view word) {
    using ShortForm = std::pair<std::string_view, std::string_view>;
    static constexpr ShortForm kShort[] = {
        {"node", "nd"},           {"template", "templ"},        {"define", "def"},
        {"att", "attach"},        {"SLT", "setLocalTransform"}, {"sSc", "setScale"},
        {"sMat", "setMaterial"},  {"TRF", "Transform"},         {"BN", "BaseNode"},
        {"SMN", "SingleMatNode"}, {"RubySceneGraph", "RSG"}};
    const auto* const found = std::ranges::find(kShort, word, &ShortForm::first);
    return found == std::end(kShort) ? word : found->second;
}

// Reads a file up to one byte more than the limit.
Expected<std::string> readText(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (!in || error) {
        return failure(ErrorCode::PermissionDenied, "the file cannot be opened");
    }
    std::string text(std::min(static_cast<std::size_t>(size), kMaxSceneBytes + 1), '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

// Returns the file in the first folder that contains it.
std::optional<fs::path> findFile(const SceneSource& source, const std::string& name) {
    for (const fs::path& folder : source.dataDirectories) {
        std::error_code error;
        if (fs::is_regular_file(folder / name, error)) {
            return folder / name;
        }
    }
    return std::nullopt;
}

// Whether a path stays inside the folder that it is relative to.
bool staysInside(const fs::path& path) {
    return path.is_relative() && !path.empty() &&
           std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
}

class Importer {
public:
    explicit Importer(const SceneSource& source) : m_source(source) {}

    Expected<SceneTree> run(const std::string& scenePath) {
        m_tree.nodes.emplace_back();
        if (loadScripts()) {
            import(scenePath, m_source.arguments, SceneNodeId(std::size_t{0}), std::nullopt);
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        return std::move(m_tree);
    }

private:
    // The variables of an imported file, and its location.
    struct Scope {
        std::size_t file = 0;
        std::vector<std::string> arguments;
        std::map<std::string, std::string, std::less<>> values;
    };
    using Items = std::span<const Sexpr>;

    // Parsing functions return whether to continue; the first fault is kept.
    bool fail(Error error) {
        if (!m_error) {
            m_error = std::move(error);
        }
        return false;
    }
    bool fail(const Scope& scope, std::uint64_t line, ErrorCode code, std::string message,
              std::string expected = {}) {
        return fail(
            m_tree.errorAt({scope.file, line}, code, std::move(message), std::move(expected)));
    }

    bool loadScripts() {
        m_ruby.set("Nao.UseTexture", "false"); // appearance is not read
        for (const std::string& name : m_source.scripts) {
            const auto path = findFile(m_source, name);
            if (!path) {
                continue;
            }
            const auto text = readText(*path);
            if (!text) {
                return fail(text.error().inFile(name));
            }
            if (const auto added = m_ruby.addScript(*text); !added) {
                return fail(added.error().inFile(name));
            }
        }
        return true;
    }

    // Imports a file. `from` is the place of the call, if there is one.
    bool import(const std::string& path, std::vector<std::string> arguments, SceneNodeId node,
                const std::optional<ScenePlace>& from) {
        const auto failHere = [&](ErrorCode code, std::string message, std::string expected) {
            if (from) {
                return fail(m_tree.errorAt(*from, code, std::move(message), std::move(expected)));
            }
            return fail(failure(code, std::move(message), std::move(expected)).value());
        };
        if (!staysInside(path)) {
            return failHere(ErrorCode::InvalidArgument,
                            fmt::format("'{}' is not a path inside the data folders", path),
                            "a path like rsg/agent/nao/nao.rsg");
        }
        if (m_depth == kMaxImportDepth || ++m_imports > kMaxImports) {
            return failHere(
                ErrorCode::LimitExceeded,
                fmt::format("too many imports at '{}'; do files import themselves?", path), {});
        }
        auto& parsed = m_parsed[path];
        if (!parsed) {
            const auto file = findFile(m_source, path);
            if (!file) {
                return failHere(ErrorCode::NotFound, fmt::format("unknown scene '{}'", path),
                                "a file in one of the data folders");
            }
            m_tree.files.push_back(path);
            // Like the server, stops after the scene: anything may follow it.
            auto items = readText(*file).and_then(
                [](const std::string& text) { return parseSexprs(text, kSceneLists); });
            if (!items) {
                return fail(items.error().inFile(path));
            }
            parsed = std::make_unique<Parsed>(Parsed{std::move(*items), m_tree.files.size() - 1});
        }
        Scope scope{parsed->file, std::move(arguments), {}};
        ++m_depth;
        const bool isDone = readFile(parsed->items, scope, node);
        --m_depth;
        return isDone;
    }

    // Reads a file: a header, `(RSG 0 1)`, and a list.
    bool readFile(const std::vector<Sexpr>& items, Scope& scope, SceneNodeId node) {
        const auto isWord = [](const Sexpr& item, std::string_view word) {
            return !item.isList && inFull(item.text) == word;
        };
        if (items.empty() || !items[0].isList || items[0].items.size() < 3 ||
            !isWord(items[0].items[0], "RSG") || !isWord(items[0].items[1], "0") ||
            !isWord(items[0].items[2], "1")) {
            return fail(scope, 1, ErrorCode::UnsupportedFormat, "not a scene description",
                        "(RSG 0 1)");
        }
        if (items.size() < 2 || !items[1].isList) {
            return fail(scope, items[0].line, ErrorCode::Malformed, "the scene is missing",
                        "a list after (RSG 0 1)");
        }
        // Like the server, ignores arguments for which the scene has no names, since agents send a
        // type for every robot.
        return readItems(items[1].items, scope, node);
    }

    bool readItems(Items items, Scope& scope, SceneNodeId node) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Sexpr& item = items[i];
            if (item.isList) {
                if (!readItems(item.items, scope, node)) {
                    return false;
                }
                continue;
            }
            const std::string_view word = inFull(item.text);
            const Items rest = items.subspan(i + 1);
            if (word == "nd") {
                node = addNode(item, rest, scope, node);
                if (!node.isValid()) {
                    return false;
                }
                ++i; // skips the node's type
            } else if (word == "templ") {
                return readTemplate(item, rest, scope);
            } else if (word == "def") {
                return readDefinition(item, rest, scope);
            } else if (word == "switch") {
                return readSwitch(item, rest, scope, node);
            } else if (word == "sel") {
                return fail(scope, item.line, ErrorCode::UnsupportedFormat,
                            "nodes cannot be selected", "nodes that the scene creates");
            } else if (word != "pwd") {
                return readCall(item, rest, scope, node);
            }
        }
        return true;
    }

    SceneNodeId addNode(const Sexpr& word, Items rest, const Scope& scope, SceneNodeId parent) {
        if (rest.empty() || rest[0].isList) {
            fail(scope, word.line, ErrorCode::Malformed, "a node has no type",
                 "(nd Transform ...)");
            return {};
        }
        if (m_tree.nodes.size() >= kMaxNodes) {
            fail(scope, word.line, ErrorCode::LimitExceeded, "the scene has too many nodes");
            return {};
        }
        const std::size_t depth = m_nodeDepths[parent.index()] + 1;
        if (depth > kMaxNodeDepth) {
            fail(scope, word.line, ErrorCode::LimitExceeded, "nodes are nested too deeply");
            return {};
        }
        m_nodeDepths.push_back(depth);
        const SceneNodeId id(m_tree.nodes.size());
        m_tree.nodes.push_back(SceneNode{.type = std::string(inFull(rest[0].text)),
                                         .name = {},
                                         .parent = parent,
                                         .children = {},
                                         .calls = {},
                                         .place = {scope.file, word.line}});
        m_tree.nodes[parent.index()].children.push_back(id);
        return id;
    }

    bool readTemplate(const Sexpr& word, Items names, Scope& scope) {
        std::size_t count = 0;
        for (const Sexpr& name : names) {
            if (name.isList || name.text.size() < 2 || name.text.front() != '$') {
                return fail(scope, name.line, ErrorCode::Malformed,
                            "a template contains something other than names", "(templ $a $b)");
            }
            if (count < scope.arguments.size() &&
                !scope.values.emplace(name.text.substr(1), scope.arguments[count]).second) {
                return fail(scope, name.line, ErrorCode::Malformed,
                            fmt::format("the template names '{}' twice", name.text));
            }
            ++count;
        }
        return scope.arguments.size() == count ||
               fail(scope, word.line, ErrorCode::InvalidArgument,
                    fmt::format("the template was given {}",
                                base::plural(scope.arguments.size(), "value")),
                    fmt::format("{}", count));
    }

    bool readDefinition(const Sexpr& word, Items rest, Scope& scope) {
        if (rest.size() < 2 || rest[0].isList || rest[0].text.size() < 2 ||
            rest[0].text.front() != '$') {
            return fail(scope, word.line, ErrorCode::Malformed,
                        "a definition lacks its name or value", "(def $name value)");
        }
        auto value = valueOf(rest[1], scope); // like the server, ignores the rest
        if (!value) {
            return false;
        }
        scope.values[rest[0].text.substr(1)] = std::move(*value);
        return true;
    }

    // Reads `(switch value (case ...) ...)`; the result is the list after the first case that
    // equals the value.
    bool readSwitch(const Sexpr& word, Items rest, Scope& scope, SceneNodeId node) {
        const auto value = rest.empty() ? std::nullopt : valueOf(rest[0], scope);
        if (!value) {
            return fail(scope, word.line, ErrorCode::Malformed, "a switch has no value",
                        "(switch value (case ...))");
        }
        for (const Sexpr& branch : rest.subspan(1)) {
            if (!branch.isList || branch.items.empty()) {
                continue;
            }
            const auto label = valueOf(branch.items[0], scope);
            if (!label) {
                return false;
            }
            if (*label == *value) {
                return branch.items.size() < 2 || !branch.items[1].isList ||
                       readItems(branch.items[1].items, scope, node);
            }
        }
        return fail(scope, word.line, ErrorCode::Malformed,
                    fmt::format("no case of the switch is '{}'", *value));
    }

    bool readCall(const Sexpr& word, Items rest, Scope& scope, SceneNodeId node) {
        SceneCall call{std::string(inFull(word.text)), {}, {scope.file, word.line}};
        for (const Sexpr& item : rest) {
            auto value = valueOf(item, scope);
            if (!value) {
                return false;
            }
            // A short name may represent a long value.
            m_argumentBytes += sizeof(*value) + value->size();
            if (m_argumentBytes > kMaxArgumentBytes) {
                return fail(scope, word.line, ErrorCode::LimitExceeded, "the scene is too long");
            }
            call.arguments.push_back(std::move(*value));
        }
        if (++m_calls > kMaxCalls) {
            return fail(scope, word.line, ErrorCode::LimitExceeded, "the scene is too long");
        }
        if (call.method == "importScene") {
            if (call.arguments.empty()) {
                return fail(scope, word.line, ErrorCode::Malformed, "an import has no path",
                            "(importScene path values)");
            }
            std::vector<std::string> values(call.arguments.begin() + 1, call.arguments.end());
            return import(call.arguments.front(), std::move(values), node, call.place);
        }
        if (call.method == "setName" && call.arguments.size() == 1) {
            m_tree.nodes[node.index()].name = call.arguments.front();
        }
        m_tree.nodes[node.index()].calls.push_back(std::move(call));
        return true;
    }

    // Evaluates an atom, `$name`, `(join ...)` or `(eval ...)`.
    std::optional<std::string> valueOf(const Sexpr& item, const Scope& scope) {
        if (item.isList) {
            return computed(item, scope);
        }
        if (item.isQuoted || !item.text.starts_with('$')) {
            return item.text;
        }
        const auto found = scope.values.find(std::string_view(item.text).substr(1));
        if (found == scope.values.end()) {
            fail(scope, item.line, ErrorCode::Malformed,
                 fmt::format("'{}' has no value", item.text), "(def ...) or (templ ...) before it");
            return std::nullopt;
        }
        return found->second;
    }

    std::optional<std::string> computed(const Sexpr& list, const Scope& scope) {
        const bool isJoin = !list.items.empty() && list.items[0].text == "join";
        if (!isJoin && (list.items.empty() || list.items[0].text != "eval")) {
            fail(scope, list.line, ErrorCode::Malformed, "invalid value",
                 "(eval ...) or (join ...)");
            return std::nullopt;
        }
        std::string text;
        for (const Sexpr& item : Items(list.items).subspan(1)) {
            const auto part = valueOf(item, scope);
            if (!part) {
                return std::nullopt;
            }
            text += *part;
            text += isJoin ? "" : " ";
            if (text.size() > kMaxValueBytes) {
                fail(scope, list.line, ErrorCode::LimitExceeded, "a value is too long");
                return std::nullopt;
            }
        }
        if (isJoin) {
            return text;
        }
        auto value = m_ruby.evaluate(text);
        if (!value) {
            fail(scope, list.line, value.error().code,
                 fmt::format("{}, in '{}'", value.error().message, text), value.error().expected);
            return std::nullopt;
        }
        return std::move(*value);
    }

    struct Parsed {
        std::vector<Sexpr> items;
        std::size_t file;
    };

    const SceneSource& m_source;
    SceneTree m_tree;
    RubyValues m_ruby;
    std::map<std::string, std::unique_ptr<Parsed>, std::less<>> m_parsed;
    std::vector<std::size_t> m_nodeDepths{0}; // depths of all nodes, including the initial one
    std::optional<Error> m_error;
    std::size_t m_depth = 0;
    std::size_t m_imports = 0;
    std::size_t m_calls = 0;
    std::size_t m_argumentBytes = 0; // total over the calls
};

} // namespace

const SceneCall* SceneTree::findCall(SceneNodeId id, std::string_view method) const {
    const auto& calls = node(id).calls;
    const auto found = std::find_if(calls.rbegin(), calls.rend(),
                                    [&](const SceneCall& call) { return call.method == method; });
    return found == calls.rend() ? nullptr : &*found;
}

SceneNodeId SceneTree::resolve(SceneNodeId from, std::string_view path) const {
    SceneNodeId at = from;
    while (!path.empty() && at.isValid()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        const std::string_view step = path.substr(0, slash);
        path.remove_prefix(std::min(slash + 1, path.size()));
        if (step == "..") {
            at = node(at).parent;
        } else if (!step.empty() && step != ".") {
            const auto& children = node(at).children;
            const auto found = std::ranges::find_if(
                children, [&](SceneNodeId child) { return node(child).name == step; });
            at = found == children.end() ? SceneNodeId::none() : *found;
        }
    }
    return at;
}

Error SceneTree::errorAt(const ScenePlace& place, ErrorCode code, std::string message,
                         std::string expected) const {
    Error error = failure(code, std::move(message), std::move(expected)).value();
    error.file = place.file < files.size() ? files[place.file] : std::string();
    error.line = place.line;
    return error;
}

Expected<SceneTree> readScene(const std::string& scenePath, const SceneSource& source) {
    return Importer(source).run(scenePath);
}

} // namespace sideline::robot::rsg
