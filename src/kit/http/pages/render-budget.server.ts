import { countedAddress } from '#kit/limits/client-address.server.ts';

type Filled = { tokens: number; at: number };

/**
 * Budget per address of renders that any visitor can provoke: pages with a query, or paths without a page. A burst,
 * then some per second. Cached pages are free. Held in this process; beyond `mostAddresses` the oldest address is
 * dropped.
 */
export function renderBudget({
  burst = 60,
  perSecond = 4,
  mostAddresses = 20_000,
  now = () => performance.now(),
} = {}) {
  const filled = new Map<string, Filled>();
  const tokensOf = (counted: string, at: number) => {
    const before = filled.get(counted) ?? { tokens: burst, at };
    return Math.min(burst, before.tokens + ((at - before.at) / 1_000) * perSecond);
  };
  return {
    /** Whether this address has a render left. */
    isLeft: (address: string): boolean => tokensOf(countedAddress(address), now()) >= 1,

    /** Takes one render of this address; false if none is left. */
    take(address: string): boolean {
      const counted = countedAddress(address);
      const at = now();
      const tokens = tokensOf(counted, at);
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
export type RenderBudget = ReturnType<typeof renderBudget>;
