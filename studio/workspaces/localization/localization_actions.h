#pragma once

#include <QObject>
#include <QString>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/workspaces/localization/estimator_comparison.h"
#include "studio/workspaces/localization/localization_view.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "widgets/common/file_question.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Implements the menus, keys and buttons of the Localize layout, with the dialogs that ask for
/// files. GUI thread only.
class LocalizationActions : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the actions.
    struct Parts {
        ActionTable& actions;
        widgets::MessageBar& messages;
        QWidget* window; ///< parent window of dialogs
        const ShownStream& shown;
        EstimatorComparison& estimators;
        LocalizationView& view;
    };
    explicit LocalizationActions(const Parts& parts);

    /// Returns the settings of the dialog that opens a stream.
    [[nodiscard]] widgets::FileQuestion question() const;
    /// Updates the actions after another stream was shown, or the layout was shown or hidden.
    void update(bool isActive);

Q_SIGNALS:
    /// The user has chosen a stream to open.
    void streamRequested(const QString& file);
    /// The user has chosen the match log with the ground truth of the stream.
    void truthRequested(const QString& log);
    /// The user has chosen a file with the reported beliefs of the stream's agent.
    void beliefsRequested(const QString& file);
    void seekRequested(double recordTimeS);

private:
    void askForStream();
    void askForTruth();
    void askForBeliefs();
    void exportTable();
    void goToLargestError();

    Parts m_parts;
};

} // namespace sideline::studio
