#include "studio/session/program_frames.h"

#include <utility>

namespace sideline::studio {

namespace {

class ProgramSink : public world::FrameSink {
public:
    explicit ProgramSink(std::shared_ptr<world::FrameSink> next) : m_next(std::move(next)) {}

    void take(const world::AgentFramePtr& frame) override {
        m_screen->put(frame);
        if (m_next) {
            m_next->take(frame);
        }
    }
    [[nodiscard]] std::weak_ptr<ObservedFrames> screen() const { return m_screen; }

private:
    std::shared_ptr<world::FrameSink> m_next;
    std::shared_ptr<ObservedFrames> m_screen = std::make_shared<ObservedFrames>();
};

} // namespace

base::Expected<std::shared_ptr<world::FrameSink>> ProgramFrames::openFrames(
    const std::string& name, const world::AgentIdentity& /*identity*/,
    std::chrono::nanoseconds /*firstAt*/) {
    auto sink = std::make_shared<ProgramSink>(m_makeSink ? m_makeSink(name) : nullptr);
    m_agents.watch(sink->screen());
    return sink;
}

base::Expected<std::shared_ptr<proxy::MessageSink>> ProgramFrames::openMessages(
    const std::string& /*name*/) {
    return base::failure(base::ErrorCode::UnsupportedFormat,
                         "a session can record only agents of SimSpark",
                         "`sideline proxy --record`, which writes the messages of any agent");
}

} // namespace sideline::studio
