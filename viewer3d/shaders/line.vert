#version 150 core

in vec3 vertexPosition;
in vec4 vertexColor;
out vec4 color;

uniform mat4 viewProjectionMatrix;

void main()
{
    color = vertexColor;
    gl_Position = viewProjectionMatrix * vec4(vertexPosition, 1.0);
}
