#version 150 core

in vec3 worldPosition;
in vec3 worldNormal;
in vec3 bodyPosition;
flat in float zone;
flat in vec4 color; // team color; alpha: below 1 a ghost, 2 highlighted, 3 a fault, 4 pointed at

out vec4 fragColor;

uniform vec3 eyePosition;
uniform vec3 sunDirection;   // towards the sun
uniform float ghostOpacity;  // 1 for solid things

// Twelve dark spots, the corners of an icosahedron.
float ballPattern(vec3 d)
{
    const float a = 0.5257311;
    const float b = 0.8506508;
    vec3 q = abs(d);
    float m = max(max(a * q.x + b * q.y, a * q.y + b * q.z), a * q.z + b * q.x);
    return smoothstep(0.918, 0.930, m);
}

vec3 baseColor()
{
    int z = int(zone + 0.5);
    if (z == 0) return vec3(0.90, 0.91, 0.92);
    if (z == 1) return vec3(0.36, 0.38, 0.41);
    if (z == 2) return color.rgb;
    if (z == 3) return vec3(0.10, 0.11, 0.12);
    if (z == 4) return vec3(0.45, 0.85, 1.00);
    if (z == 5) return mix(vec3(0.95), vec3(0.08), ballPattern(normalize(bodyPosition)));
    return vec3(0.93, 0.93, 0.90);
}

void main()
{
    vec3 n = normalize(worldNormal);
    vec3 toEye = normalize(eyePosition - worldPosition);
    float sun = max(dot(n, sunDirection), 0.0);
    // Sky from above, grass from below.
    vec3 ambient = mix(vec3(0.22, 0.30, 0.20), vec3(0.50, 0.54, 0.60), n.z * 0.5 + 0.5);
    vec3 base = baseColor();
    vec3 light = ambient + sun * vec3(0.58, 0.56, 0.52);
    float shine = pow(max(dot(n, normalize(sunDirection + toEye)), 0.0), 40.0) * 0.22;
    vec3 shaded = base * light + shine;
    if (int(zone + 0.5) == 4) shaded = mix(shaded, base, 0.6);
    if (color.a > 3.5) {
        shaded = mix(shaded, vec3(1.0, 0.88, 0.55), 0.25);
    } else if (color.a > 2.5) {
        shaded = mix(shaded, vec3(0.95, 0.10, 0.08) * (0.5 + 0.6 * length(light)), 0.72);
    } else if (color.a > 1.5) {
        float rim = pow(1.0 - max(dot(n, toEye), 0.0), 1.5);
        shaded = mix(shaded, vec3(1.0, 0.82, 0.25), 0.25 + 0.6 * rim);
    }
    fragColor = vec4(shaded, ghostOpacity * min(color.a, 1.0));
}
