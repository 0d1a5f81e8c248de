#include "widgets/motion/motion_view.h"

#include <atomic>

namespace sideline::widgets {

int newGesture() {
    static std::atomic<int> last = 0; // numbers mean nothing but that they differ
    return ++last;
}

} // namespace sideline::widgets
