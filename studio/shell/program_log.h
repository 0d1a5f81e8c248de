#pragma once

#include <memory>

#include <QString>

namespace spdlog {
class logger;
}

namespace sideline::studio {

/// The studio's log file, for problem reports: versions, graphics, all messages of the window, and
/// the messages of Qt. Limited to 2 MB; two older files are kept.
///
/// Receives Qt's messages during its lifetime and copies warnings to standard error. Only one may
/// exist at a time, in the GUI thread; Qt may report from any thread.
class ProgramLog {
public:
    /// @param file created with its folder; on failure nothing is logged and `file()` is empty
    explicit ProgramLog(const QString& file);
    ~ProgramLog();
    ProgramLog(const ProgramLog&) = delete;
    ProgramLog& operator=(const ProgramLog&) = delete;

    [[nodiscard]] const QString& file() const { return m_file; }
    /// Returns the default file: `sideline-studio.log` in the program's folder for user data.
    [[nodiscard]] static QString defaultFile();

private:
    QString m_file;
    std::shared_ptr<spdlog::logger> m_logger;
};

} // namespace sideline::studio
