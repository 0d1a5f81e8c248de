#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include <QApplication>
#include <QMouseEvent>
#include <QWidget>

namespace sideline::bench {

constexpr int kSteps = 100;

inline void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& pos,
                      Qt::MouseButton button) {
    QMouseEvent event(type, pos, widget.mapToGlobal(pos),
                      type == QEvent::MouseMove ? Qt::NoButton : button,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : button, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

inline void print(const char* name, const char* what, std::vector<double> timesMs) {
    std::ranges::sort(timesMs);
    std::printf("%-40s %s: p50 %6.2f  p95 %6.2f  max %6.2f ms\n", name, what,
                timesMs[timesMs.size() / 2], timesMs[timesMs.size() * 95 / 100], timesMs.back());
}

// Times of a step including the repaint that it causes; the processor time estimates the time on an
// idle machine.
inline void measure(const char* name, const std::function<void(int)>& step) {
    std::vector<double> wallMs;
    std::vector<double> processorMs;
    for (int i = 0; i < kSteps; ++i) {
        const std::clock_t ticks = std::clock();
        const auto begin = std::chrono::steady_clock::now();
        step(i);
        QApplication::processEvents();
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        wallMs.push_back(took.count());
        processorMs.push_back(1e3 * static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC);
    }
    print(name, "wall", std::move(wallMs));
    print("", "processor", std::move(processorMs));
}

} // namespace sideline::bench
