/** Returns the maximum nesting of brackets outside strings in JSON text, without parsing it. */
export function jsonDepthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBracket || code === openBrace) deepest = Math.max(deepest, ++depth);
    else if (code === closeBracket || code === closeBrace) depth--;
  }
  return deepest;
}

/** True if JSON text nests deeper than a limit. Reads its UTF-8 bytes, without creating a string. */
export function nestsDeeperThan(bytes: Uint8Array, limit: number): boolean {
  return createDepthWatch(limit)(bytes);
}

/** Returns a function that takes the bytes in pieces and returns true once the text is too deep. */
export function createDepthWatch(limit: number): (piece: Uint8Array) => boolean {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  return (piece) => {
    for (let index = 0; index < piece.length; index++) {
      const code = piece[index];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (code === backslash) isEscaped = true;
        else if (code === quote) inString = false;
      } else if (code === quote) inString = true;
      else if (code === openBracket || code === openBrace) {
        if (++depth > limit) return true;
      } else if (code === closeBracket || code === closeBrace) depth--;
    }
    return false;
  };
}

const quote = 34;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
