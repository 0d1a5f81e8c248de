#include "studio/workspaces/decide/formation_editing.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QFileInfo>
#include <QUrl>

#include "studio/settings/app_settings.h"
#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"
#include "widgets/common/unsaved_question.h"

namespace sideline::studio {

namespace {

using Eigen::Vector2d;
using planning::FormationSample;
using planning::FormationText;
using widgets::MessageBar;

constexpr int kDiskLookMs = 500;

std::vector<Vector2d> placesOf(const widgets::FormationView& view) {
    std::vector<Vector2d> places;
    for (std::size_t role = 0; role < view.text->formation().roles().size(); ++role) {
        places.push_back(view.placeOf(role));
    }
    return places;
}

} // namespace

FormationEditing::FormationEditing(MessageBar& messages, QSettings& store, QWidget* window)
    : m_messages(messages), m_store(store), m_window(window), m_panel(new widgets::FormationPanel) {
    connectPanel();
    connect(&m_document, &FormationDocument::changed, this, [this] {
        if (m_document.text() == m_document.settled()) {
            keepDraft();
        }
        show();
    });
    m_diskTimer.setInterval(kDiskLookMs);
    connect(&m_diskTimer, &QTimer::timeout, this, &FormationEditing::followDisk);
    m_diskTimer.start();
}

void FormationEditing::connectPanel() {
    widgets::FormationPanel* panel = m_panel;
    widgets::FormationField* field = panel->field();
    connect(panel, &widgets::FormationPanel::openRequested, this, &FormationEditing::askForFile);
    connect(panel, &widgets::FormationPanel::saveRequested, this, [this] { save(false); });
    connect(panel, &widgets::FormationPanel::saveAsRequested, this, [this] { save(true); });
    connect(panel, &widgets::FormationPanel::addRequested, this, &FormationEditing::addSample);
    connect(panel, &widgets::FormationPanel::textRequested, this, [this] {
        const bool isBroken = !m_broken.isEmpty();
        Q_EMIT textRequested(isBroken ? m_broken : m_document.file(), isBroken ? m_brokenLine : 0);
    });
    connect(panel, &widgets::FormationPanel::situationChosen, this,
            [this](planning::FormationSituation situation) {
                m_view.situation = situation;
                // Shows the situation's first entry, if there is one.
                if (m_document.text()) {
                    const auto samples = m_document.text()->samples(situation);
                    m_view.ball = samples.empty() ? m_view.ball : samples.front().ball;
                }
                show();
            });
    connect(field, &widgets::FormationField::ballMoved, this, &FormationEditing::moveBall);
    connect(field, &widgets::FormationField::roleSelected, this, [this](int role) {
        m_view.role = role;
        show();
    });
    connect(field, &widgets::FormationField::roleMoved, this, &FormationEditing::moveRole);
    connect(field, &widgets::FormationField::sampleMoved, this,
            [this](const FormationSample& sample, const Vector2d& ball, bool isDone) {
                auto edited = m_document.settled()->withBall(m_view.situation, sample, ball);
                if (edited) {
                    m_view.ball = ball;
                }
                take(std::move(edited), tr("move a ball position"), isDone);
            });
    connect(field, &widgets::FormationField::removeRequested, this,
            &FormationEditing::removeSample);
    connect(field, &widgets::FormationField::undoRequested, this,
            [this] { m_document.undoStack().undo(); });
    connect(field, &widgets::FormationField::redoRequested, this,
            [this] { m_document.undoStack().redo(); });
}

void FormationEditing::show() {
    if (!m_panel) {
        return;
    }
    widgets::FormationState state;
    m_view.text = m_document.text();
    if (m_view.text && m_view.role >= static_cast<int>(m_view.text->formation().roles().size())) {
        m_view.role = -1;
    }
    state.formation = m_view;
    state.file = m_broken.isEmpty() ? m_document.file() : m_broken;
    state.problem = m_problem;
    state.isUnsaved = m_document.isUnsaved();
    state.canUndo = m_document.undoStack().canUndo();
    state.canRedo = m_document.undoStack().canRedo();
    m_panel->setState(state);
}

bool FormationEditing::mayClose() {
    return !m_document.isUnsaved() ||
           widgets::maySaveOrDiscard(
               m_window, tr("Unsaved formation"), QFileInfo(m_document.file()).fileName(),
               [this] { return save(false); },
               [this] { m_store.remove(draftKey(m_document.file())); });
}

bool FormationEditing::open(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    if (path != m_document.file() && !mayClose()) {
        return false;
    }
    const QString draft = m_store.value(draftKey(path)).toString(); // opening removes the draft
    const auto opened = m_document.open(path);
    m_problem = opened ? QString() : widgets::toQt(opened.error().toString());
    m_broken = opened ? QString() : path;
    m_brokenLine = opened ? 0 : static_cast<int>(opened.error().line.value_or(0));
    if (opened) {
        m_view = {};
        takeDraft(draft);
    }
    show();
    Q_EMIT this->opened();
    return opened.has_value();
}

// Shows drags of the mouse at once; a drag becomes one undo step when it ends.
void FormationEditing::take(Edited edited, const QString& name, bool isDone) {
    if (!edited) {
        m_problem = widgets::toQt(edited.error().toString());
        m_document.preview(std::nullopt);
        return;
    }
    m_problem.clear();
    if (isDone) {
        m_document.edit(std::move(*edited), name);
    } else {
        m_document.preview(std::move(*edited));
    }
}

widgets::FormationView FormationEditing::settledView() const {
    widgets::FormationView view = m_view;
    view.text = m_document.settled();
    return view;
}

void FormationEditing::moveRole(int role, const Vector2d& place, bool isDone) {
    const widgets::FormationView view = settledView();
    if (!view.text || role < 0) {
        return;
    }
    const auto index = static_cast<std::size_t>(role);
    if (const auto sample = view.sample()) {
        take(view.text->withPlace(view.situation, *sample, index, place), tr("move a player"),
             isDone);
        return;
    }
    std::vector<Vector2d> places = placesOf(view);
    places[index] = place;
    take(view.text->withSample(view.situation, view.ball, places), tr("add a ball position"),
         isDone);
}

void FormationEditing::moveBall(const Vector2d& ball) {
    // Rounds to centimeters, as in the file, so that an added entry is found again.
    m_view.ball = (ball * 100.0).array().round().matrix() / 100.0;
    m_problem.clear();
    show();
}

void FormationEditing::addSample() {
    const widgets::FormationView view = settledView();
    if (view.text && !view.sample()) {
        take(view.text->withSample(view.situation, view.ball, placesOf(view)),
             tr("add a ball position"), true);
    }
}

void FormationEditing::removeSample() {
    const widgets::FormationView view = settledView();
    const auto sample = view.text ? view.sample() : std::nullopt;
    if (sample) {
        take(view.text->withoutSample(view.situation, *sample), tr("remove a ball position"), true);
    }
}

widgets::FileQuestion FormationEditing::question(const QString& title) const {
    return {QStringLiteral("formations"), title, tr("Formations (*.formation)"), m_document.file(),
            examplesFolder(QStringLiteral("formations"))};
}

bool FormationEditing::save(bool asksForName) {
    if (!m_document.settled()) {
        return false;
    }
    QString file = m_document.file();
    if (asksForName) {
        file = widgets::askToSave(m_window, question(tr("Save the formation")),
                                  QFileInfo(file).fileName());
        if (file.isEmpty()) {
            return false;
        }
    }
    const QString draft = draftKey(m_document.file());
    const auto saved = m_document.save(QFileInfo(file).absoluteFilePath());
    if (!saved) {
        m_messages.show(MessageBar::Severity::Error, widgets::toQt(saved.error().toString()));
        return false;
    }
    m_store.remove(draft);
    m_broken.clear();
    m_problem.clear();
    show();
    return true;
}

void FormationEditing::askForFile() {
    const QString file = widgets::askForFile(m_window, question(tr("Open a formation")));
    if (!file.isEmpty()) {
        open(file);
    }
}

// Loads the file when another editor has saved it, unless there are unsaved edits.
void FormationEditing::followDisk() {
    if (!m_panel || !m_panel->isVisible()) {
        return;
    }
    if (!m_broken.isEmpty()) {
        if (m_document.open(m_broken)) {
            m_broken.clear();
            m_problem.clear();
            show();
        }
        return;
    }
    if (m_document.file().isEmpty() || m_document.isUnsaved() || !m_document.hasChangedOnDisk()) {
        return;
    }
    const QString file = m_document.file();
    const auto opened = m_document.open(file);
    m_problem = opened ? QString()
                       : tr("The file was saved by another program and is invalid. %1")
                             .arg(widgets::toQt(opened.error().toString()));
    show();
}

QString FormationEditing::draftKey(const QString& file) {
    return QStringLiteral("formations/drafts/") +
           QString::fromLatin1(QUrl::toPercentEncoding(file));
}

void FormationEditing::keepDraft() {
    if (m_document.file().isEmpty()) {
        return;
    }
    if (m_document.isUnsaved()) {
        m_store.setValue(draftKey(m_document.file()), widgets::toQt(m_document.text()->text()));
    } else {
        m_store.remove(draftKey(m_document.file()));
    }
}

void FormationEditing::takeDraft(const QString& draft) {
    if (draft.isEmpty() || draft.toStdString() == m_document.text()->text()) {
        return;
    }
    auto text = FormationText::parse(draft.toStdString(), m_document.file().toStdString());
    if (text) {
        m_document.edit(std::move(*text), tr("unsaved edits"));
        m_messages.show(MessageBar::Severity::Note,
                        tr("%1: unsaved edits were restored; Undo discards them")
                            .arg(QFileInfo(m_document.file()).fileName()));
    }
}

} // namespace sideline::studio
