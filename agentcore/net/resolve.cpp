#include "agentcore/net/resolve.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/worker.h"

namespace sideline::net {

namespace {

// State shared between the resolver thread and the waiting thread.
struct Question {
    std::mutex mutex;
    std::condition_variable_any answered;
    bool isAnswered = false;
    std::vector<asio::ip::address> addresses;
};

void answer(Question& question, std::vector<asio::ip::address> addresses) {
    const std::scoped_lock lock(question.mutex);
    question.addresses = std::move(addresses);
    question.isAnswered = true;
    question.answered.notify_all();
}

void ask(const std::string& host, Question& question) {
    asio::io_context context{1};
    error_code fault;
    const auto found = Tcp::resolver(context).resolve(host, "", fault);
    std::vector<asio::ip::address> addresses;
    for (const auto& entry : found) {
        addresses.push_back(entry.endpoint().address());
    }
    answer(question, std::move(addresses));
}

tl::unexpected<base::Error> unknownHost(const std::string& host) {
    return base::failure(base::ErrorCode::NotFound, fmt::format("host '{}' is unknown", host),
                         "an IP address or a resolvable host name");
}

} // namespace

base::Expected<std::vector<asio::ip::address>> resolve(const std::string& host,
                                                       Clock::time_point deadline,
                                                       const std::stop_token& stop) {
    error_code fault;
    const auto address = asio::ip::make_address(host, fault);
    if (!fault) {
        return std::vector{address};
    }
    const auto question = std::make_shared<Question>();
    // The system's resolver cannot be interrupted, so the thread is detached.
    base::Worker(
        "resolving a host", [host, question](const auto& /*stop*/) { ask(host, *question); },
        [question](const base::Error& /*error*/) { answer(*question, {}); })
        .detach();

    std::unique_lock lock(question->mutex);
    const bool isAnswered = question->answered.wait_until(
        lock, stop, deadline, [&question] { return question->isAnswered; });
    if (stop.stop_requested()) { // a stop takes precedence over a result
        return base::failure(base::ErrorCode::Canceled, "canceled");
    }
    if (!isAnswered) {
        return base::failure(base::ErrorCode::NotFound,
                             fmt::format("resolving host '{}' timed out", host),
                             "an IP address or a resolvable host name");
    }
    if (question->addresses.empty()) {
        return unknownHost(host);
    }
    return question->addresses;
}

} // namespace sideline::net
