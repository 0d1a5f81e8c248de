// Reads every source file against the plan of the modules (docs/architecture.md).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

using Modules = std::set<std::string>;

Modules with(Modules modules, const Modules& more) {
    modules.insert(more.begin(), more.end());
    return modules;
}

// What localization and all above it may see; monitor and its ground truth are not in it.
const Modules kBelowWorld = {"agentcore/base",  "agentcore/math",  "agentcore/game",
                             "agentcore/robot", "agentcore/field", "agentcore/protocol"};

const std::map<std::string, Modules> kMayInclude = {
    {"agentcore/base", {}},
    {"agentcore/math", {"agentcore/base"}},
    {"agentcore/game", {"agentcore/base"}},
    {"agentcore/net", {"agentcore/base"}},
    {"agentcore/drawing", {"agentcore/base", "agentcore/math"}},
    {"agentcore/robot", {"agentcore/base", "agentcore/math", "agentcore/game"}},
    {"agentcore/field", {"agentcore/base", "agentcore/math", "agentcore/game"}},
    {"agentcore/protocol",
     {"agentcore/base", "agentcore/math", "agentcore/game", "agentcore/robot", "agentcore/field"}},
    {"agentcore/monitor", kBelowWorld},
    {"agentcore/localization", kBelowWorld},
    {"agentcore/world", with(kBelowWorld, {"agentcore/localization", "agentcore/drawing"})},
    {"agentcore/argument", with(kBelowWorld, {"agentcore/localization", "agentcore/world"})},
    {"agentcore/motion", with(kBelowWorld, {"agentcore/localization", "agentcore/world"})},
    {"agentcore/planning", with(kBelowWorld, {"agentcore/localization", "agentcore/drawing",
                                              "agentcore/world", "agentcore/motion"})},
    {"agentcore/behavior",
     with(kBelowWorld, {"agentcore/localization", "agentcore/drawing", "agentcore/world",
                        "agentcore/argument", "agentcore/motion", "agentcore/planning"})},
    {"agentcore/decision",
     with(kBelowWorld,
          {"agentcore/localization", "agentcore/drawing", "agentcore/world", "agentcore/argument",
           "agentcore/motion", "agentcore/planning", "agentcore/behavior"})},
    {"agentcore/runtime",
     with(kBelowWorld,
          {"agentcore/localization", "agentcore/drawing", "agentcore/world", "agentcore/argument",
           "agentcore/motion", "agentcore/planning", "agentcore/behavior", "agentcore/net"})},
    {"logs", {"agentcore"}},
    {"motions", {"agentcore"}},
    {"agents", {"agentcore", "motions"}},
    {"launcher", {"agentcore", "agents", "proxy"}},
    {"proxy", {"agentcore", "logs"}},
    {"simulator", {"agentcore"}},
    {"viewer3d", {"agentcore"}},
    {"training", {"agentcore", "agents", "logs", "motions", "simulator"}},
    {"python", {"agentcore", "agents", "training"}},
    {"evaluation", {"agentcore", "logs", "simulator"}},
    {"series", {"agentcore", "agents", "launcher", "logs", "motions", "simulator", "training"}},
    {"widgets", {"agentcore", "logs", "motions"}},
    {"studio",
     {"agentcore", "agents", "evaluation", "logs", "motions", "series", "simulator", "training",
      "launcher", "proxy", "widgets", "viewer3d"}},
    {"cli",
     {"agentcore", "agents", "evaluation", "logs", "motions", "series", "simulator", "training",
      "launcher", "proxy"}},
};
// Those that must not cheat: no ground truth, neither of the monitor nor in percepts.
const Modules kWithoutTruth = {"agentcore/localization", "agentcore/world",    "agentcore/argument",
                               "agentcore/motion",       "agentcore/planning", "agentcore/behavior",
                               "agentcore/decision",     "agentcore/runtime",  "agents"};
const std::set<std::string> kWithQt = {"viewer3d", "widgets", "studio"};
constexpr int kMaxFileLines = 600;
constexpr int kMaxClassLines = 400;

fs::path root() {
    return std::getenv("SIDELINE_SOURCE_DIR");
}

std::vector<fs::path> sourceFiles() {
    std::vector<fs::path> files;
    for (const char* module :
         {"agentcore", "agents", "logs", "motions", "simulator", "training", "evaluation",
          "launcher", "proxy", "series", "viewer3d", "widgets", "studio", "cli", "python"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root() / module)) {
            const auto ending = entry.path().extension();
            if (ending == ".h" || ending == ".cpp") {
                files.push_back(fs::relative(entry.path(), root()));
            }
        }
    }
    std::ranges::sort(files);
    return files;
}

// `agentcore/math/pose.h` is in the module agentcore/math, `logs/match/x.h` in logs.
std::string moduleOf(const fs::path& file) {
    auto part = file.begin();
    const std::string first = (part++)->string();
    return first == "agentcore" ? first + "/" + part->string() : first;
}

struct Include {
    int line;
    std::string name;
    bool own; // in quotes
};

std::vector<Include> includesOf(const fs::path& file) {
    static const std::regex kInclude(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
    std::ifstream in(root() / file);
    std::vector<Include> includes;
    std::string line;
    std::smatch match;
    for (int number = 1; std::getline(in, line); ++number) {
        if (std::regex_search(line, match, kInclude)) {
            includes.push_back({number, match[2], match[1] == "\""});
        }
    }
    return includes;
}

bool allowed(const std::string& from, const std::string& to) {
    if (from == to) {
        return true;
    }
    const auto& modules = kMayInclude.at(from);
    const std::string top = to.substr(0, to.find('/'));
    return modules.contains(to) || modules.contains(top);
}

TEST(ArchitectureTest, EveryModuleIsInThePlan) {
    for (const fs::path& file : sourceFiles()) {
        EXPECT_TRUE(kMayInclude.contains(moduleOf(file)))
            << file << " lies in a module that the plan does not know";
    }
}

TEST(ArchitectureTest, ModulesKnowOnlyWhomTheyMay) {
    int checked = 0;
    for (const fs::path& file : sourceFiles()) {
        const std::string module = moduleOf(file);
        for (const Include& include : includesOf(file)) {
            if (!include.own) {
                continue;
            }
            ++checked;
            const fs::path target = include.name;
            const bool generated = include.name.ends_with("version.h");
            EXPECT_TRUE(generated || fs::exists(root() / target))
                << file << ":" << include.line << ": include paths start at the repository root, \""
                << include.name << "\" does not";
            if (kMayInclude.contains(moduleOf(target))) {
                EXPECT_TRUE(allowed(module, moduleOf(target)))
                    << file << ":" << include.line << ": " << module << " may not know "
                    << moduleOf(target);
            }
        }
    }
    EXPECT_GT(checked, 200);
}

// Reads ground truth neither from the monitor (the table above) nor from percepts.
std::vector<std::string> cheaters(const std::vector<std::pair<fs::path, Include>>& includes) {
    std::vector<std::string> found;
    for (const auto& [file, include] : includes) {
        if (kWithoutTruth.contains(moduleOf(file)) && include.own &&
            (include.name == "agentcore/protocol/ground_truth.h" ||
             include.name.starts_with("agentcore/monitor/"))) {
            found.push_back(file.string() + ":" + std::to_string(include.line));
        }
    }
    return found;
}

std::vector<std::pair<fs::path, Include>> allIncludes() {
    std::vector<std::pair<fs::path, Include>> all;
    for (const fs::path& file : sourceFiles()) {
        for (const Include& include : includesOf(file)) {
            all.emplace_back(file, include);
        }
    }
    return all;
}

TEST(ArchitectureTest, AgentsAreNotReportedTheTruth) {
    EXPECT_THAT(cheaters(allIncludes()), testing::IsEmpty());
    // And the test notices: an estimator that looks.
    const Include look{3, "agentcore/protocol/ground_truth.h", true};
    EXPECT_THAT(cheaters({{"agentcore/localization/fusion_estimator.cpp", look}}),
                testing::SizeIs(1));
}

// Folders that include each other in a ring, directly or by others; each ring once, sorted.
using FolderGraph = std::map<std::string, std::set<std::string>>;

std::vector<std::set<std::string>> rings(const FolderGraph& graph) {
    const auto reached = [&](const std::string& from) {
        std::set<std::string> seen;
        std::vector<std::string> next{from};
        while (!next.empty()) {
            const std::string folder = next.back();
            next.pop_back();
            const auto found = graph.find(folder);
            if (found == graph.end()) {
                continue;
            }
            for (const std::string& to : found->second) {
                if (seen.insert(to).second) {
                    next.push_back(to);
                }
            }
        }
        return seen;
    };
    std::map<std::string, std::set<std::string>> from;
    for (const auto& [folder, targets] : graph) {
        from[folder] = reached(folder);
    }
    std::vector<std::set<std::string>> found;
    for (const auto& [folder, targets] : from) {
        std::set<std::string> ring;
        for (const std::string& other : targets) {
            if (other != folder && from.contains(other) && from.at(other).contains(folder)) {
                ring.insert(other);
            }
        }
        if (!ring.empty()) {
            ring.insert(folder);
            if (std::ranges::find(found, ring) == found.end()) {
                found.push_back(std::move(ring));
            }
        }
    }
    return found;
}

FolderGraph folderGraph() {
    FolderGraph graph;
    for (const auto& [file, include] : allIncludes()) {
        const std::string from = file.parent_path().string();
        const std::string to = fs::path(include.name).parent_path().string();
        if (include.own && from != to && !to.empty()) {
            graph[from].insert(to);
        }
    }
    return graph;
}

TEST(ArchitectureTest, FoldersDoNotIncludeEachOtherInRings) {
    EXPECT_THAT(rings(folderGraph()), testing::IsEmpty());
    EXPECT_THAT(rings({{"a", {"b"}}, {"b", {"c"}}, {"c", {"a"}}, {"d", {"a"}}}),
                testing::ElementsAre(std::set<std::string>{"a", "b", "c"}));
}

// `studio/workspaces/live/x.h` is of the workspace live; the interface above them of none.
std::string workspaceOf(const fs::path& file) {
    static const std::regex kWorkspace("studio/workspaces/([a-z]+)/.*");
    std::smatch match;
    const std::string name = file.generic_string();
    return std::regex_match(name, match, kWorkspace) ? match[1].str() : std::string();
}

// Includes of a workspace from the shell, or from below it.
std::vector<std::string> reachingUp(const std::vector<std::pair<fs::path, Include>>& includes) {
    std::vector<std::string> found;
    for (const auto& [file, include] : includes) {
        const std::string name = file.generic_string();
        const bool mayNot = name.starts_with("studio/") && workspaceOf(file).empty() &&
                            !name.starts_with("studio/program/");
        if (mayNot && !workspaceOf(include.name).empty()) {
            found.push_back(name + ":" + std::to_string(include.line));
        }
    }
    return found;
}

TEST(ArchitectureTest, TheShellIncludesNoWorkspace) {
    EXPECT_THAT(reachingUp(allIncludes()), testing::IsEmpty());
    const Include live{7, "studio/workspaces/live/live_workspace.h", true};
    const Include anyWorkspace{8, "studio/workspaces/workspace.h", true};
    EXPECT_THAT(reachingUp({{"studio/shell/menus.h", live},
                            {"studio/session/gamepad.h", live},
                            {"studio/shell/menus.h", anyWorkspace},
                            {"studio/program/all_workspaces.cpp", live}}),
                testing::ElementsAre("studio/shell/menus.h:7", "studio/session/gamepad.h:7"));
}

std::vector<std::string> amongSiblings(const std::vector<std::pair<fs::path, Include>>& includes) {
    std::vector<std::string> found;
    for (const auto& [file, include] : includes) {
        const std::string from = workspaceOf(file);
        const std::string to = workspaceOf(include.name);
        if (!from.empty() && !to.empty() && from != to) {
            found.push_back(file.generic_string() + ":" + std::to_string(include.line));
        }
    }
    return found;
}

TEST(ArchitectureTest, WorkspacesDoNotIncludeEachOther) {
    EXPECT_THAT(amongSiblings(allIncludes()), testing::IsEmpty());
    const Include live{7, "studio/workspaces/live/live_workspace.h", true};
    EXPECT_THAT(amongSiblings({{"studio/workspaces/decide/decide_workspace.h", live},
                               {"studio/workspaces/live/live_menus.cpp", live}}),
                testing::ElementsAre("studio/workspaces/decide/decide_workspace.h:7"));
}

// Lines of each class: its body, and the functions that are defined elsewhere.
std::map<std::string, int> classLines(const fs::path& file, const std::vector<std::string>& lines) {
    static const std::regex kClass(R"(^(?:class|struct) (\w+)(?: final)?(?: :.*)?(?: \{|$))");
    static const std::regex kMember(R"(^[^\s#/}].*?\b(\w+)::~?\w+\()");
    std::map<std::string, int> sizes;
    std::smatch match;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& line = lines[i];
        if (line.empty() || line.front() == ' ' || line.ends_with(';')) {
            continue;
        }
        const bool mayBeClass = line.starts_with("class ") || line.starts_with("struct ");
        const bool isClass = mayBeClass && std::regex_search(line, match, kClass);
        const bool isMember = !mayBeClass && file.extension() == ".cpp" &&
                              line.find("::") != std::string::npos &&
                              std::regex_search(line, match, kMember);
        if (!isClass && !isMember) {
            continue;
        }
        const std::string name = match[1];
        const std::string end = isClass ? "};" : "}";
        std::size_t last = i;
        while (last + 1 < lines.size() && lines[last] != end) {
            ++last;
        }
        sizes[name] += static_cast<int>(last - i) + 1;
        i = last;
    }
    return sizes;
}

TEST(ArchitectureTest, ClassesStayReadable) {
    std::map<std::string, int> sizes;
    for (const fs::path& file : sourceFiles()) {
        std::ifstream in(root() / file);
        std::vector<std::string> lines;
        for (std::string line; std::getline(in, line);) {
            lines.push_back(line);
        }
        for (const auto& [name, size] : classLines(file, lines)) {
            // Nested implementations and parsers of one file share names such as `Impl`.
            const bool isOwn = name != "Impl" && name != "Parts" && name != "Reader";
            sizes[isOwn ? name : file.stem().string() + "/" + name] += size;
        }
    }
    for (const auto& [name, size] : sizes) {
        EXPECT_LE(size, kMaxClassLines) << name << " has become too large: take it apart";
    }
    std::vector<std::string> large{"class Large {"};
    large.insert(large.end(), 399, "    int m_member;");
    large.emplace_back("};");
    EXPECT_EQ(classLines("large.h", large).at("Large"), 401);
} // namespace

TEST(ArchitectureTest, NoQtBelowTheDesktop) {
    for (const fs::path& file : sourceFiles()) {
        if (kWithQt.contains(moduleOf(file))) {
            continue;
        }
        for (const Include& include : includesOf(file)) {
            const bool qt =
                !include.own && (include.name.starts_with("Q") || include.name.starts_with("Qt"));
            EXPECT_FALSE(qt) << file << ":" << include.line << ": Qt in " << moduleOf(file);
        }
    }
}

TEST(ArchitectureTest, ViewerAndWidgetsUseDifferentLibraries) {
    for (const fs::path& file : sourceFiles()) {
        for (const Include& include : includesOf(file)) {
            if (moduleOf(file) == "widgets") {
                EXPECT_FALSE(include.name.starts_with("Qt3D")) << file << ":" << include.line;
            }
            if (moduleOf(file) == "viewer3d") {
                EXPECT_NE(include.name, "QWidget") << file << ":" << include.line;
            }
        }
    }
}

TEST(ArchitectureTest, FilesStayReadable) {
    for (const fs::path& file : sourceFiles()) {
        std::ifstream in(root() / file);
        const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
        EXPECT_LE(lines, kMaxFileLines) << file;
    }
}

TEST(ArchitectureTest, HeadersBeginWithPragmaOnceAndNamesAreSnakeCase) {
    static const std::regex kName("[a-z0-9_]+\\.(h|cpp)");
    for (const fs::path& file : sourceFiles()) {
        EXPECT_TRUE(std::regex_match(file.filename().string(), kName)) << file;
        if (file.extension() == ".h") {
            std::ifstream in(root() / file);
            std::string first;
            std::getline(in, first);
            EXPECT_EQ(first, "#pragma once") << file;
        }
    }
}

// Exceptions that leave a thread end the program: threads and pools of them are made in one place
// each, where what they throw becomes an error.
TEST(ArchitectureTest, ThreadsReportWhatTheyThrow) {
    const std::regex thread(R"(std::j?thread\b(?!::)|std::async|QThread|QtConcurrent)");
    const std::set<fs::path> makers = {"agentcore/base/worker.h", "agentcore/base/thread_pool.h",
                                       "agentcore/base/thread_pool.cpp",
                                       "studio/session/background_task.h"};
    for (const fs::path& file : sourceFiles()) {
        std::ifstream in(root() / file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            EXPECT_TRUE(makers.contains(file) || !std::regex_search(line, thread))
                << file << ":" << number
                << ": use base::Worker or studio::BackgroundTask: " << line;
        }
    }
}

// A match has two engines: code that asks one of them for its world, bodies or referee works for
// one family of servers only.
TEST(ArchitectureTest, OnlyTheSimulatorAsksForPhysicsBodiesAndReferee) {
    static const std::regex kEngine(R"re([sS]imulation(\(\))?(\.|->)(physics|body|referee)\()re");
    const auto asks = [](const std::string& line) { return std::regex_search(line, kEngine); };
    for (const fs::path& file : sourceFiles()) {
        if (moduleOf(file) == "simulator") {
            continue;
        }
        std::ifstream in(root() / file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            EXPECT_FALSE(asks(line)) << file << ":" << number << ": " << line;
        }
    }
    EXPECT_TRUE(asks("match.simulation().referee().game()"));
    EXPECT_TRUE(asks("m_simulation.body(agent)->pose(kTorso)"));
}

// Clang 14, which lints and fuzzes, rejects what gives a subrange with the library of GCC 12.
TEST(ArchitectureTest, NothingThatTheOtherCompilerRejects) {
    static const std::regex kRejected(
        R"re(std::views::|ranges::(subrange|unique|remove|remove_if|partition|rotate|search|find_end|equal_range)\b|\bsource_location\b)re");
    for (const fs::path& file : sourceFiles()) {
        std::ifstream in(root() / file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            EXPECT_FALSE(std::regex_search(line, kRejected))
                << file << ":" << number << ": " << line;
        }
    }
}

// Two types of one name in a namespace are one too many for readers, and for files compiled
// together.
TEST(ArchitectureTest, NoTypeNameStandsTwiceInANamespace) {
    static const std::regex kNamespace(R"re(^namespace (sideline(::\w+)*) \{)re");
    static const std::regex kType(
        R"re(^(template <.*> )?(struct|class|enum class|enum) (\[\[\w+\]\] )?(\w+)\b(?![:<])(.*)$)re");
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> found;
    for (const fs::path& file : sourceFiles()) {
        std::ifstream in(root() / file);
        std::string within;
        std::string line;
        std::smatch match;
        for (int number = 1; std::getline(in, line); ++number) {
            if (line.starts_with("namespace sideline")) {
                if (std::regex_search(line, match, kNamespace)) {
                    within = match[1];
                }
            } else if ((line.starts_with("template") || line.starts_with("struct") ||
                        line.starts_with("class") || line.starts_with("enum")) &&
                       std::regex_search(line, match, kType)) {
                const std::string rest = match[5];
                if (!rest.ends_with(';') || rest.find('{') != std::string::npos) {
                    found[{within, match[4]}].push_back(file.string() + ":" +
                                                        std::to_string(number));
                }
            }
        }
    }
    EXPECT_GT(found.size(), 1000U) << "types are found at all";
    for (const auto& [name, places] : found) {
        EXPECT_EQ(places.size(), 1U)
            << name.first << "::" << name.second << " stands in " << testing::PrintToString(places);
    }
}

// Libraries and their tests must give the same result on every run.
TEST(ArchitectureTest, NoClockNoSleepNoUnseededNumbersInLibraries) {
    static const std::regex kForbidden(
        R"re(\bstd::rand\b|\brandom_device\b|\bsleep_for\b|system_clock|\bsrand\b|\bexit\()re");
    // MPI can be asked whether a message is there, but not to wait for one for a while.
    const std::set<fs::path> pollers = {"training/farm/rank_farm.cpp",
                                        "training/ranks/rank_hub.cpp",
                                        "training/ranks/rank_work.cpp"};
    for (const fs::path& file : sourceFiles()) {
        const std::string module = moduleOf(file);
        if (module == "cli" || module == "studio" || pollers.contains(file)) {
            continue;
        }
        std::ifstream in(root() / file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            EXPECT_FALSE(std::regex_search(line, kForbidden))
                << file << ":" << number << ": " << line;
        }
    }
}

// A reworded message must not make a script wait for the old words.
TEST(ArchitectureTest, ScriptsWaitForWhatProgramsSay) {
    static const std::regex kSays("SAYS_[A-Z_]+ = \"(.+)\"  # (\\S+)");
    std::ifstream script(root() / "scripts" / "abuse");
    int count = 0;
    for (std::string line; std::getline(script, line);) {
        std::smatch says;
        if (!std::regex_match(line, says, kSays)) {
            continue;
        }
        ++count;
        std::ifstream in(root() / says[2].str());
        const std::string source(std::istreambuf_iterator<char>(in), {});
        EXPECT_NE(source.find(says[1].str()), std::string::npos)
            << "scripts/abuse waits for \"" << says[1] << "\", which " << says[2]
            << " does not say";
    }
    EXPECT_GE(count, 5);
}

} // namespace
