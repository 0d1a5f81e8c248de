#version 150 core

in vec3 vertexPosition;
in vec4 vertexColor;
out vec4 colour;

uniform mat4 viewProjectionMatrix;

void main()
{
    colour = vertexColor;
    gl_Position = viewProjectionMatrix * vec4(vertexPosition, 1.0);
}
