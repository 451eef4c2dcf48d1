import type { PictureSize, Point } from '../../../../parts/still/picture-point.ts';

/** A part of a picture, in its pixels. */
export interface Crop extends Point, PictureSize {}

/** A smaller part shows too little to be found again, pixels. */
const minSide = 12;
const quality = 0.9;

/** The middle of a picture. */
export function middleCrop({ width, height }: PictureSize): Crop {
  return {
    x: Math.round(width / 4),
    y: Math.round(height / 4),
    width: Math.round(width / 2),
    height: Math.round(height / 2),
  };
}

/** Returns the part between two corners that lies in the picture. */
export function cropBetween(from: Point, to: Point, { width, height }: PictureSize): Crop {
  const within = (value: number, most: number) => Math.round(Math.max(0, Math.min(most, value)));
  const [left, right] = [within(Math.min(from.x, to.x), width), within(Math.max(from.x, to.x), width)];
  const [top, bottom] = [within(Math.min(from.y, to.y), height), within(Math.max(from.y, to.y), height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function isLargeEnough({ width, height }: PictureSize): boolean {
  return width >= minSide && height >= minSide;
}

/** Returns the address of a picture in base64: JPEG, or PNG by its first bytes. */
export function dataURLOf(base64: string): string {
  return `data:image/${base64.startsWith('iVBOR') ? 'png' : 'jpeg'};base64,${base64}`;
}

export async function readBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Returns a part of a picture as JPEG in base64. */
export async function cropToBase64(picture: ImageBitmap, { x, y, width, height }: Crop): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, width, height);
  return readBase64(await canvas.convertToBlob({ type: 'image/jpeg', quality }));
}
