#include "agents/decision/tree_watch.h"

#include <chrono>
#include <memory>
#include <utility>

namespace sideline::agents {

namespace {

constexpr std::chrono::milliseconds kPause{200};

} // namespace

TreeWatch::TreeWatch(std::filesystem::path file, TreeFile read, const BuildContext& context)
    : m_file(std::move(file)),
      m_read(std::move(read)),
      m_model(context.model.shared()),
      m_skills(context.skills),
      m_worker(
          "watching a condition tree", [this](const std::stop_token& stop) { watch(stop); },
          [this](const base::Error& error) {
              put({nullptr, error.toString()});
          }) {}

// A file is read once it stays the same from one look to the next: before, it may be half written.
void TreeWatch::watch(const std::stop_token& stop) {
    bool isNew = false;
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_pause.wait_for(lock, stop, kPause, [] { return false; });
        if (stop.stop_requested()) {
            return;
        }
        if (m_read.hasChanged()) {
            m_read.note();
            isNew = true;
        } else if (std::exchange(isNew, false)) {
            load();
        }
    }
}

void TreeWatch::load() {
    auto tree = m_read.read(m_file);
    if (!tree) {
        put({nullptr, tree.error().toString()});
        return;
    }
    BuildContext context{*m_model, m_skills};
    auto program = makeTreeProgram(*tree, m_read.registry(), context);
    if (!program) {
        put({nullptr, program.error().toString()});
        return;
    }
    put({std::make_shared<const decision::TreeProgram>(std::move(*program)), {}});
}

} // namespace sideline::agents
