#include "widgets/decide/what_if_panel.h"

#include <algorithm>
#include <cmath>

#include <QFileInfo>
#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>
#include <QSplitter>

#include "widgets/common/elided_label.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

namespace {

constexpr double kGhostPx = 8.0;
constexpr int kFieldWidthPx = 400;
constexpr double kStepsPerS = 25.0;          // steps of the slider
const QString kOther = QStringLiteral("\n"); // cannot be a path

} // namespace

monitor::MatchFramePtr WhatIfView::frameAt(const WhatIfFuture& future, double timeS) {
    const auto& frames = future.frames;
    if (frames.empty()) {
        return nullptr;
    }
    constexpr double kRoundingS = 1e-6;
    const auto after = std::ranges::upper_bound(
        frames, timeS + kRoundingS, {}, [](const auto& frame) { return frame->recordTimeS; });
    return after == frames.begin() ? frames.front() : *(after - 1);
}

// Paints the other run: its robots as rings, and both paths of the ball.
class WhatIfPanel::Ghosts final : public FieldOverlay {
public:
    void set(monitor::MatchFramePtr other, const WhatIfFuture* own, const WhatIfFuture* future,
             double timeS, const TeamColors& colors) {
        m_other = std::move(other);
        m_colors = colors;
        m_ownWay = wayOf(own, timeS);
        m_otherWay = wayOf(future, timeS);
    }
    void setColors(const TeamColors& colors) { m_colors = colors; }
    [[nodiscard]] const TeamColors& colors() const { return m_colors; }

    void paint(QPainter& painter, const QTransform& toWidget) const override {
        painter.setPen(QPen(Qt::white, 1.5));
        painter.drawPolyline(toWidget.map(m_ownWay));
        painter.setPen(QPen(QColor(0xff, 0xd2, 0x3c), 1.5, Qt::DotLine));
        painter.drawPolyline(toWidget.map(m_otherWay));
        if (!m_other) {
            return;
        }
        painter.setBrush(Qt::NoBrush);
        for (const monitor::RobotFrame& robot : m_other->robots) {
            const auto& p = robot.X_STorso().p;
            painter.setPen(QPen(m_colors.of(robot.id.side).lighter(150), 1.6, Qt::DotLine));
            painter.drawEllipse(toWidget.map(QPointF(p.x(), p.y())), kGhostPx, kGhostPx);
        }
        if (m_other->ball) {
            const auto& p = m_other->ball->X_SBall.p;
            painter.setPen(QPen(QColor(0xff, 0xd2, 0x3c), 1.6));
            painter.drawEllipse(toWidget.map(QPointF(p.x(), p.y())), 4.0, 4.0);
        }
    }
    bool click(const QPointF& /*pos*/, const QTransform& /*toWidget*/) override { return false; }
    [[nodiscard]] QString tipAt(const QPointF& /*pos*/,
                                const QTransform& /*toWidget*/) const override {
        return {};
    }

private:
    static QPolygonF wayOf(const WhatIfFuture* future, double timeS) {
        QPolygonF way;
        for (const auto& frame :
             future != nullptr ? future->frames : std::vector<monitor::MatchFramePtr>()) {
            if (frame->ball && frame->recordTimeS <= timeS) {
                way << QPointF(frame->ball->X_SBall.p.x(), frame->ball->X_SBall.p.y());
            }
        }
        return way;
    }

    monitor::MatchFramePtr m_other;
    QPolygonF m_ownWay;
    QPolygonF m_otherWay;
    TeamColors m_colors;
};

WhatIfPanel::WhatIfPanel(QWidget* parent)
    : QWidget(parent),
      m_left(panelChoice("whatIfLeft", {}, tr("Team file for the left side"))),
      m_right(panelChoice("whatIfRight", {}, tr("Team file for the right side"))),
      m_length(panelNumber("whatIfLength", 1.0, 120.0, 0, 5.0, tr("s"),
                           tr("Duration of each run, in simulated time"))),
      m_runs(panelNumber("whatIfRuns", 1.0, 20.0, 0, 1.0, {},
                         tr("Number of runs, each with a different random seed"))),
      m_run(panelButton("whatIfRun", tr("Play on from here"),
                        tr("Let these teams play on from the current frame"))),
      m_stop(panelButton("whatIfStop", tr("Stop"), tr("Stop; finished runs are shown"))),
      m_progress(new QLabel),
      m_exact(new QCheckBox(tr("exactly"))),
      m_restart(new ElidedLabel("whatIfRestart", Qt::ElideRight)),
      m_problem(new QLabel),
      m_question(new QWidget),
      m_recorded(new FieldView),
      m_played(new FieldView),
      m_recordedGhosts(std::make_shared<Ghosts>()),
      m_playedGhosts(std::make_shared<Ghosts>()),
      m_course(panelChoice("whatIfCourse", {}, tr("Run to show"))),
      m_open(panelButton("whatIfOpen", tr("Open its log"),
                         tr("Watch this run in 3D, like any match log"))),
      m_numbers(new QTableWidget),
      m_slider(new QSlider(Qt::Horizontal)),
      m_time(new QLabel) {
    setObjectName(QStringLiteral("whatIfPanel"));
    m_length->setValue(10.0);
    m_runs->setValue(1.0);
    m_problem->setObjectName(QStringLiteral("whatIfProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_progress->setObjectName(QStringLiteral("whatIfProgress"));
    m_recorded->setOverlay(m_recordedGhosts);
    m_played->setOverlay(m_playedGhosts);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(buildChoices());
    column->addWidget(buildRestart());
    column->addWidget(m_problem);
    buildQuestion();
    column->addWidget(m_question);
    column->addWidget(buildFields(), 1);
    column->addLayout(buildTime());
    connect(m_run, &QPushButton::clicked, this, &WhatIfPanel::runRequested);
    connect(m_stop, &QPushButton::clicked, this, &WhatIfPanel::stopRequested);
    connect(m_course, &QComboBox::currentIndexChanged, this, [this] { setTime(m_timeS); });
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (course() != nullptr) {
            Q_EMIT logRequested(course()->log);
        }
    });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        setTime(value / kStepsPerS);
        Q_EMIT timeRequested(m_timeS);
    });
    for (QComboBox* box : {m_left, m_right}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this] { askForTeams(false); });
        connect(box, &QComboBox::activated, this, [this, box] {
            if (box->currentData().toString() == kOther) {
                box->setCurrentIndex(0);
                Q_EMIT fileRequested(box == m_left);
            }
        });
    }
    setChoices({});
    setProgress(-1);
    setPossible(false);
    setExact({}, {});
    setView(nullptr);
}

QLayout* WhatIfPanel::buildChoices() {
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(new QLabel(tr("Left")));
    row->addWidget(m_left, 3);
    row->addWidget(new QLabel(tr("Right")));
    row->addWidget(m_right, 3);
    row->addWidget(new QLabel(tr("for")));
    row->addWidget(m_length, 1);
    row->addWidget(new QLabel(tr("runs")));
    row->addWidget(m_runs, 1);
    row->addWidget(m_run);
    row->addWidget(m_stop);
    row->addWidget(m_progress);
    return row;
}

// The row that states how exactly the start is restored, because a prediction is only as reliable
// as its start.
QWidget* WhatIfPanel::buildRestart() {
    m_exact->setObjectName(QStringLiteral("whatIfExact"));
    m_exact->setFocusPolicy(Qt::TabFocus);
    auto* line = new QWidget;
    QHBoxLayout* row = rowIn(line);
    row->addWidget(m_exact);
    row->addWidget(m_restart, 1);
    connect(m_exact, &QCheckBox::toggled, this, &WhatIfPanel::showRestart);
    return line;
}

void WhatIfPanel::setExact(const QString& game, const QString& why) {
    m_game = game;
    m_exact->setEnabled(!game.isEmpty());
    m_exact->setToolTip(game.isEmpty() ? why
                                       : tr("Replay %1 from its kick-off to this frame, then "
                                            "continue with the teams chosen above")
                                             .arg(game));
    if (game.isEmpty()) {
        m_exact->setChecked(false);
    }
    showRestart();
}

void WhatIfPanel::showRestart() {
    m_runs->setEnabled(!isExact()); // an exact run uses the random numbers of the match
    for (QComboBox* box : {m_left, m_right}) {
        box->setItemText(0, isExact() ? tr("unchanged") : tr("no team"));
    }
    showText(m_restart,
             isExact()
                 ? tr("Restart: %1 is replayed from its kick-off and compared with the log; at "
                      "this frame everything continues unchanged, including beliefs and movements")
                       .arg(m_game)
                 : tr("Restart: positions, speeds, score and clock are taken from the frame; "
                      "beliefs and movements in progress are not logged and are reset"));
    m_restart->setToolTip(m_restart->text());
}

void WhatIfPanel::buildQuestion() {
    auto* text =
        new QLabel(tr("No team is chosen: all robots would hold their joints, and no player would "
                      "act. Choose a team for one side or both above, then play on."));
    text->setObjectName(QStringLiteral("whatIfQuestion"));
    text->setWordWrap(true);
    auto* anyway = panelButton("whatIfNobody", tr("Play on without teams"),
                               tr("Shows only how robots and ball come to rest"));
    QHBoxLayout* row = rowIn(m_question);
    row->addWidget(text, 1);
    row->addWidget(anyway);
    m_question->hide();
    connect(anyway, &QPushButton::clicked, this, &WhatIfPanel::runWithoutTeamsRequested);
}

void WhatIfPanel::askForTeams(bool isAsked) {
    m_question->setVisible(isAsked);
    if (isAsked) {
        m_left->setFocus();
    }
}

QWidget* WhatIfPanel::buildFields() {
    const auto titled = [](const QString& title, QWidget* more, QWidget* more2, FieldView* field) {
        auto* side = new QWidget;
        auto* head = new QHBoxLayout;
        more->setMinimumHeight(more->fontMetrics().height() + 10); // fields have equal heights
        head->addWidget(panelHeading(title));
        head->addWidget(more, 1);
        if (more2 != nullptr) {
            head->addWidget(more2);
        }
        auto* column = columnIn(side, 0);
        column->setSpacing(2);
        column->addLayout(head);
        column->addWidget(field, 1);
        return side;
    };
    m_recorded->setObjectName(QStringLiteral("whatIfRecordedField"));
    m_recorded->setAccessibleName(tr("Recorded match"));
    m_played->setObjectName(QStringLiteral("whatIfPlayedField"));
    m_played->setAccessibleName(tr("Simulated continuation"));
    m_numbers->setObjectName(QStringLiteral("whatIfNumbers"));
    m_numbers->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_numbers->setSelectionMode(QAbstractItemView::NoSelection);
    m_numbers->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 5);
    m_numbers->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* parts = new QSplitter(Qt::Horizontal);
    parts->setChildrenCollapsible(false);
    parts->addWidget(titled(tr("Recorded"), new QWidget, nullptr, m_recorded));
    parts->addWidget(titled(tr("Continued"), m_course, m_open, m_played));
    parts->addWidget(m_numbers);
    for (int i = 0; i < parts->count(); ++i) {
        parts->setStretchFactor(i, 1);
    }
    parts->setSizes({kFieldWidthPx, kFieldWidthPx, kFieldWidthPx});
    return parts;
}

QLayout* WhatIfPanel::buildTime() {
    auto* row = new QHBoxLayout;
    m_slider->setObjectName(QStringLiteral("whatIfTime"));
    m_slider->setAccessibleName(tr("Time after the frame"));
    m_time->setObjectName(QStringLiteral("whatIfTimeText"));
    m_time->setMinimumWidth(
        fontMetrics().horizontalAdvance(QStringLiteral("00.00 s after 00:00.00")));
    row->addWidget(m_slider, 1);
    row->addWidget(m_time);
    return row;
}

void WhatIfPanel::fill(QComboBox* box, const WhatIfChoices& choices, const QString& chosen) {
    const QSignalBlocker blocker(box);
    box->clear();
    box->addItem(isExact() ? tr("unchanged") : tr("no team"), QString());
    for (const QString& team : choices.teams) {
        const QString name = QFileInfo(team).completeBaseName();
        box->addItem(choices.playing.contains(team) ? tr("%1 (plays)").arg(name) : name, team);
        box->setItemData(box->count() - 1, team, Qt::ToolTipRole);
    }
    box->addItem(tr("Other team file\u2026"), kOther);
    box->setCurrentIndex(std::max(0, box->findData(chosen)));
}

void WhatIfPanel::setChoices(const WhatIfChoices& choices) {
    askForTeams(false);
    fill(m_left, choices, choices.left);
    fill(m_right, choices, choices.right);
}

void WhatIfPanel::setPossible(bool isPossible) {
    m_run->setEnabled(isPossible && m_stop->isHidden());
}

void WhatIfPanel::setProgress(int percent) {
    const bool isAtWork = percent >= 0;
    m_stop->setVisible(isAtWork);
    m_run->setVisible(!isAtWork);
    m_run->setEnabled(!isAtWork);
    showText(m_progress, isAtWork ? tr("%1 %").arg(percent) : QString());
    m_progress->setVisible(isAtWork);
}

void WhatIfPanel::setProblem(const QString& text) {
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, kFaultColor);
    m_problem->setPalette(colors);
    m_problem->setVisible(!text.isEmpty());
    showWrapped(m_problem, text);
}

void WhatIfPanel::setView(const WhatIfViewPtr& view) {
    m_view = view;
    if (view) {
        m_problem->setPalette(palette());
        m_problem->setVisible(!view->remarks.isEmpty());
        showWrapped(m_problem, view->remarks.join(QLatin1Char(' ')));
    }
    {
        const QSignalBlocker blocker(m_course);
        m_course->clear();
        for (const WhatIfFuture& future : view ? view->played : std::vector<WhatIfFuture>()) {
            m_course->addItem(future.name);
        }
        const QSignalBlocker sliderBlocker(m_slider);
        m_slider->setRange(0, view ? static_cast<int>(std::lround(view->lengthS * kStepsPerS)) : 0);
    }
    m_slider->setEnabled(view != nullptr);
    m_course->setEnabled(view != nullptr);
    showNumbers();
    setTime(view ? view->lengthS : 0.0);
}

const WhatIfFuture* WhatIfPanel::course() const {
    const int index = m_course->currentIndex();
    const bool isThere = m_view && index >= 0 && index < static_cast<int>(m_view->played.size());
    return isThere ? &m_view->played[static_cast<std::size_t>(index)] : nullptr;
}

void WhatIfPanel::setTime(double timeS) {
    m_timeS = m_view ? std::clamp(timeS, 0.0, m_view->lengthS) : 0.0;
    const QSignalBlocker blocker(m_slider);
    m_slider->setValue(static_cast<int>(std::lround(m_timeS * kStepsPerS)));
    showText(m_time,
             m_view ? tr("%1 s after %2").arg(m_timeS, 0, 'f', 2).arg(m_view->from) : QString());
    m_open->setEnabled(course() != nullptr && !course()->log.isEmpty());
    showCourses();
}

void WhatIfPanel::showCourses() {
    const WhatIfFuture* played = course();
    const WhatIfFuture* recorded = m_view ? &m_view->recorded : nullptr;
    const auto frameOf = [this](const WhatIfFuture* future) {
        return future != nullptr ? WhatIfView::frameAt(*future, m_timeS) : nullptr;
    };
    const auto show = [](FieldView* field, const monitor::MatchFramePtr& frame) {
        if (!frame) {
            field->clearFrame();
            return;
        }
        logs::FetchedFrame fetched;
        fetched.exact = fetched.drawn = frame;
        field->setFrame(fetched);
    };
    const monitor::MatchFramePtr one = frameOf(recorded);
    const monitor::MatchFramePtr other = frameOf(played);
    m_recordedGhosts->set(other, recorded, played, m_timeS, m_recordedGhosts->colors());
    m_playedGhosts->set(one, played, recorded, m_timeS, m_playedGhosts->colors());
    show(m_recorded, one);
    show(m_played, other);
}

void WhatIfPanel::setColors(const TeamColors& colors) {
    if (colors == m_recordedGhosts->colors()) {
        return;
    }
    m_recordedGhosts->setColors(colors);
    m_playedGhosts->setColors(colors);
    m_recorded->setColors(colors);
    m_played->setColors(colors);
}

void WhatIfPanel::showNumbers() {
    m_numbers->clear();
    m_numbers->setRowCount(m_view ? static_cast<int>(m_view->rows.size()) : 0);
    m_numbers->setColumnCount(m_view ? static_cast<int>(m_view->played.size()) + 1 : 0);
    if (!m_view) {
        return;
    }
    m_numbers->setVerticalHeaderLabels(m_view->rows);
    QStringList titles = {tr("recorded")};
    std::vector<const WhatIfFuture*> all = {&m_view->recorded};
    for (const WhatIfFuture& future : m_view->played) {
        titles << future.name;
        all.push_back(&future);
    }
    m_numbers->setHorizontalHeaderLabels(titles);
    for (int column = 0; column < static_cast<int>(all.size()); ++column) {
        const QStringList& numbers = all[static_cast<std::size_t>(column)]->numbers;
        const int rows = std::min(m_numbers->rowCount(), static_cast<int>(numbers.size()));
        for (int row = 0; row < rows; ++row) {
            auto* item = new QTableWidgetItem(numbers[row]);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_numbers->setItem(row, column, item);
        }
    }
}

} // namespace sideline::widgets
