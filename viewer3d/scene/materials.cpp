#include "viewer3d/scene/materials.h"

#include <initializer_list>
#include <utility>

#include <QUrl>
#include <QVector2D>
#include <QVector4D>
#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
#include <Qt3DRender/QCullFace>
#include <Qt3DRender/QDepthTest>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QFilterKey>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QNoDepthMask>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QShaderProgram>
#include <Qt3DRender/QStencilOperation>
#include <Qt3DRender/QStencilOperationArguments>
#include <Qt3DRender/QStencilTest>
#include <Qt3DRender/QStencilTestArguments>
#include <Qt3DRender/QTechnique>

#include "viewer3d/scene/glyph_atlas.h"

namespace sideline::viewer3d {

namespace {

using namespace Qt3DRender;

// Direction to the sun, chosen so that shadows are long enough to show heights.
const QVector3D kSunDirection = QVector3D(-0.42F, -0.34F, 0.84F).normalized();

QByteArray shader(const char* name) {
    return QShaderProgram::loadSource(
        QUrl(QStringLiteral("qrc:/viewer3d/shaders/") + QString::fromLatin1(name)));
}

QRenderPass* makePass(const char* key, const char* vertexShader, const char* fragmentShader,
                      std::initializer_list<QRenderState*> states) {
    auto* pass = new QRenderPass;
    auto* program = new QShaderProgram(pass);
    program->setVertexShaderCode(shader(vertexShader));
    program->setFragmentShaderCode(shader(fragmentShader));
    pass->setShaderProgram(program);
    auto* filter = new QFilterKey(pass);
    filter->setName(QString::fromLatin1(kPassKey));
    filter->setValue(QString::fromLatin1(key));
    pass->addFilterKey(filter);
    for (QRenderState* state : states) {
        pass->addRenderState(state);
    }
    return pass;
}

QDepthTest* depthTest(QDepthTest::DepthFunction function) {
    auto* test = new QDepthTest;
    test->setDepthFunction(function);
    return test;
}

QCullFace* culling(QCullFace::CullingMode mode) {
    auto* cull = new QCullFace;
    cull->setMode(mode);
    return cull;
}

QBlendEquationArguments* alphaBlending() {
    auto* blend = new QBlendEquationArguments;
    blend->setSourceRgb(QBlendEquationArguments::SourceAlpha);
    blend->setDestinationRgb(QBlendEquationArguments::OneMinusSourceAlpha);
    blend->setSourceAlpha(QBlendEquationArguments::One);
    blend->setDestinationAlpha(QBlendEquationArguments::OneMinusSourceAlpha);
    return blend;
}

// Darkens each spot of the ground once, no matter how many parts cast their shadow on it.
QStencilTest* firstTimeOnly() {
    auto* test = new QStencilTest;
    for (QStencilTestArguments* face : {test->front(), test->back()}) {
        face->setStencilFunction(QStencilTestArguments::Equal);
        face->setReferenceValue(0);
        face->setComparisonMask(0xff);
    }
    return test;
}

QStencilOperation* countUp() {
    auto* operation = new QStencilOperation;
    for (QStencilOperationArguments* face : {operation->front(), operation->back()}) {
        face->setStencilTestFailureOperation(QStencilOperationArguments::Keep);
        face->setDepthTestFailureOperation(QStencilOperationArguments::Keep);
        face->setAllTestsPassOperation(QStencilOperationArguments::Increment);
    }
    return operation;
}

QMaterial* makeMaterial(Qt3DCore::QNode* parent, std::initializer_list<QRenderPass*> passes,
                        std::initializer_list<QParameter*> parameters) {
    auto* material = new QMaterial(parent);
    auto* effect = new QEffect(material);
    auto* technique = new QTechnique(effect);
    technique->graphicsApiFilter()->setApi(QGraphicsApiFilter::OpenGL);
    technique->graphicsApiFilter()->setProfile(QGraphicsApiFilter::CoreProfile);
    technique->graphicsApiFilter()->setMajorVersion(3);
    technique->graphicsApiFilter()->setMinorVersion(2);
    for (QRenderPass* pass : passes) {
        technique->addRenderPass(pass);
    }
    effect->addTechnique(technique);
    material->setEffect(effect);
    for (QParameter* parameter : parameters) {
        material->addParameter(parameter);
    }
    return material;
}

QParameter* parameter(Qt3DCore::QNode* parent, const char* name, const QVariant& value) {
    return new QParameter(QString::fromLatin1(name), value, parent);
}

QRenderPass* shadowPass() {
    auto* pass =
        makePass(kPassShadow, "shadow.vert", "flat.frag",
                 {depthTest(QDepthTest::Always), new QNoDepthMask, firstTimeOnly(), countUp(),
                  alphaBlending(), new QBlendEquation, culling(QCullFace::NoCulling)});
    pass->addParameter(parameter(pass, "flatColor", QVector4D(0.02F, 0.06F, 0.02F, 0.38F)));
    return pass;
}

// Creates a material that is drawn over solid objects without hiding anything.
QMaterial* overlay(Qt3DCore::QNode* parent, const char* vertexShader, const char* fragmentShader,
                   QDepthTest::DepthFunction depth, std::initializer_list<QParameter*> parameters) {
    return makeMaterial(parent,
                        {makePass(kPassTransparent, vertexShader, fragmentShader,
                                  {depthTest(depth), new QNoDepthMask, alphaBlending(),
                                   new QBlendEquation, culling(QCullFace::NoCulling)})},
                        parameters);
}

} // namespace

Materials::Materials(Qt3DCore::QNode* parent)
    : m_background(parameter(parent, "backgroundColor", QVector3D(0.75F, 0.80F, 0.86F))),
      m_fieldHalfSize(parameter(parent, "fieldHalfSize", QVector2D(15.0F, 10.0F))),
      m_viewportSize(parameter(parent, "viewportSize", QVector2D(800.0F, 600.0F))),
      m_surfaceRaster(new QRasterMode),
      m_characters(parent) {
    auto* seeThrough = parameter(parent, "ghostOpacity", 0.30F);
    auto* sun = parameter(parent, "sunDirection", kSunDirection);
    auto* solid = parameter(parent, "ghostOpacity", 1.0F);
    auto* characters =
        parameter(parent, "glyphs", QVariant::fromValue<QAbstractTexture*>(m_characters.texture()));
    auto* glyphs =
        parameter(parent, "glyphs", QVariant::fromValue<QAbstractTexture*>(makeGlyphAtlas(parent)));

    surface = makeMaterial(
        parent,
        {makePass(kPassForward, "surface.vert", "surface.frag",
                  {depthTest(QDepthTest::Less), culling(QCullFace::Back), m_surfaceRaster})},
        {sun, solid});
    shadow = makeMaterial(parent, {shadowPass()}, {sun});
    ghost = makeMaterial(parent,
                         {makePass(kPassTransparent, "surface.vert", "surface.frag",
                                   {depthTest(QDepthTest::Less), culling(QCullFace::Back),
                                    alphaBlending(), new QBlendEquation})},
                         {sun, seeThrough});
    glass =
        makeMaterial(parent,
                     {makePass(kPassTransparent, "surface.vert", "surface.frag",
                               {depthTest(QDepthTest::Less), new QNoDepthMask,
                                culling(QCullFace::Back), alphaBlending(), new QBlendEquation})},
                     {sun, solid});
    ground = makeMaterial(
        parent,
        {makePass(kPassGround, "ground.vert", "ground.frag",
                  {depthTest(QDepthTest::Always), new QNoDepthMask, culling(QCullFace::Back)})},
        {m_background, m_fieldHalfSize});
    groundLine =
        makeMaterial(parent,
                     {makePass(kPassDecal, "line.vert", "line.frag",
                               {depthTest(QDepthTest::Always), new QNoDepthMask, alphaBlending(),
                                new QBlendEquation, culling(QCullFace::NoCulling)})},
                     {});
    blob = makeMaterial(parent,
                        {makePass(kPassDecal, "blob.vert", "blob.frag",
                                  {depthTest(QDepthTest::Always), new QNoDepthMask, alphaBlending(),
                                   new QBlendEquation, culling(QCullFace::NoCulling)})},
                        {});
    line = makeMaterial(parent,
                        {makePass(kPassTransparent, "line.vert", "line.frag",
                                  {depthTest(QDepthTest::Less), new QNoDepthMask, alphaBlending(),
                                   new QBlendEquation, culling(QCullFace::NoCulling)})},
                        {});
    label =
        makeMaterial(parent,
                     {makePass(kPassTransparent, "label.vert", "glyph.frag",
                               {depthTest(QDepthTest::Always), new QNoDepthMask, alphaBlending(),
                                new QBlendEquation, culling(QCullFace::NoCulling)})},
                     {glyphs, m_viewportSize});
    number =
        makeMaterial(parent,
                     {makePass(kPassTransparent, "decal.vert", "glyph.frag",
                               {depthTest(QDepthTest::LessOrEqual), new QNoDepthMask,
                                alphaBlending(), new QBlendEquation, culling(QCullFace::Back)})},
                     {glyphs});
    stroke =
        overlay(parent, "stroke.vert", "stroke.frag", QDepthTest::LessOrEqual, {m_viewportSize});
    dot = overlay(parent, "dot.vert", "dot.frag", QDepthTest::LessOrEqual, {m_viewportSize});
    text = overlay(parent, "text.vert", "glyph.frag", QDepthTest::Always,
                   {m_viewportSize, characters});
    surfaceOnTop =
        makeMaterial(parent,
                     {makePass(kPassTransparent, "surface.vert", "surface.frag",
                               {depthTest(QDepthTest::Always), new QNoDepthMask,
                                culling(QCullFace::Back), alphaBlending(), new QBlendEquation})},
                     {sun, solid});
    lineOnTop = overlay(parent, "line.vert", "line.frag", QDepthTest::Always, {});
    strokeOnTop =
        overlay(parent, "stroke.vert", "stroke.frag", QDepthTest::Always, {m_viewportSize});
    dotOnTop = overlay(parent, "dot.vert", "dot.frag", QDepthTest::Always, {m_viewportSize});
}

void Materials::setWireframe(bool on) {
    m_surfaceRaster->setRasterMode(on ? QRasterMode::Lines : QRasterMode::Fill);
}

void Materials::setBackground(const QColor& color) {
    m_background->setValue(QVector3D(static_cast<float>(color.redF()),
                                     static_cast<float>(color.greenF()),
                                     static_cast<float>(color.blueF())));
}

void Materials::setFieldHalfSize(float halfLengthM, float halfWidthM) {
    m_fieldHalfSize->setValue(QVector2D(halfLengthM, halfWidthM));
}

void Materials::setViewportSize(const QSize& size) {
    m_viewportSize->setValue(
        QVector2D(static_cast<float>(size.width()), static_cast<float>(size.height())));
}

} // namespace sideline::viewer3d
