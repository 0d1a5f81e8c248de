#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QWidget>

#include "simulator/start/start_from_frame.h"
#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Makes the frame on the screen a situation to begin a match with: at once, or as a file. GUI
/// thread only.
class SituationControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls.
    /// @param window parent of dialogs
    SituationControls(ShownMatch& match, ActionTable& actions, widgets::MessageBar& messages,
                      QWidget* window);

    /// The frame on the screen as a situation. Reports in the message bar if it cannot be one.
    [[nodiscard]] std::optional<simulator::FrameSituation> shownSituation();

Q_SIGNALS:
    /// The simulator is to begin with this.
    void startWanted(const std::shared_ptr<const sideline::simulator::StartSituation>& start);

private:
    void playOn();
    void save();

    ShownMatch& m_match;
    widgets::MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace sideline::studio
