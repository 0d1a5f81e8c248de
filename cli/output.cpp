#include "cli/output.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "cli/log_command.h"

namespace sideline::cli {

namespace {

constexpr const char* kStandardOutput = "-";

// Signal handlers may only write this variable.
std::atomic<bool> g_isInterrupted = false; // NOLINT: signal handlers require a global

void interrupt(int /*signal*/) {
    g_isInterrupted = true;
}

} // namespace

void addForceOption(CLI::App& command, bool& mayReplace) {
    command.add_flag("--force", mayReplace, "overwrite existing files");
}

bool areFree(base::OutputSet outputs, const std::vector<std::string>& files) {
    if (std::ranges::count(files, kStandardOutput) > 1) {
        printError("several outputs would go to standard output; expected a file for all but one");
        return false;
    }
    for (const std::string& file : files) {
        if (file.empty() || file == kStandardOutput) {
            continue;
        }
        if (const auto claimed = outputs.claim(file); !claimed) {
            printError(claimed.error().toString());
            return false;
        }
    }
    return true;
}

void printRow(std::string_view name, std::string_view value) {
    std::cout << fmt::format("{:<12}{}\n", name, value);
}

bool flushPrinted() {
    errno = 0;
    std::cout.flush();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout) {
        return true;
    }
    // An earlier failure may have left errno at zero.
    printError(errno != 0 ? base::systemError(errno, "cannot write", "standard output").toString()
                          : std::string("standard output: incomplete write"));
    return false;
}

bool writeTo(base::OutputSet& outputs, const std::string& file,
             const std::function<base::Expected<void>(std::ostream&)>& write) {
    if (file == kStandardOutput) {
        const auto done = write(std::cout);
        const bool isPrinted = flushPrinted();
        if (isPrinted && !done) {
            printError(done.error().toString());
        }
        return isPrinted && done;
    }
    auto opened = outputs.create(file);
    const auto done = opened ? base::writeWhole(std::move(*opened), write)
                             : base::Expected<void>(tl::unexpected(opened.error()));
    if (!done) {
        printError(done.error().inFile(file).toString());
    }
    return done.has_value();
}

void listenToSignals() {
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    std::signal(SIGUSR1, interrupt); // the signal that mpirun and Slurm pass on
    if (std::signal(SIGHUP, interrupt) == SIG_IGN) {
        std::signal(SIGHUP, SIG_IGN); // started by `nohup`: continues when its terminal closes
    }
}

bool isInterrupted() {
    return g_isInterrupted;
}

void ignoreFileSizeSignal() {
    std::signal(SIGXFSZ, SIG_IGN);
}

} // namespace sideline::cli
