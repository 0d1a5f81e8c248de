#include "simulator/monitor/monitor_log_writer.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace sideline::simulator {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;

constexpr float kCycleS = 0.02F;
constexpr float kDueToleranceS = 0.005F;

ErrorCode codeOf(int systemError) {
    switch (systemError) {
    case ENOENT:
    case ENOTDIR:
        return ErrorCode::NotFound;
    case EACCES:
    case EPERM:
    case EROFS:
        return ErrorCode::PermissionDenied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return ErrorCode::LimitExceeded;
    default:
        return ErrorCode::Io;
    }
}

Error fileError(const std::filesystem::path& path, int systemError, std::string_view what) {
    return Error{.code = codeOf(systemError),
                 .message =
                     fmt::format("{}: {}", what, std::generic_category().message(systemError)),
                 .expected = {},
                 .file = path.string(),
                 .line = {},
                 .byteOffset = {}};
}

} // namespace

MonitorLogCadence::MonitorLogCadence(const MonitorLogOptions& options)
    : m_periodS(static_cast<float>(options.periodS)),
      m_fullEveryS(static_cast<float>(options.fullEveryS)),
      m_dueS(m_periodS) {}

bool MonitorLogCadence::isDueAfterCycle() {
    m_simTimeS += kCycleS;
    if (m_dueS - m_simTimeS > kDueToleranceS) {
        return false;
    }
    m_currentS = m_dueS;
    m_dueS = m_simTimeS + m_periodS;
    return true;
}

bool MonitorLogCadence::isFullDue() const {
    return m_currentS - m_fullS > m_fullEveryS;
}

void MonitorLogCadence::fullWasWritten() {
    m_fullS = m_currentS;
}

Expected<MonitorLogWriter> MonitorLogWriter::create(const std::filesystem::path& path,
                                                    const MonitorLogOptions& options) {
    errno = 0;
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return tl::unexpected(fileError(path, errno, "cannot create the log"));
    }
    // Lines go to the system whole: with a buffer of our own, a crash would cost up to a buffer.
    std::setvbuf(file, nullptr, _IONBF, 0);
    return MonitorLogWriter(path, file, options);
}

MonitorLogWriter::MonitorLogWriter(std::filesystem::path path, std::FILE* file,
                                   const MonitorLogOptions& options)
    : m_path(std::move(path)), m_file(file), m_cadence(options) {}

Expected<void> MonitorLogWriter::write(const monitor::GameState& game,
                                       const monitor::SceneState& scene) {
    if (m_file == nullptr) {
        return tl::unexpected(m_fault);
    }
    if (m_cadence.isFullDue()) {
        m_stream.requestFullMessage();
    }
    m_line.clear();
    if (m_stream.append(game, scene, m_line) == monitor::MessageKind::Full) {
        m_cadence.fullWasWritten();
    }
    m_line += '\n';
    errno = 0;
    if (std::fwrite(m_line.data(), 1, m_line.size(), m_file.get()) != m_line.size()) {
        m_fault = abandon(errno);
        return tl::unexpected(m_fault);
    }
    m_size += m_line.size();
    ++m_lineCount;
    return {};
}

// Ends the file behind its last whole line.
Error MonitorLogWriter::abandon(int systemError) {
    m_file.reset();
    std::error_code ignored; // a device, for one, cannot be cut
    std::filesystem::resize_file(m_path, m_size, ignored);
    return fileError(m_path, systemError, "cannot write the log");
}

} // namespace sideline::simulator
