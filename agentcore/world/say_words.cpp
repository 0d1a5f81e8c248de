#include "agentcore/world/say_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agentcore/math/angles.h"
#include "agentcore/world/formation.h"

namespace sideline::world {

namespace {

constexpr char kVersion = 'T';
constexpr std::size_t kMessageBytes = 20;

constexpr std::string_view kUnused = "()\"';\\";

constexpr std::size_t kBase = '~' - '!' + 1 - kUnused.size();

constexpr std::array<char, kBase> kDigits = [] {
    std::array<char, kBase> digits{};
    std::size_t count = 0;
    for (char byte = '!'; byte <= '~'; ++byte) {
        if (kUnused.find(byte) == std::string_view::npos) {
            digits[count++] = byte;
        }
    }
    return digits;
}();
static_assert(kBase == 88);

constexpr int kOne = static_cast<int>(kBase);
constexpr int kTwo = kOne * kOne;
constexpr double kPlaceRangeM = 22.0;
constexpr double kSpeedRangeMps = 12.0;

// Quantizes a number in -range to range to an integer 0 to count - 1. Zero is represented exactly.
int wholeOf(double value, double range, int count) {
    const int half = (count - 1) / 2;
    const double scaled = std::clamp(value / range, -1.0, 1.0) * half;
    return half + static_cast<int>(std::lround(scaled));
}

double fromWhole(int whole, double range, int count) {
    const int half = (count - 1) / 2;
    return std::clamp(static_cast<double>(whole - half) / half, -1.0, 1.0) * range;
}

int ageOf(double ageS) {
    const double steps = ageS / kSayAgeStepS;
    // NaN counts as the maximum age.
    return steps < kOne - 1 ? static_cast<int>(std::lround(std::max(steps, 0.0))) : kOne - 1;
}

// The checksum has a nonzero start value, so that a message of zeros has a nonzero checksum.
int checksumOf(std::string_view text) {
    unsigned sum = 17;
    for (const char byte : text) {
        sum = sum * 31 + static_cast<unsigned char>(byte);
        sum ^= sum >> 11U;
    }
    return static_cast<int>(sum % static_cast<unsigned>(kTwo));
}

// The speaker's intention.
enum Intention { kNeither, kGoesToBall, kKicksTo };

class Writer {
public:
    explicit Writer(std::string& out) : m_out(out) {}
    void one(int value) { m_out += kDigits[static_cast<std::size_t>(value)]; }
    void two(int value) {
        one(value / kOne);
        one(value % kOne);
    }
    void place(const Eigen::Vector2d& p_F) {
        two(wholeOf(p_F.x(), kPlaceRangeM, kTwo));
        two(wholeOf(p_F.y(), kPlaceRangeM, kTwo));
    }
    void speed(double speedMps) {
        const double root = std::sqrt(std::abs(std::isfinite(speedMps) ? speedMps : 0.0));
        one(wholeOf(std::copysign(root, speedMps), std::sqrt(kSpeedRangeMps), kOne));
    }

private:
    std::string& m_out;
};

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}
    int one() {
        const auto found = std::ranges::find(kDigits, m_text[m_at++]);
        m_isGood = m_isGood && found != kDigits.end();
        return m_isGood ? static_cast<int>(found - kDigits.begin()) : 0;
    }
    int two() {
        const int high = one();
        return high * kOne + one();
    }
    Eigen::Vector2d place() {
        const double x = fromWhole(two(), kPlaceRangeM, kTwo);
        return {x, fromWhole(two(), kPlaceRangeM, kTwo)};
    }
    double speedMps() {
        const double root = fromWhole(one(), std::sqrt(kSpeedRangeMps), kOne);
        return root * std::abs(root);
    }
    [[nodiscard]] bool isGood() const { return m_isGood; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isGood = true;
};

} // namespace

bool writeSay(const SayWords& words, std::string& out) {
    if (words.unum < 1 || words.unum > kTeamSize || !words.p_F.allFinite() ||
        !std::isfinite(words.headingRad)) {
        return false;
    }
    const bool isBallKnown = words.isBallKnown && words.ball_F.allFinite();
    const std::size_t begin = out.size();
    out += kVersion;
    Writer writer(out);
    writer.one((words.unum * 2 + (words.isFallen ? 1 : 0)) * 2 + (isBallKnown ? 1 : 0));
    writer.place(words.p_F);
    writer.one(wholeOf(math::wrapRad(words.headingRad), math::kPi, kOne));
    writer.one(ageOf(words.poseAgeS));
    writer.place(isBallKnown ? words.ball_F : Eigen::Vector2d::Zero().eval());
    writer.speed(isBallKnown ? words.ballVelocity_FMps.x() : 0.0);
    writer.speed(isBallKnown ? words.ballVelocity_FMps.y() : 0.0);
    writer.one(isBallKnown ? ageOf(words.ballAgeS) : 0);
    const bool hasTarget = words.kicksTo_F && words.kicksTo_F->allFinite();
    const Eigen::Vector2d target_F = hasTarget ? *words.kicksTo_F : Eigen::Vector2d(0.0, 0.0);
    writer.one(!words.goesToBall ? kNeither : hasTarget ? kKicksTo : kGoesToBall);
    writer.one(wholeOf(target_F.x(), kPlaceRangeM, kOne));
    writer.one(wholeOf(target_F.y(), kPlaceRangeM, kOne));
    writer.two(checksumOf(std::string_view(out).substr(begin)));
    return true;
}

std::optional<SayWords> readSay(std::string_view text) {
    if (text.size() != kMessageBytes || text.front() != kVersion) {
        return std::nullopt;
    }
    Reader reader(text.substr(1));
    SayWords words;
    const int head = reader.one();
    words.isBallKnown = head % 2 == 1;
    words.isFallen = head / 2 % 2 == 1;
    words.unum = head / 4;
    words.p_F = reader.place();
    words.headingRad = fromWhole(reader.one(), math::kPi, kOne);
    words.poseAgeS = reader.one() * kSayAgeStepS;
    words.ball_F = reader.place();
    words.ballVelocity_FMps.x() = reader.speedMps();
    words.ballVelocity_FMps.y() = reader.speedMps();
    words.ballAgeS = reader.one() * kSayAgeStepS;
    const int intention = reader.one();
    words.goesToBall = intention != kNeither;
    const double targetX = fromWhole(reader.one(), kPlaceRangeM, kOne);
    const Eigen::Vector2d target_F(targetX, fromWhole(reader.one(), kPlaceRangeM, kOne));
    if (intention == kKicksTo) {
        words.kicksTo_F = target_F;
    }
    const int checksum = reader.two();
    if (!reader.isGood() || words.unum < 1 || words.unum > kTeamSize || intention > kKicksTo ||
        checksum != checksumOf(text.substr(0, kMessageBytes - 2))) {
        return std::nullopt;
    }
    return words;
}

} // namespace sideline::world
