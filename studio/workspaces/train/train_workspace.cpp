#include "studio/workspaces/train/train_workspace.h"

#include <algorithm>
#include <utility>

#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUrl>

#include "agentcore/game/constants.h"
#include "studio/workspaces/train/individual_values.h"
#include "studio/workspaces/train/train_actions.h"
#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::IndividualId;
using widgets::TrainIndividual;

const QString kOpened = QStringLiteral("train/opened");
constexpr qint64 kSniffedBytes = 65536;

QString libraryFolder(const QSettings& store) {
    const QString fallback = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) +
                             QStringLiteral("/Sideline experiments");
    return store.value(QStringLiteral("train/own-folder"), fallback).toString();
}

// Excludes team files, which are TOML as well.
bool isExperimentFile(const QString& path) {
    QFile file(path);
    return path.endsWith(QStringLiteral(".toml"), Qt::CaseInsensitive) &&
           file.open(QIODevice::ReadOnly) &&
           file.read(kSniffedBytes).contains("sideline-experiment");
}

QStringList without(QStringList folders, const QString& folder) {
    folders.removeAll(folder);
    return folders;
}

// Returns the folder of an experiment for its settings or a checkpoint.
QString folderOf(const QString& path) {
    const QString folder = QFileInfo(path).isDir() ? path : QFileInfo(path).absolutePath();
    return ExperimentList::isExperimentFolder(folder) ? QDir(folder).absolutePath() : QString();
}

} // namespace

TrainWorkspace::TrainWorkspace(const Parts& parts)
    : m_parts(parts),
      m_actions(parts.actions),
      m_list(libraryFolder(parts.store)),
      m_setup(m_list, parts.ownMotions, parts.window),
      m_experiments(new widgets::ExperimentPanel),
      m_curves(new widgets::TrainCurves),
      m_parameters(new widgets::ParameterPanel),
      m_scatter(new widgets::ScatterPanel),
      m_individuals(new widgets::IndividualPanel),
      m_trial(new widgets::TrainTrialPanel),
      m_program(new widgets::ProgramTree) {
    m_list.setOpened(parts.store.value(kOpened).toStringList());
    connectPanels();
    connectData();
    connectActions();
    enableActions();
}

TrainWorkspace::~TrainWorkspace() {
    m_list.disconnect(this);
    m_reader.disconnect(this);
    m_replay.disconnect(this);
}

std::vector<WorkspacePanel> TrainWorkspace::panels() const {
    constexpr auto kBelow = Qt::BottomDockWidgetArea;
    return {
        {"train-experiments", tr("Experiments"), m_experiments, Qt::LeftDockWidgetArea, "train"},
        {"train-trial", tr("Trial"), m_trial, Qt::RightDockWidgetArea, "train"},
        {"train-program", tr("Program"), m_program, Qt::RightDockWidgetArea, "train"},
        {"train-curves", tr("Curves"), m_curves, kBelow, "train"},
        {"train-parameters", tr("Parameters"), m_parameters, kBelow, "train"},
        {"train-scatter", tr("Scatter plot"), m_scatter, kBelow, "train"},
        {"train-individuals", tr("Individuals"), m_individuals, kBelow, "train-table"},
        {"train-skills", tr("Skill lab"), m_lab.panel(), kBelow, "train-table"}};
}

std::vector<WorkspaceMenu> TrainWorkspace::menus() const {
    return {{tr("Tr&ain"),
             {"train.start", "train.pause", "", "train.play", "train.step-back", "train.step-on",
              "", "train.worst", "train.best", "", "train.send", "train.match"}}};
}

Claim TrainWorkspace::claim(const QString& path) const {
    const bool isOwn = ExperimentList::isExperimentFolder(path) || isExperimentFile(path);
    return isOwn ? Claim::ByContent : Claim::None;
}

void TrainWorkspace::open(const OpenRequest& request) {
    const QString folder = folderOf(request.path);
    if (!folder.isEmpty()) {
        addOpened(folder);
        show(folder);
        showOpened();
    } else {
        showOpened();
        m_setup.askForFile(request.path);
    }
}

void TrainWorkspace::setUp(const keyframe::Motion& motion, const robot::RobotModel& model) {
    m_setup.askForMotion(motion, model);
}

void TrainWorkspace::addOpened(const QString& folder) {
    QStringList folders = m_list.opened();
    if (QFileInfo(folder).absolutePath() != QDir(m_list.library()).absolutePath() &&
        !folders.contains(folder)) {
        folders << folder;
    }
    setOpened(folders);
}

void TrainWorkspace::setOpened(const QStringList& folders) {
    m_parts.store.setValue(kOpened, folders);
    m_list.setOpened(folders);
}

TrainStage* TrainWorkspace::stage() {
    if (!m_stage) {
        m_stage = new TrainStage; // the container owns the stage
        m_stage->setOptions(m_options);
        connect(&m_stage->view(), &viewer3d::MatchView::filesDropped, this,
                [this](const QStringList& files) { Q_EMIT openRequested({files.front()}); });
        connect(m_stage, &TrainStage::momentShown, m_program,
                [this](const auto& moment) { m_program->setMoment(programMoment(moment)); });
        showTrial();
    }
    return m_stage;
}

void TrainWorkspace::applySettings(const AppliedSettings& settings) {
    m_options = settings.settings.sceneOptions(settings.isDark, settings.settings.colors);
    if (m_stage) {
        m_stage->setOptions(m_options);
    }
}

void TrainWorkspace::setActive(bool isActive) {
    if (isActive != std::exchange(m_isActive, isActive)) {
        m_list.setWatching(isActive);
    }
    if (m_stage) {
        m_stage->setActive(isActive);
    }
}

std::optional<WorkspaceCenter> TrainWorkspace::center() {
    return WorkspaceCenter{stage(), {&stage()->view(), stage()->viewWidget()}};
}

QString TrainWorkspace::windowTitle() const {
    const widgets::ExperimentRow* row = m_list.find(m_reader.folder());
    return row != nullptr ? row->name : QFileInfo(m_reader.folder()).fileName();
}

void TrainWorkspace::connectPanels() {
    using Panel = widgets::ExperimentPanel;
    connect(m_experiments, &Panel::chosenByUser, this, &TrainWorkspace::show);
    connect(m_experiments, &Panel::newRequested, m_actions.action("train.new"), &QAction::trigger);
    connect(m_experiments, &Panel::openRequested, m_actions.action("train.open"),
            &QAction::trigger);
    connect(m_experiments, &Panel::startRequested, this,
            [this](const QString& folder) { report(m_list.start(folder)); });
    connect(m_experiments, &Panel::pauseRequested, this,
            [this](const QString& folder) { report(m_list.pause(folder)); });
    connect(m_experiments, &Panel::copyRequested, this, [this](const QString& folder) {
        m_setup.askForFile(folder + QStringLiteral("/experiment.toml"));
    });
    connect(m_experiments, &Panel::deleteRequested, this, &TrainWorkspace::askToDelete);
    connect(m_experiments, &Panel::removeRequested, this, [this](const QString& folder) {
        setOpened(without(m_list.opened(), folder));
        if (m_reader.folder() == folder) {
            show({});
        }
    });
    connect(m_experiments, &Panel::showInFolderRequested, this,
            [](const QString& folder) { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    connect(m_individuals, &widgets::IndividualPanel::chosenByUser, this, &TrainWorkspace::watch);
    connect(m_scatter, &widgets::ScatterPanel::chosenByUser, this, &TrainWorkspace::watch);
    connect(m_curves, &widgets::TrainCurves::generationChosen, this, [this](quint64 generation) {
        if (const auto best = bestOf(*m_reader.experiment(), generation)) {
            watch(*best);
        }
    });
    using Trial = widgets::TrainTrialPanel;
    connect(m_trial, &Trial::trialChosen, this, [this](int place) { m_replay.show(place); });
    connect(m_trial, &Trial::momentRequested, this, [this](double timeS) { stage()->goTo(timeS); });
    connect(m_trial, &Trial::ghostChosen, this, &TrainWorkspace::chooseGhost);
    connect(m_trial, &Trial::pinRequested, this, &TrainWorkspace::pin);
    connect(m_trial, &Trial::sendRequested, m_actions.action("train.send"), &QAction::trigger);
    connect(m_trial, &Trial::matchRequested, m_actions.action("train.match"), &QAction::trigger);
}

void TrainWorkspace::connectData() {
    connect(&m_list, &ExperimentList::changed, this, [this] {
        m_experiments->setExperiments(m_list.rows());
        const widgets::ExperimentRow* row = m_list.find(m_reader.folder());
        const auto& shown = m_reader.experiment();
        if (row != nullptr && (!shown || shown->generation != row->generation)) {
            m_reader.refresh();
        }
        enableActions();
        Q_EMIT titleChanged();
    });
    connect(&m_setup, &TrainSetup::failed, this, &TrainWorkspace::report);
    connect(&m_setup, &TrainSetup::made, this, [this](const QString& folder) {
        m_list.refresh();
        show(folder);
        report(m_list.start(folder));
    });
    connect(&m_reader, &ExperimentReader::changed, this, &TrainWorkspace::showExperiment);
    connect(&m_reader, &ExperimentReader::failed, this, &TrainWorkspace::report);
    connect(&m_replay, &TrialReplay::failed, this, &TrainWorkspace::report);
    connect(&m_replay, &TrialReplay::trialChanged, this, &TrainWorkspace::showTrial);
    connect(&m_replay, &TrialReplay::rowsChanged, this, &TrainWorkspace::showTrial);
    connect(&m_lab, &SkillLabControls::failed, this, &TrainWorkspace::report);
    connect(&m_lab, &SkillLabControls::openRequested, this, &TrainWorkspace::openRequested);
}

void TrainWorkspace::connectActions() {
    const auto when = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when("train.new", [this] {
        showOpened();
        m_setup.askForNew();
    });
    when("train.open", [this] { askToOpen(); });
    when("train.start", [this] { report(m_list.start(m_reader.folder())); });
    when("train.pause", [this] { report(m_list.pause(m_reader.folder())); });
    when("train.play", [this] { m_stage->setPlaying(!m_stage->isPlaying()); });
    when("train.step-back", [this] { m_stage->goTo(m_stage->timeS() - game::kStepS); });
    when("train.step-on", [this] { m_stage->goTo(m_stage->timeS() + game::kStepS); });
    when("train.worst", [this] { m_replay.show(m_replay.rows().front().place); });
    when("train.best", [this] {
        const training::Champion& champion = *m_reader.experiment()->champion;
        watch({champion.generation, champion.number});
    });
    when("train.send", [this] { send(); });
    when("train.match", [this] { openMatch(); });
}

void TrainWorkspace::enableActions() {
    enableTrainActions(m_actions, m_list.find(m_reader.folder()), m_reader.experiment(), m_replay,
                       m_watched.has_value());
}

void TrainWorkspace::report(const QString& fault) {
    if (!fault.isEmpty()) {
        m_parts.messages.dismiss(std::exchange(m_fault, fault));
        m_parts.messages.show(widgets::MessageBar::Severity::Error, fault);
    }
}

void TrainWorkspace::askToOpen() {
    const QString path = widgets::askForFolder(m_parts.window, m_list.question());
    if (!path.isEmpty() && folderOf(path).isEmpty()) {
        report(tr("%1 is not a folder created by `sideline train`").arg(path));
    } else if (!path.isEmpty()) {
        open({path});
    }
}

void TrainWorkspace::askToDelete(QString folder) { // a copy: the shown folder changes below
    if (!confirmDeletion(m_parts.window, folder)) {
        return;
    }
    if (m_reader.folder() == folder) {
        show({});
    }
    report(m_list.remove(folder));
    m_parts.store.setValue(kOpened, m_list.opened());
}

void TrainWorkspace::show(const QString& folder) {
    if (folder == m_reader.folder()) {
        return;
    }
    m_parts.messages.dismiss(std::exchange(m_fault, {}));
    m_watched.reset();
    m_hasShownChampion = false;
    m_pinned.reset();
    m_program->setProgram({});
    m_replay.clear();
    if (folder.isEmpty()) {
        m_reader.close();
    } else {
        m_reader.open(folder);
    }
    m_experiments->choose(folder);
    showExperiment();
    Q_EMIT titleChanged();
}

void TrainWorkspace::showExperiment() {
    const auto& experiment = m_reader.experiment();
    const widgets::TrainDataPtr data = experiment ? experiment->data : nullptr;
    m_curves->setData(data);
    m_parameters->setData(data);
    m_scatter->setData(data);
    m_individuals->setData(data);
    if (experiment && !experiment->fault.isEmpty() && m_fault != experiment->fault) {
        report(experiment->fault);
    }
    if (m_watched && watched() == nullptr) {
        m_watched.reset();
    }
    const auto marked = m_watched;
    m_individuals->choose(marked);
    m_parameters->setMarked(marked);
    m_scatter->setMarked(marked);
    m_curves->setMarked(marked ? std::optional(static_cast<double>(marked->generation))
                               : std::nullopt);
    showTrial();
    if (!m_hasShownChampion && experiment && experiment->champion) {
        m_hasShownChampion = true; // only once, as later jumps would interrupt the user
        watch({experiment->champion->generation, experiment->champion->number});
    }
}

const TrainIndividual* TrainWorkspace::watched() const {
    const auto& experiment = m_reader.experiment();
    return m_watched && experiment ? findIndividual(*experiment->data, *m_watched) : nullptr;
}

void TrainWorkspace::watch(const IndividualId& id) {
    const training::IndividualRecord* record = recordOf(m_reader.experiment(), id);
    if (record == nullptr) {
        return;
    }
    m_watched = id;
    m_hasShownChampion = true;
    showProgram(*record);
    if (m_reader.experiment()->parts) {
        m_replay.watch(m_reader.experiment(), record->genome);
        chooseGhost();
    }
    showExperiment();
}

// Shows an evolved program as trees; clears them for a motion.
void TrainWorkspace::showProgram(const training::IndividualRecord& record) {
    auto genes = programOf(*m_reader.experiment(), record);
    if (!genes) {
        report(widgets::toQt(genes.error().toString()));
    }
    m_program->setProgram(std::move(genes).value_or(std::vector<widgets::ProgramGene>()));
    if (!record.genome.program.empty()) {
        Q_EMIT panelRequested(QStringLiteral("train-program"));
    }
}

void TrainWorkspace::chooseGhost() {
    const auto& experiment = m_reader.experiment();
    if (!experiment || !experiment->parts) {
        return;
    }
    m_replay.setGhost(ghostGenome(m_trial->ghost(), *experiment, m_pinned));
}

void TrainWorkspace::pin() {
    if (const auto* record = m_watched ? recordOf(m_reader.experiment(), *m_watched) : nullptr) {
        m_pinned = *record;
        showTrial();
        chooseGhost();
    }
}

void TrainWorkspace::showTrial() {
    const TrainIndividual* one = watched();
    widgets::TrainTrialView view;
    if (one != nullptr) {
        view = trialView(*m_reader.experiment(), *one, m_replay);
    }
    if (m_pinned) {
        view.pinned = nameOf({m_pinned->generation, m_pinned->number});
    }
    m_trial->setView(view);
    if (m_stage) {
        m_stage->setTitle(one != nullptr ? view.title : tr("No individual is selected"),
                          m_replay.trial() ? tr("Validation trial %1").arg(m_replay.place() + 1)
                                           : QString());
        m_stage->setTrial(m_replay.trial(), m_replay.ghost());
    }
    enableActions();
}

void TrainWorkspace::send() {
    const OpenExperiment& experiment = *m_reader.experiment();
    const auto file = writeIndividual(experiment, *recordOf(m_reader.experiment(), *m_watched),
                                      m_parts.ownMotions(), m_parts.window);
    if (!file) {
        report(widgets::toQt(file.error().toString()));
    } else if (!file->isEmpty()) {
        m_parts.messages.show(widgets::MessageBar::Severity::Note, tr("Written to %1").arg(*file),
                              isOfMotions(experiment) ? tr("Open in the motion editor") : QString(),
                              [this, file = *file] { Q_EMIT openRequested({file}); });
    }
}

void TrainWorkspace::openMatch() {
    const auto file =
        writeTrial(*m_reader.experiment(), *recordOf(m_reader.experiment(), *m_watched), m_replay);
    if (!file) {
        report(widgets::toQt(file.error().toString()));
    } else {
        Q_EMIT openRequested(matchRequest(*m_replay.trial(), *file));
    }
}

} // namespace sideline::studio
