#include "agentcore/planning/formation/formation_text.h"

#include <string>

#include <gtest/gtest.h>

namespace sideline::planning {
namespace {

using Eigen::Vector2d;
using Situation = FormationSituation;

const std::string kText = "# Two backs\n"
                          "formation two # of three\n"
                          "field 30 20\n"
                          "mirrored\n"
                          "role 1 goalkeeper\n"
                          "role 4 left-back mirrors right-back\n"
                          "role 5 right-back\n"
                          "\n"
                          "situation play\n"
                          "  ball 0 0      # in the middle\n"
                          "    goalkeeper -14 0\n"
                          "    left-back -5 3 # not too wide\n"
                          "    right-back -5 -3\n"
                          "  # far to the left\n"
                          "  ball 10 8\n"
                          "    right-back 0 1\n"
                          "    goalkeeper -12 1\n"
                          "    left-back 3 6\n"
                          "\n"
                          "situation corner\n"
                          "  ball 15 10\n"
                          "    goalkeeper -12 0\n"
                          "    left-back 5 5\n"
                          "    right-back 3 0\n";

FormationText read(const std::string& text) {
    auto read = FormationText::parse(text, "two.formation");
    EXPECT_TRUE(read.has_value()) << read.error().toString();
    return read.value_or(FormationText());
}

// What `to` has in place of lines of `from`, if they have equally many.
std::string changed(const std::string& from, const std::string& to) {
    std::string lines;
    std::size_t a = 0;
    std::size_t b = 0;
    while (a < from.size() && b < to.size()) {
        const std::string before = from.substr(a, from.find('\n', a) - a);
        const std::string after = to.substr(b, to.find('\n', b) - b);
        if (before != after) {
            lines += after + "\n";
        }
        a += before.size() + 1;
        b += after.size() + 1;
    }
    return lines;
}

TEST(FormationTextTest, ListsWrittenAndMirroredPlacesOfTheBall) {
    const FormationText text = read(kText);
    const auto play = text.samples(Situation::Play);
    ASSERT_EQ(play.size(), 3U);
    EXPECT_EQ(play[1].ball, Vector2d(10.0, 8.0));
    EXPECT_EQ(play[1].places[2], Vector2d(0.0, 1.0)) << "in any order";
    EXPECT_FALSE(play[1].isMirrored);
    EXPECT_EQ(play[2].ball, Vector2d(10.0, -8.0));
    EXPECT_TRUE(play[2].isMirrored);
    EXPECT_EQ(play[2].written, 1U);
    EXPECT_EQ(play[2].places[1], Vector2d(0.0, -1.0)) << "the left back as the right one mirrored";
    EXPECT_TRUE(text.samples(Situation::GoalKick).empty());
}

TEST(FormationTextTest, APlaceChangesOneLineAndKeepsItsComment) {
    const FormationText text = read(kText);
    const auto samples = text.samples(Situation::Play);
    const auto moved = text.withPlace(Situation::Play, samples[0], 1, {-5.756, 3.0});
    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(changed(kText, moved->text()), "    left-back -5.76 3 # not too wide\n");
    EXPECT_EQ(moved->samples(Situation::Play)[0].places[1], Vector2d(-5.76, 3.0));
}

TEST(FormationTextTest, AMirroredPlaceIsWrittenOnItsOwnSide) {
    const FormationText text = read(kText);
    const auto samples = text.samples(Situation::Play);
    const auto moved = text.withPlace(Situation::Play, samples[2], 1, {1.0, -2.0});
    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(changed(kText, moved->text()), "    right-back 1 2\n");
    EXPECT_EQ(moved->samples(Situation::Play)[2].places[1], Vector2d(1.0, -2.0));
}

TEST(FormationTextTest, ABallMovesWithItsPlaces) {
    const FormationText text = read(kText);
    const auto samples = text.samples(Situation::Play);
    const auto moved = text.withBall(Situation::Play, samples[2], {9.0, -7.5});
    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(changed(kText, moved->text()), "  ball 9 7.5\n");
    const auto same = text.withBall(Situation::Play, samples[1], {0.001, 0.0});
    ASSERT_FALSE(same.has_value());
    EXPECT_NE(same.error().toString().find("given twice"), std::string::npos);
    EXPECT_EQ(same.error().line, 15U);
}

TEST(FormationTextTest, ANewPlaceStandsBehindTheOthers) {
    const FormationText text = read(kText);
    const auto more =
        text.withSample(Situation::Play, {-10.0, 0.0}, {{-14.0, 0.0}, {-8.0, 2.004}, {-8.0, -2.0}});
    ASSERT_TRUE(more.has_value());
    const std::string added = "  ball -10 0\n"
                              "    goalkeeper -14 0\n"
                              "    left-back -8 2\n"
                              "    right-back -8 -2\n";
    std::string expected = kText;
    expected.insert(expected.find("\nsituation corner"), added);
    EXPECT_EQ(more->text(), expected);
    EXPECT_EQ(more->samples(Situation::Play).size(), 4U);
}

TEST(FormationTextTest, ANewSituationStandsAtTheEnd) {
    const std::string cut = kText.substr(0, kText.size() - 1); // no line break at the end
    const auto more = read(cut).withSample(Situation::GoalKick, {-14.0, 0.0},
                                           {{-14.0, 0.0}, {-8.0, 2.0}, {-8.0, -2.0}});
    ASSERT_TRUE(more.has_value());
    EXPECT_EQ(more->text(), kText + "\nsituation goal-kick\n"
                                    "  ball -14 0\n"
                                    "    goalkeeper -14 0\n"
                                    "    left-back -8 2\n"
                                    "    right-back -8 -2\n");
}

TEST(FormationTextTest, WhatIsAddedCanBeRemoved) {
    const FormationText text = read(kText);
    const std::vector<Vector2d> places = {{-14.0, 0.0}, {-8.0, 2.0}, {-8.0, -2.0}};
    for (const Situation situation : {Situation::Play, Situation::GoalKick}) {
        const auto more = text.withSample(situation, {-10.0, 0.0}, places);
        ASSERT_TRUE(more.has_value());
        const auto samples = more->samples(situation);
        const auto added = std::ranges::find(samples, Vector2d(-10.0, 0.0), &FormationSample::ball);
        ASSERT_NE(added, samples.end());
        const auto less = more->withoutSample(situation, *added);
        ASSERT_TRUE(less.has_value()) << less.error().toString();
        EXPECT_EQ(less->text(), kText);
    }
}

TEST(FormationTextTest, PlayStays) {
    const FormationText text = read(kText);
    const auto corner = text.withoutSample(Situation::Corner, text.samples(Situation::Corner)[0]);
    ASSERT_TRUE(corner.has_value());
    EXPECT_TRUE(corner->samples(Situation::Corner).empty());
    auto less = text.withoutSample(Situation::Play, text.samples(Situation::Play)[1]);
    ASSERT_TRUE(less.has_value());
    EXPECT_NE(less->text().find("# far to the left"), std::string::npos) << "comments stay";
    const auto none = less->withoutSample(Situation::Play, less->samples(Situation::Play)[0]);
    ASSERT_FALSE(none.has_value());
    EXPECT_NE(none.error().toString().find("play"), std::string::npos);
}

TEST(FormationTextTest, RefusesPlacesOutsideOfTheField) {
    const FormationText text = read(kText);
    const auto far =
        text.withPlace(Situation::Play, text.samples(Situation::Play)[0], 0, {40.0, 0.0});
    ASSERT_FALSE(far.has_value());
    EXPECT_EQ(far.error().line, 11U);
    EXPECT_NE(far.error().toString().find("two.formation"), std::string::npos);
}

TEST(FormationTextTest, KeepsLineEndsOfWindows) {
    std::string text;
    for (const char c : kText) {
        text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    }
    const FormationText crlf = read(text);
    const auto moved =
        crlf.withPlace(Situation::Play, crlf.samples(Situation::Play)[0], 2, {-5.0, -4.0});
    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(changed(text, moved->text()), "    right-back -5 -4\r\n");
    const auto more = crlf.withSample(Situation::GoalKick, {-10.0, 0.0},
                                      {{-14.0, 0.0}, {-8.0, 2.0}, {-8.0, -2.0}});
    ASSERT_TRUE(more.has_value());
    EXPECT_TRUE(more->text().ends_with("    right-back -8 -2\r\n"));
}

} // namespace
} // namespace sideline::planning
