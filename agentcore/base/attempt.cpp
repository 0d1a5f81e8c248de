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
        error.expected = "a smaller input, or more free memory";
    } catch (const std::exception& fault) {
        error.message = std::string(what) + " failed: " + fault.what();
    } catch (...) {
        error.message = std::string(what) + " failed";
    }
    return error;
}

} // namespace sideline::base::detail
