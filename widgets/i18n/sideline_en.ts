<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%n observations</source>
        <translation>
            <numerusform>%n observation</numerusform>
            <numerusform>%n observations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n landmarks</source>
        <translation>
            <numerusform>%n landmark</numerusform>
            <numerusform>%n landmarks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::DecideWorkspace</name>
    <message numerus="yes">
        <source>%n players to read</source>
        <translation>
            <numerusform>%n player to read</numerusform>
            <numerusform>%n players to read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::LiveMarkText</name>
    <message numerus="yes">
        <source>%n messages so far</source>
        <translation>
            <numerusform>%n message so far</numerusform>
            <numerusform>%n messages so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages are missing in the recording</source>
        <translation>
            <numerusform>%n message is missing in the recording</numerusform>
            <numerusform>%n messages are missing in the recording</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::LogMotionJob</name>
    <message numerus="yes">
        <source>%n keyframes</source>
        <translation>
            <numerusform>%n keyframe</numerusform>
            <numerusform>%n keyframes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n frames</source>
        <translation>
            <numerusform>from %n frame</numerusform>
            <numerusform>from %n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::MotionMessages</name>
    <message numerus="yes">
        <source>  (and %n more, see the Motion panel)</source>
        <translation>
            <numerusform>  (and %n more, see the Motion panel)</numerusform>
            <numerusform>  (and %n more, see the Motion panel)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::MotionPosing</name>
    <message numerus="yes">
        <source>%n joints</source>
        <translation>
            <numerusform>%n joint</numerusform>
            <numerusform>%n joints</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::MotionRecorder</name>
    <message numerus="yes">
        <source>Recorded %1 s of the live robot: %n keyframes</source>
        <translation>
            <numerusform>Recorded %1 s of the live robot: %n keyframe</numerusform>
            <numerusform>Recorded %1 s of the live robot: %n keyframes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n samples</source>
        <translation>
            <numerusform>from %n sample</numerusform>
            <numerusform>from %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::ReplayWorkspace</name>
    <message numerus="yes">
        <source>  (and %n more, see the Log panel)</source>
        <translation>
            <numerusform>  (and %n more, see the Log panel)</numerusform>
            <numerusform>  (and %n more, see the Log panel)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::ReportedBeliefs</name>
    <message numerus="yes">
        <source>; and %n more bad lines</source>
        <translation>
            <numerusform>; and %n more bad line</numerusform>
            <numerusform>; and %n more bad lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n beliefs are from a robot other than %2</source>
        <translation>
            <numerusform>%1: %n belief is from a robot other than %2</numerusform>
            <numerusform>%1: %n beliefs are from a robot other than %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %n beliefs match no cycle of the stream, which spans %3 s to %4 s of server time</source>
        <translation>
            <numerusform>%1: %2 of %n belief matches no cycle of the stream, which spans %3 s to %4 s of server time</numerusform>
            <numerusform>%1: %2 of %n beliefs match no cycle of the stream, which spans %3 s to %4 s of server time</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::studio::TeamControls</name>
    <message numerus="yes">
        <source>Waiting for %1: %n players so far</source>
        <translation>
            <numerusform>Waiting for %1: %n player so far</numerusform>
            <numerusform>Waiting for %1: %n players so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::CommandPalette</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::DrawingPanel</name>
    <message numerus="yes">
        <source>%1 of %Ln shapes shown.</source>
        <translation>
            <numerusform>%1 of %Ln shape shown.</numerusform>
            <numerusform>%1 of %Ln shapes shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Too many at once: %Ln shapes omitted.</source>
        <translation>
            <numerusform>Too many at once: %Ln shape omitted.</numerusform>
            <numerusform>Too many at once: %Ln shapes omitted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rate too high: %Ln datagrams rejected.</source>
        <translation>
            <numerusform>Rate too high: %Ln datagram rejected.</numerusform>
            <numerusform>Rate too high: %Ln datagrams rejected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Too many to record: %Ln datagrams.</source>
        <translation>
            <numerusform>Too many to record: %Ln datagram.</numerusform>
            <numerusform>Too many to record: %Ln datagrams.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln commands in %1, %2 per second; last %3 s ago</source>
        <translation>
            <numerusform>%Ln command in %1, %2 per second; last %3 s ago</numerusform>
            <numerusform>%Ln commands in %1, %2 per second; last %3 s ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::EntrySection</name>
    <message numerus="yes">
        <source>It begins with %n joints in place.</source>
        <translation>
            <numerusform>It begins with %n joint in place.</numerusform>
            <numerusform>It begins with %n joints in place.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::ExperimentForm</name>
    <message numerus="yes">
        <source>%n parameter(s); measuring the duration...</source>
        <translation>
            <numerusform>%n parameter; measuring the duration...</numerusform>
            <numerusform>%n parameters; measuring the duration...</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parameter(s); %1</source>
        <translation>
            <numerusform>%n parameter; %1</numerusform>
            <numerusform>%n parameters; %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::FindingModel</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::LimbEditor</name>
    <message numerus="yes">
        <source>via %n points</source>
        <translation>
            <numerusform>via %n point</numerusform>
            <numerusform>via %n points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::MotionLibraryModel</name>
    <message numerus="yes">
        <source>%n keyframes</source>
        <translation>
            <numerusform>%n keyframe</numerusform>
            <numerusform>%n keyframes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::MotionRuler</name>
    <message numerus="yes">
        <source>%n times in total</source>
        <translation>
            <numerusform>once in total</numerusform>
            <numerusform>%n times in total</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::OutputPanel</name>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln lines</source>
        <translation>
            <numerusform>%1 of %Ln line</numerusform>
            <numerusform>%1 of %Ln lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::ParameterModel</name>
    <message numerus="yes">
        <source>$%1 is used %n times but has no value</source>
        <translation>
            <numerusform>$%1 is used once but has no value</numerusform>
            <numerusform>$%1 is used %n times but has no value</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>$%1 is used %n times</source>
        <translation>
            <numerusform>$%1 is used once</numerusform>
            <numerusform>$%1 is used %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::ParameterPanel</name>
    <message numerus="yes">
        <source>Importance: rank correlation with the fitness over the last %n generation(s)</source>
        <translation>
            <numerusform>Importance: rank correlation with the fitness over the last generation</numerusform>
            <numerusform>Importance: rank correlation with the fitness over the last %n generations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::PlayingSection</name>
    <message numerus="yes">
        <source>%1, %n keyframes</source>
        <translation>
            <numerusform>%1, %n keyframe</numerusform>
            <numerusform>%1, %n keyframes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::PlaylistPanel</name>
    <message numerus="yes">
        <source>%n moments</source>
        <translation>
            <numerusform>%n moment</numerusform>
            <numerusform>%n moments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::RobotCheckPanel</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::RobotComparePanel</name>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::TeamEditor</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No errors; %n notes</source>
        <translation>
            <numerusform>No errors; %n note</numerusform>
            <numerusform>No errors; %n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::TeamPanel</name>
    <message numerus="yes">
        <source>; %n notes</source>
        <translation>
            <numerusform>; %n note</numerusform>
            <numerusform>; %n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sideline::widgets::TimelineState</name>
    <message numerus="yes">
        <source>%n keys</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
</context>
</TS>
