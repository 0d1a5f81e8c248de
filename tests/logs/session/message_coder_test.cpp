#include "logs/session/message_coder.h"

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"

namespace sideline::logs {
namespace {

std::vector<std::string> coded(const std::vector<std::string>& texts, std::size_t* bytes) {
    BitEncoder encoder;
    MessageCoder writer;
    for (const std::string& text : texts) {
        writer.encode(encoder, text, 1);
    }
    std::string out;
    encoder.finish(out);
    *bytes = out.size();
    BitDecoder decoder(out);
    MessageCoder reader;
    std::vector<std::string> read;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string text;
        EXPECT_TRUE(reader.decode(decoder, text, 1, 1U << 20U)) << i;
        read.push_back(text);
    }
    EXPECT_TRUE(decoder.isAtEnd());
    return read;
}

TEST(MessageCoderTest, AnyTextReadsBackByteByByte) {
    base::Rng rng(3);
    const std::string letters = "0123456789.-- ()axe\n";
    std::vector<std::string> texts = {"",
                                      " ",
                                      " 0.0",
                                      " -0.00 -0.0 0.00 00.1 .5 5. -.5 1.2.3",
                                      " 1234567890123.25 12345678901234567890.5 0.12345678 -1.5-",
                                      std::string(1, '\0'),
                                      "(a 1.5 2.5 3.5 4.5 5.5 6.5)"};
    for (int i = 0; i < 500; ++i) {
        std::string text;
        for (std::uint64_t k = rng.below(60); k > 0; --k) {
            text += rng.below(20) == 0 ? static_cast<char>(rng.below(256))
                                       : letters[rng.below(letters.size())];
        }
        texts.push_back(text);
    }
    std::size_t bytes = 0;
    EXPECT_EQ(coded(texts, &bytes), texts);
}

TEST(MessageCoderTest, MessagesTakeLittleMoreThanTheirChangingNumbers) {
    base::Rng rng(4);
    std::vector<std::string> texts;
    std::size_t plain = 0;
    for (int i = 0; i < 50; ++i) {
        std::string text = "(time (now " + std::to_string(100 + i) + ".02))";
        for (int joint = 0; joint < 20; ++joint) {
            text += "(HJ (n joint" + std::to_string(joint) + ") (ax -30." +
                    std::to_string(10 + rng.below(16)) + "))";
        }
        plain += text.size();
        texts.push_back(text);
    }
    std::size_t bytes = 0;
    EXPECT_EQ(coded(texts, &bytes), texts);
    EXPECT_LT(bytes, plain / 20);
}

// More pieces than are remembered: both sides start over.
TEST(MessageCoderTest, ManyDifferentPiecesAreNoProblem) {
    std::string text;
    for (int i = 0; i < 40'000; ++i) {
        text += "p" + std::to_string(i) + " 0.5 ";
    }
    std::size_t bytes = 0;
    EXPECT_EQ(coded({text, text}, &bytes), (std::vector<std::string>{text, text}));
}

} // namespace
} // namespace sideline::logs
