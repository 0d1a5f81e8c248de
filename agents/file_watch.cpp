#include "agents/file_watch.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace sideline::agents {

namespace {

constexpr std::chrono::milliseconds kLookPause{200};

} // namespace

FileStamp stampOf(const std::filesystem::path& file) {
    std::error_code error;
    FileStamp stamp;
    stamp.time = std::filesystem::last_write_time(file, error);
    stamp.isThere = !error;
    stamp.bytes = stamp.isThere ? std::filesystem::file_size(file, error) : 0;
    return error ? FileStamp{} : stamp;
}

FileWatch::FileWatch(std::string what, Calls calls)
    : m_calls(std::move(calls)),
      m_worker(
          std::move(what), [this](const std::stop_token& stop) { watch(stop); }, m_calls.failed) {}

// A file is read once it stays the same from one look to the next: before, it may be half written.
void FileWatch::watch(const std::stop_token& stop) {
    bool isNew = false;
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_pause.wait_for(lock, stop, kLookPause, [] { return false; });
        if (stop.stop_requested()) {
            return;
        }
        if (m_calls.takeChange()) {
            isNew = true;
        } else if (std::exchange(isNew, false)) {
            m_calls.load();
        }
    }
}

} // namespace sideline::agents
