#include "agents/file_watch.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <utility>
#include <vector>

#include "agentcore/base/attempt.h"
#include "agentcore/base/worker.h"

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

bool TrackedFiles::takeChange() {
    bool isChanged = false;
    for (auto& [file, stamp] : m_stamps) {
        const FileStamp now = stampOf(file);
        isChanged = std::exchange(stamp, now) != now || isChanged;
    }
    return isChanged;
}

namespace detail {

class WatchedFiles {
public:
    WatchedFiles(std::string name, FileWatch::Calls toCall)
        : m_what(std::move(name)), m_calls(std::move(toCall)) {}

    // A file is read only when two successive checks find it unchanged: until then it may be
    // incomplete.
    void look() {
        const std::scoped_lock lock(m_mutex);
        if (m_isOver) {
            return;
        }
        const auto looked = base::attempt(m_what, [&] {
            if (m_calls.takeChange()) {
                m_isNew = true;
            } else if (std::exchange(m_isNew, false)) {
                m_calls.load();
            }
        });
        if (!looked) {
            m_isOver = true;
            m_calls.failed(looked.error());
        }
    }

    // Waits for a running call to end; no further calls follow.
    void end() {
        const std::scoped_lock lock(m_mutex);
        m_isOver = true;
    }

private:
    std::mutex m_mutex; // locked during a call
    std::string m_what;
    FileWatch::Calls m_calls;
    bool m_isNew = false;
    bool m_isOver = false;
};

// The thread and its watches. Reloaded objects may contain watches of their own, so watches may be
// added and removed during a call, while the list is not locked.
class WatchThread {
public:
    // The program's only instance; it exists while a watch owns it.
    static std::shared_ptr<WatchThread> shared() {
        static std::mutex mutex;
        static std::weak_ptr<WatchThread> theOne;
        const std::scoped_lock lock(mutex);
        auto thread = theOne.lock();
        if (!thread) {
            thread = std::make_shared<WatchThread>();
            theOne = thread;
        }
        return thread;
    }

    WatchThread()
        : m_worker("watching files", [this](const std::stop_token& stop) { watch(stop); }, {}) {
        ++lookouts;
    }
    WatchThread(const WatchThread&) = delete;
    WatchThread& operator=(const WatchThread&) = delete;
    ~WatchThread() { --lookouts; }

    void add(const std::shared_ptr<WatchedFiles>& files) {
        const std::scoped_lock lock(m_mutex);
        m_files.push_back(files);
    }
    void remove(const std::shared_ptr<WatchedFiles>& files) {
        const std::scoped_lock lock(m_mutex);
        std::erase(m_files, files);
    }

    inline static std::atomic<int> lookouts{0};

private:
    void watch(const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        while (!stop.stop_requested()) {
            m_pause.wait_for(lock, stop, kLookPause, [] { return false; });
            const std::vector<std::shared_ptr<WatchedFiles>> files = m_files;
            lock.unlock();
            for (const auto& each : files) {
                each->look();
            }
            lock.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_pause;
    std::vector<std::shared_ptr<WatchedFiles>> m_files;
    base::Worker m_worker; // declared last, because it uses the other members
};

} // namespace detail

FileWatch::FileWatch(std::string what, Calls calls)
    : m_thread(detail::WatchThread::shared()),
      m_files(std::make_shared<detail::WatchedFiles>(std::move(what), std::move(calls))) {
    m_thread->add(m_files);
}

FileWatch::~FileWatch() {
    m_thread->remove(m_files);
    m_files->end();
}

int FileWatch::threads() {
    return detail::WatchThread::lookouts;
}

} // namespace sideline::agents
