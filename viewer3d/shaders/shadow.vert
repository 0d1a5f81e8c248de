#version 150 core

in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;

uniform mat4 viewProjectionMatrix;
uniform vec3 sunDirection;

// Throws every corner along the sun's rays onto the ground.
void main()
{
    vec4 p = vec4(vertexPosition, 1.0);
    vec3 world = vec3(dot(instanceRow0, p), dot(instanceRow1, p), dot(instanceRow2, p));
    float height = max(world.z, 0.0);
    vec2 ground = world.xy - sunDirection.xy / sunDirection.z * height;
    gl_Position = viewProjectionMatrix * vec4(ground, 0.0, 1.0);
}
