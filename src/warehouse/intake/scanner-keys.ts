// A hand scanner acts as a keyboard that types a code quickly and ends with Enter.

/** Pauses of scanners are shorter, even on a busy device. */
const maxGapMs = 300;
/** Slower keys in a field come from a person. */
const scannerGapMs = 60;
/** Shorter bursts come from a person as well: "12" and Enter. */
const minScanKeys = 8;

/** Keys typed without a pause; `isComposed` if an input method took some of them. */
export type KeyBurst = { text: string; firstMs: number; lastMs: number; isComposed: boolean };

const longAgo = Number.NEGATIVE_INFINITY;
export const noKeys: KeyBurst = { text: '', firstMs: longAgo, lastMs: longAgo, isComposed: false };

/** A key event of the browser: `code` is the physical key. */
export type PressedKey = { key: string; code: string; atMs: number };

/** Focus of the keys: no field, a field, or the field for codes. */
export type KeyTarget = 'nothing' | 'field' | 'code-field';

/** While a Japanese input method composes, only the physical key is known. */
const isTakenByMethod = ({ key }: PressedKey) => key === 'Process' || key === 'Unidentified';

function letterOf(pressed: PressedKey): string {
  const { key, code } = pressed;
  if ([...key].length === 1) return key;
  if (!isTakenByMethod(pressed)) return '';
  const place = /^(?:Key([A-Z])|Digit(\d)|Numpad(\d))$/.exec(code);
  if (place) return place[1] ?? place[2] ?? place[3] ?? '';
  return code === 'Minus' || code === 'NumpadSubtract' ? '-' : '';
}

const isEnter = (pressed: PressedKey) =>
  pressed.key === 'Enter' || (isTakenByMethod(pressed) && /Enter$/.test(pressed.code));

/** Whether a burst ended by Enter is a scan. Without a focused field, any typing is a code. */
function isScan({ text, firstMs, isComposed }: KeyBurst, atMs: number, target: KeyTarget): boolean {
  if (text.length < minScanKeys) return false;
  if (target === 'nothing') return true;
  const isQuick = atMs - firstMs <= scannerGapMs * text.length;
  // The code field submits on Enter itself, except while an input method composes.
  return isQuick && (target === 'field' || isComposed);
}

/** State after a key; `scanned` is set when a scanner's Enter arrives. */
export function burstAfter(
  burst: KeyBurst,
  pressed: PressedKey,
  target: KeyTarget,
): { burst: KeyBurst; scanned?: string } {
  const { atMs } = pressed;
  const isOfBurst = atMs - burst.lastMs <= maxGapMs;
  if (isEnter(pressed)) {
    const isScanned = isOfBurst && isScan(burst, atMs, target);
    return isScanned ? { burst: noKeys, scanned: burst.text } : { burst: noKeys };
  }
  const letter = letterOf(pressed);
  // Shift before a capital is a key without a letter.
  if (letter === '') return { burst };
  const before = isOfBurst ? burst : { ...noKeys, firstMs: atMs };
  return {
    burst: {
      text: before.text + letter,
      firstMs: before.firstMs,
      lastMs: atMs,
      isComposed: before.isComposed || isTakenByMethod(pressed),
    },
  };
}
