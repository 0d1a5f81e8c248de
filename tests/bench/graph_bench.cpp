// Drawing a decision of 500 nodes whose scores all change: one frame, zoomed to the whole graph, to
// lines and to whole boxes, and the layout.
#include <chrono>
#include <memory>
#include <string>

#include <QApplication>

#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/tree_text.h"
#include "tests/bench/step_times.h"
#include "widgets/decide/graph_panel.h"

using namespace sideline;

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    std::string text = "tree\n";
    for (int i = 0; i < 100; ++i) {
        text += " when ball.known and ball.x > " + std::to_string(i % 30 - 15) +
                "\n  when opponent.to-ball < 2 ~ 1 and not teammate.known(3) do striker\n"
                "  when self.to(3, 2) < 4 or teammate.to-ball > 1\n   when 0.5 do keeper\n   else "
                "do wait\n";
    }
    auto tree = decision::readTreeText(text, "tree large", "large.tree");
    if (!tree) {
        std::fprintf(stderr, "%s\n", tree.error().toString().c_str());
        return 1;
    }
    decision::TreeSearch search(std::make_shared<const decision::ConditionTree>(std::move(*tree)));
    const field::FieldModel field(field::newestField().dimensions);
    const auto frameOf = [&](int i) {
        auto frame = std::make_shared<world::AgentFrame>();
        frame->world.ball.isKnown = true;
        frame->world.ball.p_F = {i % 30 - 15.0, 0.0, 0.04};
        search.explain(search.choose({*frame, field}), frame->decision.trace);
        return frame;
    };
    for (const QSize size : {QSize(480, 400), QSize(1200, 800)}) {
        widgets::GraphPanel panel;
        panel.resize(size);
        panel.show();
        for (int i = 0; i < 10; ++i) {
            QApplication::processEvents();
            panel.setFrame(frameOf(i));
        }
        std::printf("%d x %d, %zu nodes\n", size.width(), size.height(),
                    frameOf(0)->decision.trace.nodes.size());
        const auto step = [&](int i) {
            panel.setFrame(frameOf(i));
            panel.graph()->repaint();
        };
        bench::measure("all of it", step);
        panel.graph()->zoomBy(0.5 / panel.graph()->zoom());
        bench::measure("names in one line", step);
        panel.graph()->zoomBy(1.0 / panel.graph()->zoom());
        bench::measure("whole boxes", step);
        bench::measure("zooming", [&](int i) {
            panel.graph()->zoomBy(i % 2 == 0 ? 1.25 : 0.8);
            panel.graph()->repaint();
        });
    }
    const auto trace = frameOf(0)->decision.trace;
    const auto begin = std::chrono::steady_clock::now();
    constexpr int kLayouts = 20;
    for (int i = 0; i < kLayouts; ++i) {
        static_cast<void>(widgets::GraphLayout::of(trace));
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::printf("layout: %.2f ms\n", took.count() / kLayouts);
    return 0;
}
