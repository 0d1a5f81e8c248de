#pragma once

#include <QFrame>
#include <QPixmap>
#include <QString>

namespace sideline::widgets {

/// What a card of the first page shows.
struct JobCardText {
    QString name;       ///< of the object, and of its picture in the resources
    QString title;      ///< the job
    QString about;      ///< one sentence
    QString sampleText; ///< of the button that shows a sample
    QString ownText;    ///< of the button for the user's own
};

/// A card for one job: a picture, what it is, a sample that is ready, and a way to one's own. A
/// click on the picture shows the sample.
class JobCard : public QFrame {
    Q_OBJECT
public:
    explicit JobCard(const JobCardText& text, QWidget* parent = nullptr);

    /// Without its sample the card offers the user's own only.
    void setSampleEnabled(bool isEnabled);

Q_SIGNALS:
    void sampleRequested();
    void ownRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_picture;
    QWidget* m_sample;
};

} // namespace sideline::widgets
