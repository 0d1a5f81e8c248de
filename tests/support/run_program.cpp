#include "tests/support/run_program.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

namespace sideline::tests {

RunResult runProgram(const std::string& program, const std::string& arguments) {
    const std::string command = program + " " + arguments + " 2>&1";
    RunResult result;
    FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) {
        return result;
    }
    std::array<char, 4096> block{};
    std::size_t got = 0;
    while ((got = std::fread(block.data(), 1, block.size(), pipe)) > 0) {
        result.out.append(block.data(), got);
    }
    const int status = ::pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

RunningProgram::RunningProgram(const std::string& program, std::vector<std::string> arguments,
                               std::filesystem::path output)
    : m_output(std::move(output)) {
    arguments.insert(arguments.begin(), program);
    std::vector<char*> words;
    for (std::string& argument : arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    m_child = ::fork();
    if (m_child == 0) {
        if (::freopen(m_output.c_str(), "w", stderr) == nullptr ||
            ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
            ::_exit(99);
        }
        ::execv(words.front(), words.data());
        ::_exit(99);
    }
}

RunningProgram::~RunningProgram() {
    if (m_child > 0) {
        end(SIGKILL);
    }
}

std::string RunningProgram::output() const {
    std::ifstream in(m_output, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool RunningProgram::hasOutput(const std::string& text) const {
    return within([&] { return output().find(text) != std::string::npos; });
}

int RunningProgram::end(int signal) {
    ::kill(m_child, signal);
    return wait();
}

int RunningProgram::wait() {
    int status = -1;
    ::waitpid(m_child, &status, 0);
    m_child = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool within(const std::function<bool()>& isSo) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!isSo()) {
        if (std::chrono::steady_clock::now() > deadline) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

std::string quoted(const std::filesystem::path& path) {
    return "'" + path.string() + "'";
}

} // namespace sideline::tests
