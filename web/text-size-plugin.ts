import type { CSSOptions } from 'vite';

type PostcssPlugins = Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins'];

const rootPX = 16;
const scaled = /^(?:font-size|line-height)$/;

/** A size of text in rem: '14px' → '0.875rem'. */
export function inRem(value: string): string {
  return value.replace(/(\d*\.?\d+)px\b/g, (_match, px: string) => `${Number(px) / rootPX}rem`);
}

/**
 * Turns sizes of text from px, in which the design has them, into rem: they grow with the text size that the user chose in
 * the system or the browser.
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
