#pragma once

#include <array>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "widgets/common/elided_label.h"
#include "widgets/localization/estimator_panel.h"

namespace sideline::widgets {

/// The variant to be tried by the user.
class VariantSection : public QWidget {
    Q_OBJECT
public:
    explicit VariantSection(QWidget* parent = nullptr);

    void setView(const EstimatorView& view);
    void setVariant(const EstimatorVariant& variant);
    /// Options that have no effect on the method keep their defaults.
    [[nodiscard]] EstimatorVariant variant() const;

Q_SIGNALS:
    void runRequested(const sideline::widgets::EstimatorVariant& variant);

private:
    void build();
    void showState();
    /// Why the variant cannot be run; empty if it can.
    [[nodiscard]] QString obstacle() const;

    QComboBox* m_method = nullptr;
    std::array<QCheckBox*, 6>
        m_observations{}; ///< in the order of the members of `EstimatorVariant`
    QCheckBox* m_offset = nullptr;
    QDoubleSpinBox* m_assumed = nullptr;
    QDoubleSpinBox* m_added = nullptr;
    QDoubleSpinBox* m_every = nullptr;
    ElidedLabel* m_name = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_reset = nullptr;
    bool m_hasStream = false;
    bool m_canRerun = false;
    std::vector<QString> m_variants; ///< names of the variants in the list
};

} // namespace sideline::widgets
