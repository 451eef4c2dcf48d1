import type { Photo } from '../sims.ts';

/** Not a picture, but framed as one. Its third byte and the first joint count the pictures. */
export function fakePhoto(count: number): Photo {
  const jpeg = Uint8Array.from([0xff, 0xd8, count & 0x7f, 0xff, 0xd9]);
  return { jpeg, jointAngles: [count / 100, 0, 0, 0, 0, 0] };
}
