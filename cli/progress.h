#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "agentcore/base/worker.h"

namespace sideline::cli {

/// Adds `--quiet`, which hides the progress of a command that prints nothing else while it runs.
void addQuietOption(CLI::App& command);

/// Shows the progress of long work on a line of standard error that is rewritten in place, and
/// removes it at the end. Shows nothing in the first half second, with `--quiet`, and if standard
/// error is not a terminal. Its functions may be called from any thread.
///
/// An interrupt (Ctrl+C) that ends the program removes the line first.
class Progress {
public:
    /// @param what is worked on, such as `game.log` or `games`
    /// @param total number of parts of the work; 1: only percentages are shown; 0: unknown
    /// @param isQuiet shows nothing
    explicit Progress(std::string what, double total = 0.0, bool isQuiet = false);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Sets how many parts are done, including a fraction of the current one.
    void set(double done);
    void add(double parts = 1.0);
    /// Sets how many parts had been done before, for the estimate.
    void begin(double done);
    [[nodiscard]] double done();
    /// Prints to standard output without mixing it with the line.
    void print(std::string_view text);

private:
    void paint(const std::stop_token& stop);
    void clear();

    std::mutex m_mutex;
    std::condition_variable_any m_pause;
    std::string m_what;
    double m_total;
    double m_done = 0.0;
    double m_begun = 0.0; ///< parts that had been done before
    bool m_isPainted = false;
    base::Worker m_painter; // last, because it uses the other members
};

/// The line of `Progress`, such as `games: 12 of 40, 30 %, 0:12, about 0:28 left`.
/// @param done parts that are done; `begun` of them were done before `elapsedS` began
[[nodiscard]] std::string progressText(std::string_view what, double done, double total,
                                       double begun, double elapsedS);

} // namespace sideline::cli
