import { type FieldError, type Refusal, refusalOf } from '#kit/errors/refusal.ts';
import type { FormErrorModal } from './use-form.ts';

/** Shown when no response arrived: what to do, and that nothing typed is lost. */
export const unreachableMessage =
  '通信できませんでした。電波の状態をご確認のうえ、もう一度お試しください。入力した内容はそのまま残っています。';

/** The outcome of a submission. */
export type Outcome<Result> =
  | { kind: 'done'; result: Result }
  /** Fields are invalid: `errors` belong to the form. */
  | { kind: 'invalid'; title?: string; message: string; errors: FieldError[] }
  /** The whole submission is refused: show `message`. */
  | ({ kind: 'refused' } & Pick<Refusal, 'type' | 'title' | 'message' | 'template'>)
  /** No response arrived, but the server may have handled the request: a retry must reuse the key. */
  | { kind: 'unreachable'; message: string };

/** The outcome of an error thrown by the API client; anything but a refusal is a lost response. */
export function outcomeOf(error: unknown): Exclude<Outcome<never>, { kind: 'done' }> {
  const refusal = refusalOf(error);
  if (!refusal) return { kind: 'unreachable', message: unreachableMessage };
  const { type, title, message, template, errors } = refusal;
  return errors && errors.length > 0
    ? { kind: 'invalid', title, message, errors }
    : { kind: 'refused', type, title, message, template };
}

/** The title of a modal whose message has none (docs/product.md, Messages). */
const modalTitle = 'エラーが発生しました';

/** The modal for the server's ValidationError, with or without fields; undefined for other outcomes. */
export function modalOf(outcome: Outcome<unknown>): FormErrorModal | undefined {
  const isRefusal = outcome.kind === 'refused' && outcome.type === 'ValidationError';
  if (outcome.kind !== 'invalid' && !isRefusal) return undefined;
  const { title = modalTitle, message } = outcome;
  const template = outcome.kind === 'refused' ? outcome.template : undefined;
  return { title, message, template: template === 'user-not-found' ? template : undefined };
}

/** One attempt: the fingerprint of its body (no personal data) and its idempotency key. */
export type Attempt = { fingerprint: string; key: string };

/**
 * The attempt for a body: the previous one while the body is unchanged, so that a retry after a lost response is
 * recognised; a new key after any change.
 */
export function attemptFor(
  body: unknown,
  earlier: Attempt | undefined,
  newKey: () => string,
): Attempt {
  const fingerprint = fingerprintOf(body);
  return earlier?.fingerprint === fingerprint ? earlier : { fingerprint, key: newKey() };
}

/** Reads an attempt from its stored text, or undefined. */
export function readAttempt(text: string | null): Attempt | undefined {
  try {
    const stored = JSON.parse(text ?? 'null');
    const isWhole = typeof stored?.fingerprint === 'string' && typeof stored?.key === 'string';
    return isWhole ? { fingerprint: stored.fingerprint, key: stored.key } : undefined;
  } catch {
    return undefined;
  }
}

/** 128 random bits in hex. crypto.randomUUID would be missing on plain http beyond localhost. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * 64 bits of the body in hex: enough to tell one person's attempts apart, without revealing what was typed. Two runs
 * of 32-bit FNV-1a, because big integers are slow on text as long as a file.
 */
function fingerprintOf(body: unknown): string {
  const text = JSON.stringify(body, describeFile) ?? '';
  let [low, high] = [0x811c9dc5, 0xc9dc5118];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + index), 0x01000193);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** A file is identified by its metadata, without reading it. */
function describeFile(_key: string, value: unknown): unknown {
  return typeof File !== 'undefined' && value instanceof File
    ? [value.name, value.size, value.lastModified]
    : value;
}
