// A hand scanner is a keyboard that types a code within moments and ends with Enter.

/** Slower keys are a person's. */
const longestGapMs = 80;
/** Shorter bursts are a person's as well: "12" and Enter. */
const fewestKeys = 8;

/** The keys that came in one burst. */
export type KeyBurst = { text: string; lastMs: number };

export const noKeys: KeyBurst = { text: '', lastMs: Number.NEGATIVE_INFINITY };

/** A key as a browser tells it: `code` is the place on the keyboard. */
export type PressedKey = { key: string; code: string; atMs: number };

/** The letter that a key types. While a Japanese input method composes, only the key's place tells it. */
function letterOf({ key, code }: PressedKey): string {
  if ([...key].length === 1) return key;
  if (key !== 'Process' && key !== 'Unidentified') return '';
  const place = /^(?:Key([A-Z])|Digit(\d)|Numpad(\d))$/.exec(code);
  if (place) return place[1] ?? place[2] ?? place[3] ?? '';
  return code === 'Minus' || code === 'NumpadSubtract' ? '-' : '';
}

const isEnter = ({ key, code }: PressedKey) =>
  key === 'Enter' || ((key === 'Process' || key === 'Unidentified') && /Enter$/.test(code));

/** The burst after a key; `scanned` is what a scanner has typed, once its Enter came. */
export function burstAfter(
  burst: KeyBurst,
  pressed: PressedKey,
): { burst: KeyBurst; scanned?: string } {
  const isOfBurst = pressed.atMs - burst.lastMs <= longestGapMs;
  if (isEnter(pressed)) {
    const isScan = isOfBurst && burst.text.length >= fewestKeys;
    return isScan ? { burst: noKeys, scanned: burst.text } : { burst: noKeys };
  }
  const letter = letterOf(pressed);
  // Shift before a capital is a key without a letter.
  if (letter === '') return { burst };
  return { burst: { text: isOfBurst ? burst.text + letter : letter, lastMs: pressed.atMs } };
}
