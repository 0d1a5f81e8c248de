#include "agents/decision/decision_watch.h"

#include <memory>
#include <utility>

namespace sideline::agents {

DecisionWatch::DecisionWatch(std::filesystem::path file, std::string kind, DecisionFile read,
                             const BuildContext& context)
    : m_file(std::move(file)),
      m_kind(std::move(kind)),
      m_read(std::move(read)),
      m_model(context.model.shared()),
      m_skills(context.skills),
      m_watch("watching a decision", {[this] { return m_read.takeChange(); }, [this] { load(); },
                                      [this](const base::Error& error) {
                                          put({nullptr, error.toString()});
                                      }}) {}

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
