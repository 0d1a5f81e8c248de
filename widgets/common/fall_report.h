#pragma once

#include <vector>

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QWidget>

namespace sideline::widgets {

/// An event before a fall.
struct FallLine {
    double timeS = 0.0; ///< time in the trial
    QString text;
    bool isFirstCause = false;
    bool operator==(const FallLine&) const = default;
};

/// An edit that may prevent a fall.
struct RemedyLine {
    QString text; ///< short, for a button
    QString tip;
    QString outcome; ///< outcome of a simulation test with this edit
    bool helps = false;
    bool operator==(const RemedyLine&) const = default;
};

/// Contents of the report.
struct FallView {
    QString headline;             ///< summary, such as `Fell forward at 0.88 s`; empty: no failure
    double fellAtS = 0.0;         ///< time of the fall or of another failure
    std::vector<FallLine> events; ///< in chronological order
    std::vector<RemedyLine> remedies;
    bool isMeasuring = false; ///< remedies are being tried
    bool operator==(const FallView&) const = default;
};

/// Explains a fall, or another failure of a trial: a click on a time shows that moment, a click on
/// a suggestion edits the motion. GUI thread only.
class FallReport : public QWidget {
    Q_OBJECT
public:
    explicit FallReport(QWidget* parent = nullptr);

    /// @param isOutdated the motion has changed since: times remain, suggestions are disabled
    void setView(const FallView& view, bool isOutdated);

Q_SIGNALS:
    void timeRequested(double timeS);
    void remedyRequested(int index); ///< index into `FallView::remedies`

private:
    void showRemedies(bool isOutdated);
    [[nodiscard]] QString eventText() const;

    FallView m_view;
    QLabel* m_events;
    QLabel* m_heading;
    QGridLayout* m_grid;
    std::vector<QPushButton*> m_buttons; ///< one per remedy
    std::vector<QLabel*> m_outcomes;     ///< one per remedy
};

} // namespace sideline::widgets
