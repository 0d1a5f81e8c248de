// Our text format: JSON with a row of weights in each line.
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "agents/policy/meaning_json.h"
#include "agents/policy/policy_fault.h"
#include "agents/policy/policy_file.h"
#include "agents/policy/policy_formats.h"

namespace sideline::agents {

using base::ErrorCode;
using decision::ActivationLayer;
using decision::DenseLayer;
using decision::ElementwiseLayer;
using decision::GruLayer;
using decision::PolicyLayer;
using decision::PolicyNetwork;
using Function = ActivationLayer::Function;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kFormat = "sideline-policy";
constexpr int kVersion = 1;
constexpr float kNoLimit = std::numeric_limits<float>::infinity();

template <typename Vector>
std::string rowText(const Vector& values) {
    std::string text = "[";
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        fmt::format_to(std::back_inserter(text), "{}{}", i == 0 ? "" : ", ", values[i]);
    }
    return text + "]";
}

std::string matrixText(const Eigen::MatrixXf& matrix) {
    std::string text = "[";
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        text += (i == 0 ? "\n      " : ",\n      ") + rowText(matrix.row(i));
    }
    return text + "]";
}

std::string limitText(float value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

std::string fieldsOf(const PolicyLayer& layer) {
    if (const auto* dense = std::get_if<DenseLayer>(&layer)) {
        return fmt::format(", \"weights\": {},\n     \"bias\": {}", matrixText(dense->weights),
                           rowText(dense->bias));
    }
    if (const auto* gru = std::get_if<GruLayer>(&layer)) {
        return fmt::format(", \"linearBeforeReset\": {},\n     \"inputWeights\": {},\n"
                           "     \"hiddenWeights\": {},\n     \"inputBias\": {},\n"
                           "     \"hiddenBias\": {}",
                           gru->isLinearBeforeReset, matrixText(gru->inputWeights),
                           matrixText(gru->hiddenWeights), rowText(gru->inputBias),
                           rowText(gru->hiddenBias));
    }
    if (const auto* elementwise = std::get_if<ElementwiseLayer>(&layer)) {
        return fmt::format(", \"values\": {}", rowText(elementwise->values));
    }
    const auto& activation = std::get<ActivationLayer>(layer);
    switch (activation.function) {
    case Function::LeakyRelu:
    case Function::Elu:
        return fmt::format(", \"slope\": {}", activation.a);
    case Function::Clip:
        return fmt::format(", \"least\": {}, \"most\": {}", limitText(activation.a),
                           limitText(activation.b));
    default:
        return {};
    }
}

float numberOf(const Json& json) {
    return static_cast<float>(json.get<double>());
}

Eigen::VectorXf vectorOf(const Json& json) {
    if (!json.is_array()) {
        failPolicy(ErrorCode::Malformed, "the weights are not a list", "a list of numbers");
    }
    Eigen::VectorXf values(static_cast<Eigen::Index>(json.size()));
    for (std::size_t i = 0; i < json.size(); ++i) {
        values[static_cast<Eigen::Index>(i)] = numberOf(json[i]);
    }
    return values;
}

Eigen::MatrixXf matrixOf(const Json& json) {
    if (!json.is_array() || json.empty()) {
        failPolicy(ErrorCode::Malformed, "the weights are not a list of rows",
                   "a list of rows, one per output");
    }
    Eigen::MatrixXf matrix;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const Eigen::VectorXf row = vectorOf(json[i]);
        if (i == 0) {
            matrix.resize(static_cast<Eigen::Index>(json.size()), row.size());
        }
        if (row.size() != matrix.cols()) {
            failPolicy(ErrorCode::Malformed,
                       fmt::format("row {} of the weights has {} numbers", i + 1, row.size()),
                       fmt::format("{} as in the first row", matrix.cols()));
        }
        matrix.row(static_cast<Eigen::Index>(i)) = row;
    }
    return matrix;
}

std::optional<PolicyLayer> activationOf(const std::string& kind, const Json& json) {
    for (int i = 0; i <= static_cast<int>(Function::Clip); ++i) {
        ActivationLayer layer{static_cast<Function>(i)};
        if (layerWord(layer) != kind) {
            continue;
        }
        if (layer.function == Function::LeakyRelu || layer.function == Function::Elu) {
            layer.a = numberOf(json.at("slope"));
        } else if (layer.function == Function::Clip) {
            layer.a = json.at("least").is_null() ? -kNoLimit : numberOf(json.at("least"));
            layer.b = json.at("most").is_null() ? kNoLimit : numberOf(json.at("most"));
        }
        return layer;
    }
    return std::nullopt;
}

PolicyLayer layerOf(const Json& json) {
    const auto kind = json.at("kind").get<std::string>();
    if (kind == "dense") {
        return DenseLayer{matrixOf(json.at("weights")), vectorOf(json.at("bias"))};
    }
    if (kind == "gru") {
        return GruLayer{matrixOf(json.at("inputWeights")), matrixOf(json.at("hiddenWeights")),
                        vectorOf(json.at("inputBias")), vectorOf(json.at("hiddenBias")),
                        json.at("linearBeforeReset").get<bool>()};
    }
    for (int i = 0; i <= static_cast<int>(ElementwiseLayer::Operation::Divide); ++i) {
        const auto operation = static_cast<ElementwiseLayer::Operation>(i);
        if (layerWord(ElementwiseLayer{operation, {}}) == kind) {
            return ElementwiseLayer{operation, vectorOf(json.at("values"))};
        }
    }
    if (auto activation = activationOf(kind, json)) {
        return std::move(*activation);
    }
    failPolicy(ErrorCode::UnsupportedFormat, fmt::format("unknown kind of layer '{}'", kind),
               "dense, gru, add, subtract, multiply, divide, or an activation");
}

} // namespace

std::string policyText(const decision::Policy& policy) {
    const PolicyNetwork& network = *policy.network;
    std::string text = fmt::format(
        "{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"meaning\": ", kFormat, kVersion);
    for (const char letter : meaningText(policy.meaning, 2)) {
        text += letter;
        text += letter == '\n' ? "  " : "";
    }
    text += fmt::format(",\n  \"inputs\": {},\n  \"layers\": [", network.inputSize());
    for (std::size_t i = 0; i < network.layers().size(); ++i) {
        text += fmt::format("{}\n    {{\"kind\": \"{}\"{}}}", i == 0 ? "" : ",",
                            layerWord(network.layers()[i]), fieldsOf(network.layers()[i]));
    }
    return text + "\n  ]\n}\n";
}

decision::Policy readPolicyText(std::string_view text) {
    const Json json = parseJson(text);
    std::size_t number = 0;
    try {
        checkKeys(json, "a policy", {"format", "version", "meaning", "inputs", "layers"});
        if (json.at("format") != kFormat || json.at("version") != kVersion) {
            failPolicy(ErrorCode::UnsupportedFormat, "unsupported policy version",
                       fmt::format("format {}, version {}", kFormat, kVersion));
        }
        std::vector<PolicyLayer> layers;
        for (const Json& layer : json.at("layers")) {
            ++number;
            layers.push_back(layerOf(layer));
        }
        number = 0;
        auto network = orFail(PolicyNetwork::make(json.at("inputs").get<int>(), std::move(layers)));
        return {readMeaning(json.at("meaning")),
                std::make_shared<const PolicyNetwork>(std::move(network))};
    } catch (const Json::exception& error) {
        failPolicy(ErrorCode::Malformed,
                   number == 0 ? fmt::format("incomplete policy: {}", error.what())
                               : fmt::format("layer {} is incomplete: {}", number, error.what()),
                   "as in docs/policies.md");
    } catch (PolicyFault& fault) {
        if (number != 0) {
            fault.message = fmt::format("layer {}: {}", number, fault.message);
        }
        throw;
    }
}

} // namespace sideline::agents
