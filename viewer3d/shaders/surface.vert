#version 150 core

in vec3 vertexPosition;
in vec3 vertexNormal;
in float vertexZone;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;
in vec4 instanceColor;

out vec3 worldPosition;
out vec3 worldNormal;
out vec3 bodyPosition;
flat out float zone;
flat out vec4 color;

uniform mat4 viewProjectionMatrix;

void main()
{
    vec4 p = vec4(vertexPosition, 1.0);
    worldPosition = vec3(dot(instanceRow0, p), dot(instanceRow1, p), dot(instanceRow2, p));
    vec4 n = vec4(vertexNormal, 0.0);
    worldNormal = vec3(dot(instanceRow0, n), dot(instanceRow1, n), dot(instanceRow2, n));
    bodyPosition = vertexPosition;
    zone = vertexZone;
    color = instanceColor;
    gl_Position = viewProjectionMatrix * vec4(worldPosition, 1.0);
}
