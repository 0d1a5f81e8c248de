#version 150 core

// A number that faces the viewer: row0 = world position and height in pixels; color = text
// color, alpha = index of the glyph.
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceColor;

out vec2 atlas;
flat out vec3 color;

uniform mat4 viewProjectionMatrix;
uniform vec2 viewportSize;

void main()
{
    float glyph = instanceColor.a;
    vec2 cell = vec2(mod(glyph, 10.0), floor(glyph / 10.0));
    atlas = (cell + vec2(0.5, -0.5) * vertexPosition.xy + 0.5) / 10.0;
    color = instanceColor.rgb;
    vec4 p = viewProjectionMatrix * vec4(instanceRow0.xyz, 1.0);
    p.xy += vertexPosition.xy * instanceRow0.w / viewportSize * p.w;
    gl_Position = p;
}
