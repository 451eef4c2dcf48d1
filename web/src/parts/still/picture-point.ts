/** Point of a picture, in its pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Size of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the point of a picture under a pointer; `shown` is the picture's place on the screen. */
export function findPoint(
  pointer: { readonly clientX: number; readonly clientY: number },
  shown: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  { width, height }: PictureSize,
): Point {
  return {
    x: ((pointer.clientX - shown.left) / shown.width) * width,
    y: ((pointer.clientY - shown.top) / shown.height) * height,
  };
}
