/** Part of a graphics context that names its hardware. */
interface Graphics {
  readonly RENDERER: number;
  getExtension(name: 'WEBGL_debug_renderer_info'): { readonly UNMASKED_RENDERER_WEBGL: number } | null;
  getParameter(name: number): unknown;
}

/** Fewer processor cores belong to a slow device, whose graphics are slow too. */
const fewestCores = 4;
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** True if the device can draw shadows without a visible delay: it has a graphics processor, and enough cores. */
export function drawsFast(graphics: Graphics, coreCount: number): boolean {
  const names = graphics.getExtension('WEBGL_debug_renderer_info');
  const renderer = graphics.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : graphics.RENDERER);
  return coreCount >= fewestCores && !software.test(String(renderer));
}
