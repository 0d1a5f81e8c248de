#pragma once

#include <functional>
#include <vector>

#include <QGridLayout>
#include <QWidget>

#include "widgets/train/experiment_form.h"

namespace sideline::widgets {

/// A field for each setting of a task or an optimizer. GUI thread only.
class SettingFields : public QWidget {
    Q_OBJECT
public:
    explicit SettingFields(QWidget* parent = nullptr);

    /// Replaces the settings, with their default values.
    /// @param prefix prefix of the names of the fields, such as `task`
    void setFields(const QString& prefix, const std::vector<SettingField>& fields);
    void setTexts(const SettingTexts& texts);
    /// Values that differ from the defaults.
    [[nodiscard]] SettingTexts texts() const;

Q_SIGNALS:
    void changed();

private:
    struct Editor {
        SettingField field;
        std::function<QString()> text;
        std::function<void(const QString&)> setText;
    };
    [[nodiscard]] Editor editorFor(const SettingField& field, QWidget*& widget);

    QGridLayout* m_grid;
    std::vector<Editor> m_editors;
};

} // namespace sideline::widgets
