#pragma once

#include <vector>

#include <QComboBox>
#include <QWidget>

#include "widgets/analysis/field_map.h"

namespace sideline::widgets {

/// Chooses the map on the field, and its team and player.
class FieldMapBar : public QWidget {
    Q_OBJECT
public:
    explicit FieldMapBar(QWidget* parent = nullptr);

    /// Teams and players to choose from; null for none.
    void setNumbers(const MatchNumbersPtr& numbers);
    void setChoice(const FieldMapChoice& choice);
    [[nodiscard]] const FieldMapChoice& choice() const { return m_choice; }

Q_SIGNALS:
    void choiceChanged();

private:
    void takeChoice();
    void showChoice();

    struct Whose {
        game::Side side = game::Side::None;
        game::PlayerId player{};
    };
    FieldMapChoice m_choice{FieldMapKind::Ball};
    QComboBox* m_kind;
    QComboBox* m_whose;
    std::vector<Whose> m_all;
};

} // namespace sideline::widgets
