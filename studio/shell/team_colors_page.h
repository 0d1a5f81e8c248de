#pragma once

#include <vector>

#include <QPushButton>
#include <QTableWidget>
#include <QWidget>

#include "studio/settings/app_settings.h"

namespace sideline::studio {

/// Page of the settings for the colors of individual teams: a table of names and colors.
class TeamColorsPage : public QWidget {
    Q_OBJECT
public:
    explicit TeamColorsPage(QWidget* parent = nullptr);

    void setColors(const std::vector<NamedColor>& colors);
    /// Returns the rows that have a name.
    [[nodiscard]] std::vector<NamedColor> colors() const;

Q_SIGNALS:
    void edited();

private:
    void addRow(const NamedColor& color);
    void paint(QPushButton* button, const QColor& color) const;
    void updateRemove();

    QTableWidget* m_table;
    QPushButton* m_remove;
    bool m_isFilling = false;
};

} // namespace sideline::studio
