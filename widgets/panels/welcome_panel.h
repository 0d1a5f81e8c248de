#pragma once

#include <QListWidget>
#include <QWidget>

namespace sideline::widgets {

/// What the window shows while there is no match: recent files and how to begin.
class WelcomePanel : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePanel(QWidget* parent = nullptr);

    /// @param files paths, newest first
    void setRecentFiles(const QStringList& files);

Q_SIGNALS:
    void fileRequested(const QString& file);
    void openRequested();
    void sampleRequested();
    void simulatorRequested();
    void serverRequested();
    void motionsRequested();

private:
    QListWidget* m_recent;
};

} // namespace sideline::widgets
