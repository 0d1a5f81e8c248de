#include "widgets/match/plot_set.h"

#include <algorithm>
#include <cmath>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "agentcore/base/input_file.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using base::ErrorCode;
using base::Expected;

constexpr int kPlotsVersion = 1;
constexpr std::uint64_t kMaxPlotsBytes = std::uint64_t{4} << 20U;
constexpr qsizetype kMaxPlotsEntries = 200;
const QString kVersionKey = QStringLiteral("sideline_plots");

tl::unexpected<base::Error> badPlots(const QString& what, const char* expected) {
    return base::failure(ErrorCode::Malformed, what.toStdString(), expected);
}

// --- writing

QJsonObject writtenFormula(const PlotFormula& formula) {
    QJsonObject object{{QStringLiteral("name"), toQt(formula.name)},
                       {QStringLiteral("formula"), toQt(formula.formula->text())}};
    if (!formula.unit.empty()) {
        object[QStringLiteral("unit")] = toQt(formula.unit);
    }
    return object;
}

QJsonArray writtenFormulas(const std::vector<PlotFormula>& formulas) {
    QJsonArray array;
    for (const PlotFormula& each : formulas) {
        array.append(writtenFormula(each));
    }
    return array;
}

QJsonObject writtenCurve(const ChosenCurve& curve) {
    QJsonObject object{{curve.id.formula ? QStringLiteral("formula") : QStringLiteral("signal"),
                        toQt(curve.signalName)}};
    if (curve.id.derivative > 0) {
        object[QStringLiteral("derivative")] = curve.id.derivative;
    }
    if (curve.id.averageS > 0.0) {
        object[QStringLiteral("average_s")] = curve.id.averageS;
    }
    if (curve.color.isValid()) {
        object[QStringLiteral("color")] = curve.color.name();
    }
    if (!curve.plot.isEmpty()) {
        object[QStringLiteral("plot")] = curve.plot;
    }
    return object;
}

QJsonObject writtenSet(const PlotSet& set) {
    QJsonArray curves;
    for (const ChosenCurve& curve : set.chosen.curves) {
        curves.append(writtenCurve(curve));
    }
    QJsonArray tracks;
    for (const auto& [x, y] : set.chosen.tracks) {
        tracks.append(QJsonObject{{QStringLiteral("x"), writtenCurve(x)},
                                  {QStringLiteral("y"), writtenCurve(y)}});
    }
    QJsonArray values;
    for (const auto& [plot, range] : set.values) {
        values.append(QJsonObject{{QStringLiteral("plot"), plot},
                                  {QStringLiteral("from"), range.first},
                                  {QStringLiteral("to"), range.second}});
    }
    QJsonObject object{{kVersionKey, kPlotsVersion},
                       {QStringLiteral("name"), set.name},
                       {QStringLiteral("formulas"), writtenFormulas(set.chosen.formulas)},
                       {QStringLiteral("curves"), curves},
                       {QStringLiteral("tracks"), tracks},
                       {QStringLiteral("values"), values}};
    if (set.time) {
        object[QStringLiteral("time_s")] = QJsonArray{set.time->beginS, set.time->endS};
    }
    return object;
}

// --- reading

Expected<QJsonObject> parsedObject(const QByteArray& json) {
    QJsonParseError fault{};
    const QJsonDocument document = QJsonDocument::fromJson(json, &fault);
    if (fault.error != QJsonParseError::NoError) {
        auto failed = badPlots(QStringLiteral("invalid JSON: %1").arg(fault.errorString()),
                               "a file saved by the Plots panel");
        failed.value().byteOffset = static_cast<std::uint64_t>(std::max(0, fault.offset));
        return failed;
    }
    const QJsonObject object = document.object();
    const QJsonValue version = object[kVersionKey];
    if (!version.isDouble()) {
        return base::failure(ErrorCode::UnsupportedFormat, "not a file of saved plots",
                             "a number \"sideline_plots\"");
    }
    if (version.toInt() != kPlotsVersion) {
        return base::failure(
            ErrorCode::UnsupportedFormat,
            QStringLiteral("plots of version %1").arg(version.toDouble()).toStdString(),
            "version 1; a later one needs a newer Sideline");
    }
    return object;
}

// The entries of a list, each of which is an object; none if the list is missing.
Expected<std::vector<QJsonObject>> entriesOf(const QJsonObject& object, const char* key) {
    const QJsonValue value = object[QLatin1String(key)];
    std::vector<QJsonObject> entries;
    if (value.isUndefined()) {
        return entries;
    }
    const QJsonArray array = value.toArray();
    if (!value.isArray() || array.size() > kMaxPlotsEntries) {
        return badPlots(QStringLiteral("\"%1\" is not a list of at most %2 entries")
                            .arg(QLatin1String(key))
                            .arg(kMaxPlotsEntries),
                        "[{...}, ...]");
    }
    for (const QJsonValue& entry : array) {
        if (!entry.isObject()) {
            return badPlots(QStringLiteral("entry %1 of \"%2\" is not an object")
                                .arg(entries.size() + 1)
                                .arg(QLatin1String(key)),
                            "{...}");
        }
        entries.push_back(entry.toObject());
    }
    return entries;
}

QString stringIn(const QJsonObject& object, const char* key) {
    return object[QLatin1String(key)].toString();
}

Expected<std::vector<PlotFormula>> readFormulas(const QJsonObject& object) {
    const auto entries = entriesOf(object, "formulas");
    if (!entries) {
        return tl::unexpected(entries.error());
    }
    std::vector<PlotFormula> formulas;
    for (const QJsonObject& entry : *entries) {
        const QString name = stringIn(entry, "name");
        auto made = makePlotFormula(name, stringIn(entry, "formula"), stringIn(entry, "unit"));
        if (!made) {
            made.error().message =
                QStringLiteral("formula \"%1\": ").arg(name).toStdString() + made.error().message;
            return tl::unexpected(std::move(made.error()));
        }
        if (std::ranges::find(formulas, made->name, &PlotFormula::name) != formulas.end()) {
            return badPlots(QStringLiteral("two formulas have the name \"%1\"").arg(name),
                            "different names");
        }
        formulas.push_back(std::move(*made));
    }
    return formulas;
}

Expected<ChosenCurve> readCurve(const QJsonObject& object,
                                const std::vector<PlotFormula>& formulas) {
    constexpr int kMaxDerivative = 2;
    constexpr double kMaxAverageS = 600.0;
    ChosenCurve curve;
    if (const QString name = stringIn(object, "formula"); !name.isEmpty()) {
        curve.signalName = name.toStdString();
        const auto found = std::ranges::find(formulas, curve.signalName, &PlotFormula::name);
        if (found == formulas.end()) {
            return badPlots(
                QStringLiteral("a curve refers to the missing formula \"%1\"").arg(name),
                "a formula of this name in \"formulas\"");
        }
        curve.id.formula = found->formula;
    } else {
        curve.signalName = stringIn(object, "signal").toStdString();
        const auto signal = logs::signalNamed(curve.signalName);
        if (!signal) {
            return badPlots(QStringLiteral("unknown signal \"%1\"").arg(toQt(curve.signalName)),
                            "a \"signal\" such as ball.x or left.7.rlj4, or a \"formula\"");
        }
        curve.id.signal = *signal;
    }
    const QJsonValue derivative = object[QLatin1String("derivative")];
    const QJsonValue average = object[QLatin1String("average_s")];
    curve.id.derivative = derivative.toInt(0);
    curve.id.averageS = average.toDouble(0.0);
    if (curve.id.derivative < 0 || curve.id.derivative > kMaxDerivative ||
        !(curve.id.averageS >= 0.0 && curve.id.averageS <= kMaxAverageS)) {
        return badPlots(QStringLiteral("curve %1: derivative or average out of range")
                            .arg(toQt(curve.signalName)),
                        "\"derivative\" 0 to 2, \"average_s\" 0 to 600");
    }
    if (const QString color = stringIn(object, "color"); !color.isEmpty()) {
        curve.color = QColor(color);
        if (!curve.color.isValid()) {
            return badPlots(
                QStringLiteral("curve %1: color \"%2\"").arg(toQt(curve.signalName), color),
                "a color such as #2f8fe8");
        }
    }
    curve.plot = stringIn(object, "plot");
    return curve;
}

Expected<void> readCurves(const QJsonObject& object, ChosenCurves& chosen) {
    const auto curves = entriesOf(object, "curves");
    const auto tracks = entriesOf(object, "tracks");
    if (!curves || !tracks) {
        return tl::unexpected(curves ? tracks.error() : curves.error());
    }
    for (const QJsonObject& entry : *curves) {
        auto curve = readCurve(entry, chosen.formulas);
        if (!curve) {
            return tl::unexpected(std::move(curve.error()));
        }
        chosen.curves.push_back(std::move(*curve));
    }
    for (const QJsonObject& entry : *tracks) {
        auto x = readCurve(entry[QLatin1String("x")].toObject(), chosen.formulas);
        auto y = readCurve(entry[QLatin1String("y")].toObject(), chosen.formulas);
        if (!x || !y) {
            return tl::unexpected(x ? std::move(y.error()) : std::move(x.error()));
        }
        chosen.tracks.push_back({std::move(*x), std::move(*y)});
    }
    return {};
}

Expected<void> readRanges(const QJsonObject& object, PlotSet& set) {
    const auto values = entriesOf(object, "values");
    if (!values) {
        return tl::unexpected(values.error());
    }
    const auto isRange = [](const QJsonValue& from, const QJsonValue& to) {
        return from.isDouble() && to.isDouble() && from.toDouble() < to.toDouble();
    };
    for (const QJsonObject& entry : *values) {
        const QJsonValue from = entry[QLatin1String("from")];
        const QJsonValue to = entry[QLatin1String("to")];
        if (!isRange(from, to)) {
            return badPlots(
                QStringLiteral("invalid range of the plot \"%1\"").arg(stringIn(entry, "plot")),
                "\"from\" below \"to\"");
        }
        set.values[stringIn(entry, "plot")] = {from.toDouble(), to.toDouble()};
    }
    if (const QJsonValue time = object[QLatin1String("time_s")]; !time.isUndefined()) {
        const QJsonArray ends = time.toArray();
        if (ends.size() != 2 || !isRange(ends[0], ends[1])) {
            return badPlots(QStringLiteral("\"time_s\" is not an interval"),
                            "[begin, end], ascending");
        }
        set.time = logs::LoopRange{ends[0].toDouble(), ends[1].toDouble()};
    }
    return {};
}

Expected<PlotSet> readSet(const QJsonObject& object) {
    PlotSet set;
    set.name = stringIn(object, "name");
    auto formulas = readFormulas(object);
    if (!formulas) {
        return tl::unexpected(std::move(formulas.error()));
    }
    set.chosen.formulas = std::move(*formulas);
    if (auto done = readCurves(object, set.chosen); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    if (auto done = readRanges(object, set); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    return set;
}

} // namespace

QByteArray plotSetText(const PlotSet& set) {
    return QJsonDocument(writtenSet(set)).toJson(QJsonDocument::Indented);
}

Expected<PlotSet> plotSetFromText(const QByteArray& json) {
    const auto object = parsedObject(json);
    return object ? readSet(*object) : tl::unexpected(object.error());
}

Expected<PlotSet> readPlotSet(const QString& file) {
    const auto text = base::readTextFile(file.toStdString(), kMaxPlotsBytes, "saved plots");
    if (!text) {
        return tl::unexpected(text.error());
    }
    auto set = plotSetFromText(QByteArray::fromStdString(*text));
    if (!set) {
        return tl::unexpected(set.error().inFile(file.toStdString()));
    }
    return set;
}

QByteArray storedPlotsText(const StoredPlots& stored) {
    QJsonArray sets;
    for (const auto& [name, set] : stored.sets) {
        sets.append(writtenSet(set));
    }
    return QJsonDocument(QJsonObject{{kVersionKey, kPlotsVersion},
                                     {QStringLiteral("formulas"), writtenFormulas(stored.formulas)},
                                     {QStringLiteral("sets"), sets}})
        .toJson(QJsonDocument::Compact);
}

Expected<StoredPlots> storedPlotsFromText(const QByteArray& json) {
    StoredPlots stored;
    if (json.trimmed().isEmpty()) {
        return stored;
    }
    const auto object = parsedObject(json);
    if (!object) {
        return tl::unexpected(object.error());
    }
    auto formulas = readFormulas(*object);
    const auto sets = entriesOf(*object, "sets");
    if (!formulas || !sets) {
        return tl::unexpected(formulas ? sets.error() : formulas.error());
    }
    stored.formulas = std::move(*formulas);
    for (const QJsonObject& entry : *sets) {
        auto set = readSet(entry);
        if (!set) {
            return tl::unexpected(std::move(set.error()));
        }
        stored.sets[set->name] = std::move(*set);
    }
    return stored;
}

Expected<PlotFormula> makePlotFormula(const QString& name, const QString& text,
                                      const QString& unit) {
    const std::string named = name.trimmed().toStdString();
    if (named.empty() || logs::signalNamed(named)) {
        return base::failure(ErrorCode::InvalidArgument,
                             named.empty() ? "the formula has no name"
                                           : "'" + named + "' is the name of a signal",
                             "a name of its own, such as x error");
    }
    auto formula = logs::Formula::parse(text.toStdString());
    if (!formula) {
        return tl::unexpected(std::move(formula.error()));
    }
    PlotFormula made{named, unit.trimmed().toStdString(), nullptr};
    if (!made.unit.empty()) {
        formula->setUnit(made.unit);
    }
    made.formula = std::make_shared<const logs::Formula>(std::move(*formula));
    return made;
}

} // namespace sideline::widgets
