#include "tests/logs/session/session_files.h"

#include <array>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>
#include <spawn.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "logs/session/session_check.h"
#include "tests/logs/session/random_frames.h"

namespace sideline::tests {

using std::chrono::milliseconds;

std::unique_ptr<logs::SessionWriter> startSession(const std::filesystem::path& path,
                                                  logs::SessionWriterOptions options) {
    logs::SessionInfo info;
    info.begunAt = "2024-05-01T12:00:00Z";
    info.begunEpochMs = 1714564800000;
    info.begunSteady = kBegun;
    info.program = "session_test 1";
    info.note = "first try";
    auto writer = logs::SessionWriter::open(path, info, options);
    EXPECT_TRUE(writer) << (writer ? "" : writer.error().toString());
    return writer ? std::move(*writer) : nullptr;
}

std::unique_ptr<logs::SessionReader> openSession(const std::filesystem::path& path,
                                                 logs::SessionReaderOptions options) {
    auto reader = logs::SessionReader::open(path, std::move(options));
    EXPECT_TRUE(reader) << (reader ? "" : reader.error().toString());
    return reader ? std::move(*reader) : nullptr;
}

void writeSession(const std::filesystem::path& path, int agents, int frames) {
    const auto writer = startSession(path);
    ASSERT_TRUE(writer);
    std::vector<world::FrameSink*> sinks;
    for (int unum = 1; unum <= agents; ++unum) {
        sinks.push_back(&writer->addAgent(fmt::format("Testers {}", unum)));
    }
    writer->beginMatchLog("match.log", kBegun);
    writer->add(
        logs::OutputLine{kBegun + milliseconds(5), "Testers 1", logs::OutputStream::Out, "hello"});
    writer->add(
        logs::OutputLine{kBegun + milliseconds(15), "Testers 1", logs::OutputStream::Err, "oh"});
    writer->add(logs::DrawingDatagram{kBegun + milliseconds(30), "127.0.0.1:4000",
                                      std::string("\0\0set\0", 6)});
    writer->add(logs::BeliefDatagram{kBegun + milliseconds(30), "127.0.0.1:4001",
                                     "{\"time\": 0.02,\n\"pose\": null}"});
    writer->add(logs::TrainerOrder{kBegun + milliseconds(31), "panel", "(kickOff Left)"});
    writer->add(logs::ProcessEvent{kBegun + milliseconds(32), "Testers 1", "exited", "code 3"});
    for (int i = 0; i < frames; ++i) {
        const auto at = kBegun + milliseconds(20) * i;
        for (std::size_t agent = 0; agent < sinks.size(); ++agent) {
            sinks[agent]->take(
                plainFrame(static_cast<std::uint64_t>(i), at, static_cast<int>(agent) + 1));
        }
        if (i % 2 == 0) {
            writer->mark(static_cast<std::uint64_t>(i / 2), at + milliseconds(3));
        }
        if (i % 100 == 99) {
            ASSERT_TRUE(writer->flush());
        }
    }
    const auto closed = writer->close();
    ASSERT_TRUE(closed) << closed.error().toString();
}

Killed recordAndKill(std::string program, const std::filesystem::path& path, std::uint64_t until) {
    std::array<int, 2> pipe{};
    Killed result;
    if (::pipe(pipe.data()) != 0) {
        return result;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, pipe[0]);
    std::string file = path.string();
    std::array<char*, 3> arguments = {program.data(), file.data(), nullptr};
    pid_t child = 0;
    const int started =
        ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    FILE* out = ::fdopen(pipe[0], "r");
    unsigned long long cycle = 0;
    while (started == 0 && std::fscanf(out, "%llu", &cycle) == 1) {
        result.lastCycle = cycle;
        if (cycle == until) {
            ::kill(child, SIGKILL);
        }
    }
    std::fclose(out);
    int status = 0;
    if (started == 0) {
        ::waitpid(child, &status, 0);
        result.isKilled = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    }
    return result;
}

void changeSession(const std::filesystem::path& path, const char* sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    char* fault = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, &fault), SQLITE_OK) << fault;
    sqlite3_close(database);
}

std::string missingOf(const logs::SessionReader& reader) {
    std::string text;
    for (const std::string& line : logs::findMissing(reader)) {
        text += line + '\n';
    }
    return text;
}

std::string faultsOf(logs::SessionReader& reader) {
    std::string text;
    for (const std::string& fault : logs::checkSession(reader).faults) {
        text += fault + '\n';
    }
    return text;
}

} // namespace sideline::tests
