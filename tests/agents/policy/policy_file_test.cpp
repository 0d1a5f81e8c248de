// Policies from files: what PyTorch has computed, what is written, and files that are none.
// The networks are made by scripts/policy-test-data and scripts/onnx-test-data.
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/rng.h"
#include "agentcore/robot/nao.h"
#include "agents/agent_blueprint.h"
#include "agents/behaviors/built_in.h"
#include "agents/policy/onnx_model.h"
#include "agents/policy/policy_file.h"
#include "tests/support/test_files.h"

namespace sideline::agents {
namespace {

using base::ErrorCode;
using decision::ActivationLayer;
using decision::DenseLayer;
using decision::ElementwiseLayer;
using decision::GruLayer;
using decision::JoinLayer;
using decision::Policy;
using decision::PolicyNetwork;
using testing::HasSubstr;

struct Table {
    std::vector<std::vector<float>> observations;
    std::vector<std::vector<float>> actions;
};

Table tableOf(const std::filesystem::path& file) {
    const auto json = nlohmann::json::parse(tests::readUnpacked(file));
    return {json.at("observations"), json.at("actions")};
}

void expectSameNumbers(const Policy& policy, const std::filesystem::path& file, float tolerance) {
    const Table table = tableOf(file);
    ASSERT_EQ(policy.network->inputSize(), std::ssize(table.observations.front()));
    ASSERT_EQ(policy.network->outputSize(), std::ssize(table.actions.front()));
    auto memory = policy.network->memory();
    std::vector<float> action(table.actions.front().size());
    float largest = 0.0F;
    for (std::size_t row = 0; row < table.observations.size(); ++row) {
        policy.network->evaluate(table.observations[row], memory, action);
        for (std::size_t i = 0; i < action.size(); ++i) {
            largest = std::max(largest, std::abs(action[i] - table.actions[row][i]));
        }
    }
    EXPECT_LE(largest, tolerance) << file;
}

// Files of scripts/policy-test-data have the numbers of PyTorch, those of scripts/onnx-test-data
// that of ONNX Runtime, whose exponential and error functions are less precise.
class ReferencePolicyTest : public testing::TestWithParam<const char*> {};

TEST_P(ReferencePolicyTest, GivesTheNumbersOfTheReference) {
    const float tolerance = std::string_view(GetParam()).starts_with("onnx-") ? 1e-5F : 1e-6F;
    const auto file = tests::dataFile("policies/" + std::string(GetParam()) + ".onnx");
    const auto numbers = tests::dataFile("policies/" + std::string(GetParam()) + ".json");
    const auto policy = readPolicyFile(file);
    ASSERT_TRUE(policy) << policy.error().toString();
    expectSameNumbers(*policy, numbers, tolerance);
    EXPECT_TRUE(decision::check(*policy, robot::naoModel(robot::NaoType::Standard)));
    // And again through what we write.
    const auto again = readPolicy(policyOnnx(*policy));
    ASSERT_TRUE(again) << again.error().toString();
    EXPECT_EQ(again->network->layers(), policy->network->layers());
    EXPECT_EQ(again->meaning, policy->meaning);
    expectSameNumbers(*again, numbers, tolerance);
}

INSTANTIATE_TEST_SUITE_P(All, ReferencePolicyTest,
                         testing::Values("mlp-tanh", "mlp-elu", "mlp-gated", "gru",
                                         "gru-two-layers", "onnx-normalized", "onnx-external",
                                         "onnx-heads", "onnx-parts", "onnx-recurrent",
                                         "onnx-functions"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::erase(name, '-');
                             return name;
                         });

decision::PolicyInterface meaningFor(int joints) {
    decision::PolicyInterface meaning;
    meaning.robot = "nao0";
    meaning.note = "made by a test";
    meaning.observation = {{decision::ObservationKind::Gyro, 0.25},
                           {decision::ObservationKind::Phase, 1.0}};
    meaning.observedJoints = {"he1"};
    meaning.periodS = 0.8;
    for (int i = 1; i <= joints; ++i) {
        meaning.joints.push_back("rlj" + std::to_string(i));
        meaning.offsetRad.push_back(-0.1 * i);
    }
    meaning.scale = std::vector<double>(static_cast<std::size_t>(joints), 0.5);
    meaning.clip = 1.5;
    return meaning;
}

// Layers of every kind.
Policy everyKind() {
    base::Rng rng(5);
    const auto number = [&] { return static_cast<float>(rng.uniform(-1.0, 1.0)); };
    const auto matrix = [&](Eigen::Index rows, Eigen::Index columns) {
        return Eigen::MatrixXf(Eigen::MatrixXf::NullaryExpr(rows, columns, number));
    };
    const auto vector = [&](Eigen::Index size) {
        return Eigen::VectorXf(Eigen::VectorXf::NullaryExpr(size, number));
    };
    std::vector<decision::PolicyLayer> layers;
    for (int i = 0; i < 4; ++i) {
        layers.push_back(ElementwiseLayer{static_cast<ElementwiseLayer::Operation>(i), vector(5)});
    }
    for (int i = 0; i <= static_cast<int>(ActivationLayer::Function::Power); ++i) {
        ActivationLayer layer{static_cast<ActivationLayer::Function>(i)};
        if (layer.function == ActivationLayer::Function::LeakyRelu ||
            layer.function == ActivationLayer::Function::Elu) {
            layer.a = 0.3F;
        } else if (layer.function == ActivationLayer::Function::Clip) {
            layer.a = -0.7F;
            layer.b = std::numeric_limits<float>::infinity();
        } else if (layer.function == ActivationLayer::Function::Power) {
            layer.a = 3.0F;
        }
        layers.push_back(layer);
    }
    layers.push_back(decision::NormalizeLayer{vector(5), vector(5), 1e-3F});
    const auto last = [&] { return static_cast<int>(layers.size()) - 1; };
    layers.push_back(decision::RecallLayer{last(), 1, 3});
    for (const JoinLayer::Operation each :
         {JoinLayer::Operation::Add, JoinLayer::Operation::Subtract, JoinLayer::Operation::Multiply,
          JoinLayer::Operation::Divide}) {
        layers.push_back(JoinLayer{each, last()});
    }
    layers.push_back(JoinLayer{JoinLayer::Operation::Concatenate, -1});
    const int eight = last();
    layers.push_back(decision::RecallLayer{-1, 0, 5});
    layers.push_back(ElementwiseLayer{ElementwiseLayer::Operation::Add, vector(5)});
    layers.push_back(JoinLayer{JoinLayer::Operation::Concatenate, eight});
    layers.push_back(GruLayer{matrix(18, 13), matrix(18, 6), vector(18), vector(18), true});
    layers.push_back(GruLayer{matrix(9, 6), matrix(9, 3), vector(9), vector(9), false});
    layers.push_back(DenseLayer{matrix(2, 3), vector(2)});
    auto network = PolicyNetwork::make(5, std::move(layers));
    return {meaningFor(2), std::make_shared<const PolicyNetwork>(std::move(network.value()))};
}

TEST(PolicyFileTest, FilesKeepEveryBit) {
    const tests::TempDir folder;
    const Policy policy = everyKind();
    for (const char* name : {"every.onnx", "every.policy"}) {
        auto file = base::OutputFile::create(folder / name);
        ASSERT_TRUE(file);
        ASSERT_TRUE(writePolicyFile(std::move(*file), policy));
        const auto read = readPolicyFile(folder / name);
        ASSERT_TRUE(read) << read.error().toString();
        EXPECT_EQ(read->network->layers(), policy.network->layers()) << name;
        EXPECT_EQ(read->meaning, policy.meaning) << name;
    }
    EXPECT_EQ(tests::readUnpacked(folder / "every.policy"),
              tests::readUnpacked(folder / "every.onnx"));
}

// Notes come from command lines and file names, which may hold any bytes.
TEST(PolicyFileTest, ANoteThatIsNoUtf8IsWrittenAsFarAsItIs) {
    Policy policy = everyKind();
    policy.meaning.note = "from wa\xfflk.motion";
    const auto read = readPolicy(policyOnnx(policy));
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_EQ(read->meaning.note, "from wa\xef\xbf\xbdlk.motion");
}

TEST(PolicyFileTest, WhatIsCutOffIsNotRead) {
    for (const std::string& whole :
         {policyOnnx(everyKind()),
          tests::readUnpacked(tests::dataFile("policies/mlp-tanh.onnx"))}) {
        ASSERT_TRUE(readPolicy(whole));
        const std::size_t end = whole.find_last_not_of("\n") + 1;
        for (std::size_t size = 0; size < end; size += size < 300 ? 1 : 7) {
            const auto read = readPolicy(std::string_view(whole).substr(0, size));
            ASSERT_FALSE(read) << size << " of " << whole.size() << " bytes";
            EXPECT_FALSE(read.error().message.empty());
        }
    }
}

TEST(PolicyFileTest, DamagedBytesAreReadOrRefused) {
    base::Rng rng(11);
    for (const char* name : {"mlp-gated", "gru-two-layers", "onnx-parts"}) {
        const std::string whole =
            tests::readUnpacked(tests::dataFile("policies/" + std::string(name) + ".onnx"));
        for (int i = 0; i < 2000; ++i) {
            std::string damaged = whole;
            // Half of them in the structure, which is small beside the weights.
            const std::size_t range = i % 2 == 0 ? damaged.size() : 600;
            damaged[rng.next() % range] = static_cast<char>(rng.next() & 0xFFU);
            const auto read = readPolicy(damaged);
            EXPECT_TRUE(read || !read.error().message.empty());
        }
    }
}

class OnnxFaultTest : public testing::Test {
protected:
    OnnxFaultTest() {
        EXPECT_TRUE(m_model.ParseFromString(
            tests::readUnpacked(tests::dataFile("policies/mlp-gated.onnx"))));
        EXPECT_TRUE(m_gru.ParseFromString(
            tests::readUnpacked(tests::dataFile("policies/gru-two-layers.onnx"))));
    }
    static std::string faultOf(onnx::ModelProto model,
                               const std::function<void(onnx::ModelProto&)>& change) {
        change(model);
        const auto read = readPolicy(model.SerializeAsString());
        return read ? "none" : read.error().toString();
    }
    static onnx::NodeProto& nodeOf(onnx::ModelProto& model, const char* type) {
        for (auto& node : *model.mutable_graph()->mutable_node()) {
            if (node.op_type() == type) {
                return node;
            }
        }
        throw std::runtime_error(type);
    }
    static onnx::TensorProto& weightsOf(onnx::ModelProto& model, const std::string& name) {
        for (auto& tensor : *model.mutable_graph()->mutable_initializer()) {
            if (tensor.name() == name) {
                return tensor;
            }
        }
        throw std::runtime_error(name);
    }
    onnx::ModelProto m_model;
    onnx::ModelProto m_gru;
};

TEST_F(OnnxFaultTest, NamesTheNodeThatIsNotSupported) {
    EXPECT_EQ(faultOf(m_model, [](auto&) {}), "none");
    EXPECT_THAT(
        faultOf(m_model, [](auto& model) { nodeOf(model, "Softplus").set_op_type("Softmax"); }),
        AllOf(HasSubstr("(Softmax) is not supported"), HasSubstr("LayerNormalization")));
    EXPECT_EQ(faultOf(m_model, [](auto& model) { nodeOf(model, "Mul").set_op_type("Add"); }),
              "none");
    EXPECT_THAT(faultOf(m_model,
                        [](auto& model) {
                            nodeOf(model, "Mul").set_input(0, model.graph().input(0).name());
                        }),
                HasSubstr("combines branches of 12 and 24 values"));
    EXPECT_THAT(
        faultOf(m_model, [](auto& model) { nodeOf(model, "Softplus").set_domain("com.other"); }),
        HasSubstr("operator set 'com.other'"));
    EXPECT_THAT(faultOf(m_model,
                        [](auto& model) {
                            auto* order = nodeOf(model, "Gemm").add_attribute();
                            order->set_name("transA");
                            order->set_i(1);
                        }),
                HasSubstr("(Gemm) transposes its data"));
    EXPECT_THAT(faultOf(m_gru,
                        [](auto& model) {
                            auto* direction = nodeOf(model, "GRU").add_attribute();
                            direction->set_name("direction");
                            direction->set_s("reverse");
                        }),
                HasSubstr("(GRU) has unsupported attributes"));
}

TEST_F(OnnxFaultTest, AStateThatWouldBeForgottenIsReported) {
    EXPECT_EQ(faultOf(m_gru, [](auto&) {}), "none");
    EXPECT_THAT(
        faultOf(m_gru, [](auto& model) { nodeOf(model, "GRU").mutable_input()->RemoveLast(); }),
        HasSubstr("so it would have no memory"));
    EXPECT_THAT(
        faultOf(m_gru, [](auto& model) { model.mutable_graph()->mutable_output()->RemoveLast(); }),
        HasSubstr("is not an output"));
    EXPECT_THAT(faultOf(m_gru,
                        [](auto& model) {
                            auto* inputs = nodeOf(model, "Concat").mutable_input();
                            inputs->SwapElements(0, 1);
                        }),
                HasSubstr("is not an output"));
}

TEST_F(OnnxFaultTest, WeightsThatDoNotFitOrAreNoNumbersAreReported) {
    const std::string weights = nodeOf(m_model, "Gemm").input(1);
    const auto faultOfWeights = [&](const std::function<void(onnx::TensorProto&)>& change) {
        return faultOf(m_model,
                       [&](onnx::ModelProto& model) { change(weightsOf(model, weights)); });
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const auto put = [](onnx::TensorProto& tensor, float value) {
        tensor.mutable_raw_data()->replace(0, sizeof(value), reinterpret_cast<const char*>(&value),
                                           sizeof(value));
    };
    EXPECT_THAT(faultOfWeights([&](auto& tensor) { put(tensor, nan); }),
                AllOf(HasSubstr(weights), HasSubstr("contain NaN")));
    EXPECT_THAT(faultOfWeights([&](auto& tensor) { put(tensor, infinity); }),
                HasSubstr("not finite"));
    EXPECT_THAT(faultOfWeights([](auto& tensor) { tensor.mutable_raw_data()->pop_back(); }),
                HasSubstr("of shape [24, 24] contain 2303 bytes"));
    EXPECT_THAT(faultOfWeights([](auto& tensor) { tensor.set_dims(0, std::int64_t{1} << 40U); }),
                HasSubstr("a shape that fits the file"));
    EXPECT_THAT(faultOfWeights([](auto& tensor) { tensor.set_dims(0, -24); }),
                HasSubstr("a shape that fits the file"));
    EXPECT_THAT(faultOfWeights([](auto& tensor) {
                    tensor.set_dims(0, 32);
                    tensor.set_dims(1, 18);
                }),
                HasSubstr("has weights for 18 inputs; expected 24"));
    EXPECT_THAT(
        faultOfWeights([](auto& tensor) { tensor.set_data_type(onnx::TensorProto::FLOAT16); }),
        HasSubstr("of ONNX type 10"));
    EXPECT_THAT(
        faultOfWeights([](auto& tensor) { tensor.set_data_location(onnx::TensorProto::EXTERNAL); }),
        HasSubstr("in another file"));
    EXPECT_THAT(
        faultOf(m_model, [&](auto& model) { weightsOf(model, weights).set_name("another"); }),
        HasSubstr("which no earlier node computes"));
}

TEST_F(OnnxFaultTest, PartsThatDoNotExistAreReported) {
    onnx::ModelProto heads;
    ASSERT_TRUE(
        heads.ParseFromString(tests::readUnpacked(tests::dataFile("policies/onnx-heads.onnx"))));
    const auto faultOfSplit = [&](std::int64_t first, std::int64_t second) {
        return faultOf(heads, [&](onnx::ModelProto& model) {
            auto& counts = weightsOf(model, nodeOf(model, "Split").input(1));
            counts.clear_raw_data();
            counts.clear_int64_data();
            counts.add_int64_data(first);
            counts.add_int64_data(second);
        });
    };
    EXPECT_EQ(faultOfSplit(4, 4), "none");
    EXPECT_THAT(faultOfSplit(9, 1), HasSubstr("(Split) selects elements 0 to 9 of an axis of 8"));
    EXPECT_THAT(faultOfSplit(-1, 1), HasSubstr("selects elements"));
    EXPECT_THAT(faultOfSplit(std::numeric_limits<std::int64_t>::max(), 1),
                HasSubstr("selects elements"));
    // As many values with each node would soon exceed the memory.
    EXPECT_THAT(faultOf(heads,
                        [](onnx::ModelProto& model) {
                            auto& concat = nodeOf(model, "Concat");
                            std::string before = concat.input(0);
                            std::vector<onnx::NodeProto> more;
                            for (int i = 0; i < 80; ++i) {
                                onnx::NodeProto node = concat;
                                node.set_input(0, before);
                                node.set_input(1, before);
                                before += "+";
                                node.set_output(0, before);
                                more.push_back(node);
                            }
                            auto& nodes = *model.mutable_graph()->mutable_node();
                            for (const onnx::NodeProto& node : more) {
                                *nodes.Add() = node;
                            }
                            model.mutable_graph()->mutable_output(0)->set_name(before);
                        }),
                HasSubstr("exceeds the size limit of networks"));
}

// Numbers that no program writes, but a damaged or forged file may hold.
TEST_F(OnnxFaultTest, NumbersThatCannotBeAreReported) {
    constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    const auto addIntegers = [](onnx::ModelProto& model, const std::string& name,
                                const std::vector<std::int64_t>& numbers) {
        auto* tensor = model.mutable_graph()->add_initializer();
        tensor->set_name(name);
        tensor->set_data_type(onnx::TensorProto::INT64);
        tensor->add_dims(std::ssize(numbers));
        tensor->mutable_int64_data()->Add(numbers.begin(), numbers.end());
    };
    // Rows of hidden states whose last one is beyond all numbers.
    EXPECT_THAT(faultOf(m_gru,
                        [&](auto& model) {
                            addIntegers(model, "index", {5});
                            auto& nodes = *model.mutable_graph()->mutable_node();
                            auto& split = *nodes.Add();
                            split.set_name("split");
                            split.set_op_type("Split");
                            split.add_input("hidden");
                            split.add_output("first");
                            split.add_output("rest");
                            auto* counts = split.add_attribute();
                            counts->set_name("split");
                            counts->add_ints(1);
                            counts->add_ints(kMax);
                            for (int i = nodes.size() - 1; i > 0; --i) {
                                nodes.SwapElements(i, i - 1);
                            }
                            for (auto& node : nodes) {
                                if (node.name() == "/gru/Slice_1") {
                                    node.set_op_type("Gather");
                                    node.clear_input();
                                    node.add_input("rest");
                                    node.add_input("index");
                                }
                            }
                        }),
                HasSubstr("'split' (Split) selects rows of the hidden state that do not exist"));
    // A slice whose start lies before the first row begins at the first row, as ONNX specifies.
    EXPECT_EQ(faultOf(m_gru,
                      [&](auto& model) {
                          addIntegers(model, "start", {kMin});
                          nodeOf(model, "Slice").set_input(1, "start");
                      }),
              "none");
    EXPECT_THAT(faultOf(m_gru,
                        [&](auto& model) {
                            addIntegers(model, "start", {kMax});
                            addIntegers(model, "end", {kMin});
                            nodeOf(model, "Slice").set_input(1, "start");
                            nodeOf(model, "Slice").set_input(2, "end");
                        }),
                HasSubstr("selects rows of the hidden state that do not exist"));
    // Shapes without any numbers.
    const std::string hidden = nodeOf(m_gru, "GRU").input(2);
    const auto empty = [](onnx::TensorProto& tensor, const std::vector<std::int64_t>& dims) {
        tensor.mutable_dims()->Clear();
        tensor.mutable_dims()->Add(dims.begin(), dims.end());
        tensor.clear_raw_data();
        tensor.clear_float_data();
    };
    EXPECT_THAT(faultOf(m_gru,
                        [&](auto& model) {
                            empty(weightsOf(model, hidden), {0, 1, kMax});
                        }),
                HasSubstr("a shape that fits the file"));
    const std::string weights = nodeOf(m_model, "Gemm").input(1);
    EXPECT_THAT(faultOf(m_model,
                        [&](auto& model) {
                            empty(weightsOf(model, weights), {1 << 20, 0});
                        }),
                HasSubstr("has weights of shape [1048576, 0]"));
    EXPECT_THAT(faultOf(m_gru, [](auto& model) { nodeOf(model, "Concat").clear_input(); }),
                HasSubstr("is not an output"));
    EXPECT_THAT(faultOf(m_model,
                        [&](auto& model) {
                            addIntegers(model, "axes", std::vector<std::int64_t>(1'000'000, 0));
                            auto& node = nodeOf(model, "Gemm");
                            node.set_op_type("Unsqueeze");
                            node.set_input(1, "axes");
                        }),
                HasSubstr("axes; expected at most 64"));
    // Twice as many states with each node.
    EXPECT_EQ(faultOf(m_gru,
                      [](auto& model) {
                          std::string before = nodeOf(model, "Concat").output(0);
                          for (int i = 0; i < 60; ++i) {
                              auto& node = *model.mutable_graph()->add_node();
                              node.set_op_type("Concat");
                              node.add_input(before);
                              node.add_input(before);
                              before += "+";
                              node.add_output(before);
                          }
                      }),
              "none");
}

TEST_F(OnnxFaultTest, ModelsWithoutAMeaningOrOfOldVersionsAreReported) {
    EXPECT_THAT(faultOf(m_model, [](auto& model) { model.clear_metadata_props(); }),
                HasSubstr("does not describe its 12 inputs and 4 outputs"));
    EXPECT_THAT(faultOf(m_model,
                        [](auto& model) {
                            model.mutable_metadata_props(0)->set_value("{\"observation\": [");
                        }),
                HasSubstr("unexpected end of text"));
    EXPECT_THAT(
        faultOf(m_model, [](auto& model) { model.mutable_opset_import(0)->set_version(6); }),
        HasSubstr("operator set 6; expected 7 or later"));
    EXPECT_THAT(faultOf(m_model, [](auto& model) { model.clear_graph(); }), HasSubstr("no graph"));
    EXPECT_THAT(faultOf(m_model, [](auto& model) { model.mutable_graph()->clear_input(); }),
                HasSubstr("no input or no output"));
    EXPECT_THAT(faultOf(m_model,
                        [](auto& model) {
                            model.mutable_graph()
                                ->mutable_input(0)
                                ->mutable_type()
                                ->mutable_tensor_type()
                                ->mutable_shape()
                                ->mutable_dim(0)
                                ->set_dim_value(3);
                        }),
                HasSubstr("has the shape [3, 12]; expected one row"));
}

TEST_F(OnnxFaultTest, MeaningsThatAreNoneAreReported) {
    onnx::ModelProto good;
    ASSERT_TRUE(good.ParseFromString(policyOnnx(everyKind())));
    const auto faultWith = [&](const std::string& from, const std::string& to) {
        return faultOf(good, [&](auto& model) {
            std::string& text = *model.mutable_metadata_props(0)->mutable_value();
            const std::size_t at = text.find(from);
            ASSERT_NE(at, std::string::npos) << from << " in " << text;
            text.replace(at, from.size(), to);
        });
    };
    EXPECT_THAT(faultWith("\"gyro\"", "\"giro\""), HasSubstr("unknown observation 'giro'"));
    EXPECT_THAT(faultWith("joint-targets", "torques"),
                HasSubstr("unknown kind of action 'torques'"));
    EXPECT_THAT(faultWith("\"periodS\":0.8", "\"periodS\":-1"), HasSubstr("a time above 0 s"));
    EXPECT_THAT(faultWith("\"clip\":1.5", "\"clipp\":1.5"), HasSubstr("unknown key 'clipp'"));
    EXPECT_THAT(faultWith("\"periodS\":0.8", "\"periodS\" 0.8"),
                HasSubstr("this is not JSON at byte"));
    EXPECT_THAT(faultWith("\"periodS\":0.8", "\"periodS\":1e999"),
                HasSubstr("it contains a number that is too large"));
}

// Exporters of PyTorch put the weights into a file next to the model.
class ExternalWeightsTest : public testing::Test {
protected:
    ExternalWeightsTest() {
        std::filesystem::create_directory(m_folder / "model");
        EXPECT_TRUE(m_model.ParseFromString(policyOnnx(everyKind())));
        for (auto& tensor : *m_model.mutable_graph()->mutable_initializer()) {
            if (tensor.has_raw_data()) {
                put(tensor, "location", "weights.data");
                put(tensor, "offset", std::to_string(m_weights.size()));
                put(tensor, "length", std::to_string(tensor.raw_data().size()));
                tensor.set_data_location(onnx::TensorProto::EXTERNAL);
                m_weights += tensor.raw_data();
                tensor.clear_raw_data();
            }
        }
        tests::writeFile(m_folder / "model" / "weights.data", m_weights);
    }
    static void put(onnx::TensorProto& tensor, const char* key, const std::string& value) {
        for (auto& entry : *tensor.mutable_external_data()) {
            if (entry.key() == key) {
                entry.set_value(value);
                return;
            }
        }
        auto* entry = tensor.add_external_data();
        entry->set_key(key);
        entry->set_value(value);
    }
    base::Expected<Policy> read() const {
        const auto file = m_folder / "model" / "a.onnx";
        tests::writeFile(file, m_model.SerializeAsString());
        return readPolicyFile(file);
    }
    // With another value for the first weights.
    std::string faultWith(const char* key, const std::string& value) {
        const onnx::ModelProto good = m_model;
        put(*m_model.mutable_graph()->mutable_initializer(0), key, value);
        const auto policy = read();
        m_model = good;
        return policy ? "none" : policy.error().toString();
    }

    tests::TempDir m_folder;
    onnx::ModelProto m_model;
    std::string m_weights;
};

TEST_F(ExternalWeightsTest, AreReadBitByBit) {
    const auto policy = read();
    ASSERT_TRUE(policy) << policy.error().toString();
    EXPECT_EQ(policy->network->layers(), everyKind().network->layers());
}

TEST_F(ExternalWeightsTest, FaultsNameTheWeightsAndTheirFile) {
    const std::string name = m_model.graph().initializer(0).name();
    EXPECT_THAT(
        faultWith("location", "none.data"),
        testing::AllOf(HasSubstr("a.onnx: weights '" + name + "': "), HasSubstr("none.data: ")));
    EXPECT_THAT(faultWith("location", "."), HasSubstr("weights '" + name + "'"));
    EXPECT_THAT(faultWith("offset", "1e3"),
                HasSubstr("weights '" + name + "' have the offset '1e3'; expected a number of"));
    EXPECT_THAT(faultWith("offset", "18446744073709551615"), HasSubstr("expected a number of"));
    EXPECT_THAT(faultWith("length", "-4"), HasSubstr("expected a number of bytes"));
    EXPECT_THAT(faultWith("length", "4"), HasSubstr("as many as the shape requires"));
    std::filesystem::resize_file(m_folder / "model" / "weights.data", m_weights.size() - 1);
    const auto cut = read();
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::Truncated);
    EXPECT_THAT(cut.error().toString(),
                HasSubstr("of weights.data, which ends at " + std::to_string(m_weights.size() - 1) +
                          "; expected the complete file of weights"));
}

TEST_F(ExternalWeightsTest, FilesOutsideTheModelsFolderAreNotRead) {
    tests::writeFile(m_folder / "secret.data", m_weights);
    std::filesystem::create_symlink(m_folder / "secret.data", m_folder / "model" / "link.data");
    for (const std::string& location :
         {std::string("../secret.data"), (m_folder / "model" / "weights.data").string(),
          std::string("link.data"), std::string()}) {
        EXPECT_THAT(faultWith("location", location),
                    HasSubstr("expected a file in the folder of the model, or beneath it"))
            << location;
    }
    EXPECT_EQ(faultWith("location", "../model/weights.data"), "none");
}

TEST_F(ExternalWeightsTest, TogetherAreBounded) {
    tests::writeFile(m_folder / "model" / "large.data", "");
    std::filesystem::resize_file(m_folder / "model" / "large.data", kMaxPolicyBytes);
    EXPECT_EQ(faultWith("location", "large.data"), "none");
    for (auto& tensor : *m_model.mutable_graph()->mutable_initializer()) {
        put(tensor, "location", "large.data");
        put(tensor, "offset", "0");
        put(tensor, "length", std::to_string(kMaxPolicyBytes / 2));
    }
    EXPECT_EQ(read().error().code, ErrorCode::LimitExceeded);
}

TEST(PolicyFileTest, FilesThatAreNoneNameThemselves) {
    const tests::TempDir folder;
    const auto faultOf = [](const std::filesystem::path& file) {
        const auto read = readPolicyFile(file);
        EXPECT_FALSE(read);
        EXPECT_EQ(read.error().file, file.string());
        return read.error();
    };
    EXPECT_EQ(faultOf(folder / "none.onnx").code, ErrorCode::NotFound);
    EXPECT_EQ(faultOf(folder.path()).code, ErrorCode::UnsupportedFormat);
    tests::writeFile(folder / "empty.onnx", "");
    EXPECT_EQ(faultOf(folder / "empty.onnx").code, ErrorCode::Truncated);
    tests::writeFile(folder / "noise.onnx", "no policy at all");
    EXPECT_EQ(faultOf(folder / "noise.onnx").code, ErrorCode::Malformed);
    tests::writeFile(folder / "former.policy", "\xef\xbb\xbf {\"format\": \"sideline-policy\"}");
    EXPECT_EQ(faultOf(folder / "former.policy").code, ErrorCode::UnsupportedFormat);
    tests::writeFile(folder / "huge.onnx", "");
    std::filesystem::resize_file(folder / "huge.onnx", kMaxPolicyBytes + 1);
    EXPECT_EQ(faultOf(folder / "huge.onnx").code, ErrorCode::LimitExceeded);
}

TEST(PolicyBehaviorTest, IsMadeFromAFileThatFitsTheRobot) {
    const tests::TempDir folder;
    SkillLibrary skills;
    const BehaviorRegistry registry = builtInBehaviors();
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Standard);
    const auto make = [&](const std::string& file) {
        return registry.make("policy", {{"file", file}}, {nao, skills});
    };
    EXPECT_THAT(make("").error().toString(), HasSubstr("no file is set; expected file=PATH"));
    EXPECT_THAT(make((folder / "none.onnx").string()).error().toString(), HasSubstr("none.onnx"));
    const auto write = [&](const char* name, const Policy& policy) {
        auto file = base::OutputFile::create(folder / name);
        EXPECT_TRUE(writePolicyFile(std::move(*file), policy));
        return (folder / name).string();
    };
    const auto good = make(write("good.policy", everyKind()));
    ASSERT_TRUE(good) << good.error().toString();
    EXPECT_EQ((*good)->name(), "policy");

    Policy policy = everyKind();
    policy.meaning.joints = {"rlj1", "no-joint"};
    EXPECT_THAT(make(write("joint.policy", policy)).error().toString(),
                AllOf(HasSubstr("joint.policy"), HasSubstr("needs joint 'no-joint'")));
    policy = everyKind();
    policy.meaning.action = decision::ActionKind::Residual;
    policy.meaning.offsetRad.clear();
    policy.meaning.motion = "no-motion";
    EXPECT_THAT(make(write("motion.policy", policy)).error().toString(),
                HasSubstr("the policy's motion: "));
    policy.meaning.motion = "kick-right";
    policy.meaning.start = "no-motion";
    EXPECT_THAT(make(write("start.policy", policy)).error().toString(),
                HasSubstr("the policy's motion: "));
    policy.meaning.start = "stand";
    EXPECT_TRUE(make(write("residual.policy", policy)));
}

} // namespace
} // namespace sideline::agents
