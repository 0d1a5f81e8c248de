#version 150 core

in vec3 vertexPosition;
out vec3 worldPosition;

uniform mat4 viewProjectionMatrix;

void main()
{
    worldPosition = vertexPosition;
    gl_Position = viewProjectionMatrix * vec4(vertexPosition, 1.0);
}
