#include "widgets/common/job_card.h"

#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr double kCardPictureShape = 0.6; // height of a picture divided by its width
constexpr double kCardCornerPx = 5.0;
constexpr float kDarkVeil = 0.28F; // opacity of the layer over a picture in the dark theme

// A picture as wide as its card, with rounded corners.
class CardPicture : public QWidget {
public:
    explicit CardPicture(const QString& file) : m_pixmap(file) {
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
        setCursor(Qt::PointingHandCursor);
    }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override {
        return static_cast<int>(width * kCardPictureShape);
    }
    [[nodiscard]] QSize sizeHint() const override { return {200, heightForWidth(200)}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
        const QSize target = size() * devicePixelRatioF();
        // `scaled` gives a better picture than scaling by the painter.
        if (m_fitted.size() != target) {
            m_fitted =
                m_pixmap.scaled(target, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
            m_fitted = m_fitted.copy(QRect(QPoint(), target));
        }
        QPainterPath path;
        path.addRoundedRect(rect(), kCardCornerPx, kCardCornerPx);
        painter.setClipPath(path);
        painter.drawPixmap(rect(), m_fitted);
        QColor window = palette().color(QPalette::Window);
        if (window.lightness() < 128) { // the pictures have light backgrounds
            window.setAlphaF(kDarkVeil);
            painter.fillRect(rect(), window);
        }
    }

private:
    QPixmap m_pixmap;
    QPixmap m_fitted;
};

} // namespace

JobCard::JobCard(const JobCardText& text, QWidget* parent)
    : QFrame(parent),
      m_picture(new CardPicture(QStringLiteral(":/widgets/pictures/%1.png").arg(text.name))) {
    setObjectName(text.name);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_picture->setObjectName(QStringLiteral("picture"));
    m_picture->setToolTip(text.sampleText);
    m_picture->installEventFilter(this);
    QLabel* title = panelHeading(text.title);
    auto* about = new QLabel(text.about);
    about->setWordWrap(true);
    about->setAlignment(Qt::AlignTop);
    auto* sample = new QPushButton(text.sampleText);
    sample->setObjectName(QStringLiteral("sample"));
    m_sample = sample;
    m_others = new QToolButton;
    m_others->setObjectName(QStringLiteral("others"));
    m_others->setArrowType(Qt::DownArrow);
    m_others->setPopupMode(QToolButton::InstantPopup);
    m_others->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_others->hide();
    auto* samples = new QWidget;
    QHBoxLayout* row = rowIn(samples);
    row->setSpacing(2);
    row->addWidget(sample, 1);
    row->addWidget(m_others);
    auto* own = new QPushButton(text.ownText);
    own->setObjectName(QStringLiteral("own"));
    QVBoxLayout* column = columnIn(this, 8);
    column->addWidget(m_picture);
    column->addWidget(title);
    column->addWidget(about, 1);
    column->addWidget(samples);
    column->addWidget(own);
    connect(sample, &QPushButton::clicked, this, &JobCard::sampleRequested);
    connect(own, &QPushButton::clicked, this, &JobCard::ownRequested);
}

void JobCard::setSampleEnabled(bool isEnabled) {
    m_sample->setEnabled(isEnabled);
    m_picture->setEnabled(isEnabled);
}

void JobCard::setSampleText(const QString& text) {
    m_sample->setText(text);
    m_picture->setToolTip(text);
}

void JobCard::setOthers(const QList<QAction*>& actions, const QString& tip) {
    auto* menu = new QMenu(this);
    menu->addActions(actions);
    m_others->setMenu(menu);
    m_others->setToolTip(tip);
    m_others->show();
}

bool JobCard::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_picture && event->type() == QEvent::MouseButtonRelease &&
        static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton && m_picture->isEnabled()) {
        Q_EMIT sampleRequested();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace sideline::widgets
