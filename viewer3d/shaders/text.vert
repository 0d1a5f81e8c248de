#version 150 core

// A character that faces the viewer: row0 = place of the text; row1 = middle of the character
// from there, and its half size, in pixels; row2 = its part of the picture with all characters.
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;
in vec4 instanceColor;

out vec2 atlas;
flat out vec3 color;

uniform mat4 viewProjectionMatrix;
uniform vec2 viewportSize;

void main()
{
    atlas = instanceRow2.xy + vec2(0.5 + 0.5 * vertexPosition.x, 0.5 - 0.5 * vertexPosition.y) *
                                  instanceRow2.zw;
    color = instanceColor.rgb;
    vec4 p = viewProjectionMatrix * vec4(instanceRow0.xyz, 1.0);
    vec2 offset = instanceRow1.xy + vertexPosition.xy * instanceRow1.zw;
    p.xy += 2.0 * offset / viewportSize * p.w;
    gl_Position = p;
}
