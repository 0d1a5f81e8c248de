#include "studio/workspaces/replay/situation_controls.h"

#include <string>
#include <utility>

#include <QFileInfo>
#include <fmt/format.h>

#include "evaluation/session_commands.h"
#include "widgets/common/file_question.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr int kCommandedCycles = 25; // 0.5 s

} // namespace

SituationControls::SituationControls(ShownMatch& match, ActionTable& actions, MessageBar& messages,
                                     QWidget* window)
    : m_match(match), m_messages(messages), m_window(window) {
    connect(actions.action("replay.play-on"), &QAction::triggered, this,
            &SituationControls::playOn);
    connect(actions.action("replay.save-situation"), &QAction::triggered, this,
            &SituationControls::save);
}

// Frames between those of the log are drawn but not stored, so the previous one is used.
std::optional<simulator::FrameSituation> SituationControls::shownSituation(bool asCommanded) {
    const auto& shown = m_match.shown().exact;
    const auto log = m_match.replay().log();
    if (!shown || log == nullptr) {
        return std::nullopt;
    }
    const auto index = log->index();
    const logs::FrameNumber number = m_match.shownNumber(*index);
    logs::FrameReader reader = log->makeReader();
    const auto read = [&](logs::FrameNumber frame) -> monitor::MatchFramePtr {
        const auto got = reader.frame(frame);
        return got ? *got : nullptr;
    };
    simulator::FrameNeighbors neighbors;
    if (number > 0) {
        neighbors.before = read(number - 1);
    }
    const monitor::MatchFramePtr frame = read(number);
    if (number + 1 < index->frameCount()) {
        neighbors.after = read(number + 1);
    }
    const std::string name = log->path().filename().string();
    auto made = simulator::situationOf(frame ? *frame : *shown, neighbors,
                                       fmt::format("{}, frame {}", name, number), {});
    if (!made) {
        m_messages.show(MessageBar::Severity::Error,
                        tr("The match cannot continue from this frame: %1")
                            .arg(widgets::toQt(made.error().toString())));
        return std::nullopt;
    }
    if (asCommanded) {
        addCommands(*log, static_cast<double>(number), frame ? *frame : *shown, *made);
    }
    return std::move(*made);
}

// Adds recorded commands, so that robots of built-in agents do not stop in the middle of a step.
void SituationControls::addCommands(const logs::MatchLog& log, double number,
                                    const monitor::MatchFrame& frame,
                                    simulator::FrameSituation& made) const {
    const std::filesystem::path file = m_session ? m_session() : std::filesystem::path();
    if (file.empty()) {
        return;
    }
    const auto note = [&made](const base::Error& error) {
        made.remarks.push_back("without the agents' commands: " + error.toString());
    };
    const auto session = logs::SessionReader::open(file);
    if (!session) {
        return note(session.error());
    }
    const auto place = evaluation::matchLogOf(**session, log.path());
    if (!place) {
        return; // a different match is shown now
    }
    const auto found = evaluation::addSessionCommands(**session, place, number, frame,
                                                      kCommandedCycles, made.situation);
    if (!found) {
        return note(found.error());
    }
    made.remarks.insert(made.remarks.end(), found->remarks.begin(), found->remarks.end());
}

void SituationControls::playOn() {
    auto made = shownSituation(true);
    if (!made) {
        return;
    }
    m_match.replay().setPlaying(false);
    for (const std::string& remark : made->remarks) {
        m_messages.show(MessageBar::Severity::Note, widgets::toQt(remark));
    }
    Q_EMIT startRequested(
        std::make_shared<const simulator::StartSituation>(std::move(made->situation)));
}

void SituationControls::save() {
    const auto made = shownSituation(true);
    if (!made) {
        return;
    }
    const QString file = widgets::askToSave(m_window,
                                            {QStringLiteral("situations"), tr("Save the situation"),
                                             tr("Start situations (*.situation)"), m_match.file()},
                                            QStringLiteral("match.situation"));
    if (file.isEmpty()) {
        return;
    }
    const std::string text = simulator::textOf(made->situation);
    const auto saved = widgets::saveBytes(QByteArray::fromStdString(text), file);
    m_messages.show(saved ? MessageBar::Severity::Note : MessageBar::Severity::Error,
                    saved ? tr("Saved %1").arg(file) : widgets::toQt(saved.error().toString()));
}

} // namespace sideline::studio
