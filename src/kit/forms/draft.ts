/** The storage of drafts: localStorage, or a test double. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'tasuki.draft.';
/** A change of this key notifies the other tabs of a sign-out. */
export const draftsClearedKey = 'tasuki.drafts-cleared';
/** Lifetime of a draft, which holds personal data on a device that others may use (docs/product.md, Forms). */
export const draftLifeMs = 24 * 60 * 60 * 1000;

/** Never stored, even when a form forgets to exclude it. */
const secret = /password|token|secret/i;

/** The storage key of a form's draft; raise the version when the shape of the values changes. */
export function draftKey(form: string, version: number): string {
  return `${prefix}${form}.v${version}`;
}

/** The values of a draft begun less than 24 hours ago, or undefined. */
export function readDraft(storage: DraftStorage, key: string, nowMs: number): unknown {
  try {
    return liveDraft(storage, key, nowMs)?.values;
  } catch {
    return undefined;
  }
}

/** Rethrows errors of storage and of parsing. */
function liveDraft(storage: DraftStorage, key: string, nowMs: number) {
  const draft = JSON.parse(storage.getItem(key) ?? 'null');
  const ageMs = nowMs - draft?.savedAtMs;
  return ageMs >= 0 && ageMs < draftLifeMs ? draft : undefined;
}

/** The start of a draft's lifetime: continuing a draft does not prolong it. */
function savedAt(storage: DraftStorage, key: string, nowMs: number): number {
  try {
    return liveDraft(storage, key, nowMs)?.savedAtMs ?? nowMs;
  } catch {
    return nowMs;
  }
}

/** Stores the values except excluded paths, secrets and files. */
export function writeDraft(
  storage: DraftStorage,
  key: string,
  values: unknown,
  exclude: readonly string[],
  nowMs: number,
): void {
  try {
    const savedAtMs = savedAt(storage, key, nowMs);
    const draft = { savedAtMs, values: withoutPaths(values, exclude) };
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the form works without a draft.
  }
}

/** Deletes expired drafts of every form. */
export function deleteExpiredDrafts(storage: DraftStorage, nowMs: number): void {
  for (const key of draftKeys(storage)) {
    if (readDraft(storage, key, nowMs) === undefined) deleteDraft(storage, key);
  }
}

export function deleteAllDrafts(storage: DraftStorage): void {
  for (const key of draftKeys(storage)) deleteDraft(storage, key);
}

export function deleteDraft(storage: DraftStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored either.
  }
}

/** A copy of the values without those that must not be stored. */
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
