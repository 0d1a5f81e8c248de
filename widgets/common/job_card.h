#pragma once

#include <QAction>
#include <QFrame>
#include <QPixmap>
#include <QPushButton>
#include <QString>
#include <QToolButton>

namespace sideline::widgets {

/// Contents of a card of the welcome page.
struct JobCardText {
    QString name;       ///< object name, and name of the picture in the resources
    QString title;      ///< title of the job
    QString about;      ///< one sentence
    QString sampleText; ///< label of the button that shows a sample
    QString ownText;    ///< label of the button for the user's own data
};

/// A card for one job: a picture, a description, a prepared sample, and a button for the user's own
/// data. A click on the picture opens the sample.
class JobCard : public QFrame {
    Q_OBJECT
public:
    explicit JobCard(const JobCardText& text, QWidget* parent = nullptr);

    /// Without a sample the card offers only the user's own data.
    void setSampleEnabled(bool isEnabled);
    /// Sets the label of the button that shows the sample.
    void setSampleText(const QString& text);
    /// Adds a button with a menu of other samples.
    void setOthers(const QList<QAction*>& actions, const QString& tip);

Q_SIGNALS:
    void sampleRequested();
    void ownRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_picture;
    QPushButton* m_sample;
    QToolButton* m_others; ///< hidden unless there are other samples
};

} // namespace sideline::widgets
