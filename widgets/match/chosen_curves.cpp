#include "widgets/match/chosen_curves.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QCoreApplication>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using logs::SignalId;

template <typename Handle>
void forAll(ChosenCurves& chosen, const Handle& handle) {
    std::ranges::for_each(chosen.curves, handle);
    for (ChosenTrack& track : chosen.tracks) {
        handle(track.x);
        handle(track.y);
    }
}

} // namespace

QString ChosenCurve::nameText() const {
    return toQt(name());
}

QString ChosenCurve::unitText() const {
    return toQt(logs::curveUnit(id));
}

QString ChosenCurve::nameWithUnit() const {
    const QString unit = unitText();
    return unit.isEmpty() ? nameText() : QStringLiteral("%1 [%2]").arg(nameText(), unit);
}

QString ChosenTrack::nameText() const {
    return QCoreApplication::translate("ChosenTrack", "%1 against %2")
        .arg(y.nameText(), x.nameText());
}

const QColor& curveColor(std::size_t index) {
    // Distinguishable on light and dark backgrounds (after Okabe and Ito).
    static const std::array kColors = {QColor(0x2f, 0x8f, 0xe8), QColor(0xe6, 0x7e, 0x00),
                                       QColor(0x1c, 0xa8, 0x78), QColor(0xd6, 0x4d, 0x9f),
                                       QColor(0xc9, 0xa2, 0x00), QColor(0x8f, 0x6b, 0xe0),
                                       QColor(0xd4, 0x3d, 0x3d), QColor(0x4f, 0xb6, 0xc9)};
    return kColors[index % kColors.size()];
}

bool ChosenCurves::contains(const logs::CurveId& id) const {
    return std::ranges::find(curves, id, &ChosenCurve::id) != curves.end();
}

QColor ChosenCurves::colorOf(std::size_t curve) const {
    return curves[curve].color.isValid() ? curves[curve].color : curveColor(curve);
}

std::vector<SignalId> ChosenCurves::signalIds() const {
    std::vector<SignalId> ids;
    const auto add = [&ids](const SignalId& id) {
        if (std::ranges::find(ids, id) == ids.end()) {
            ids.push_back(id);
        }
    };
    const auto addAll = [&add](const ChosenCurve& curve) {
        if (curve.id.formula == nullptr) {
            add(curve.id.signal);
            return;
        }
        for (const logs::FormulaInput& input : curve.id.formula->inputs()) {
            add(input.signal);
        }
    };
    std::ranges::for_each(curves, addAll);
    for (const ChosenTrack& track : tracks) {
        addAll(track.x);
        addAll(track.y);
    }
    return ids;
}

// --- formulas

const PlotFormula* ChosenCurves::findFormula(std::string_view name) const {
    const auto found = std::ranges::find(formulas, name, &PlotFormula::name);
    return found == formulas.end() ? nullptr : &*found;
}

void ChosenCurves::replaceFormula(const std::shared_ptr<const logs::Formula>& before,
                                  const PlotFormula& after) {
    forAll(*this, [&](ChosenCurve& curve) {
        if (curve.id.formula == before) {
            curve.id.formula = after.formula;
            curve.signalName = after.name;
        }
    });
}

void ChosenCurves::setFormula(const std::string& replaced, const PlotFormula& made) {
    const auto place =
        std::ranges::find(formulas, replaced.empty() ? made.name : replaced, &PlotFormula::name);
    if (place == formulas.end()) {
        formulas.push_back(made);
        return;
    }
    const auto before = std::exchange(*place, made).formula;
    replaceFormula(before, made);
}

void ChosenCurves::removeFormula(std::string_view name) {
    const auto place = std::ranges::find(formulas, name, &PlotFormula::name);
    if (place == formulas.end()) {
        return;
    }
    const auto isOf = [formula = place->formula](const ChosenCurve& curve) {
        return curve.id.formula == formula;
    };
    std::erase_if(curves, isOf);
    std::erase_if(tracks, [&](const ChosenTrack& track) { return isOf(track.x) || isOf(track.y); });
    formulas.erase(place);
}

void ChosenCurves::clearCurves() {
    curves.clear();
    tracks.clear();
}

bool ChosenCurves::resolve(const monitor::MatchFrame& frame) {
    bool isChanged = false;
    for (PlotFormula& each : formulas) {
        auto resolved = std::make_shared<logs::Formula>(*each.formula);
        if (resolved->resolve(frame)) {
            isChanged = true;
            const auto before = std::exchange(each.formula, std::move(resolved));
            replaceFormula(before, each);
        }
    }
    forAll(*this, [&](ChosenCurve& curve) {
        const SignalId id = logs::resolvedSignal(curve.id.signal, curve.signalName, frame);
        isChanged = isChanged || id != curve.id.signal;
        curve.id.signal = id;
    });
    return isChanged;
}

} // namespace sideline::widgets
