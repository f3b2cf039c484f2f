const minuteMs = 60_000;
/** Names remembered at once: what makes up names must not fill memory. */
const maxNames = 500;

/**
 * Limits log lines of one name to `perMinute`. Returns how many were left out since the last one that was due, or
 * undefined for a line that is not due.
 */
export function sampledLines(perMinute = 5, nowMs = () => performance.now()) {
  const known = new Map<string, { sinceMs: number; lines: number; leftOut: number }>();
  return (name: string): number | undefined => {
    const now = nowMs();
    const one = known.get(name);
    if (one && now - one.sinceMs < minuteMs) {
      if (one.lines < perMinute) {
        one.lines += 1;
        return 0;
      }
      one.leftOut += 1;
      return undefined;
    }
    if (!one && known.size >= maxNames) known.clear();
    known.set(name, { sinceMs: now, lines: 1, leftOut: 0 });
    return one?.leftOut ?? 0;
  };
}
