/** Distance of the button to the edges of the visible area, CSS px at 100 %. */
const rightPX = 8;
const topPX = 4;

/**
 * Keeps a fixed element at the top right of the visible part of the page, at a constant size, however far the page is
 * pinch-zoomed or wider than the screen. Returns a function that ends it.
 */
export function keepInSight(element: HTMLElement): () => void {
  const seen = window.visualViewport;
  if (!seen) return () => undefined;
  const place = () => {
    const { offsetLeft, offsetTop, width, scale } = seen;
    const layoutWidth = document.documentElement.clientWidth;
    const x = offsetLeft + width - rightPX / scale - (layoutWidth - rightPX);
    const y = offsetTop + topPX / scale - topPX;
    const isPlain = scale === 1 && Math.abs(x) < 1 && Math.abs(y) < 1;
    element.style.transform = isPlain ? '' : `translate(${x}px, ${y}px) scale(${1 / scale})`;
  };
  const ending = new AbortController();
  for (const name of ['resize', 'scroll'] as const) {
    seen.addEventListener(name, place, { signal: ending.signal });
    window.addEventListener(name, place, { signal: ending.signal });
  }
  place();
  return () => ending.abort();
}
