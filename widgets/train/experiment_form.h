#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>
#include <QWidget>

namespace sideline::widgets {

/// A setting of a task or an optimizer. Its type is that of the default value.
struct SettingField {
    enum class Kind : std::uint8_t { Number, Switch, Text };
    QString name;
    QString title; ///< for display
    QString about;
    QString unit;
    Kind kind = Kind::Number;
    QString defaultValue;      ///< as written in a file: `0.5`, `true`, `front`
    QStringList choices;       ///< allowed values of a string; empty: any text
    bool takesSeveral = false; ///< the value may be several choices, separated by spaces
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

/// A task or an optimizer to choose.
struct SettingKind {
    QString name;
    QString title; ///< for display
    QString about;
    std::vector<SettingField> fields;
};

/// Choices of the form.
struct ExperimentChoices {
    std::vector<SettingKind> tasks;
    std::vector<SettingKind> optimizers;
    std::vector<std::pair<QString, QString>> robots;  ///< name, and name for display
    std::vector<std::pair<QString, QString>> motions; ///< name for display, and file
    std::vector<std::pair<QString, QString>>
        summaries; ///< ways to combine trials into a fitness: name, and name for display
};

/// Strings by name, only those that differ from the defaults.
using SettingTexts = std::map<QString, QString>;

/// Contents of the form. A value type.
struct ExperimentFormValues {
    QString name;
    QString motion;        ///< file
    QStringList joints;    ///< joints that may change; empty: all
    QStringList keyframes; ///< keyframes that may change; empty: all
    bool angles = true;
    double angleRangeDeg = 20.0;
    bool times = true;
    double timeFactor = 1.5;
    bool speeds = false;
    double speedFactor = 1.5;
    bool gains = false;
    double gainFactor = 2.0;
    bool parameters = true;
    bool keepsSymmetry = true;
    bool keepsHolds = true;
    QStringList robots;
    QString task;
    SettingTexts taskSettings;
    QString optimizer;
    SettingTexts optimizerSettings;
    int seed = 1;
    int generations = 100;
    std::optional<double> target;
    int trials = 8;
    int raceAfter = 3;
    int hard = 0;
    int scout = 0;
    int validate = 40;
    bool fixedSeeds = false;
    bool isExact = false;
    QString summary;
};

/// A parameter that would be trained.
struct FreeParameter {
    QString name; ///< for display
    QString unit;
    double least = 0.0;
    double start = 0.0;
    double most = 0.0;
};

/// Result of checking the settings.
struct ExperimentForecast {
    /// The joints of the motion to choose from: name, and name for display.
    std::vector<std::pair<QString, QString>> joints;
    std::vector<std::pair<QString, QString>> keyframes; ///< keyframes: name, and name for display
    std::vector<FreeParameter> parameters;
    QString problem;  ///< why it cannot be started; empty if it can
    QString duration; ///< expected duration; empty while it is being measured
};

/// The form for a new experiment. GUI thread only.
class ExperimentForm : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentForm(ExperimentChoices choices, QWidget* parent = nullptr);
    ~ExperimentForm() override;

    void setValues(const ExperimentFormValues& values);
    [[nodiscard]] ExperimentFormValues values() const;
    void setForecast(const ExperimentForecast& forecast);

Q_SIGNALS:
    /// The contents have changed.
    void changed();
    /// The user wants a file that is not in the list.
    void motionFileRequested();

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::widgets
