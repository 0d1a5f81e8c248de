#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/workspaces/localization/estimator_comparison.h"
#include "studio/workspaces/localization/localization_view.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// What menus, keys and buttons of the Localize layout do, with the dialogs that ask for files.
/// GUI thread only.
class LocalizationActions : public QObject {
    Q_OBJECT
public:
    /// All must outlive the actions.
    struct Parts {
        ActionTable& actions;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
        const ShownStream& shown;
        EstimatorComparison& estimators;
        LocalizationView& view;
    };
    explicit LocalizationActions(const Parts& parts);

    /// Another stream is shown, or the layout has come on the screen or left it.
    void update(bool isActive);

Q_SIGNALS:
    /// The user has chosen a stream to be opened.
    void streamWanted(const QString& file);
    /// The user has chosen the match log that the stream's truth is taken from.
    void truthWanted(const QString& log);
    /// The user has chosen a file of what the stream's agent reported about its own belief.
    void beliefsWanted(const QString& file);
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
