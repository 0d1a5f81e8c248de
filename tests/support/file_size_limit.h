#pragma once

#include <csignal>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace sideline::tests {

/// Limits the size of files written by this process, to simulate a full disk.
class FileSizeLimit {
public:
    FileSizeLimit() {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
    }
    ~FileSizeLimit() {
        lift();
        static_cast<void>(std::signal(SIGXFSZ, m_handler));
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    void set(rlim_t bytes) {
        const rlimit limit{bytes, m_before.rlim_max};
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    }
    void lift() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
    void (*m_handler)(int) = SIG_DFL;
};

} // namespace sideline::tests
