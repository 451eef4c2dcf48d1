import type { CSSOptions } from 'vite';

type PostcssPlugins = Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins'];

const rootPX = 16;
const scaled = /^(?:font-size|line-height)$/;

/** Converts a text size to rem: '14px' → '0.875rem'. */
export function inRem(value: string): string {
  return value.replace(/(\d*\.?\d+)px\b/g, (_match, px: string) => `${Number(px) / rootPX}rem`);
}

/**
 * Converts text sizes from px, the unit of the design, to rem: they scale with the text size of the system or browser.
 */
export const textSize: NonNullable<PostcssPlugins> = [
  {
    postcssPlugin: 'text-size',
    Declaration(declaration) {
      if (scaled.test(declaration.prop) && declaration.value.includes('px'))
        declaration.value = inRem(declaration.value);
    },
  },
];
