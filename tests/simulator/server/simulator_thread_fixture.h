#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "simulator/server/simulator_thread.h"

namespace sideline::simulator {

/// Decodes the messages of a match, as a recorder does.
class DecodingSink : public MatchSink {
public:
    [[nodiscard]] bool needsFullScene() const override {
        const std::scoped_lock lock(m_mutex);
        return m_needsFullScene;
    }
    void take(const MatchMessage& message) override {
        const std::scoped_lock lock(m_mutex);
        const auto report = m_decoder.decode(message.text, 0);
        EXPECT_TRUE(report && !report->outOfSync);
        EXPECT_TRUE(report && report->kind == message.kind);
        EXPECT_GT(message.recordTimeS, m_lastS);
        EXPECT_NE(message.game, nullptr);
        EXPECT_NE(message.scene, nullptr);
        m_lastS = message.recordTimeS;
        m_fullCount += message.kind == monitor::MessageKind::Full ? 1 : 0;
        ++m_count;
        m_needsFullScene = false;
    }
    void needFull() {
        const std::scoped_lock lock(m_mutex);
        m_needsFullScene = true;
    }
    [[nodiscard]] int count() const {
        const std::scoped_lock lock(m_mutex);
        return m_count;
    }
    [[nodiscard]] int fullCount() const {
        const std::scoped_lock lock(m_mutex);
        return m_fullCount;
    }
    /// Torques in the last message.
    [[nodiscard]] std::vector<float> torquesNm(const game::PlayerId& robot) const {
        const std::scoped_lock lock(m_mutex);
        const auto torques = m_decoder.game().motorTorquesNm(robot);
        return {torques.begin(), torques.end()};
    }
    [[nodiscard]] double lastS() const {
        const std::scoped_lock lock(m_mutex);
        return m_lastS;
    }

private:
    mutable std::mutex m_mutex;
    monitor::MonitorDecoder m_decoder;
    bool m_needsFullScene = false;
    double m_lastS = 0.0;
    int m_count = 0;
    int m_fullCount = 0;
};

/// Runs a simulator without ports, as fast as possible.
class SimulatorThreadFixture : public ::testing::Test {
protected:
    /// @param makeMatch empty for a match of SimSpark's robots
    void start(MatchMaker makeMatch, bool isPaused) {
        SimulatorThread::Settings settings;
        settings.makeMatch = std::move(makeMatch);
        settings.opensPorts = false;
        settings.isPaused = isPaused;
        settings.speed = 0.0;
        settings.sink = m_listener;
        settings.reportsTorques = m_reportsTorques;
        auto started = SimulatorThread::start(settings);
        ASSERT_TRUE(started) << started.error().toString();
        m_simulator = std::move(*started);
    }
    /// Waits for a condition on `m_status`, `m_frame` and `m_listener`. Collects all notes.
    template <typename IsSo>
    bool until(const IsSo& isSo) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (std::chrono::steady_clock::now() < end) {
            if (auto status = m_simulator->takeStatus()) {
                m_notes.insert(m_notes.end(), status->notes.begin(), status->notes.end());
                m_status = std::move(*status);
            }
            if (auto frame = m_simulator->takeFrame()) {
                m_frame = std::move(*frame);
            }
            if (isSo()) {
                return true;
            }
            std::this_thread::yield();
        }
        return false;
    }

    bool m_reportsTorques = false; ///< from the next start on
    std::shared_ptr<DecodingSink> m_listener = std::make_shared<DecodingSink>();
    std::unique_ptr<SimulatorThread> m_simulator;
    SimulatorStatus m_status;
    std::vector<std::string> m_notes;
    SimulatorFrame m_frame;
};

} // namespace sideline::simulator
