#include "widgets/common/welcome_panel.h"

#include <algorithm>

#include <QHeaderView>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr int kMinCardPx = 208;
constexpr int kMaxCardPx = 330;
constexpr int kCardGapPx = 12;
constexpr int kPageEdgePx = 20;
constexpr int kTitleIconPx = 44;
constexpr int kMinRecentPx = 130;
enum RecentColumn { RecentName, RecentMatch, RecentFolder, RecentDate, RecentColumns };

} // namespace

WelcomePanel::WelcomePanel(QWidget* parent)
    : QWidget(parent),
      m_grid(new QGridLayout),
      m_activity(new QLabel),
      m_recentTitle(panelHeading(tr("Recent files"))),
      m_recent(new QTreeWidget) {
    buildCards();
    m_grid->setSpacing(kCardGapPx);
    m_recent->setObjectName(QStringLiteral("recentFiles"));
    m_recent->setRootIsDecorated(false);
    m_recent->setAllColumnsShowFocus(true);
    m_recent->setColumnCount(RecentColumns);
    m_recent->setHeaderLabels({tr("File"), tr("Match"), tr("Folder"), tr("Date")});
    m_recent->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_recent->header()->setStretchLastSection(true);
    m_recent->setMinimumHeight(kMinRecentPx);
    m_recent->setMouseTracking(true);
    m_activity->setObjectName(QStringLiteral("activity"));

    auto* page = new QWidget;
    auto* column = columnIn(page, kPageEdgePx);
    column->setSpacing(kCardGapPx);
    column->addWidget(buildHeader());
    column->addLayout(m_grid);
    column->addWidget(m_activity);
    column->addWidget(m_recentTitle);
    column->addWidget(m_recent, 1);
    auto* hint = new QLabel(
        tr("Drop match logs of rcssserver3d or RoboViz, sessions, recorded streams, motions or "
           "team files here, compressed (gz, bz2, xz, zst, zip, tar) or not."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(hint);
    column->addStretch();
    page->setMaximumWidth(5 * kMaxCardPx + 4 * kCardGapPx + 2 * kPageEdgePx);
    auto* middle = new QWidget;
    auto* row = rowIn(middle);
    row->addStretch(1);
    row->addWidget(page, 1000);
    row->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(middle);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);

    // A click opens the item, as Enter does.
    const auto openRecent = [this](const QTreeWidgetItem* item) {
        if (isVisible()) { // the second click of a double click arrives after the page is hidden
            Q_EMIT fileRequested(item->data(RecentName, Qt::UserRole).toString());
        }
    };
    connect(m_recent, &QTreeWidget::itemClicked, this, openRecent);
    connect(m_recent, &QTreeWidget::itemActivated, this, openRecent);
    setActivity({});
    setRecentFiles({});
}

QWidget* WelcomePanel::buildHeader() {
    auto* header = new QWidget;
    auto* row = rowIn(header);
    auto* picture = new QLabel;
    picture->setPixmap(icon(QStringLiteral("sideline")).pixmap(kTitleIconPx));
    auto* title = new QLabel(tr("Sideline"));
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 1.9);
    title->setFont(bold(font));
    auto* about = new QLabel(tr("A studio for RoboCup 3D Soccer Simulation teams"));
    QPushButton* find = panelButton("findAnything", tr("Find anything..."),
                                    tr("Search actions, workspaces, signals and help"));
    QPushButton* help = panelButton("help", tr("Help"), tr("The documentation"));
    row->addWidget(picture);
    row->addSpacing(kCardGapPx / 2);
    row->addWidget(title);
    row->addSpacing(kCardGapPx);
    about->setWordWrap(true);
    row->addWidget(about, 1);
    row->addWidget(find);
    row->addWidget(help);
    connect(find, &QPushButton::clicked, this, &WelcomePanel::paletteRequested);
    connect(help, &QPushButton::clicked, this, &WelcomePanel::helpRequested);
    return header;
}

void WelcomePanel::buildCards() {
    const JobCardText texts[] = {
        {QStringLiteral("replay"), tr("Replay a match"),
         tr("Every frame of a match log in 3D and from above, with goals, kicks and fouls marked, "
            "and plots of anything that moves."),
         tr("Show the sample match"), tr("Open a log...")},
        {QStringLiteral("drive"), tr("Control a robot"),
         tr("Start the simulator with one robot: a Nao, T1, K1 or PiPlus. Move its joints, push "
            "it, "
            "and see what it perceives and believes."),
         tr("Start with a robot"), tr("Connect to a server...")},
        {QStringLiteral("motion"), tr("Create a motion"),
         tr("Pose the robot, set keyframes, simulate them, and export the motion to any team's "
            "code."),
         tr("Open a sample motion"), tr("New motion")},
        {QStringLiteral("localize"), tr("Debug localization"),
         tr("Where a robot believes it is, where it really is, and what it saw, from any team's "
            "recorded stream."),
         tr("Open the sample stream"), tr("Open a stream...")},
        {QStringLiteral("teams"), tr("Run teams"),
         tr("Start the players of two teams, let them play, and read the output of each one."),
         tr("Open two sample teams"), tr("Open a team file...")},
    };
    for (const JobCardText& text : texts) {
        const auto job = static_cast<Job>(m_cards.size());
        auto* made = new JobCard(text);
        connect(made, &JobCard::sampleRequested, this,
                [this, job] { Q_EMIT sampleRequested(job); });
        connect(made, &JobCard::ownRequested, this, [this, job] { Q_EMIT ownRequested(job); });
        m_cards.push_back(made);
    }
}

// Places as many cards side by side as fit: all, or three and two.
void WelcomePanel::placeCards() {
    const auto count = static_cast<int>(m_cards.size());
    const int room = (width() - 2 * kPageEdgePx + kCardGapPx) / (kMinCardPx + kCardGapPx);
    const int columns = room >= count ? count : std::clamp(room, 1, (count + 1) / 2);
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    for (int i = 0; i < count; ++i) {
        m_grid->addWidget(m_cards[static_cast<std::size_t>(i)], i / columns, i % columns);
        m_grid->setColumnStretch(i, i < columns ? 1 : 0);
    }
}

void WelcomePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeCards();
}

void WelcomePanel::setActivity(const QString& text) {
    m_activity->setText(text);
    m_activity->setVisible(!text.isEmpty());
}

void WelcomePanel::setRecentFiles(const std::vector<RecentFile>& files) {
    const QTreeWidgetItem* chosen = m_recent->currentItem();
    const QString chosenPath =
        chosen != nullptr ? chosen->data(RecentName, Qt::UserRole).toString() : QString();
    m_recent->clear();
    for (const RecentFile& file : files) {
        auto* item = new QTreeWidgetItem(
            m_recent, {file.name(), file.matchText(), file.folder(), file.dateText()});
        item->setData(RecentName, Qt::UserRole, file.path);
        item->setToolTip(RecentName, QStringLiteral("%1: %2").arg(file.kindText(), file.path));
        if (file.path == chosenPath) {
            m_recent->setCurrentItem(item);
        }
    }
    m_recentTitle->setVisible(!files.empty());
    m_recent->setVisible(!files.empty());
}

} // namespace sideline::widgets
