/** Where a draft may be kept: localStorage, or a stand-in. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'tasuki.draft.';
/** Its change tells the other tabs that somebody signed out. */
export const draftsClearedKey = 'tasuki.drafts-cleared';
/** A draft holds personal data on a device that others may use (docs/product.md, Forms). */
export const draftLifeMs = 24 * 60 * 60 * 1000;

/** Never written down, whoever forgets to exclude it. */
const secret = /password|token|secret/i;

/** The storage key of a form's draft; another version, another shape of the values. */
export function draftKey(form: string, version: number): string {
  return `${prefix}${form}.v${version}`;
}

/** The values of a draft that is younger than 24 hours, or undefined. */
export function readDraft(storage: DraftStorage, key: string, nowMs: number): unknown {
  try {
    const draft = JSON.parse(storage.getItem(key) ?? 'null');
    const ageMs = nowMs - draft?.savedAtMs;
    return ageMs >= 0 && ageMs < draftLifeMs ? draft.values : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the values but for the excluded paths, secrets and files. */
export function writeDraft(
  storage: DraftStorage,
  key: string,
  values: unknown,
  exclude: readonly string[],
  nowMs: number,
): void {
  try {
    const draft = { savedAtMs: nowMs, values: withoutPaths(values, exclude) };
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the form works without a draft.
  }
}

/** Takes away drafts that are too old to be offered again, of this form and of any other. */
export function dropExpiredDrafts(storage: DraftStorage, nowMs: number): void {
  for (const key of draftKeys(storage)) {
    if (readDraft(storage, key, nowMs) === undefined) dropDraft(storage, key);
  }
}

/** Takes away every draft. */
export function dropAllDrafts(storage: DraftStorage): void {
  for (const key of draftKeys(storage)) dropDraft(storage, key);
}

/** Takes away one draft. */
export function dropDraft(storage: DraftStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Storage is forbidden: then nothing was kept either.
  }
}

/** A copy of the values without what must not be kept. */
export function withoutPaths(values: unknown, exclude: readonly string[], at = ''): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  if (Object.getPrototypeOf(values) !== Object.prototype) return undefined;
  const remaining = Object.entries(values).flatMap(([key, value]) => {
    const path = at ? `${at}.${key}` : key;
    if (exclude.includes(path) || secret.test(key)) return [];
    return [[key, withoutPaths(value, exclude, path)]];
  });
  return Object.fromEntries(remaining);
}

function draftKeys(storage: DraftStorage): string[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    return keys.filter((key) => key !== null).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
