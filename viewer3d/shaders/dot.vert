#version 150 core

// A round point of constant size on the screen: row0 = place, and diameter in pixels.
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceColor;

noperspective out vec2 local; // pixels from the middle
flat out float radius;
flat out vec4 color;

uniform mat4 viewProjectionMatrix;
uniform vec2 viewportSize;

void main()
{
    color = instanceColor;
    radius = 0.5 * instanceRow0.w;
    local = vertexPosition.xy * (radius + 1.0);
    vec4 p = viewProjectionMatrix * vec4(instanceRow0.xyz, 1.0);
    p.xy += 2.0 * local / viewportSize * p.w;
    gl_Position = p;
}
