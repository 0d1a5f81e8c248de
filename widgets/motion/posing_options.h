#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QWidget>

namespace sideline::widgets {

/// Settings of the posing tools that all workspaces share.
struct PosingOptions {
    bool mirrors = false;   ///< the mirrored joints of the other side are moved as well
    bool storesKeys = true; ///< posing stores keys at the cursor at once
    int ground = 0;         ///< `robot::GroundRule`
    bool onionSkins = true; ///< neighboring keyframes are shown
    bool operator==(const PosingOptions&) const = default;
};

/// Controls for `PosingOptions`.
class PosingOptionsBar : public QWidget {
    Q_OBJECT
public:
    explicit PosingOptionsBar(QWidget* parent = nullptr);

    void setOptions(const PosingOptions& options);
    [[nodiscard]] const PosingOptions& options() const { return m_options; }

Q_SIGNALS:
    void optionsChanged(const sideline::widgets::PosingOptions& options);

private:
    void readOptions();

    PosingOptions m_options;
    QCheckBox* m_mirrors = nullptr;
    QCheckBox* m_storesKeys = nullptr;
    QCheckBox* m_onionSkins = nullptr;
    QComboBox* m_ground = nullptr;
};

} // namespace sideline::widgets
