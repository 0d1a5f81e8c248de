#include "widgets/panels/welcome_panel.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/format/icons.h"

namespace sideline::widgets {

WelcomePanel::WelcomePanel(QWidget* parent) : QWidget(parent), m_recent(new QListWidget) {
    auto* title = new QLabel(tr("Sideline"));
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 2.2);
    font.setBold(true);
    title->setFont(font);
    auto* text = new QLabel(tr("Open a match log of rcssserver3d or RoboViz: drop it here, choose "
                               "it, or take a recent one. Packed files (gz, bz2, xz, zst, zip, "
                               "tar) open as they are."));
    text->setWordWrap(true);
    auto* open = new QPushButton(icon(QStringLiteral("open")), tr("Open a log..."));
    auto* sample = new QPushButton(icon(QStringLiteral("play")), tr("Show the sample match"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch(1);
    auto* liveText =
        new QLabel(tr("Or play: the simulator is compatible with rcssserver3d, so that "
                      "agents of any team can connect to it. A server that runs "
                      "already can be watched as well."));
    liveText->setWordWrap(true);
    auto* simulator = new QPushButton(icon(QStringLiteral("play")), tr("Start the simulator"));
    auto* server = new QPushButton(icon(QStringLiteral("server")), tr("Connect to a server..."));
    auto* liveButtons = new QHBoxLayout;
    liveButtons->addWidget(simulator);
    liveButtons->addWidget(server);
    liveButtons->addStretch(1);

    auto* motionText =
        new QLabel(tr("Or pose: write motions as keyframes, try them on physics, and take them to "
                      "the code of any team."));
    motionText->setWordWrap(true);
    auto* motions = new QPushButton(tr("Edit motions"));
    auto* motionButtons = new QHBoxLayout;
    motionButtons->addWidget(motions);
    motionButtons->addStretch(1);

    auto* box = new QWidget;
    box->setMaximumWidth(620);
    auto* column = new QVBoxLayout(box);
    column->setSpacing(12);
    column->addStretch(1);
    column->addWidget(title);
    column->addWidget(text);
    column->addLayout(buttons);
    column->addSpacing(6);
    column->addWidget(liveText);
    column->addLayout(liveButtons);
    column->addSpacing(6);
    column->addWidget(motionText);
    column->addLayout(motionButtons);
    column->addSpacing(6);
    column->addWidget(m_recent, 2);
    column->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addWidget(box, 4);
    row->addStretch(1);

    connect(open, &QPushButton::clicked, this, &WelcomePanel::openRequested);
    connect(sample, &QPushButton::clicked, this, &WelcomePanel::sampleRequested);
    connect(simulator, &QPushButton::clicked, this, &WelcomePanel::simulatorRequested);
    connect(server, &QPushButton::clicked, this, &WelcomePanel::serverRequested);
    connect(motions, &QPushButton::clicked, this, &WelcomePanel::motionsRequested);
    connect(m_recent, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        Q_EMIT fileRequested(item->data(Qt::UserRole).toString());
    });
}

void WelcomePanel::setRecentFiles(const QStringList& files) {
    m_recent->clear();
    for (const QString& file : files) {
        auto* item = new QListWidgetItem(QStringLiteral("%1\n%2").arg(
            QFileInfo(file).fileName(), QFileInfo(file).absolutePath()));
        item->setData(Qt::UserRole, file);
        m_recent->addItem(item);
    }
    m_recent->setVisible(!files.isEmpty());
}

} // namespace sideline::widgets
