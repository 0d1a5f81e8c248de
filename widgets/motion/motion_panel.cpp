#include "widgets/motion/motion_panel.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/common/panel_parts.h"
#include "widgets/motion/keyframe_section.h"
#include "widgets/motion/motion_sections.h"

namespace sideline::widgets {

class MotionPanel::Impl {
public:
    MotionView view;
    double cursorS = 0.0;
    AboutSection* about = new AboutSection;
    PlayingSection* playing = new PlayingSection;
    EntrySection* entry = new EntrySection;
    ParameterSection* parameters = new ParameterSection;
    KeyframeSection* keyframe = new KeyframeSection;
    FindingSection* findings = new FindingSection;
    FoldSection* keyframeFold = nullptr;
    FoldSection* findingsFold = nullptr;
    QScrollArea* scroll = nullptr;
    QLabel* hint = nullptr;

    void showTitles() const {
        keyframeFold->setTitle(keyframe->title());
        const QString count = findingCountText(findings->model());
        findingsFold->setTitle(count.isEmpty() || view.motion == nullptr
                                   ? MotionPanel::tr("Findings")
                                   : MotionPanel::tr("Findings: %1").arg(count));
    }
};

MotionPanel::MotionPanel(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>()) {
    auto* outer = columnIn(this, 0);
    auto* content = new QWidget;
    QScrollArea* scroll = scrolled(content);
    m_impl->hint = new QLabel(tr("No motion is open."));
    m_impl->hint->setObjectName(QStringLiteral("hint"));
    m_impl->hint->setAlignment(Qt::AlignCenter);
    m_impl->scroll = scroll;
    outer->addWidget(scroll);
    outer->addWidget(m_impl->hint);
    auto* column = columnIn(content);
    column->setSpacing(2);
    const auto fold = [&](const char* name, const QString& title, MotionSection* section) {
        auto* folded = new FoldSection(title, section);
        folded->heading()->setObjectName(QLatin1String(name));
        column->addWidget(folded);
        connect(section, &MotionSection::edited, this, &MotionPanel::edited);
        return folded;
    };
    fold("foldAbout", tr("Motion"), m_impl->about);
    fold("foldPlaying", tr("Playing"), m_impl->playing);
    fold("foldEntry", tr("Entry pose"), m_impl->entry)->setOpen(false);
    fold("foldParameters", tr("Parameters"), m_impl->parameters)->setOpen(false);
    m_impl->keyframeFold = fold("foldKeyframe", tr("Keyframe"), m_impl->keyframe);
    m_impl->findingsFold = fold("foldFindings", tr("Findings"), m_impl->findings);
    column->addStretch(1);
    connect(m_impl->about, &AboutSection::robotChosen, this, &MotionPanel::robotChosen);
    connect(m_impl->entry, &EntrySection::entryPoseRequested, this,
            &MotionPanel::entryPoseRequested);
    connect(m_impl->keyframe, &KeyframeSection::limbTargetRequested, this,
            &MotionPanel::limbTargetRequested);
    connect(m_impl->findings, &FindingSection::findingActivated, this,
            &MotionPanel::findingActivated);
    setView({});
}

MotionPanel::~MotionPanel() = default;

void MotionPanel::setView(const MotionView& view) {
    m_impl->view = view;
    for (MotionSection* section :
         {static_cast<MotionSection*>(m_impl->about), static_cast<MotionSection*>(m_impl->playing),
          static_cast<MotionSection*>(m_impl->entry),
          static_cast<MotionSection*>(m_impl->parameters),
          static_cast<MotionSection*>(m_impl->keyframe),
          static_cast<MotionSection*>(m_impl->findings)}) {
        section->setView(view, m_impl->cursorS);
    }
    m_impl->scroll->setVisible(view.motion != nullptr);
    m_impl->hint->setVisible(view.motion == nullptr);
    m_impl->showTitles();
}

void MotionPanel::setCursor(double timeS) {
    if (timeS != m_impl->cursorS) {
        m_impl->cursorS = timeS;
        m_impl->keyframe->setView(m_impl->view, timeS);
        m_impl->showTitles();
    }
}

void MotionPanel::setRobots(const std::vector<RobotName>& robots, int current) {
    m_impl->about->setRobots(robots, current);
}

} // namespace sideline::widgets
