#include "training/skill/kick_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/math/quantile.h"
#include "agentcore/motion/kick/kick_parameters.h"
#include "agents/behaviors/built_in.h"

namespace sideline::training {

namespace {

constexpr double kCellM = 0.02;
constexpr int kCellsAhead = 4; // cells on each side of the nominal ball position
constexpr int kCellsLateral = 4;
constexpr double kGoodDistanceRatio = 0.6; // fraction of the median: longer kicks count as good
constexpr double kGoodOffRad = math::radFromDeg(15.0);
constexpr std::array kSlower = {1.0, 1.3, 1.7, 2.2, 3.0, 4.0};

std::size_t metricOf(const SkillLab& lab, std::string_view name) {
    const auto& metrics = lab.task()->metrics();
    return static_cast<std::size_t>(std::ranges::find(metrics, name, &MetricInfo::name) -
                                    metrics.begin());
}

// Reads metrics of a kick's trials, relative to the desired direction.
class KickReader {
public:
    explicit KickReader(const SkillLab& lab)
        : m_distance(metricOf(lab, "ballDistanceM")),
          m_contact(metricOf(lab, "contactS")),
          m_direction(metricOf(lab, "ballDirectionDeg")) {
        for (const auto& [key, value] : lab.skill().taskSettings) {
            if (key == "direction") {
                m_targetRad = math::radFromDeg(std::stod(value)); // validated by the task
            }
        }
    }
    [[nodiscard]] double offRad(const SkillTrial& trial) const {
        return math::wrapRad(math::radFromDeg(trial.score.metrics[m_direction]) - m_targetRad);
    }
    [[nodiscard]] double aheadM(const SkillTrial& trial) const {
        return trial.score.metrics[m_distance] * std::cos(offRad(trial));
    }
    [[nodiscard]] std::optional<double> kickToContactS(const SkillTrial& trial) const {
        return trial.kickToContactS(trial.score.metrics[m_contact]);
    }

private:
    std::size_t m_distance;
    std::size_t m_contact;
    std::size_t m_direction;
    double m_targetRad = 0.0;
};

Skill changed(Skill skill, const agents::ParameterTexts& settings) {
    for (const auto& [key, value] : settings) {
        std::erase_if(skill.behaviorSettings, [&](const auto& each) { return each.first == key; });
        skill.behaviorSettings.emplace_back(key, value);
    }
    return skill;
}

base::Expected<std::vector<SkillTrial>> runSkillTrials(const Skill& skill,
                                                       const robot::RobotModelPtr& model,
                                                       const SkillLabSettings& settings,
                                                       int trials) {
    const auto lab = SkillLab::make(skill, model);
    if (!lab) {
        return tl::unexpected(lab.error());
    }
    SkillLabSettings each = settings;
    each.trials = std::max(10, trials);
    return lab->run(each);
}

class KickMeasurer {
public:
    KickMeasurer(const Skill& skill, robot::RobotModelPtr model, const SkillLabSettings& settings,
                 agents::Parameters numbers)
        : m_skill(skill),
          m_model(std::move(model)),
          m_settings(settings),
          m_numbers(std::move(numbers)) {}

    base::Expected<motion::KickRegion> region(const KickReader& reader, double distanceM) const {
        const Eigen::Vector2d nearest(m_numbers.number("ball-forward") - kCellsAhead * kCellM,
                                      m_numbers.number("ball-aside") - kCellsLateral * kCellM);
        motion::KickRegion region(nearest, kCellM, 2 * kCellsAhead + 1, 2 * kCellsLateral + 1);
        for (int row = 0; row < region.rows(); ++row) {
            for (int column = 0; column < region.columns(); ++column) {
                const Eigen::Vector2d middle = region.middle(row, column);
                const std::string halfCell = fmt::format("{}", 0.5 * kCellM);
                const auto trials = runSkillTrials(
                    changed(m_skill, {{"region", "false"},
                                      {"ball-forward", fmt::format("{:.4f}", middle.x())},
                                      {"ball-aside", fmt::format("{:.4f}", middle.y())},
                                      {"near-forward", halfCell},
                                      {"near-aside", halfCell}}),
                    m_model, m_settings, m_settings.trials / 10);
                if (!trials) {
                    return tl::unexpected(trials.error());
                }
                const auto good = std::ranges::count_if(*trials, [&](const SkillTrial& trial) {
                    return trial.score.isSuccess &&
                           reader.aheadM(trial) > kGoodDistanceRatio * distanceM &&
                           std::abs(reader.offRad(trial)) < kGoodOffRad;
                });
                region.setCell(row, column,
                               static_cast<double>(good) / static_cast<double>(trials->size()));
            }
        }
        region.findBest();
        return region;
    }

    base::Expected<motion::SwingTable> swings(const KickReader& reader) const {
        const double swingS = m_numbers.number("swing");
        std::vector<motion::SwingTable::Row> rows;
        for (const double swingTimeFactor : kSlower) {
            const auto trials = runSkillTrials(
                changed(m_skill, {{"swing", fmt::format("{:.5f}",
                                                        std::min(swingTimeFactor * swingS, 0.5))}}),
                m_model, m_settings, m_settings.trials / 4);
            if (!trials) {
                return tl::unexpected(trials.error());
            }
            std::vector<double> distancesM;
            for (const SkillTrial& trial : *trials) {
                if (trial.score.isSuccess) {
                    distancesM.push_back(reader.aheadM(trial));
                }
            }
            // Omits slower swings that do not shorten the kick.
            if (distancesM.size() * 2 > trials->size()) {
                const double medianM = math::medianOf(distancesM);
                if (rows.empty() || medianM < rows.back().distanceM - 0.05) {
                    rows.push_back({swingTimeFactor, medianM});
                }
            }
        }
        return motion::SwingTable(rows);
    }

private:
    const Skill& m_skill;
    robot::RobotModelPtr m_model;
    const SkillLabSettings& m_settings;
    agents::Parameters m_numbers;
};

} // namespace

motion::KickFigures kickFigures(const SkillLab& lab, std::span<const SkillTrial> trials) {
    const KickReader reader(lab);
    std::vector<double> distancesM;
    std::vector<double> contactsS;
    std::vector<double> aimsS;
    std::vector<double> offRad;
    for (const SkillTrial& trial : trials) {
        if (trial.score.isSuccess) {
            distancesM.push_back(reader.aheadM(trial));
            if (const auto contactS = reader.kickToContactS(trial)) {
                contactsS.push_back(*contactS);
            }
            if (trial.kicksS) {
                aimsS.push_back(*trial.kicksS);
            }
            offRad.push_back(std::abs(reader.offRad(trial)));
        }
    }
    if (distancesM.empty()) {
        return {};
    }
    return {math::medianOf(distancesM), contactsS.empty() ? 0.0 : math::medianOf(contactsS),
            math::medianOf(offRad),
            static_cast<double>(distancesM.size()) / static_cast<double>(trials.size()),
            aimsS.empty() ? motion::KickFigures().aimS : math::medianOf(aimsS)};
}

base::Expected<KickMeasures> measureKick(const Skill& skill, const robot::RobotModelPtr& model,
                                         const SkillLabSettings& settings) {
    const auto lab = SkillLab::make(skill, model);
    if (!lab) {
        return tl::unexpected(lab.error());
    }
    KickMeasures measures;
    measures.figures = kickFigures(*lab, lab->run(settings));
    if (skill.behavior != "kick") {
        return measures;
    }
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    const auto texts = registry.complete(skill.behavior, skill.behaviorSettings, *model);
    if (!texts) {
        return tl::unexpected(texts.error());
    }
    auto numbers = registry.check(skill.behavior, *texts);
    if (!numbers) {
        return tl::unexpected(numbers.error());
    }
    const bool isPlayed = !numbers->text("motion").empty();
    const KickMeasurer measurer(skill, model, settings, std::move(*numbers));
    const KickReader reader(*lab);
    auto region = measurer.region(reader, measures.figures.distanceM);
    if (!region) {
        return tl::unexpected(region.error());
    }
    measures.region = *region;
    if (!isPlayed) {
        const auto swings = measurer.swings(reader);
        if (!swings) {
            return tl::unexpected(swings.error());
        }
        measures.swings = *swings;
    }
    return measures;
}

std::string measuredText(const KickMeasures& measures) {
    const motion::KickFigures& figures = measures.figures;
    std::string text = fmt::format(
        "[measured]\ndistance = {:.3g}\ncontact = {:.3g}\nspread = {:.3g}\nstands = {:.3g}\naim = "
        "{:.3g}\n",
        figures.distanceM, figures.contactS, math::degFromRad(figures.spreadRad),
        figures.standsRatio, figures.aimS);
    if (!measures.swings.rows().empty()) {
        std::string rows;
        for (const motion::SwingTable::Row& row : measures.swings.rows()) {
            rows += fmt::format("{}{:.3g} {:.3g}", rows.empty() ? "" : ", ", row.swingTimeFactor,
                                row.distanceM);
        }
        text += fmt::format("swings = \"{}\"\n", rows);
    }
    if (const motion::KickRegion& region = measures.region; region.isKnown()) {
        const Eigen::Vector2d nearest = region.middle(0, 0);
        text += fmt::format("region-forward = {:.3g}\nregion-aside = {:.3g}\nregion-cell = {:.3g}\n"
                            "region = \"\"\"\n{}\"\"\"\n",
                            nearest.x(), nearest.y(), region.cellM(), region.text());
    }
    return text;
}

} // namespace sideline::training
