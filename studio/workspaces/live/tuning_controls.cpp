#include "studio/workspaces/live/tuning_controls.h"

#include <algorithm>
#include <cstdint>

#include <QFileInfo>
#include <QMessageBox>
#include <QUndoCommand>

#include <fmt/format.h>

#include "agents/behaviors/numbers.h"
#include "widgets/common/file_question.h"
#include "widgets/common/name_text.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

const QString kEnding = QStringLiteral(".toml");

widgets::TuningValue settingOf(const agents::ParameterInfo& info,
                               const agents::Parameters& values) {
    if (std::holds_alternative<double>(info.defaultValue)) {
        return values.number(info.name);
    }
    if (std::holds_alternative<bool>(info.defaultValue)) {
        return values.flag(info.name);
    }
    return widgets::toQt(values.text(info.name));
}

std::string textOf(const widgets::TuningValue& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return agents::valueText(*number);
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return agents::valueText(*flag);
    }
    return std::get<QString>(value).toStdString();
}

const std::string* findText(const agents::ParameterTexts& set, const std::string& name) {
    const auto found = std::ranges::find(set, name, [](const auto& each) { return each.first; });
    return found == set.end() ? nullptr : &found->second;
}

// @param text null: removes the parameter
agents::ParameterTexts with(agents::ParameterTexts set, const std::string& name,
                            const std::string* text) {
    std::erase_if(set, [&](const auto& each) { return each.first == name; });
    if (text != nullptr) {
        set.emplace_back(name, *text);
    }
    return set;
}

} // namespace

/// A step of an undo list. Consecutive changes of one parameter are merged.
class TuningControls::Step : public QUndoCommand {
public:
    Step(TuningControls& controls, const Target& target, const QString& text, std::string name,
         agents::ParameterTexts before, agents::ParameterTexts after)
        : QUndoCommand(text),
          m_controls(controls),
          m_target(target),
          m_name(std::move(name)),
          m_before(std::move(before)),
          m_after(std::move(after)) {}

    void undo() override { apply(m_before, "undone"); }
    void redo() override {
        if (std::exchange(m_isDone, true)) { // the first change was applied before the push
            apply(m_after, "done again");
        }
    }
    [[nodiscard]] int id() const override { return m_name.empty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const Step*>(other);
        if (next->m_name != m_name) {
            return false;
        }
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    void apply(const agents::ParameterTexts& set, const char* how) {
        m_controls.apply(m_target, set, fmt::format("{}: {}", text().toStdString(), how));
    }

    TuningControls& m_controls;
    Target m_target;
    std::string m_name;
    agents::ParameterTexts m_before;
    agents::ParameterTexts m_after;
    bool m_isDone = false;
};

TuningControls::TuningControls(AgentHost& host, AgentControls& agents,
                               widgets::MessageBar& messages)
    : m_host(host), m_agents(agents), m_messages(messages), m_panel(new widgets::TuningPanel) {
    connectPanel();
    connect(&m_host, &AgentHost::agentsChanged, this, &TuningControls::refresh);
    connect(&m_agents, &AgentControls::agentShown, this, &TuningControls::refresh);
    refresh();
}

TuningControls::~TuningControls() = default;

void TuningControls::connectPanel() {
    using Panel = widgets::TuningPanel;
    connect(m_panel, &Panel::changed, this, &TuningControls::change);
    connect(m_panel, &Panel::resetRequested, this,
            [this](const QString& name) { resetOne(name.toStdString()); });
    connect(m_panel, &Panel::resetAllRequested, this, &TuningControls::resetAll);
    connect(m_panel, &Panel::undoRequested, this, [this] {
        if (m_shown) {
            stackOf(m_shown->target).undo();
            refresh(); // after the list has updated its position
        }
    });
    connect(m_panel, &Panel::redoRequested, this, [this] {
        if (m_shown) {
            stackOf(m_shown->target).redo();
            refresh(); // after the list has updated its position
        }
    });
    connect(m_panel, &Panel::saveRequested, this, &TuningControls::askAndSave);
}

std::optional<TuningControls::Shown> TuningControls::shown() const {
    const AgentHost::Agent* agent = m_agents.playing();
    if (agent == nullptr || !agent->frame) {
        return std::nullopt;
    }
    Shown shown;
    shown.target = {agent->key, agent->isDriven};
    shown.info =
        m_host.behaviors().find(agent->isDriven ? AgentHost::kDriver : agent->blueprint.behavior);
    shown.set = agent->isDriven ? agent->driverSet : agent->set;
    return shown.info != nullptr ? std::optional(shown) : std::nullopt;
}

const AgentHost::Agent& TuningControls::agentOf(const Target& target) const {
    return *m_host.find(target.key);
}

const agents::ParameterTexts& TuningControls::initialOf(const Target& target) const {
    static const agents::ParameterTexts kNothing;
    return target.isOfDriver ? kNothing : agentOf(target).blueprint.parameters;
}

base::Expected<agents::Parameters> TuningControls::valuesOf(
    const Shown& shown, const agents::ParameterTexts& set) const {
    const robot::RobotModel& model = runtime::modelOf(agentOf(shown.target).blueprint.settings);
    const auto complete = m_host.behaviors().complete(shown.info->name, set, model);
    if (!complete) {
        return tl::unexpected(complete.error());
    }
    return m_host.behaviors().check(shown.info->name, *complete);
}

std::vector<widgets::TuningRow> TuningControls::rowsOf(const Shown& shown) const {
    const auto values = valuesOf(shown, shown.set);
    if (!values) {
        return {};
    }
    // Defaults depend on the current gait; parameters set at the start remain in effect.
    const agents::ParameterTexts& initial = initialOf(shown.target);
    agents::ParameterTexts unset = initial;
    for (const agents::ParameterInfo& info : shown.info->parameters) {
        const std::string* text = findText(shown.set, info.name);
        if (text != nullptr && std::holds_alternative<std::string>(info.defaultValue)) {
            unset = with(std::move(unset), info.name, text);
        }
    }
    const auto suited = valuesOf(shown, unset);
    const auto first = valuesOf(shown, initial);
    std::vector<widgets::TuningRow> rows;
    for (const agents::ParameterInfo& info : shown.info->parameters) {
        const bool isText = std::holds_alternative<std::string>(info.defaultValue);
        const auto& before = isText ? first : suited;
        rows.push_back({widgets::toQt(info.name), widgets::toQt(info.description),
                        widgets::toQt(info.unit), info.least, info.most, settingOf(info, *values),
                        settingOf(info, before ? *before : *values)});
    }
    return rows;
}

QUndoStack& TuningControls::stackOf(const Target& target) {
    auto& stack = m_stacks[target];
    if (!stack) {
        stack = std::make_unique<QUndoStack>();
    }
    return *stack;
}

void TuningControls::refresh() {
    if (!m_panel) {
        return;
    }
    std::erase_if(m_stacks,
                  [this](const auto& each) { return m_host.find(each.first.key) == nullptr; });
    const auto now = shown();
    widgets::TuningView view;
    if (!now) {
        view.note =
            m_agents.shown()
                ? tr("Available only while the agent is playing and its newest frame is shown.")
                : tr("No built-in agent is selected.");
        m_shown.reset();
    } else {
        const world::AgentIdentity& identity = agentOf(now->target).frame->identity;
        view.title = QStringLiteral("%1 %2: %3")
                         .arg(widgets::toQt(identity.team))
                         .arg(identity.robot.unum.value())
                         .arg(widgets::plainName(widgets::toQt(now->info->name)));
        view.rows = m_shown == now ? m_panel->view().rows : rowsOf(*now);
        m_shown = now;
        view.note = view.rows.empty() ? tr("This behavior has no parameters.") : QString();
        view.fileKind = now->info->file ? widgets::toQt(now->info->file->kind) : QString();
        QUndoStack& stack = stackOf(now->target);
        view.undoText = stack.canUndo() ? stack.undoText() : QString();
        view.redoText = stack.canRedo() ? stack.redoText() : QString();
    }
    m_panel->setView(view);
}

bool TuningControls::apply(const Target& target, const agents::ParameterTexts& set,
                           std::string line) {
    const auto done = m_host.tune(target.key, target.isOfDriver, set, std::move(line));
    if (!done) {
        m_messages.show(widgets::MessageBar::Severity::Error,
                        widgets::toQt(done.error().toString()));
        m_shown.reset(); // forces all values to be shown again
    }
    refresh();
    return done.has_value();
}

void TuningControls::push(const QString& text, const std::string& name,
                          const agents::ParameterTexts& set) {
    const Shown before = *m_shown;
    if (apply(before.target, set, text.toStdString())) {
        stackOf(before.target).push(new Step(*this, before.target, text, name, before.set, set));
        refresh();
    }
}

void TuningControls::change(const QString& name, const widgets::TuningValue& value, bool isDone) {
    if (!m_shown) {
        return;
    }
    const std::string key = name.toStdString();
    const std::string text = textOf(value);
    const auto set = with(m_shown->set, key, &text);
    const std::string line = fmt::format("{}: {} = {}", m_shown->info->name, key, text);
    const Shown before = *m_shown;
    // Only the final value of a slider is reported.
    if (!apply(before.target, set, isDone ? line : std::string())) {
        return;
    }
    if (set != before.set) {
        stackOf(before.target).push(new Step(*this, before.target, name, key, before.set, set));
        refresh();
    }
}

void TuningControls::resetOne(const std::string& name) {
    if (m_shown) {
        push(tr("reset %1").arg(widgets::toQt(name)), {},
             with(m_shown->set, name, findText(initialOf(m_shown->target), name)));
    }
}

void TuningControls::resetAll() {
    if (m_shown) {
        push(tr("reset all"), {}, initialOf(m_shown->target));
    }
}

base::Expected<void> TuningControls::saveAs(const QString& file) const {
    if (!m_shown || !m_shown->info->file) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "nothing is shown that can be saved");
    }
    const agents::NumbersFile& kind = *m_shown->info->file;
    const QFileInfo info(file);
    const QString name = info.fileName();
    if (!name.endsWith(kEnding) || name.startsWith(QLatin1Char('.')) ||
        name.startsWith(QLatin1Char('-')) || info.isDir()) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("'{}' is not a valid name for a {} file", name.toStdString(), kind.kind),
            "a name that ends in .toml, such as quick.toml");
    }
    const auto values = valuesOf(*m_shown, m_shown->set);
    if (!values) {
        return tl::unexpected(values.error());
    }
    const robot::RobotModel& model = runtime::modelOf(agentOf(m_shown->target).blueprint.settings);
    const std::string text = agents::numbersText(
        kind.behavior, kind.names, *values,
        fmt::format("A {} for {}, set by hand in the studio", kind.kind, model.name()));
    return widgets::saveBytes(QByteArray::fromStdString(text), file);
}

void TuningControls::askAndSave() {
    if (!m_shown || !m_shown->info->file) {
        return;
    }
    const QString kind = widgets::toQt(m_shown->info->file->kind);
    QString file = widgets::askToSave(
        m_panel, {QStringLiteral("parameters"), tr("Save %1").arg(kind), tr("Parameters (*.toml)")},
        kind + kEnding);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += kEnding; // the dialog has not checked whether a file with this extension exists
        if (QFileInfo::exists(file) &&
            QMessageBox::question(m_panel, tr("Save %1").arg(kind),
                                  tr("Replace %1?").arg(QFileInfo(file).fileName())) !=
                QMessageBox::Yes) {
            return;
        }
    }
    if (const auto saved = saveAs(file); !saved) {
        m_messages.show(widgets::MessageBar::Severity::Error,
                        widgets::toQt(saved.error().toString()));
    } else {
        m_messages.show(widgets::MessageBar::Severity::Note,
                        tr("Saved: set %1 = %2 to use it").arg(kind, file));
    }
}

} // namespace sideline::studio
