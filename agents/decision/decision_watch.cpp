#include "agents/decision/decision_watch.h"

#include <chrono>
#include <memory>
#include <utility>

namespace sideline::agents {

namespace {

constexpr std::chrono::milliseconds kPause{200};

} // namespace

DecisionWatch::DecisionWatch(std::filesystem::path file, std::string kind, DecisionFile read,
                             const BuildContext& context)
    : m_file(std::move(file)),
      m_kind(std::move(kind)),
      m_read(std::move(read)),
      m_model(context.model.shared()),
      m_skills(context.skills),
      m_worker(
          "watching a decision", [this](const std::stop_token& stop) { watch(stop); },
          [this](const base::Error& error) {
              put({nullptr, error.toString()});
          }) {}

// A file is read once it stays the same from one look to the next: before, it may be half written.
void DecisionWatch::watch(const std::stop_token& stop) {
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

void DecisionWatch::load() {
    auto decider = m_read.read(m_file, m_kind);
    if (!decider) {
        put({nullptr, decider.error().toString()});
        return;
    }
    BuildContext context{*m_model, m_skills};
    auto program = makeProgram(std::move(*decider), m_read.registry(), context);
    if (!program) {
        put({nullptr, program.error().toString()});
        return;
    }
    put({std::make_shared<const decision::DecisionProgram>(std::move(*program)), {}});
}

} // namespace sideline::agents
