// Nodes that version 4 of BehaviorTree.CPP added: what they do when they are ticked and halted.
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/agentcore/decision/behavior_tree_fixture.h"

namespace sideline::decision {
namespace {

using namespace tests;
using testing::HasSubstr;
using enum NodeStatus;

using BehaviorTreeNodesTest = BehaviorTreeFixture;

TEST_F(BehaviorTreeNodesTest, AsynchronousOnesPauseAfterAChildThatEndsAtOnce) {
    start("<ReactiveSequence><Inverter><ball-known/></Inverter><AsyncSequence>"
          "<Script code=\"n += 1\" _failureIf=\"false\"/><Script code=\"m := 1\"/><a/>"
          "</AsyncSequence></ReactiveSequence>");
    EXPECT_EQ(tick(), is({}, Running));
    EXPECT_TRUE(std::isnan(entry("m")));
    EXPECT_EQ(tick(), is({}, Running));
    EXPECT_DOUBLE_EQ(entry("m"), 1.0);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({}, Success));
    EXPECT_EQ(tick(), is({}, Running));
    know(true); // halts it between two children
    EXPECT_EQ(tick(), is({}, Failure));

    start("<AsyncSequence><a/><b/></AsyncSequence>"); // not after one that took time
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({"b!"}, Running));
    EXPECT_EQ(tick(kBDone), is({}, Success)); // nor after the last

    know(false);
    start("<AsyncFallback><ball-known/><AlwaysFailure _skipIf=\"true\"/><a/></AsyncFallback>");
    EXPECT_EQ(tick(), is({}, Running));
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kAFailed), is({}, Failure));
    know(true);
    EXPECT_EQ(tick(), is({}, Success));
}

TEST_F(BehaviorTreeNodesTest, TryCatchTicksTheLastChildAfterAFailure) {
    start("<TryCatch><ball-known/><a/><b/></TryCatch>");
    EXPECT_EQ(tick(), is({"b!"}, Running));
    know(true); // the others are not asked again
    EXPECT_EQ(tick(), is({"b"}, Running));
    EXPECT_EQ(tick(kBDone), is({}, Failure));
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({}, Success)); // without the last one
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kAFailed), is({"b!"}, Running));
    EXPECT_EQ(tick(kBFailed), is({}, Failure));

    start("<TryCatch><a _skipIf=\"true\"/><b/></TryCatch>");
    EXPECT_EQ(tick(), is({}, Skipped));
    EXPECT_THAT(errorOf(whole("<TryCatch><a/></TryCatch>")),
                HasSubstr("test.xml:3: <TryCatch> has 1 node below it; expected at least 2"));
}

TEST_F(BehaviorTreeNodesTest, TryCatchMayCatchAHalt) {
    const auto caught = [&](const char* port) {
        start("<ReactiveSequence><ball-known/><TryCatch " + std::string(port) +
              "><a/><Script code=\"caught := 1\"/></TryCatch></ReactiveSequence>");
        know(true);
        EXPECT_EQ(tick(), is({"a!"}, Running));
        know(false);
        EXPECT_EQ(tick(), is({}, Failure));
        return entry("caught") == 1.0;
    };
    EXPECT_TRUE(caught("catch_on_halt=\"true\""));
    EXPECT_FALSE(caught("catch_on_halt=\"false\""));
    EXPECT_FALSE(caught(""));
    // A halt while it catches is no second one.
    start("<ReactiveSequence><ball-known/><TryCatch catch_on_halt=\"true\"><AlwaysFailure/>"
          "<Sequence><Script code=\"n := n &gt; 0 ? 2 : 1\"/><a/></Sequence></TryCatch>"
          "</ReactiveSequence>");
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false);
    EXPECT_EQ(tick(), is({}, Failure));
    EXPECT_DOUBLE_EQ(entry("n"), 1.0);
}

TEST_F(BehaviorTreeNodesTest, LoopsTakeOneItemForEachRunOfTheirChild) {
    start("<LoopInt queue=\"3;5\" value=\"{n}\"><a/></LoopInt>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_DOUBLE_EQ(entry("n"), 3.0);
    EXPECT_EQ(tick(kADone), is({}, Running));
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_DOUBLE_EQ(entry("n"), 5.0);
    EXPECT_EQ(tick(kADone), is({}, Running));
    EXPECT_EQ(tick(), is({}, Success)); // empty
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_DOUBLE_EQ(entry("n"), 3.0); // from the first on
    EXPECT_EQ(tick(kAFailed), is({}, Failure));
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_DOUBLE_EQ(entry("n"), 3.0);

    start("<LoopDouble queue=\"\" if_empty=\"FAILURE\"><a/></LoopDouble>");
    EXPECT_EQ(tick(), is({}, Failure));
    start("<Fallback><LoopBool queue=\"{none}\" if_empty=\"SKIPPED\"><a/></LoopBool><b/>"
          "</Fallback>");
    EXPECT_EQ(tick(), is({"b!"}, Running));
}

TEST_F(BehaviorTreeNodesTest, ItemsOfLoopsCanBeParameters) {
    start("<LoopString queue=\"left;right\" value=\"{side}\"><a look=\"{side}\"/></LoopString>");
    EXPECT_EQ(tick().first, Strings({"a look=left!"}));
    tick({{"a look=left", Status::Done}});
    EXPECT_EQ(tick().first, Strings({"a look=right!"}));
    // Of an entry, such as the port of a subtree.
    startWhole("<root BTCPP_format=\"4\" main_tree_to_execute=\"M\"><BehaviorTree ID=\"M\">"
               "<SubTree ID=\"S\" sides=\"up;down\"/></BehaviorTree><BehaviorTree ID=\"S\">"
               "<LoopString queue=\"{sides}\" value=\"{side}\"><a look=\"{side}\"/></LoopString>"
               "</BehaviorTree></root>");
    EXPECT_EQ(tick().first, Strings({"a look=up!"}));
    tick({{"a look=up", Status::Done}});
    EXPECT_EQ(tick().first, Strings({"a look=down!"}));
    tick({{"a look=down", Status::Done}});
    EXPECT_EQ(tick().second, Success);
    EXPECT_THAT(errorOf(whole("<LoopInt\nqueue=\"1;x\"><a/></LoopInt>")),
                HasSubstr("test.xml:4: queue=\"1;x\"; expected integers separated by semicolons"));
    EXPECT_THAT(errorOf(whole("<LoopBool queue=\"true;2\"><a/></LoopBool>")),
                HasSubstr("test.xml:3: queue=\"true;2\"; expected truth values (true or false)"));
    EXPECT_THAT(errorOf(whole("<LoopInt queue=\"1\" if_empty=\"RUNNING\"><a/></LoopInt>")),
                HasSubstr("test.xml:3: if_empty=\"RUNNING\"; expected SUCCESS, FAILURE or"));
}

TEST_F(BehaviorTreeNodesTest, QueuesOfLoopsAreBounded) {
    const auto queueOf = [](int items) {
        std::string queue;
        for (int i = 0; i < items; ++i) {
            queue += std::to_string(i) + ";";
        }
        return queue;
    };
    const auto loopOver = [](const std::string& queue) {
        return "<LoopInt\nqueue=\"" + queue + "\" value=\"{n}\"><a/></LoopInt>";
    };
    start(loopOver(queueOf(9'999)));
    EXPECT_EQ(tick(), is({"a!"}, Running));
    const char* expected = "test.xml:3: the queues of loops are too long; expected at most 10000 ";
    EXPECT_THAT(errorOf(whole(loopOver(queueOf(10'001)))), HasSubstr(expected));
    // All queues together, one of them in an entry.
    EXPECT_THAT(errorOf(whole("<Sequence>" + loopOver("{q}") + "<Script code=\"q := '" +
                              queueOf(6'000) + "'\"/>" + loopOver(queueOf(5'000)) + "</Sequence>")),
                HasSubstr(expected));
}

TEST_F(BehaviorTreeNodesTest, ALoopContinuesInALaterVersionWithOtherTexts) {
    const auto with = [](const char* script) {
        return "<Sequence><Script code=\"" + std::string(script) +
               "\"/><LoopString queue=\"{q}\" value=\"{v}\"><a look=\"{v}\"/></LoopString>"
               "</Sequence>";
    };
    start(with("q := 'up;down'"));
    EXPECT_EQ(tick().first, Strings({"a look=up!"}));
    const auto old = std::move(m_run);
    const auto work = m_work;
    start(with("other := 'text'; q := 'up;down'"));
    m_run->follow(*old);
    m_work = work;
    EXPECT_EQ(tick({{"a look=up", Status::Done}}).second, Running);
    EXPECT_EQ(tick().first, Strings({"a look=down!"}));
}

TEST_F(BehaviorTreeNodesTest, SomeNodesWatchAnEntry) {
    const std::string set = "<ForceSuccess><Precondition if=\"ball.known\"><Script "
                            "code=\"n := 4\"/></Precondition></ForceSuccess>";
    start("<ReactiveSequence>" + set + "<WasEntryUpdated entry=\"{n}\"/><a/></ReactiveSequence>");
    EXPECT_EQ(tick(), is({}, Failure)); // it is not there
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(), is({"a"}, Running)); // set again, to the same value
    know(false);
    EXPECT_EQ(tick(), is({}, Failure));

    start("<ReactiveSequence>" + set +
          "<SkipUnlessUpdated entry=\"n\"><a/></SkipUnlessUpdated>"
          "<b/></ReactiveSequence>");
    EXPECT_EQ(tick(), is({"b!"}, Running));
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false); // until the child ends
    EXPECT_EQ(tick(), is({"a"}, Running));
    EXPECT_EQ(tick(kADone), is({"b!"}, Running));

    start("<ReactiveSequence>" + set +
          "<WaitValueUpdate entry=\"{n}\"><a/></WaitValueUpdate>"
          "</ReactiveSequence>");
    EXPECT_EQ(tick(), is({}, Running));
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false);
    EXPECT_EQ(tick(kADone), is({}, Success));
    EXPECT_EQ(tick(), is({}, Running)); // the same value is not new
}

TEST_F(BehaviorTreeNodesTest, OthersAreRefusedWithTheReason) {
    EXPECT_THAT(errorOf(whole("<ManualSelector><a/></ManualSelector>")),
                HasSubstr("test.xml:3: <ManualSelector> is not supported: a person would have to"));
    EXPECT_THAT(errorOf(whole("<ConsumeQueue queue=\"{q}\"><a/></ConsumeQueue>")),
                HasSubstr("test.xml:3: <ConsumeQueue> is not supported: its queue is an object"));
}

} // namespace
} // namespace sideline::decision
