#pragma once

#include <memory>

#include <QString>

namespace spdlog {
class logger;
}

namespace sideline::studio {

/// The studio's log file, for reports of what went wrong: versions, graphics, all messages that the
/// window shows, and what Qt says. At most 2 MB, with the two before it.
///
/// While it lives, it takes what Qt reports; warnings go to standard error as well. One at a time,
/// in the GUI thread; Qt may report from any thread.
class ProgramLog {
public:
    /// @param file made with its folder; if it cannot be, nothing is logged and `file()` is empty
    explicit ProgramLog(const QString& file);
    ~ProgramLog();
    ProgramLog(const ProgramLog&) = delete;
    ProgramLog& operator=(const ProgramLog&) = delete;

    [[nodiscard]] const QString& file() const { return m_file; }
    /// Where it is as a rule: `sideline-studio.log` among the user's data of the program.
    [[nodiscard]] static QString usualFile();

private:
    QString m_file;
    std::shared_ptr<spdlog::logger> m_logger;
};

} // namespace sideline::studio
