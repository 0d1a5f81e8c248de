// The vision of rcssservermj's branch `master`: its errors are compared with the parameters of its
// source (`vision_generator.py`, June 2026).
#include "simulator/mujoco/league_vision.h"

#include <cmath>
#include <map>
#include <set>

#include "agentcore/math/angles.h"
#include "tests/simulator/mujoco/league_match_fixture.h"

namespace sideline::simulator::mujoco {

namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using protocol::Polar;

constexpr VisionErrors kNoErrors = {.distanceFraction = 0.0,
                                    .angleDeg = 0.0,
                                    .missRate = 0.0,
                                    .falseRate = 0.0,
                                    .maxFalse = 0,
                                    .confusionRate = 0.0};

// Mean and standard deviation of numbers.
class Spread {
public:
    void add(double value) {
        ++m_count;
        m_sum += value;
        m_squares += value * value;
    }
    [[nodiscard]] int count() const { return m_count; }
    [[nodiscard]] double mean() const { return m_sum / m_count; }
    [[nodiscard]] double deviation() const {
        return std::sqrt(m_squares / m_count - mean() * mean());
    }

private:
    int m_count = 0;
    double m_sum = 0.0;
    double m_squares = 0.0;
};

std::vector<SeenPoint> landmarksAndBall() {
    std::vector<SeenPoint> points = landmarksOf(field::footballFields()[0].dimensions);
    points.push_back({"B", {1.0, 0.0, 0.11}});
    return points;
}

// Reports a view many times and calls `use` with each percept.
template <typename Use>
void reportOften(const CameraView& view, int times, const Use& use) {
    const NoisyVision vision(landmarksAndBall());
    base::Rng random(7);
    protocol::Percepts percepts;
    for (int i = 0; i < times; ++i) {
        percepts.clear();
        vision.add(percepts, view, random);
        use(*percepts.vision);
    }
}

TEST(NoisyVision, NoiseGrowsWithTheDistanceAndIsTheSameForAllAngles) {
    constexpr int kTimes = 20'000;
    for (const double distanceM : {0.8, 5.0, 25.0}) {
        // A part of a player keeps its name, so that it is known which one is meant.
        const CameraView view = {
            {"head", PlayerId{Side::Right, UniformNumber(4)}, {distanceM, -33.333, 20.0}}};
        Spread distances;
        Spread azimuths;
        Spread elevations;
        reportOften(view, kTimes, [&](const protocol::VisionPercept& vision) {
            if (vision.players.empty()) {
                return;
            }
            const protocol::SeenPlayer& player = vision.players[0];
            EXPECT_EQ(player.team, "1");
            EXPECT_EQ(player.unum, 4);
            distances.add(player.parts[0].polar.distanceM);
            azimuths.add(player.parts[0].polar.thetaDeg);
            elevations.add(player.parts[0].polar.phiDeg);
        });
        // Numbers are cut off, which brings them nearer to zero by 0.005 on average.
        constexpr double kCut = 0.005;
        const double sigmaM = 0.01 * distanceM;
        const double meanSigmas = 4.0 / std::sqrt(double{kTimes});
        EXPECT_NEAR(distances.mean(), distanceM - kCut, meanSigmas * sigmaM + 0.001);
        EXPECT_NEAR(distances.deviation(), sigmaM, 0.03 * sigmaM + 0.001);
        EXPECT_NEAR(azimuths.mean(), -33.333 + kCut, meanSigmas * 0.5);
        EXPECT_NEAR(azimuths.deviation(), 0.5, 0.015);
        EXPECT_NEAR(elevations.mean(), 20.0 - kCut, meanSigmas * 0.5);
        EXPECT_NEAR(elevations.deviation(), 0.5, 0.015);
        EXPECT_NEAR(1.0 - distances.count() * 1.0 / kTimes, 0.01, 0.003) << distanceM;
    }
}

TEST(NoisyVision, ReportsLettersOfWhichAFewAreWrong) {
    constexpr int kTimes = 20'000;
    const CameraView view = {{"l_luf", {}, {10.0, 0.0, 0.0}}};
    std::map<std::string, int> letters;
    int reported = 0;
    reportOften(view, kTimes, [&](const protocol::VisionPercept& vision) {
        for (const protocol::SeenObject& object : vision.objects) {
            if (std::abs(object.polar.distanceM - 10.0) < 1.0 &&
                std::abs(object.polar.thetaDeg) < 4.0 && std::abs(object.polar.phiDeg) < 4.0) {
                ++letters[std::string(object.name)];
                ++reported;
            }
        }
    });
    EXPECT_NEAR(reported * 1.0 / kTimes, 0.99, 0.003);
    // 12 of the 30 other names begin with l: such a confusion cannot be noticed.
    const auto points = landmarksAndBall();
    const auto ls =
        std::ranges::count_if(points, [](const SeenPoint& p) { return p.name[0] == 'l'; });
    const double noticed = double(std::ssize(points) - ls) / double(std::ssize(points) - 1);
    EXPECT_NEAR(1.0 - letters["L"] * 1.0 / reported, 0.05 * noticed, 0.005);
    for (const auto& [letter, count] : letters) {
        EXPECT_NE(std::string("LTXPGB").find(letter), std::string::npos) << letter;
    }
    EXPECT_GT(letters["B"], 0);
}

TEST(NoisyVision, InventsThingsInTheFieldOfView) {
    constexpr int kTimes = 100'000;
    Spread azimuths;
    Spread distances;
    std::set<std::string_view> names;
    reportOften({}, kTimes, [&](const protocol::VisionPercept& vision) {
        for (const protocol::SeenObject& object : vision.objects) {
            EXPECT_LE(std::abs(object.polar.thetaDeg), 60.0);
            EXPECT_LE(std::abs(object.polar.phiDeg), 60.0);
            EXPECT_GE(object.polar.distanceM, 0.5);
            EXPECT_LE(object.polar.distanceM, 15.0);
            azimuths.add(object.polar.thetaDeg);
            distances.add(object.polar.distanceM);
            names.insert(object.name);
        }
    });
    // Five chances of 0.001 in each view; uniform numbers have a deviation of range / sqrt(12).
    EXPECT_NEAR(azimuths.count() * 1.0 / kTimes, 0.005, 0.001);
    EXPECT_NEAR(azimuths.mean(), 0.0, 7.0);
    EXPECT_NEAR(azimuths.deviation(), 120.0 / std::sqrt(12.0), 3.0);
    EXPECT_NEAR(distances.mean(), 7.75, 0.8);
    EXPECT_NEAR(distances.deviation(), 14.5 / std::sqrt(12.0), 0.4);
    EXPECT_EQ(names.size(), 6U);
}

TEST(NoisyVision, LandmarksAreInRandomOrder) {
    CameraView view;
    for (int i = 0; i < 4; ++i) {
        view.push_back({"l_luf", {}, {5.0 + i, 10.0 * i, 0.0}});
    }
    std::array<int, 4> firsts{};
    reportOften(view, 4000, [&](const protocol::VisionPercept& vision) {
        if (!vision.objects.empty()) {
            const auto& first = vision.objects[vision.order[0].index].polar;
            ++firsts.at(
                static_cast<std::size_t>(std::clamp(std::lround(first.thetaDeg / 10.0), 0L, 3L)));
        }
    });
    for (const int count : firsts) {
        EXPECT_NEAR(count, 1000, 150);
    }
}

class MasterVisionTest : public LeagueMatchTest {
protected:
    void beginMaster(Occluders occluders, const VisionErrors& errors = kNoErrors) {
        begin({.perception = PerceptionVersion::Master,
               .occluders = occluders,
               .visionErrors = errors});
    }
    // Puts a player on the field, facing +x, or -x for a heading of 180 degrees.
    void place(const std::string& team, int unum, double xM, double headingDeg) {
        EXPECT_EQ(command(fmt::format("(agent (unum {})(team {})(move {} 0 0.68 {}))", unum, team,
                                      xM, headingDeg)),
                  "");
    }
    // The names that the first robot sees.
    [[nodiscard]] std::multiset<std::string> seenByFirst(const std::vector<AgentId>& all) {
        run(4, all);
        for (int i = 0; i < 2; ++i) {
            run(1, all);
            const protocol::Percepts percepts = read(all[0]);
            if (!percepts.vision) {
                continue;
            }
            std::multiset<std::string> names;
            for (const protocol::SeenObject& object : percepts.vision->objects) {
                names.insert(std::string(object.name));
            }
            for (std::size_t k = 0; k < percepts.vision->players.size(); ++k) {
                for (const auto& part : percepts.vision->players[k].parts) {
                    names.insert(fmt::format("{} {}", percepts.vision->players[k].unum, part.name));
                }
            }
            return names;
        }
        return {};
    }
};

TEST_F(MasterVisionTest, IsOneCycleOld) {
    beginMaster(Occluders::None);
    const AgentId agent = join("Reds", 1);
    place("Reds", 1, -5.0, 0.0);
    EXPECT_EQ(command("(ball (pos -3 0 0.11)(vel 6 0 0))"), "");
    double beforeM = 0.0;
    int views = 0;
    for (int i = 0; i < 12; ++i) {
        run(1, {agent});
        const math::Pose X_SCamera = match->world().site(match->players()[0].robot, 3);
        const double nowM = (match->world().ball().p_S - X_SCamera.p).norm();
        const protocol::Percepts percepts = read(agent);
        for (const auto& object :
             percepts.vision ? percepts.vision->objects : std::vector<protocol::SeenObject>()) {
            if (object.name == "B" && i > 2) {
                ++views;
                EXPECT_NEAR(object.polar.distanceM, beforeM, 0.02);
                EXPECT_GT(nowM - object.polar.distanceM, 0.05);
            }
        }
        beforeM = nowM;
    }
    EXPECT_GT(views, 2);
}

// The server recompiles its world then and has not looked since.
TEST_F(MasterVisionTest, IsEmptyOnceAfterARobotCame) {
    beginMaster(Occluders::None);
    const AgentId first = join("Reds", 1);
    place("Reds", 1, -5.0, 0.0);
    EXPECT_GT(seenByFirst({first}).size(), 10U);
    join("Blues", 2);
    run(read(first).vision ? 0 : 1, {first});
    ASSERT_TRUE(read(first).vision);
    EXPECT_TRUE(read(first).vision->objects.empty());
    run(2, {first});
    EXPECT_GT(read(first).vision->objects.size(), 10U);
}

TEST_F(MasterVisionTest, ARobotHidesWhatIsBehindItIfAllIsToHide) {
    for (const Occluders occluders : {Occluders::None, Occluders::AsServer, Occluders::All}) {
        beginMaster(occluders);
        const std::vector<AgentId> all = {join("Reds", 1), join("Reds", 2), join("Blues", 3)};
        place("Reds", 1, -5.0, 0.0);
        place("Reds", 2, -4.0, 0.0);
        place("Blues", 3, -1.5, 180.0);
        EXPECT_EQ(command("(ball (pos -3 0 0.11))"), "");
        const auto names = seenByFirst(all);
        EXPECT_TRUE(names.contains("2 head"));
        EXPECT_FALSE(names.contains("1 head")) << "a robot does not see itself";
        const bool isHidden = occluders == Occluders::All;
        EXPECT_EQ(names.contains("3 head"), !isHidden);
        EXPECT_GT(names.count("L"), 3U) << "corners beside the robot";
    }
}

TEST_F(MasterVisionTest, IsTheSameForTheSameSeed) {
    std::string texts;
    for (const int run : {0, 1}) {
        beginMaster(Occluders::AsServer, {});
        const AgentId agent = join("Reds", 1);
        std::string now;
        for (int i = 0; i < 20; ++i) {
            match->cycle();
            now += match->percepts(agent);
        }
        EXPECT_TRUE(run == 0 || now == texts);
        texts = now;
    }
}

} // namespace

} // namespace sideline::simulator::mujoco
