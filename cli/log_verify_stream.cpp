#include "agentcore/protocol/ground_truth.h"
#include "cli/log_verify.h"

#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/protocol/sexpr.h"
#include "logs/session/agent_recording.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using logs::RecordedMessage;
using logs::Speaker;

constexpr std::size_t kRecordHeaderBytes = 5;
constexpr std::size_t kMaxIssues = 50; // maximum number of printed issues; all are counted
constexpr std::size_t kMaxExcerptBytes = 80;

// A fault or an unknown part, with its position in the unpacked file.
struct StreamIssue {
    std::string kind; // `unknown`, `failed`, `damaged`, `different`, `note`
    std::size_t record = 0;
    std::uint64_t byteOffset = 0;
    std::string text;
    std::string expected;
};

// Whether two messages differ only in the format of their numbers.
bool isEqualUpToNumbers(std::string_view a, std::string_view b) {
    constexpr double kHalfHundredth = 0.005 + 1e-9;
    protocol::SexprReader readers[] = {protocol::SexprReader(a), protocol::SexprReader(b)};
    while (true) {
        const protocol::Token left = readers[0].next();
        const protocol::Token right = readers[1].next();
        if (left.kind != right.kind) {
            return false;
        }
        if (left.kind == protocol::TokenKind::End || left.kind == protocol::TokenKind::Error) {
            return left.kind == protocol::TokenKind::End;
        }
        if (left.text != right.text) {
            const auto x = protocol::parseNumber(left.text);
            const auto y = protocol::parseNumber(right.text);
            if (!x || !y || !(std::abs(*x - *y) <= kHalfHundredth)) {
                return false;
            }
        }
    }
}

std::string_view effectorWord(const protocol::Effector& effector) {
    static constexpr std::array<std::string_view, std::variant_size_v<protocol::Effector>> kWords =
        {"scene", "init", "beam", "joint", "say", "pass", "syn"};
    return kWords[effector.index()];
}

// Checks all records of a stream in one pass.
class StreamCheck {
public:
    void take(const RecordedMessage& message) {
        switch (message.speaker) {
        case Speaker::Server:
            ++m_serverRecords;
            takePercepts(message);
            break;
        case Speaker::Agent:
            ++m_agentRecords;
            takeEffectors(message);
            break;
        case Speaker::Trainer:
            ++m_trainerRecords;
            break;
        }
        ++m_record;
    }
    void takeDamage(const base::Error& error) {
        ++m_damaged;
        note({"damaged", m_record, error.byteOffset.value_or(0), error.message, error.expected});
    }

    [[nodiscard]] bool isGood() const {
        return m_unknown + m_failed + m_damaged + m_different == 0 && m_serverRecords > 0;
    }
    [[nodiscard]] Json toJson() const;
    void print() const;

private:
    void takePercepts(const RecordedMessage& message);
    void takeUnread(const RecordedMessage& message);
    void takeTime(double timeS);
    void takeEffectors(const RecordedMessage& message);
    void takeActions(const RecordedMessage& message);
    void compare(const RecordedMessage& message);
    void note(StreamIssue issue) {
        if (m_issues.size() < kMaxIssues) {
            m_issues.push_back(std::move(issue));
        }
    }
    [[nodiscard]] std::uint64_t stepHundredths() const;
    [[nodiscard]] std::uint64_t missingCycles() const;

    std::size_t m_record = 0;
    std::uint64_t m_serverRecords = 0;
    std::uint64_t m_agentRecords = 0;
    std::uint64_t m_trainerRecords = 0;
    std::uint64_t m_unknown = 0;
    std::uint64_t m_failed = 0;
    std::uint64_t m_damaged = 0; // number of damaged messages, including the file's end
    std::uint64_t m_equalBytes = 0;
    std::uint64_t m_equalNumbers = 0;
    std::uint64_t m_different = 0;
    std::uint64_t m_brokenEffectors = 0;
    std::array<std::uint64_t, protocol::kPerceptKindCount> m_percepts{};
    std::map<std::string, std::uint64_t> m_seen;
    std::map<std::string, std::uint64_t> m_unreadWords;
    std::map<std::string, std::uint64_t> m_effectors;
    std::optional<double> m_firstTimeS;
    std::optional<double> m_lastTimeS;
    std::map<std::uint64_t, std::uint64_t> m_steps; // count by interval in hundredths of a second
    std::vector<StreamIssue> m_issues;
    protocol::Percepts m_scratch;
    protocol::GroundTruth m_truth;
    protocol::AgentMessage m_agentScratch;
    protocol::mujoco::Message m_actionScratch;
    bool m_isMujoco = false; ///< whether the stream is one of rcssservermj
    std::string m_text;
};

void StreamCheck::takePercepts(const RecordedMessage& message) {
    if (auto read = protocol::parsePercepts(message.text, m_scratch, m_truth); !read) {
        ++m_damaged;
        note({"damaged", m_record,
              message.byteOffset + kRecordHeaderBytes + read.error().byteOffset.value_or(0),
              read.error().message, read.error().expected});
        return;
    }
    m_isMujoco = m_isMujoco || m_scratch.server == game::ServerKind::Rcssservermj;
    for (const protocol::PerceptEntry& entry : m_scratch.order) {
        ++m_percepts[static_cast<std::size_t>(entry.kind)];
    }
    if (m_scratch.serverTimeS) {
        takeTime(*m_scratch.serverTimeS);
    }
    if (m_scratch.vision) {
        const protocol::VisionPercept& vision = *m_scratch.vision;
        m_seen["lines"] += vision.lines.size();
        m_seen["truncated lines"] += vision.cutLines.size();
        m_seen["players"] += vision.players.size();
        for (const protocol::SeenObject& object : vision.objects) {
            ++m_seen[object.name == "B" ? "ball" : "landmarks"];
        }
        m_seen["ground truth"] += m_truth.hasAny() ? 1U : 0U;
    }
    takeUnread(message);
    compare(message);
}

void StreamCheck::takeUnread(const RecordedMessage& message) {
    for (const protocol::UnreadPercept& unread : m_scratch.unread) {
        const bool isUnknown = unread.reason == protocol::UnreadPercept::Reason::Unknown;
        ++(isUnknown ? m_unknown : m_failed);
        ++m_unreadWords[unread.name.empty() ? "()" : std::string(unread.name)];
        note({isUnknown ? "unknown" : "failed", m_record,
              message.byteOffset + kRecordHeaderBytes + unread.byteOffset,
              std::string(unread.text.substr(0, kMaxExcerptBytes)), unread.expected});
    }
}

void StreamCheck::takeTime(double timeS) {
    if (m_lastTimeS && timeS > *m_lastTimeS) {
        ++m_steps[static_cast<std::uint64_t>(std::llround((timeS - *m_lastTimeS) * 100.0))];
    }
    m_firstTimeS = m_firstTimeS.value_or(timeS);
    m_lastTimeS = timeS;
}

void StreamCheck::compare(const RecordedMessage& message) {
    m_text.clear();
    protocol::writePercepts(m_scratch, m_truth, m_text);
    if (m_text == message.text) {
        ++m_equalBytes;
    } else if (isEqualUpToNumbers(m_text, message.text)) {
        ++m_equalNumbers;
    } else {
        ++m_different;
        std::size_t at = 0;
        while (at < m_text.size() && at < message.text.size() && m_text[at] == message.text[at]) {
            ++at;
        }
        note({"different", m_record, message.byteOffset + kRecordHeaderBytes + at,
              "encoded again as \"" + m_text.substr(at, kMaxExcerptBytes) + "\"",
              std::string(message.text.substr(at, kMaxExcerptBytes))});
    }
}

void StreamCheck::takeActions(const RecordedMessage& message) {
    namespace mujoco = protocol::mujoco;
    static constexpr std::array<std::string_view, std::variant_size_v<mujoco::Action>> kWords = {
        "init", "joint", "beam", "say", "syn", "ignored"};
    mujoco::parseMessage(message.text, m_actionScratch);
    for (const mujoco::Action& action : m_actionScratch.actions) {
        ++m_effectors[std::string(kWords[action.index()])];
        if (const auto* unread = std::get_if<mujoco::Unread>(&action)) {
            ++m_brokenEffectors;
            note({"note", m_record, message.byteOffset + kRecordHeaderBytes + unread->byteOffset,
                  "from the agent: cannot read " +
                      std::string(unread->text.substr(0, kMaxExcerptBytes)),
                  "(MOTOR q dq kp kd tau), (beam X Y DEG), (SPK say VOLUME BASE64) or (syn)"});
        }
    }
    if (const auto& damage = m_actionScratch.damage) {
        ++m_brokenEffectors;
        note({"note", m_record,
              message.byteOffset + kRecordHeaderBytes + damage->byteOffset.value_or(0),
              "from the agent: " + damage->message, damage->expected});
    }
}

void StreamCheck::takeEffectors(const RecordedMessage& message) {
    m_isMujoco = m_isMujoco || protocol::mujoco::joinIn(message.text).has_value();
    if (m_isMujoco) {
        takeActions(message);
        return;
    }
    protocol::parseAgentMessage(message.text, m_agentScratch);
    for (const protocol::Effector& effector : m_agentScratch.effectors) {
        ++m_effectors[std::string(effectorWord(effector))];
    }
    for (const protocol::EffectorFault& fault : m_agentScratch.faults) {
        ++m_brokenEffectors;
        note({"note", m_record,
              message.byteOffset + kRecordHeaderBytes + fault.error.byteOffset.value_or(0),
              "from the agent: " + fault.error.message, fault.error.expected});
    }
}

// The most frequent interval is the server's step; longer ones indicate lost messages.
std::uint64_t StreamCheck::stepHundredths() const {
    std::uint64_t step = 0;
    std::uint64_t most = 0;
    for (const auto& [hundredths, count] : m_steps) {
        if (count > most && hundredths > 0) {
            most = count;
            step = hundredths;
        }
    }
    return step;
}

std::uint64_t StreamCheck::missingCycles() const {
    const std::uint64_t step = stepHundredths();
    std::uint64_t missing = 0;
    for (const auto& [hundredths, count] : m_steps) {
        // A time with two decimals may be wrong by a hundredth.
        const std::uint64_t steps = step == 0 ? 1 : (hundredths - 1 + step / 2) / step;
        missing += steps > 1 ? (steps - 1) * count : 0;
    }
    return missing;
}

Json StreamCheck::toJson() const {
    Json json;
    json["good"] = isGood();
    json["kind"] = "agent stream";
    json["records"] = {
        {"server", m_serverRecords}, {"agent", m_agentRecords}, {"trainer", m_trainerRecords}};
    json["cycles"] = m_serverRecords;
    json["missingCycles"] = missingCycles();
    json["serverTime"] = {{"firstS", m_firstTimeS ? Json(*m_firstTimeS) : Json(nullptr)},
                          {"lastS", m_lastTimeS ? Json(*m_lastTimeS) : Json(nullptr)},
                          {"stepS", static_cast<double>(stepHundredths()) / 100.0}};
    json["percepts"] = Json::object();
    for (std::size_t i = 0; i + 1 < m_percepts.size(); ++i) {
        if (m_percepts[i] > 0) {
            json["percepts"]
                [std::string(protocol::perceptWord(static_cast<protocol::PerceptKind>(i)))] =
                    m_percepts[i];
        }
    }
    json["seen"] = m_seen;
    json["unknown"] = m_unknown;
    json["failed"] = m_failed;
    json["damaged"] = m_damaged;
    json["unread"] = m_unreadWords;
    json["reencoded"] = {{"equalBytes", m_equalBytes},
                         {"equalUpToNumbers", m_equalNumbers},
                         {"different", m_different}};
    json["effectors"] = m_effectors;
    json["brokenEffectors"] = m_brokenEffectors;
    json["issues"] = Json::array();
    for (const StreamIssue& issue : m_issues) {
        json["issues"].push_back({{"kind", issue.kind},
                                  {"record", issue.record},
                                  {"byte", issue.byteOffset},
                                  {"message", issue.text},
                                  {"expected", issue.expected}});
    }
    return json;
}

std::string listed(const Json& counts) {
    std::string text;
    for (const auto& [word, count] : counts.items()) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", word, count.get<std::uint64_t>());
    }
    return text.empty() ? "none" : text;
}

void StreamCheck::print() const {
    const Json json = toJson();
    for (const StreamIssue& issue : m_issues) {
        std::cout << fmt::format("{}: record {}, byte {}: {}", issue.kind, issue.record,
                                 issue.byteOffset, issue.text);
        std::cout << (issue.expected.empty() ? "\n" : "; expected " + issue.expected + "\n");
    }
    const std::uint64_t all = m_unknown + m_failed + m_damaged + m_different + m_brokenEffectors;
    if (all > m_issues.size()) {
        std::cout << fmt::format("and {} more\n", all - m_issues.size());
    }
    std::cout << fmt::format("{} from the server, {} from the agent, {}\n",
                             base::plural(m_serverRecords, "message"), m_agentRecords,
                             base::plural(m_trainerRecords, "trainer command"));
    if (m_firstTimeS) {
        std::cout << fmt::format("server time {:.2f} to {:.2f} s, {} of {:.2f} s, {} missing\n",
                                 *m_firstTimeS, *m_lastTimeS,
                                 base::plural(m_serverRecords, "cycle"),
                                 static_cast<double>(stepHundredths()) / 100.0, missingCycles());
    }
    std::cout << fmt::format("percepts: {}\n", listed(json["percepts"]));
    std::cout << fmt::format("seen: {}\n", listed(json["seen"]));
    std::cout << fmt::format("effectors: {}\n", listed(json["effectors"]));
    if (m_brokenEffectors > 0) {
        std::cout << fmt::format("effectors that servers do not accept: {}\n", m_brokenEffectors);
    }
    std::cout << fmt::format("{} percepts unknown, {} failed, {} messages damaged or cut off\n",
                             m_unknown, m_failed, m_damaged);
    if (!m_unreadWords.empty()) {
        std::cout << fmt::format("unread: {}\n", listed(json["unread"]));
    }
    std::cout << fmt::format("encoded again: {} identical to the byte, {} identical except for "
                             "number formatting, {} different\n",
                             m_equalBytes, m_equalNumbers, m_different);
    std::cout << (isGood() ? "good\n" : "not ok\n");
}

} // namespace

int verifyAgentStream(const LogArguments& arguments) {
    const auto recording = logs::AgentRecording::read(arguments.file);
    if (!recording) {
        printError(recording.error().toString());
        return kExitFailed;
    }
    StreamCheck check;
    for (const RecordedMessage& message : recording->messages()) {
        check.take(message);
    }
    if (recording->damage()) {
        check.takeDamage(*recording->damage());
    }
    if (arguments.json) {
        std::cout << check.toJson().dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    } else {
        check.print();
    }
    return check.isGood() ? kExitGood : kExitFound;
}

} // namespace sideline::cli
