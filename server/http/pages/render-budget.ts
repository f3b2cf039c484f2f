import { countedAddress } from '#server/limits/client-address.ts';

type Filled = { tokens: number; at: number };

/**
 * How many searches that nobody asked for before each address may have rendered: a burst, then some each second. Pages
 * that are kept cost nothing and are not counted. Kept in this process alone; of addresses beyond `mostAddresses` the
 * one that was seen first is forgotten.
 */
export function searchBudget({
  burst = 60,
  perSecond = 4,
  mostAddresses = 20_000,
  now = () => performance.now(),
} = {}) {
  const filled = new Map<string, Filled>();
  return {
    /** Takes one search of this address; false where it has none left. */
    take(address: string): boolean {
      const counted = countedAddress(address);
      const at = now();
      const before = filled.get(counted) ?? { tokens: burst, at };
      const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1_000) * perSecond);
      const isLeft = tokens >= 1;
      filled.delete(counted);
      filled.set(counted, { tokens: isLeft ? tokens - 1 : tokens, at });
      for (const oldest of filled.keys()) {
        if (filled.size <= mostAddresses) break;
        filled.delete(oldest);
      }
      return isLeft;
    },
    retryAfterSeconds: Math.ceil(5 / perSecond),
  };
}
export type SearchBudget = ReturnType<typeof searchBudget>;
