import { createContext, useContext, useEffect, useState } from 'react';
import { apiResponse } from '#app/session/api.ts';
import { reloadSession } from '#app/session/session.ts';
import { type RefusalType, refusalOf } from '#domain/errors/refusal.ts';

type Kept = { value: unknown; total: number | undefined };

/**
 * The last answers by path, so that the way back to a list shows it at once, where it was scrolled
 * to, while it is asked for anew. It lives as long as the admin area is on the screen.
 */
export const AdminMemory = createContext<Map<string, Kept>>(new Map());
const cachedAnswers = 30;

export type Problem = { type: RefusalType | undefined; message: string };

export type Answer<Value> = {
  /** The latest answer there is; while another page is on its way, still that of the last one. */
  value: Value | undefined;
  /** How many there are in all, for answers that come in pages. */
  total: number | undefined;
  /** Why the last question was not answered. */
  problem: Problem | undefined;
  isLoading: boolean;
  reload: () => void;
};

/** Asks the API for what a screen shows, again whenever `path` changes; undefined asks nothing. */
export function useQuery<Value>(path: string | undefined): Answer<Value> {
  const memory = useContext(AdminMemory);
  const [round, setRound] = useState(0);
  const [latest, setLatest] = useState<{
    path: string;
    round: number;
    kept?: Kept;
    problem?: Problem;
  }>();

  useEffect(() => {
    if (path === undefined) return;
    const leaving = new AbortController();
    ask(path, leaving.signal)
      .then((kept) => {
        remember(memory, path, kept);
        setLatest({ path, round, kept });
      })
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return;
        const problem = problemOf(error);
        // The session has ended: once that is known, the way leads to the login.
        if (problem.type === 'Unauthorized') void reloadSession();
        setLatest({ path, round, kept: memory.get(path), problem });
      });
    return () => leaving.abort();
  }, [memory, path, round]);

  const isCurrent = latest?.path === path && latest?.round === round;
  const known = path === undefined ? undefined : memory.get(path);
  const shown = isCurrent ? latest?.kept : (known ?? latest?.kept);
  return {
    value: shown?.value as Value | undefined,
    total: shown?.total,
    problem: isCurrent ? latest?.problem : undefined,
    isLoading: path !== undefined && !isCurrent,
    reload: () => setRound(round + 1),
  };
}

async function ask(path: string, signal: AbortSignal): Promise<Kept> {
  const response = await apiResponse(path, { signal });
  const total = response.headers.get('x-total-count');
  return {
    value: await response.json(),
    total: total === null ? undefined : Number.parseInt(total, 10),
  };
}

function remember(memory: Map<string, Kept>, path: string, kept: Kept) {
  memory.delete(path);
  memory.set(path, kept);
  const [oldest] = memory.keys();
  if (memory.size > cachedAnswers && oldest !== undefined) memory.delete(oldest);
}

function problemOf(error: unknown): Problem {
  const refusal = refusalOf(error);
  return {
    type: refusal?.type,
    message:
      refusal?.message ??
      '通信できませんでした。電波の状態をご確認のうえ、もう一度お試しください。',
  };
}
