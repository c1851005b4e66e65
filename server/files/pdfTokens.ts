/** Reads the tokens of a PDF in order (ISO 32000-1, 7.2 and 7.3). Never throws: invalid text is a token, too. */
export interface PdfTokens {
  /** A name as `/Name` with its escapes resolved, `(` for any string, a delimiter, or a word. Null at the end. */
  next(): string | null;
  /** The position after the last token. */
  readonly at: number;
}

/** The token for a string, comment or word that is longer than any in a usual document. */
export const endless = '…';
const mostOfOne = 1_048_576;

/** Longer names and words are cut: the names that are searched for are shorter. */
const longest = 64;

const slash = 0x2f;
/** For each byte whether it is white space, and whether it can be in names and words. */
const isBlank = new Uint8Array(256);
const isRegular = new Uint8Array(256).fill(1);
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) [isBlank[byte], isRegular[byte]] = [1, 0];
for (const sign of '()<>[]{}/%') isRegular[sign.charCodeAt(0)] = 0;

export function pdfTokens(bytes: Uint8Array, start: number): PdfTokens {
  let at = start;

  /** Whether the white space or comment here ends within the limit. */
  function skipBlanks(): boolean {
    let isWhole = true;
    const limit = Math.min(bytes.length, at + mostOfOne);
    while (at < limit && isWhole) {
      if (bytes[at] === 0x25) isWhole = skipUntil((byte) => byte === 0x0a || byte === 0x0d);
      else if (isBlank[bytes[at] ?? 0] === 0) return true;
      at += 1;
    }
    return isWhole && (at < limit || limit === bytes.length);
  }

  function skipUntil(isEnd: (byte: number) => boolean): boolean {
    const limit = Math.min(bytes.length, at + mostOfOne);
    while (at < limit && !isEnd(bytes[at] ?? 0)) at += 1;
    return at < limit || limit === bytes.length;
  }

  function skipText(): boolean {
    let depth = 0;
    let isEscaped = false;
    return skipUntil((byte) => {
      if (isEscaped) isEscaped = false;
      else if (byte === 0x5c) isEscaped = true;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29) depth -= 1;
      return depth === 0;
    });
  }

  /** The regular characters from here on, with `#xx` resolved where escapes are allowed. */
  function regular(hasEscapes: boolean): string {
    let text = '';
    const limit = at + mostOfOne;
    while (at < bytes.length && isRegular[bytes[at] ?? 0] === 1) {
      if (at > limit) return endless;
      const escaped = hasEscapes && bytes[at] === 0x23 ? hexAt(bytes, at + 1) : null;
      if (text.length < longest) text += String.fromCharCode(escaped ?? bytes[at] ?? 0);
      at += escaped === null ? 1 : 3;
    }
    return text;
  }

  function text(isWhole: boolean): string {
    at = Math.min(at + 1, bytes.length);
    return isWhole ? '(' : endless;
  }

  return {
    get at() {
      return at;
    },
    next() {
      if (!skipBlanks()) return endless;
      if (at >= bytes.length) return null;
      const byte = bytes[at] ?? 0;
      if (isRegular[byte] === 1) return regular(false);
      if (byte === 0x28) return text(skipText());
      at += 1;
      if (byte === slash) return `/${regular(true)}`;
      const sign = String.fromCharCode(byte);
      if ((sign === '<' || sign === '>') && bytes[at] === byte) {
        at += 1;
        return sign + sign;
      }
      return sign === '<' ? text(skipUntil((each) => each === 0x3e)) : sign;
    },
  };
}

function hexAt(bytes: Uint8Array, at: number): number | null {
  const [high, low] = [hexDigit(bytes[at]), hexDigit(bytes[at + 1])];
  return high === null || low === null ? null : high * 16 + low;
}

function hexDigit(byte = 0): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : null;
}
