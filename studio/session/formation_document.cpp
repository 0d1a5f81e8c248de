#include "studio/session/formation_document.h"

#include <utility>

#include "agentcore/base/input_file.h"
#include "studio/session/version_command.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr std::uint64_t kMaxFormationBytes = 1U << 20U;

} // namespace

FormationDocument::FormationDocument(QObject* parent) : QObject(parent) {
    connect(&m_undo, &QUndoStack::indexChanged, this, &FormationDocument::changed);
}

FormationDocument::~FormationDocument() {
    m_undo.disconnect(this);
}

base::Expected<void> FormationDocument::open(const QString& file) {
    const std::string path = file.toStdString();
    auto bytes = base::readTextFile(path, kMaxFormationBytes, "a formation");
    if (!bytes) {
        return tl::unexpected(std::move(bytes.error()));
    }
    auto text = planning::FormationText::parse(*bytes, path);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    m_file = file;
    m_saved = *bytes;
    m_text = m_settled = std::make_shared<const planning::FormationText>(std::move(*text));
    m_undo.clear();
    Q_EMIT changed();
    return {};
}

base::Expected<void> FormationDocument::save(const QString& file) {
    auto saved = widgets::saveBytes(QByteArray::fromStdString(m_settled->text()), file);
    if (!saved) {
        return saved;
    }
    m_file = file;
    m_saved = m_settled->text();
    m_undo.setClean();
    Q_EMIT changed();
    return {};
}

bool FormationDocument::hasChangedOnDisk() const {
    const auto bytes = base::readTextFile(m_file.toStdString(), kMaxFormationBytes, "a formation");
    return bytes && *bytes != m_saved;
}

void FormationDocument::preview(std::optional<planning::FormationText> text) {
    m_text = text ? std::make_shared<const planning::FormationText>(std::move(*text)) : m_settled;
    Q_EMIT changed();
}

void FormationDocument::edit(planning::FormationText text, const QString& name) {
    auto after = std::make_shared<const planning::FormationText>(std::move(text));
    if (after->text() == m_settled->text()) {
        preview(std::nullopt);
        return;
    }
    m_undo.push(
        new VersionCommand<TextPtr>(name, m_settled, std::move(after),
                                    {[this](const TextPtr& version) { show(version); }, {}}));
}

void FormationDocument::show(TextPtr text) {
    m_text = m_settled = std::move(text);
}

} // namespace sideline::studio
