#include "widgets/motion/motion_view.h"

#include <atomic>

namespace sideline::widgets {

int newGesture() {
    static std::atomic<int> last = 0; // numbers only need to differ
    return ++last;
}

} // namespace sideline::widgets
