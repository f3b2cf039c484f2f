import { hash, verify } from '@node-rs/argon2';
import { refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';

/** Cost of a hash: KiB of memory, passes over it, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

// Argon2id by default; OWASP's minimum (docs/product.md, Sign-in and sessions).
const leastCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes a thread and 19 MiB; the limit leaves threads for other requests. */
const maxConcurrentHashes = 2;
const maxQueueLength = 60;

let underWay = 0;
const queue: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= maxConcurrentHashes) {
    if (queue.length >= maxQueueLength) {
      throw refuse('ServiceUnavailable', serviceUnavailableMessage, {
        retryAfterSeconds: 5,
        because: 'too many passwords wait to be checked',
      });
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    underWay++;
  }
  try {
    return await work();
  } finally {
    // The next in the queue takes this slot, so the count stays.
    const next = queue.shift();
    if (next) next();
    else underWay--;
  }
}

/** Input methods write the same characters in several widths; they count as the same password. */
const normalisePassword = (password: string) => password.normalize('NFKC');

let dummyHash: Promise<string> | undefined;

/** Argon2id hash of a password, for storage. */
export function hashPassword(password: string, cost = leastCost): Promise<string> {
  return withHashSlot(() => hash(normalisePassword(password), cost));
}

/**
 * Whether a password matches a hash. Without a hash it returns false after the same work: timing must not reveal
 * whether an account exists.
 */
export async function passwordFits(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const compared = stored ?? (await dummyHash);
  const fits = await withHashSlot(() => verify(compared, normalisePassword(password)));
  return fits && typeof stored === 'string';
}
