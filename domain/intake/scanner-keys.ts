// A hand scanner is a keyboard that types a code within moments and ends with Enter.

/** A pause that no scanner makes, however busy the device is. */
const longestGapMs = 300;
/** Slower keys in a field are a person's. */
const scannerGapMs = 60;
/** Shorter bursts are a person's as well: "12" and Enter. */
const fewestKeys = 8;

/** The keys that came without a pause; `isComposed` when an input method took some of them. */
export type KeyBurst = { text: string; firstMs: number; lastMs: number; isComposed: boolean };

const longAgo = Number.NEGATIVE_INFINITY;
export const noKeys: KeyBurst = { text: '', firstMs: longAgo, lastMs: longAgo, isComposed: false };

/** A key as a browser tells it: `code` is the place on the keyboard. */
export type PressedKey = { key: string; code: string; atMs: number };

/** Where keys go: to nothing that is written in, to a field, or to the one that takes codes by itself. */
export type KeyTarget = 'nothing' | 'field' | 'code-field';

/** While a Japanese input method composes, only the key's place tells what it is. */
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

/** Whether a burst that Enter ends is a scanner's. Where nothing is written, whatever is typed is a code. */
function isScan({ text, firstMs, isComposed }: KeyBurst, atMs: number, target: KeyTarget): boolean {
  if (text.length < fewestKeys) return false;
  if (target === 'nothing') return true;
  const isQuick = atMs - firstMs <= scannerGapMs * text.length;
  // The code field sends what is in it on Enter, which under an input method means something else.
  return isQuick && (target === 'field' || isComposed);
}

/** The burst after a key; `scanned` is what a scanner has typed, once its Enter came. */
export function burstAfter(
  burst: KeyBurst,
  pressed: PressedKey,
  target: KeyTarget,
): { burst: KeyBurst; scanned?: string } {
  const { atMs } = pressed;
  const isOfBurst = atMs - burst.lastMs <= longestGapMs;
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
