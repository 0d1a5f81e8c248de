#include "agentcore/base/attempt.h"

#include <exception>
#include <new>
#include <string>

namespace sideline::base::detail {

Error caughtError(std::string_view what) {
    Error error;
    error.code = ErrorCode::Internal;
    try {
        throw;
    } catch (const std::bad_alloc&) {
        error.code = ErrorCode::LimitExceeded;
        error.message = std::string(what) + " ran out of memory";
        error.expected = "something smaller, or more free memory";
    } catch (const std::exception& fault) {
        error.message = std::string(what) + " has failed: " + fault.what();
    } catch (...) {
        error.message = std::string(what) + " has failed";
    }
    return error;
}

} // namespace sideline::base::detail
