// Reads every source file against the plan of the rooms (docs/architecture.md).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

using Rooms = std::set<std::string>;

Rooms with(Rooms rooms, const Rooms& more) {
    rooms.insert(more.begin(), more.end());
    return rooms;
}

const Rooms kBelowWorld = {"agentcore/base",  "agentcore/math",     "agentcore/robot",
                           "agentcore/field", "agentcore/protocol", "agentcore/monitor"};

const std::map<std::string, Rooms> kMayInclude = {
    {"agentcore/base", {}},
    {"agentcore/math", {"agentcore/base"}},
    {"agentcore/net", {"agentcore/base"}},
    {"agentcore/drawing", {"agentcore/base", "agentcore/math"}},
    {"agentcore/robot", {"agentcore/base", "agentcore/math"}},
    {"agentcore/field", {"agentcore/base", "agentcore/math"}},
    {"agentcore/protocol",
     {"agentcore/base", "agentcore/math", "agentcore/robot", "agentcore/field"}},
    {"agentcore/monitor",
     {"agentcore/base", "agentcore/math", "agentcore/robot", "agentcore/field",
      "agentcore/protocol"}},
    {"agentcore/localization", kBelowWorld},
    {"agentcore/world", with(kBelowWorld, {"agentcore/localization", "agentcore/drawing"})},
    {"agentcore/motion", with(kBelowWorld, {"agentcore/localization", "agentcore/world"})},
    {"agentcore/behavior", with(kBelowWorld, {"agentcore/localization", "agentcore/drawing",
                                              "agentcore/world", "agentcore/motion"})},
    {"agentcore/runtime", {"agentcore"}},
    {"logs", {"agentcore"}},
    {"launcher", {"agentcore"}},
    {"simulator", {"agentcore"}},
    {"viewer3d", {"agentcore"}},
    {"motions", {"agentcore"}},
    {"training", {"agentcore", "motions", "simulator"}},
    {"evaluation", {"agentcore", "logs", "simulator"}},
    {"widgets", {"agentcore", "logs", "motions"}},
    {"studio",
     {"agentcore", "evaluation", "logs", "motions", "simulator", "training", "launcher", "widgets",
      "viewer3d"}},
    {"cli", {"agentcore", "evaluation", "logs", "motions", "simulator", "training", "launcher"}},
};
const std::set<std::string> kWithQt = {"viewer3d", "widgets", "studio"};
constexpr int kMaxFileLines = 600;

fs::path root() {
    return std::getenv("SIDELINE_SOURCE_DIR");
}

std::vector<fs::path> sourceFiles() {
    std::vector<fs::path> files;
    for (const char* room : {"agentcore", "logs", "motions", "simulator", "training", "evaluation",
                             "launcher", "viewer3d", "widgets", "studio", "cli"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root() / room)) {
            const auto ending = entry.path().extension();
            if (ending == ".h" || ending == ".cpp") {
                files.push_back(fs::relative(entry.path(), root()));
            }
        }
    }
    std::ranges::sort(files);
    return files;
}

// `agentcore/math/pose.h` is in the room agentcore/math, `logs/match/x.h` in logs.
std::string roomOf(const fs::path& file) {
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
    const auto& rooms = kMayInclude.at(from);
    const std::string top = to.substr(0, to.find('/'));
    return rooms.contains(to) || rooms.contains(top);
}

TEST(ArchitectureTest, EveryRoomIsInThePlan) {
    for (const fs::path& file : sourceFiles()) {
        EXPECT_TRUE(kMayInclude.contains(roomOf(file)))
            << file << " lies in a room that the plan does not know";
    }
}

TEST(ArchitectureTest, RoomsKnowOnlyWhomTheyMay) {
    int checked = 0;
    for (const fs::path& file : sourceFiles()) {
        const std::string room = roomOf(file);
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
            if (kMayInclude.contains(roomOf(target))) {
                EXPECT_TRUE(allowed(room, roomOf(target)))
                    << file << ":" << include.line << ": " << room << " may not know "
                    << roomOf(target);
            }
        }
    }
    EXPECT_GT(checked, 200);
}

TEST(ArchitectureTest, NoQtBelowTheDesktop) {
    for (const fs::path& file : sourceFiles()) {
        if (kWithQt.contains(roomOf(file))) {
            continue;
        }
        for (const Include& include : includesOf(file)) {
            const bool qt =
                !include.own && (include.name.starts_with("Q") || include.name.starts_with("Qt"));
            EXPECT_FALSE(qt) << file << ":" << include.line << ": Qt in " << roomOf(file);
        }
    }
}

TEST(ArchitectureTest, ViewerAndWidgetsDoNotShareLibraries) {
    for (const fs::path& file : sourceFiles()) {
        for (const Include& include : includesOf(file)) {
            if (roomOf(file) == "widgets") {
                EXPECT_FALSE(include.name.starts_with("Qt3D")) << file << ":" << include.line;
            }
            if (roomOf(file) == "viewer3d") {
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

// Libraries and their tests must give the same result on every run.
// Exceptions that leave a thread end the program: threads and pools of them are made in one place
// each, where what they throw becomes an error.
TEST(ArchitectureTest, ThreadsTellWhatTheyThrow) {
    const std::regex thread(R"(std::j?thread\b(?!::)|std::async|QThread|QtConcurrent)");
    const std::set<fs::path> makers = {"agentcore/base/worker.h", "agentcore/base/thread_pool.h",
                                       "agentcore/base/thread_pool.cpp",
                                       "studio/session/job_pool.h", "studio/session/job_pool.cpp"};
    for (const fs::path& file : sourceFiles()) {
        std::ifstream in(root() / file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            EXPECT_TRUE(makers.contains(file) || !std::regex_search(line, thread))
                << file << ":" << number << ": use base::Worker or studio::JobPool: " << line;
        }
    }
}

TEST(ArchitectureTest, NoClockNoSleepNoUnseededNumbersInLibraries) {
    static const std::regex kForbidden(
        R"re(\bstd::rand\b|\brandom_device\b|\bsleep_for\b|system_clock|\bsrand\b|\bexit\()re");
    for (const fs::path& file : sourceFiles()) {
        const std::string room = roomOf(file);
        if (room == "cli" || room == "studio") {
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

} // namespace
