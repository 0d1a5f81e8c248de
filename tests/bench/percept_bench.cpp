// Speed of parsing percept messages, compared with a simple parser that first builds a tree of
// strings. One item is one message; both convert every number of the message.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/percepts.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace {

using namespace sideline;

// The recorded match of one robot if available, otherwise the shipped stream.
const std::vector<std::string>& messages() {
    static const std::vector<std::string> kMessages = [] {
        const auto shared = tests::sharedFile("agent/ut-player00.rec.gz");
        std::vector<std::string> texts;
        for (const auto& record :
             tests::readAgentRecords(shared ? *shared : tests::dataFile("arms-t0.agent.rec.gz"))) {
            if (record.isFromServer) {
                texts.push_back(record.message);
            }
        }
        return texts;
    }();
    return kMessages;
}

void count(benchmark::State& state) {
    std::int64_t bytes = 0;
    for (const std::string& message : messages()) {
        bytes += static_cast<std::int64_t>(message.size());
    }
    state.SetBytesProcessed(state.iterations() * bytes);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(messages().size()));
}

// The simple parser: a list is a vector of nodes, an atom a string.
struct Node {
    std::string atom;
    std::vector<Node> children;
};

std::vector<std::string> tokens(const std::string& text) {
    std::vector<std::string> found;
    std::string word;
    const auto endWord = [&] {
        if (!word.empty()) {
            found.push_back(word);
            word.clear();
        }
    };
    for (const char c : text) {
        if (c == '(' || c == ')') {
            endWord();
            found.emplace_back(1, c);
        } else if (c == ' ') {
            endWord();
        } else {
            word += c;
        }
    }
    endWord();
    return found;
}

Node tree(const std::vector<std::string>& words, std::size_t& at) {
    Node node;
    for (; at < words.size(); ++at) {
        if (words[at] == "(") {
            node.children.push_back(tree(words, ++at));
        } else if (words[at] == ")") {
            return node;
        } else {
            node.children.push_back({words[at], {}});
        }
    }
    return node;
}

double sumOfNumbers(const Node& node) {
    double sum = 0.0;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        const Node& child = node.children[i];
        if (child.atom.empty()) {
            sum += sumOfNumbers(child);
        } else if (i > 0 && child.atom.find_first_not_of("-.0123456789") == std::string::npos) {
            sum += std::stod(child.atom);
        }
    }
    return sum;
}

void plainTokens(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string& message : messages()) {
            benchmark::DoNotOptimize(tokens(message));
        }
    }
    count(state);
}
BENCHMARK(plainTokens);

void plainTree(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string& message : messages()) {
            std::size_t at = 0;
            benchmark::DoNotOptimize(tree(tokens(message), at));
        }
    }
    count(state);
}
BENCHMARK(plainTree);

void plainTreeAndNumbers(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string& message : messages()) {
            std::size_t at = 0;
            benchmark::DoNotOptimize(sumOfNumbers(tree(tokens(message), at)));
        }
    }
    count(state);
}
BENCHMARK(plainTreeAndNumbers);

void perceptsIntoNewValue(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string& message : messages()) {
            benchmark::DoNotOptimize(protocol::parsePercepts(message));
        }
    }
    count(state);
}
BENCHMARK(perceptsIntoNewValue);

void perceptsReused(benchmark::State& state) {
    protocol::Percepts percepts;
    percepts.reserve();
    for (auto _ : state) {
        for (const std::string& message : messages()) {
            benchmark::DoNotOptimize(protocol::parsePercepts(message, percepts).has_value());
            benchmark::ClobberMemory();
        }
    }
    count(state);
}
BENCHMARK(perceptsReused);

void perceptsReadAndWritten(benchmark::State& state) {
    protocol::Percepts percepts;
    percepts.reserve();
    std::string text;
    for (auto _ : state) {
        for (const std::string& message : messages()) {
            text.clear();
            if (protocol::parsePercepts(message, percepts)) {
                protocol::writePercepts(percepts, text);
            }
            benchmark::DoNotOptimize(text.data());
        }
    }
    count(state);
}
BENCHMARK(perceptsReadAndWritten);

void jointSpeedsWritten(benchmark::State& state) {
    std::string text;
    for (auto _ : state) {
        text.clear();
        protocol::EffectorWriter writer(text);
        for (int joint = 0; joint < 22; ++joint) {
            writer.joint("lle3", 0.123 * joint - 1.5);
        }
        writer.syn();
        benchmark::DoNotOptimize(text.data());
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(jointSpeedsWritten);

} // namespace

BENCHMARK_MAIN();
