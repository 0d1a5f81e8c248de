#pragma once

#include <vector>

#include <QPushButton>
#include <QTableWidget>
#include <QWidget>

#include "studio/settings/app_settings.h"

namespace sideline::studio {

/// The page of the settings where teams get colors of their own: a table of names and colors.
class TeamColoursPage : public QWidget {
    Q_OBJECT
public:
    explicit TeamColoursPage(QWidget* parent = nullptr);

    void setColours(const std::vector<NamedColour>& colours);
    /// Rows that have a name.
    [[nodiscard]] std::vector<NamedColour> colours() const;

Q_SIGNALS:
    void edited();

private:
    void addRow(const NamedColour& colour);
    void paint(QPushButton* button, const QColor& colour) const;
    void updateRemove();

    QTableWidget* m_table;
    QPushButton* m_remove;
    bool m_isFilling = false;
};

} // namespace sideline::studio
