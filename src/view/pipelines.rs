//! GPU programs with their fixed state, and growing instance buffers.

use super::gpu::Gpu;
use super::shader::{self, Program, ShadowTaps};
use super::skin_shader::{self, FIGURE_VECTORS};
use macroquad::math::Mat4;
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType,
    BufferUsage, Comparison, CullFace, Equation, FrontFaceOrder, Pipeline, PipelineParams,
    RenderingBackend, ShaderMeta, ShaderSource, UniformBlockLayout, UniformDesc, UniformType,
    VertexAttribute, VertexFormat, VertexStep,
};
use std::fmt;

/// Why the stage cannot be drawn on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RendererError {
    /// The driver is too old.
    OldGl {
        /// Version string of the driver.
        found: String,
    },
    /// The driver refused a shader.
    Shader {
        /// Which one.
        name: &'static str,
        /// What the driver said.
        log: String,
    },
}

impl fmt::Display for RendererError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OldGl { found } => write!(
                f,
                "stage: OpenGL 3.3 or OpenGL ES 3 is required, found '{found}'; update the \
                 graphics driver or set LIBGL_ALWAYS_SOFTWARE=1"
            ),
            Self::Shader { name, log } => write!(
                f,
                "stage: the graphics driver rejected the {name} shader ({log}); update the \
                 driver or set LIBGL_ALWAYS_SOFTWARE=1"
            ),
        }
    }
}

impl std::error::Error for RendererError {}

/// Uniforms of every program, in the order of [`uniform_layout`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Uniforms {
    pub view_proj: Mat4,
    pub light_proj: Mat4,
    pub eye: [f32; 4],
    pub light: [f32; 4],
    pub sky_low: [f32; 4],
    pub sky_high: [f32; 4],
    pub floor_rgb: [f32; 4],
    pub line_rgb: [f32; 4],
    pub screen: [f32; 4],
    pub pool: [f32; 4],
    pub ray_x: [f32; 4],
    pub ray_y: [f32; 4],
    pub ray_z: [f32; 4],
    pub key_rgb: [f32; 4],
    pub fill_rgb: [f32; 4],
}

/// Uniforms of the programs of skins: those of every program, then the figures of a draw.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct SkinUniforms {
    pub frame: Uniforms,
    pub skin: [f32; 4],
    pub dark_rgb: [f32; 4],
    pub figures: [[f32; 4]; FIGURE_VECTORS],
}

fn skin_layout() -> UniformBlockLayout {
    let mut layout = uniform_layout();
    let vectors = ["skin", "dark_rgb"].map(|name| UniformDesc::new(name, UniformType::Float4));
    let figures = UniformDesc::new("figures", UniformType::Float4).array(FIGURE_VECTORS);
    layout.uniforms.extend(vectors.into_iter().chain([figures]));
    layout
}

fn uniform_layout() -> UniformBlockLayout {
    let matrices = ["view_proj", "light_proj"].map(|n| UniformDesc::new(n, UniformType::Mat4));
    let vectors = [
        "eye",
        "light",
        "sky_low",
        "sky_high",
        "floor_rgb",
        "line_rgb",
        "screen",
        "pool",
        "ray_x",
        "ray_y",
        "ray_z",
        "key_rgb",
        "fill_rgb",
    ]
    .map(|n| UniformDesc::new(n, UniformType::Float4));
    UniformBlockLayout {
        uniforms: matrices.into_iter().chain(vectors).collect(),
    }
}

/// Programs that look into the shadow map, for one softness.
#[derive(Clone, Copy, Debug)]
pub(super) struct LitPipelines {
    pub body: Pipeline,
    pub glass: Pipeline,
    pub ghost: Pipeline,
    pub surface: Pipeline,
    pub floor: Pipeline,
    pub skin: Pipeline,
    pub skin_glass: Pipeline,
    pub skin_ghost: Pipeline,
}

/// All programs.
#[derive(Debug)]
pub(super) struct Pipelines {
    /// For low, medium and high quality: 2, 3 and 4 taps a side.
    pub shadowed: [LitPipelines; 3],
    /// Without shadows.
    pub plain: LitPipelines,
    pub mirrored: Pipeline,
    pub shadow: Pipeline,
    pub surface_shadow: Pipeline,
    pub skin_mirrored: Pipeline,
    pub skin_shadow: Pipeline,
    pub outline: Pipeline,
    pub ghost_outline: Pipeline,
    pub skin_outline: Pipeline,
    pub skin_ghost_outline: Pipeline,
    pub contact: Pipeline,
    pub sky: Pipeline,
    pub line_in_scene: Pipeline,
    pub line_on_top: Pipeline,
    pub present: Pipeline,
}

/// Vertex inputs of a program.
#[derive(Clone, Copy)]
enum Input {
    /// Body mesh and body instances.
    Body,
    /// Vertices of a surface and its one instance.
    Surface,
    /// Vertices of a skin; its figures are uniforms.
    Skin,
    /// Quad corner and body instances.
    Contact,
    /// Quad corner and segment instances.
    Segment,
    /// Floor vertices.
    Floor,
    /// Full-screen quad.
    Screen,
}

struct Builder<'a> {
    ctx: &'a mut dyn RenderingBackend,
    is_es: bool,
}

impl Pipelines {
    /// Compile everything, or say which GL is missing.
    pub fn new(ctx: &mut dyn RenderingBackend) -> Result<Self, RendererError> {
        let mut b = Builder::new(ctx)?;
        use ShadowTaps::{None as Plain, Square};
        let [solid, blend] = [depth_tested(None), depth_tested(Some(alpha_blend()))];
        let hull = PipelineParams {
            cull_face: CullFace::Front,
            ..blend
        };
        let on_top = PipelineParams {
            color_blend: Some(alpha_blend()),
            cull_face: CullFace::Nothing,
            ..PipelineParams::default()
        };
        let line = PipelineParams {
            cull_face: CullFace::Nothing,
            ..blend
        };
        let caster = PipelineParams {
            cull_face: CullFace::Front,
            ..solid
        };
        let sky = PipelineParams {
            cull_face: CullFace::Nothing,
            ..solid
        };
        let skin_hulls = [hull, covered_later(hull)];
        let [skin_outline, skin_ghost_outline] =
            b.build_all(&skin_shader::SKIN_OUTLINE, Plain, Input::Skin, skin_hulls)?;
        Ok(Self {
            shadowed: [b.lit(Square(2))?, b.lit(Square(3))?, b.lit(Square(4))?],
            plain: b.lit(Plain)?,
            // In a mirror what faces the eye turns the other way round.
            mirrored: b.build(&shader::MIRRORED, Plain, Input::Body, caster)?,
            shadow: b.build(&shader::SHADOW, Plain, Input::Body, caster)?,
            surface_shadow: b.build(&shader::SURFACE_SHADOW, Plain, Input::Surface, sky)?,
            skin_mirrored: b.build(&skin_shader::SKIN_MIRRORED, Plain, Input::Skin, caster)?,
            skin_shadow: b.build(&skin_shader::SKIN_SHADOW, Plain, Input::Skin, caster)?,
            skin_outline,
            skin_ghost_outline,
            outline: b.build(&shader::OUTLINE, Plain, Input::Body, hull)?,
            ghost_outline: b.build(&shader::OUTLINE, Plain, Input::Body, covered_later(hull))?,
            contact: b.build(&shader::CONTACT, Plain, Input::Contact, on_top)?,
            sky: b.build(&shader::SKY, Plain, Input::Screen, sky)?,
            line_in_scene: b.build(&shader::SEGMENT, Plain, Input::Segment, line)?,
            line_on_top: b.build(&shader::SEGMENT, Plain, Input::Segment, on_top)?,
            present: b.build(
                &shader::PRESENT,
                Plain,
                Input::Screen,
                PipelineParams::default(),
            )?,
        })
    }
}

impl<'a> Builder<'a> {
    /// Check that the driver can do what the shaders need.
    fn new(ctx: &'a mut dyn RenderingBackend) -> Result<Self, RendererError> {
        let info = ctx.info();
        let is_es = info.glsl_support.v300es;
        if !(is_es || info.glsl_support.v330) || !info.features.instancing {
            return Err(RendererError::OldGl {
                found: info.gl_version_string,
            });
        }
        Ok(Self { ctx, is_es })
    }

    fn lit(&mut self, taps: ShadowTaps) -> Result<LitPipelines, RendererError> {
        let two_sided = PipelineParams {
            cull_face: CullFace::Nothing,
            ..depth_tested(None)
        };
        let glass = depth_tested(Some(alpha_blend()));
        let floor = PipelineParams {
            cull_face: CullFace::Nothing,
            ..glass
        };
        let skins = [depth_tested(None), glass, covered_later(glass)];
        let [skin, skin_glass, skin_ghost] =
            self.build_all(&skin_shader::SKIN, taps, Input::Skin, skins)?;
        Ok(LitPipelines {
            skin,
            skin_glass,
            skin_ghost,
            body: self.build(&shader::BODY, taps, Input::Body, depth_tested(None))?,
            glass: self.build(&shader::BODY, taps, Input::Body, glass)?,
            ghost: self.build(&shader::BODY, taps, Input::Body, covered_later(glass))?,
            surface: self.build(&shader::SURFACE, taps, Input::Surface, two_sided)?,
            floor: self.build(&shader::FLOOR, taps, Input::Floor, floor)?,
        })
    }

    fn build(
        &mut self,
        program: &Program,
        taps: ShadowTaps,
        input: Input,
        params: PipelineParams,
    ) -> Result<Pipeline, RendererError> {
        let [pipeline] = self.build_all(program, taps, input, [params])?;
        Ok(pipeline)
    }

    /// One program with several fixed states.
    fn build_all<const N: usize>(
        &mut self,
        program: &Program,
        taps: ShadowTaps,
        input: Input,
        params: [PipelineParams; N],
    ) -> Result<[Pipeline; N], RendererError> {
        let header = shader::header(self.is_es, taps);
        let text = |parts: &[&str]| format!("{header}{}", parts.concat());
        let images = match (program.name, taps) {
            ("present", _) => vec!["stage".to_owned()],
            ("body" | "surface" | "floor", ShadowTaps::Square(_)) => {
                vec!["shadow_map".to_owned()]
            }
            ("skin", ShadowTaps::Square(_)) => {
                vec!["picture".to_owned(), "shadow_map".to_owned()]
            }
            ("skin" | "mirrored skin", _) => vec!["picture".to_owned()],
            _ => Vec::new(),
        };
        let uniforms = match input {
            Input::Skin => skin_layout(),
            _ => uniform_layout(),
        };
        let source = ShaderSource::Glsl {
            vertex: &text(program.vertex),
            fragment: &text(program.fragment),
        };
        let shader = self
            .ctx
            .new_shader(source, ShaderMeta { images, uniforms })
            .map_err(|e| RendererError::Shader {
                name: program.name,
                log: e.to_string(),
            })?;
        let (layout, attributes) = vertex_input(input);
        Ok(params.map(|params| self.ctx.new_pipeline(&layout, &attributes, shader, params)))
    }
}

/// miniquad turns the depth test off with `depth_write: false`, so all
/// programs that test also write.
fn depth_tested(color_blend: Option<BlendState>) -> PipelineParams {
    PipelineParams {
        depth_test: Comparison::LessOrEqual,
        depth_write: true,
        cull_face: CullFace::Back,
        front_face_order: FrontFaceOrder::CounterClockwise,
        color_blend,
        ..PipelineParams::default()
    }
}

/// As `params`, for what everything that is drawn afterwards may cover.
fn covered_later(params: PipelineParams) -> PipelineParams {
    PipelineParams {
        depth_write: false,
        ..params
    }
}

fn alpha_blend() -> BlendState {
    BlendState::new(
        Equation::Add,
        BlendFactor::Value(BlendValue::SourceAlpha),
        BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
    )
}

fn vertex_input(input: Input) -> (Vec<BufferLayout>, Vec<VertexAttribute>) {
    use VertexFormat::{Float1, Float2, Float3, Float4};
    let shared = |name, format| VertexAttribute::with_buffer(name, format, 0);
    let each = |name| VertexAttribute::with_buffer(name, Float4, 1);
    let body = ["i_pos", "i_rot", "i_size", "i_color", "i_form"].map(each);
    let mesh = [
        shared("a_pos", Float3),
        shared("a_nrm", Float3),
        shared("a_side", Float1),
    ];
    let attributes: Vec<VertexAttribute> = match input {
        Input::Body => mesh.into_iter().chain(body).collect(),
        Input::Surface => ["a_pos", "a_nrm", "a_edge"]
            .map(|name| shared(name, Float3))
            .into_iter()
            .chain(body)
            .collect(),
        Input::Skin => vec![
            shared("a_pos", Float3),
            shared("a_nrm", Float3),
            shared("a_bones", Float4),
            shared("a_weights", Float4),
            shared("a_mark", Float4),
            shared("a_band", Float2),
        ],
        Input::Contact => [shared("a_corner", Float2)]
            .into_iter()
            .chain(body)
            .collect(),
        Input::Segment => [shared("a_corner", Float2)]
            .into_iter()
            .chain(["i_a", "i_b", "i_color", "i_tail"].map(each))
            .collect(),
        Input::Floor => vec![shared("a_pos", Float3)],
        Input::Screen => vec![shared("a_pos", Float2)],
    };
    let mut layout = vec![BufferLayout::default()];
    if !matches!(input, Input::Skin | Input::Floor | Input::Screen) {
        layout.push(BufferLayout {
            step_func: VertexStep::PerInstance,
            ..BufferLayout::default()
        });
    }
    (layout, attributes)
}

/// Largest number of instances of one kind in a frame: 16 MiB.
pub(super) const MAX_INSTANCES: usize = 1 << 18;

/// Vertex buffer that grows to what is uploaded, up to [`MAX_INSTANCES`].
#[derive(Debug)]
pub(super) struct GrowingBuffer {
    pub id: BufferId,
    capacity: usize,
}

impl GrowingBuffer {
    /// Buffer for a few dozen `T`.
    pub fn new<T>(ctx: &mut Gpu<'_>) -> Self {
        const FIRST: usize = 64;
        Self {
            id: stream::<T>(ctx, FIRST),
            capacity: FIRST,
        }
    }

    /// Copy `items` to the GPU; returns how many fitted under the cap.
    pub fn upload<T>(&mut self, ctx: &mut Gpu<'_>, items: &[T]) -> i32 {
        let items = items.get(..MAX_INSTANCES).unwrap_or(items);
        let count = items.len();
        if count > self.capacity {
            self.capacity = count.next_power_of_two();
            ctx.delete_buffer(self.id);
            self.id = stream::<T>(ctx, self.capacity);
        }
        if count > 0 {
            ctx.fill(self.id, items);
        }
        count as i32
    }
}

fn stream<T>(ctx: &mut Gpu<'_>, capacity: usize) -> BufferId {
    ctx.new_buffer(
        BufferType::VertexBuffer,
        BufferUsage::Stream,
        BufferSource::empty::<T>(capacity),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_gl_is_named_with_the_remedy() {
        let text = RendererError::OldGl {
            found: "2.1 Mesa".into(),
        }
        .to_string();
        assert!(text.contains("OpenGL 3.3 or OpenGL ES 3 is required, found '2.1 Mesa'"));
    }

    #[test]
    fn uniform_blocks_match_their_structs() {
        let bytes = |layout: UniformBlockLayout| -> usize {
            let sizes = layout.uniforms.iter().map(|u| match u.uniform_type {
                UniformType::Mat4 => 64 * u.array_count,
                _ => 16 * u.array_count,
            });
            sizes.sum()
        };
        assert_eq!(bytes(uniform_layout()), std::mem::size_of::<Uniforms>());
        let skin = std::mem::size_of::<SkinUniforms>();
        assert_eq!(bytes(skin_layout()), skin);
        // What every OpenGL 3.3 and ES 3 has for a vertex shader.
        assert!(skin <= 256 * 16);
    }
}
