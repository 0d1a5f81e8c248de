#include "widgets/match/scoreboard.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <QHBoxLayout>

namespace sideline::widgets {

namespace {

constexpr double kFoulShownS = 8.0;
constexpr int kMaxFouls = 3;
constexpr double kKickShownS = 15.0; // earlier kicks are unlikely to be related to the goal
constexpr int kTeamMarkPx = 12;
constexpr int kMinModePx = 70; // a play mode cut off earlier is not recognizable

QFont bigFont(QFont font, double factor) {
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(true);
    return font;
}

constexpr double kHeadFactor = 1.15;

ElidedLabel* teamLabel(const char* name) {
    auto* label = new ElidedLabel(name, Qt::ElideMiddle, QSizePolicy::Maximum);
    label->setFont(bigFont(label->font(), kHeadFactor));
    return label;
}

// The last kick that may have led to a goal; null if there is none.
const logs::Event* kickBefore(const std::vector<logs::Event>& events, const logs::Event& goal) {
    const logs::Event* last = nullptr;
    for (const logs::Event& event : events) {
        if (event.frame > goal.frame) {
            break;
        }
        if (event.kind == logs::EventKind::Kick) {
            last = &event;
        }
    }
    return last != nullptr && goal.recordTimeS - last->recordTimeS <= kKickShownS ? last : nullptr;
}

} // namespace

// Shows as many fouls as fit, the newest first; all of them are in its tool tip.
class Scoreboard::Fouls : public QLabel {
public:
    Fouls() {
        setTextFormat(Qt::RichText);
        setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    void setTexts(const QStringList& texts) {
        if (texts != m_texts) {
            m_texts = texts;
            const QString title = Scoreboard::tr("Fouls of the last %1 seconds").arg(kFoulShownS);
            setToolTip(QStringLiteral("<p>%1</p>%2").arg(title, m_texts.join(kLineEnd)));
            fit();
        }
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        fit();
    }

private:
    void fit() {
        for (qsizetype count = m_texts.size(); count >= 0; --count) {
            setText(m_texts.first(count).join(QLatin1Char(' ')));
            if (sizeHint().width() <= width()) {
                break;
            }
        }
    }

    static constexpr QLatin1String kLineEnd{"<br>"};
    QStringList m_texts;
};

Scoreboard::Scoreboard(QWidget* parent)
    : QWidget(parent),
      m_leftName(teamLabel("leftTeam")),
      m_rightName(teamLabel("rightTeam")),
      m_leftPlayers(new QLabel),
      m_rightPlayers(new QLabel),
      m_score(new QToolButton),
      m_goals(new QMenu(this)),
      m_clock(new QLabel),
      m_mode(new ElidedLabel("playMode", Qt::ElideRight, QSizePolicy::Preferred)),
      m_health(new QLabel),
      m_fouls(new Fouls) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(8);
    row->addWidget(m_leftName);
    row->addWidget(m_leftPlayers);
    row->addWidget(m_score);
    row->addWidget(m_rightPlayers);
    row->addWidget(m_rightName);
    row->addSpacing(8);
    row->addWidget(m_clock);
    row->addWidget(m_mode);
    row->addWidget(m_fouls, 1);
    row->addWidget(m_health);
    m_score->setObjectName(QStringLiteral("score"));
    m_score->setFont(bigFont(m_score->font(), 1.4));
    m_score->setAutoRaise(true);
    m_score->setFocusPolicy(Qt::NoFocus);
    m_score->setToolTip(tr("Click to list the goals and go to one"));
    m_goals->setObjectName(QStringLiteral("goals"));
    connect(m_score, &QToolButton::clicked, this, &Scoreboard::listGoals);
    m_clock->setFont(bigFont(m_clock->font(), kHeadFactor));
    m_clock->setTextFormat(Qt::PlainText);
    clearFrame();
}

void Scoreboard::setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis) {
    m_analysis = std::move(analysis);
}

void Scoreboard::setColors(const TeamColors& colors) {
    m_colors = colors;
    updateTeams();
}

void Scoreboard::updateTeams() {
    const auto paint = [](QLabel* label, const QColor& color) {
        label->setStyleSheet(
            QStringLiteral("QLabel { background: %1; color: %2; border-radius: 3px;"
                           " padding: 1px 8px; }")
                .arg(color.name(), readableOn(color).name()));
    };
    paint(m_leftName, m_colors.left);
    paint(m_rightName, m_colors.right);
}

// The players of a team on the field: their count and numbers.
void Scoreboard::showPlayers(QLabel* label, const monitor::MatchFrame* frame, game::Side side) {
    std::vector<int> numbers;
    if (frame != nullptr) {
        for (const monitor::RobotFrame& robot : frame->robots) {
            if (robot.id.side == side) {
                numbers.push_back(robot.id.unum.value());
            }
        }
    }
    std::ranges::sort(numbers);
    QStringList texts;
    for (const int number : numbers) {
        texts << QString::number(number);
    }
    label->setText(frame != nullptr ? QStringLiteral("(%1)").arg(numbers.size()) : QString());
    label->setToolTip(numbers.empty()
                          ? tr("No player is on the field")
                          : tr("Players on the field: %1").arg(texts.join(QStringLiteral(", "))));
}

void Scoreboard::clearFrame() {
    m_leftName->setText(tr("Left"));
    m_rightName->setText(tr("Right"));
    m_score->setText(QStringLiteral("- : -"));
    m_time = QStringLiteral("-:--");
    m_half.clear();
    m_mode->clear();
    m_fouls->setTexts({});
    m_health->clear();
    m_health->hide();
    showPlayers(m_leftPlayers, nullptr, game::Side::Left);
    showPlayers(m_rightPlayers, nullptr, game::Side::Right);
    updateTeams();
    fit();
}

void Scoreboard::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

// If not everything fits, omits the numbers of players, then the half, and then the end of the play
// mode; a mode that would be cut off earlier is shown only in the tooltip of the clock.
void Scoreboard::fit() {
    const int spacingPx = layout()->spacing();
    const QMargins margins = layout()->contentsMargins();
    int fixedPx = margins.left() + margins.right() + 2 * spacingPx;
    for (const QWidget* each :
         std::initializer_list<const QWidget*>{m_leftName, m_score, m_rightName, m_health}) {
        fixedPx += each->isVisibleTo(this) ? each->sizeHint().width() + spacingPx : 0;
    }
    const QFontMetrics metrics(m_clock->font());
    fixedPx += metrics.horizontalAdvance(m_time) + spacingPx;
    const int modePx = m_mode->sizeHint().width();
    const int withHalfPx = fixedPx + modePx + metrics.horizontalAdvance(m_half);
    const int withPlayersPx = withHalfPx + m_leftPlayers->sizeHint().width() +
                              m_rightPlayers->sizeHint().width() + 2 * spacingPx;
    m_clock->setText(withHalfPx <= width() ? m_time + m_half : m_time);
    m_clock->setToolTip(tr("Game clock and half") + QLatin1Char('\n') + m_time + m_half +
                        QLatin1Char('\n') + m_mode->text());
    for (QLabel* players : {m_leftPlayers, m_rightPlayers}) {
        players->setVisible(withPlayersPx <= width());
    }
    const int roomPx = width() - fixedPx;
    m_mode->setVisible(roomPx >= std::min(modePx, kMinModePx));
    m_mode->setMaximumWidth(std::max(roomPx, kMinModePx));
}

void Scoreboard::listGoals() {
    m_goals->clear();
    if (m_analysis) {
        for (const logs::Event& event : m_analysis->events) {
            if (event.kind == logs::EventKind::Goal || event.kind == logs::EventKind::Score) {
                addGoal(event);
            }
        }
    }
    if (m_goals->isEmpty()) {
        m_goals
            ->addAction(m_analysis && m_analysis->isComplete ? tr("No goals in this match")
                                                             : tr("No goals so far"))
            ->setEnabled(false);
    }
    m_goals->popup(m_score->mapToGlobal(QPoint(0, m_score->height())));
}

void Scoreboard::addGoal(const logs::Event& goal) {
    QString text = QStringLiteral("%1   %2").arg(clockText(goal.gameTimeS), toQt(goal.text));
    if (goal.kind == logs::EventKind::Goal) {
        if (const logs::Event* kick = kickBefore(m_analysis->events, goal)) {
            text += QLatin1Char('\t') + toQt(kick->text);
        }
    }
    QPixmap swatch(kTeamMarkPx, kTeamMarkPx);
    swatch.fill(goal.side == game::Side::None ? QColor(Qt::transparent) : m_colors.of(goal.side));
    // The event is owned by the analysis.
    m_goals->addAction(QIcon(swatch), text.replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                       [this, analysis = m_analysis, &goal] { Q_EMIT goalRequested(goal); });
}

QStringList Scoreboard::foulTexts(const monitor::MatchFrame& frame) const {
    QStringList fouls;
    if (m_analysis) {
        const auto& events = m_analysis->events;
        auto behind =
            std::ranges::upper_bound(events, frame.recordTimeS, {}, &logs::Event::recordTimeS);
        while (behind != events.begin() && fouls.size() < kMaxFouls) {
            --behind;
            if (frame.recordTimeS - behind->recordTimeS > kFoulShownS) {
                break;
            }
            if (behind->kind == logs::EventKind::Foul) {
                const QColor color = m_colors.of(behind->side);
                fouls << QStringLiteral(
                             "<span style='background:%1; color:%2'>&nbsp;%3&nbsp;</span>")
                             .arg(color.name(), readableOn(color).name(),
                                  toQt(behind->text).toHtmlEscaped());
            }
        }
    }
    return fouls;
}

void Scoreboard::setFrame(const logs::FetchedFrame& fetched) {
    const monitor::MatchFrame& frame = *fetched.exact;
    const monitor::GameState& game = frame.game;
    const auto name = [](const std::string& team, const QString& side) {
        return team.empty() ? side : toQt(team);
    };
    m_leftName->setText(name(game.teamLeft, tr("Left")));
    m_rightName->setText(name(game.teamRight, tr("Right")));
    showPlayers(m_leftPlayers, &frame, game::Side::Left);
    showPlayers(m_rightPlayers, &frame, game::Side::Right);
    m_score->setText(QStringLiteral("%1 : %2").arg(game.scoreLeft).arg(game.scoreRight));
    m_half = game.half > 0 ? tr("  half %1").arg(game.half) : QString();
    m_time = clockText(game.timeS);
    QString mode = playModeText(game.playModeName());
    if (game.passModeScoreWaitLeftS || game.passModeScoreWaitRightS) {
        const bool left = game.passModeScoreWaitLeftS.has_value();
        const double waitS = left ? *game.passModeScoreWaitLeftS : *game.passModeScoreWaitRightS;
        mode += tr(", %1 may score in %2 s")
                    .arg(left ? m_leftName->text() : m_rightName->text(),
                         QString::number(waitS, 'f', 1));
    }
    m_mode->setText(mode);
    m_fouls->setTexts(foulTexts(frame));
    if (frame.health.good()) {
        m_health->clear();
    } else {
        m_health->setText(frame.health.damaged   ? tr("damaged frame")
                          : frame.health.noScene ? tr("no full scene yet")
                                                 : tr("out of sync"));
        m_health->setToolTip(
            frame.health.damaged
                ? tr("This message of the log is unreadable; showing the previous frame")
            : frame.health.noScene ? tr("Nothing to draw before the first full scene of the log")
                                   : tr("Messages do not match the scene until the next full "
                                        "scene; robots stay frozen"));
        m_health->setStyleSheet(QStringLiteral(
            "QLabel { background: #d88a00; color: black; border-radius: 3px; padding: 1px 6px; }"));
    }
    m_health->setVisible(!frame.health.good());
    fit();
}

} // namespace sideline::widgets
