#include "training/fit/policy_fit.h"

#include <cmath>
#include <memory>
#include <utility>

namespace sideline::training {

namespace {

// Returns the network's error for each example, rad; a row per joint.
Eigen::MatrixXd errorsOf(const decision::PolicyNetwork& network, const FitExamples& examples) {
    Eigen::MatrixXd errors(examples.outputs.rows(), examples.outputs.cols());
    auto memory = network.memory();
    Eigen::VectorXf output(network.outputSize());
    for (Eigen::Index i = 0; i < errors.cols(); ++i) {
        const Eigen::VectorXf input = examples.inputs.col(i).cast<float>();
        network.evaluate({input.data(), static_cast<std::size_t>(input.size())}, memory,
                         {output.data(), static_cast<std::size_t>(output.size())});
        errors.col(i) = output.cast<double>() - examples.outputs.col(i);
    }
    return errors;
}

double rmsOf(const Eigen::Ref<const Eigen::MatrixXd>& errors) {
    return errors.norm() / std::sqrt(static_cast<double>(errors.size()));
}

} // namespace

void ExampleList::add(std::span<const float> input, std::span<const double> anglesRad,
                      std::span<const robot::JointId> joints) {
    for (const float each : input) {
        m_inputs.push_back(static_cast<double>(each));
    }
    for (const robot::JointId joint : joints) {
        m_outputs.push_back(anglesRad[joint.index()]);
    }
    ++m_count;
}

FitExamples ExampleList::take() const {
    if (m_count == 0) {
        return {};
    }
    const auto matrix = [this](const std::vector<double>& numbers) {
        const auto columns = static_cast<Eigen::Index>(m_count);
        return Eigen::MatrixXd(Eigen::Map<const Eigen::MatrixXd>(
            numbers.data(), static_cast<Eigen::Index>(numbers.size() / m_count), columns));
    };
    return {matrix(m_inputs), matrix(m_outputs)};
}

base::Expected<PolicyFit> fitPolicy(decision::PolicyInterface meaning, const FitExamples& examples,
                                    const FitExamples& unseen, const NetworkFitSettings& settings,
                                    const std::function<bool()>& isCanceled) {
    auto network = fitNetwork(examples, settings, isCanceled);
    if (!network) {
        return tl::unexpected(std::move(network.error()));
    }
    PolicyFit fit;
    fit.policy.meaning = std::move(meaning);
    fit.exampleCount = static_cast<std::size_t>(examples.inputs.cols());
    const Eigen::MatrixXd errors = errorsOf(*network, examples);
    for (Eigen::Index i = 0; i < errors.rows(); ++i) {
        fit.joints.push_back({fit.policy.meaning.joints[static_cast<std::size_t>(i)],
                              rmsOf(errors.row(i)), errors.row(i).cwiseAbs().maxCoeff()});
    }
    fit.rmsRad = rmsOf(errors);
    fit.maxRad = errors.cwiseAbs().maxCoeff();
    fit.unseenRmsRad = rmsOf(errorsOf(*network, unseen));
    fit.policy.network = std::make_shared<const decision::PolicyNetwork>(std::move(*network));
    return fit;
}

} // namespace sideline::training
