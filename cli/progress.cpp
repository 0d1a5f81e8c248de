#include "cli/progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstPause{500};
constexpr std::chrono::milliseconds kPause{200};
constexpr double kEstimateFromS = 2.0;
constexpr std::string_view kClear = "\r\x1b[K";

bool g_isQuiet = false; // NOLINT: set while the command line is read

void write(std::string_view text) {
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
}

// Ends the program as if it had no handler.
void clearAndEnd(int signal) {
    write(kClear);
    std::signal(signal, SIG_DFL);
    static_cast<void>(std::raise(signal));
}

std::string timeText(double s) {
    const auto all = static_cast<long>(std::lround(s));
    return all < 3600 ? fmt::format("{}:{:02}", all / 60, all % 60)
                      : fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

std::size_t columns() {
    winsize size{};
    const bool isKnown = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return isKnown ? size.ws_col - 1U : 79U;
}

} // namespace

void addQuietOption(CLI::App& command) {
    command.add_flag("--quiet", g_isQuiet, "show no progress");
}

std::string progressText(std::string_view what, double done, double total, double begun,
                         double elapsedS) {
    std::string text = fmt::format("{}: ", what);
    if (total > 1.0) {
        text += fmt::format("{:.0f} of {:.0f}, ", std::floor(done), total);
    }
    if (total > 0.0) {
        text += fmt::format("{:.0f} %, ", std::floor(100.0 * done / total));
    }
    text += timeText(elapsedS);
    if (done > begun && done < total && elapsedS >= kEstimateFromS) {
        text +=
            fmt::format(", about {} left", timeText(elapsedS * (total - done) / (done - begun)));
    }
    return text;
}

Progress::Progress(std::string what, double total, bool isQuiet)
    : m_what(std::move(what)), m_total(total) {
    if (!isQuiet && !g_isQuiet && ::isatty(STDERR_FILENO) != 0) {
        if (const auto before = std::signal(SIGINT, clearAndEnd); before != SIG_DFL) {
            std::signal(SIGINT, before); // the command handles it
        }
        m_painter = base::Worker("showing progress",
                                 [this](const std::stop_token& stop) { paint(stop); }, {});
    }
}

Progress::~Progress() {
    if (!m_painter.isJoinable()) {
        return;
    }
    m_painter.requestStop();
    m_painter.join();
    if (const auto before = std::signal(SIGINT, SIG_DFL); before != clearAndEnd) {
        std::signal(SIGINT, before);
    }
    clear();
}

void Progress::set(double done) {
    const std::scoped_lock lock(m_mutex);
    m_done = std::clamp(done, m_done, m_total);
}

void Progress::add(double parts) {
    const std::scoped_lock lock(m_mutex);
    m_done = std::min(m_done + parts, m_total);
}

double Progress::done() {
    const std::scoped_lock lock(m_mutex);
    return m_done;
}

void Progress::begin(double done) {
    const std::scoped_lock lock(m_mutex);
    m_done = m_begun = done;
}

void Progress::print(std::string_view text) {
    const std::scoped_lock lock(m_mutex);
    clear();
    std::cout << text << std::flush;
}

void Progress::clear() {
    if (std::exchange(m_isPainted, false)) {
        write(kClear);
    }
}

void Progress::paint(const std::stop_token& stop) {
    const auto begin = Clock::now();
    std::unique_lock lock(m_mutex);
    for (auto pause = kFirstPause;; pause = kPause) {
        m_pause.wait_for(lock, stop, pause, [] { return false; });
        if (stop.stop_requested()) {
            return;
        }
        const double elapsedS = std::chrono::duration<double>(Clock::now() - begin).count();
        std::string line = progressText(m_what, m_done, m_total, m_begun, elapsedS);
        line.resize(std::min(line.size(), columns()));
        write(std::string(kClear) + line);
        m_isPainted = true;
    }
}

} // namespace sideline::cli
