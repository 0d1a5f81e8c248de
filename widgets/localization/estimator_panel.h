#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QStringList>
#include <QWidget>

#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// A variant to be tried by the user: an estimator with some observations switched off, or with
/// different noise.
struct EstimatorVariant {
    localization::Method method = localization::Method::Fusion;
    bool cornerFlags = true;
    bool goalPosts = true;
    bool lines = true;
    bool gyro = true;
    bool accelerometer = true;
    bool feet = true;
    bool learnsCameraOffset = true;
    double assumedNoise = 1.0; ///< multiple of the server's model, as assumed by the estimator
    double addedNoise = 0.0;   ///< multiple of the server's model, added to the recorded values
    int visionEvery = 1;
    [[nodiscard]] bool operator==(const EstimatorVariant&) const = default;
};
/// A short name of the differences from the plain method, such as `Fusion, no lines, assumes 2 x
/// noise`.
[[nodiscard]] QString nameOf(const EstimatorVariant& variant);

/// Figures of an estimator over the evaluated interval.
struct EstimatorScore {
    double meanM = 0.0;
    double p95M = 0.0;
    double maxM = 0.0;
    double headingMeanRad = 0.0;
    double validRatio = 0.0;
    std::optional<double> microseconds; ///< nullopt if unknown
    std::optional<double> consistency;  ///< mean squared sigmas per degree of freedom
};

/// An estimator in the list.
struct EstimatorRow {
    int id = 0;
    QString name;
    QString about;
    QColor color;
    bool isShown = true;
    bool isRemovable = false;            ///< a variant or a reported belief
    bool isRunning = false;              ///< its figures are incomplete
    std::optional<EstimatorScore> score; ///< nullopt without truth
    std::optional<BeliefError> now;      ///< error at the instant shown
    bool isValidNow = false;
};

struct EstimatorView {
    QString source; ///< such as `ut-player00.rec.gz: left 2, 6250 cycles, 125 s`; empty: no stream
    QString truth;  ///< source of the ground truth; empty: none
    QString hint;   ///< shown without a stream: instructions for the user
    std::vector<EstimatorRow> rows;
    int chosen = -1;       ///< id of the row whose observations are shown
    bool canRerun = false; ///< variants need the stream's percepts
    int progressPercent = 100;
    QString beliefs;    ///< state of live reports of agents; empty: not listening
    QStringList values; ///< report of the chosen row at the instant shown, such as `state: lost`
    QString interval;   ///< interval of the figures, such as `12.0 s to 30.0 s`; empty: all
    [[nodiscard]] bool isRunning() const { return progressPercent < 100; }
};

/// The panel of estimators and their figures, layers of the map, and variants.
class EstimatorPanel : public QWidget {
    Q_OBJECT
public:
    explicit EstimatorPanel(QWidget* parent = nullptr);
    ~EstimatorPanel() override;

    void setView(const EstimatorView& view);
    void setLayers(const LocalizeLayers& layers);
    [[nodiscard]] LocalizeLayers layers() const;
    /// The variant as currently set up.
    [[nodiscard]] EstimatorVariant variant() const;
    void setVariant(const EstimatorVariant& variant);

Q_SIGNALS:
    void shownChanged(int id, bool isShown);
    void chosenChanged(int id);
    void layersChanged(const sideline::widgets::LocalizeLayers& layers);
    void variantRequested(const sideline::widgets::EstimatorVariant& variant);
    void removeRequested(int id);
    void openRequested();   ///< the user opens a recorded stream
    void exportRequested(); ///< the user exports errors and beliefs as a table

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sideline::widgets
