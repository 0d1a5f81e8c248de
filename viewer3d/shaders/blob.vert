#version 150 core

// A soft patch on the ground: row0 = x, y, radius, strength; color = its color, alpha = 0 for a
// filled patch, 1 for a ring.
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceColor;

out vec2 local;
flat out float strength;
flat out vec4 color;

uniform mat4 viewProjectionMatrix;

void main()
{
    local = vertexPosition.xy;
    strength = instanceRow0.w;
    color = instanceColor;
    vec2 ground = instanceRow0.xy + vertexPosition.xy * instanceRow0.z;
    gl_Position = viewProjectionMatrix * vec4(ground, 0.0, 1.0);
}
