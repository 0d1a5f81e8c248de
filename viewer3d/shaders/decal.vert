#version 150 core

// A number on a body: rows = pose; color alpha = index of the glyph.
in vec3 vertexPosition;
in vec3 vertexNormal; // carries texture coordinates
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;
in vec4 instanceColor;

out vec2 atlas;
flat out vec3 color;

uniform mat4 viewProjectionMatrix;

void main()
{
    float glyph = instanceColor.a;
    vec2 cell = vec2(mod(glyph, 10.0), floor(glyph / 10.0));
    atlas = (cell + vec2(vertexNormal.x, 1.0 - vertexNormal.y)) / 10.0;
    color = instanceColor.rgb;
    vec4 p = vec4(vertexPosition, 1.0);
    vec3 world = vec3(dot(instanceRow0, p), dot(instanceRow1, p), dot(instanceRow2, p));
    gl_Position = viewProjectionMatrix * vec4(world, 1.0);
}
