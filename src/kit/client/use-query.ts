import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { type RefusalType, refusalOf } from '#kit/errors/refusal.ts';
import { reloadSession } from '#people/session/session.ts';
import { api } from './api.ts';
import type { CallAddress } from './send.ts';
import { hasSessionFlag } from './session-flag.ts';

/**
 * The last responses by key, so that going back to a list shows it at once, at its scroll position, while it reloads.
 * For a signed-in person: memoryOf(account).
 */
export const QueryMemory = createContext<Map<string, unknown> | undefined>(undefined);
const cachedResults = 30;
const memories = new WeakMap<object, Map<string, unknown>>();

/** A cache that lives as long as this account is signed in; the next person gets another. */
export function memoryOf(account: object): Map<string, unknown> {
  const memory = memories.get(account) ?? new Map<string, unknown>();
  memories.set(account, memory);
  return memory;
}

export type Problem = { type: RefusalType | undefined; message: string };

export type Query<Value> = {
  /** The latest response; undefined before the first. */
  value: Value | undefined;
  /** Why the last request failed. */
  problem: Problem | undefined;
  isLoading: boolean;
  /** Requests again; the current value stays until the response. */
  reload: () => void;
  /** Replaces the value. */
  change: (value: Value) => void;
};

type Load<Value> = (signal: AbortSignal) => Promise<Value>;
type Latest<Value> = { key: string; round: number; value?: Value | undefined; problem?: Problem };

/**
 * Loads the data of a screen once per `key`: from the API at that path, or by `load`. An undefined key waits. With
 * `keepsLast`, the previous key's value stays while the next one loads. Late responses for earlier keys are dropped.
 */
export function useQuery<Value>(
  key: string | CallAddress<Value> | undefined,
  load: Load<Value> = (signal) => api<Value>(key ?? '', { signal }),
  { keepsLast = false }: { keepsLast?: boolean } = {},
): Query<Value> {
  const memory = useContext(QueryMemory);
  const [round, setRound] = useState(0);
  const [latest, setLatest] = useState<Latest<Value>>();
  const currentLoad = useRef(load);
  useEffect(() => {
    currentLoad.current = load;
  });

  useEffect(() => {
    if (key === undefined) return;
    const leaving = new AbortController();
    currentLoad
      .current(leaving.signal)
      .then((value) => {
        if (leaving.signal.aborted) return;
        remember(memory, key, value);
        setLatest({ key, round, value });
      })
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return;
        const problem = problemOf(error);
        // The session has ended: once it is reloaded, the guards redirect to the login.
        if (problem.type === 'Unauthorized' && hasSessionFlag()) void reloadSession();
        setLatest({ key, round, problem });
      });
    return () => leaving.abort();
  }, [memory, key, round]);

  const isOfKey = latest !== undefined && latest.key === key;
  const isCurrent = isOfKey && latest.round === round;
  const known = key === undefined ? undefined : (memory?.get(key) as Value | undefined);
  const last = isOfKey || keepsLast ? latest?.value : undefined;
  return {
    value: isCurrent ? latest.value : (known ?? last),
    problem: isCurrent ? latest.problem : undefined,
    isLoading: key !== undefined && !isCurrent,
    reload: () => setRound(round + 1),
    change(value) {
      if (key === undefined) return;
      remember(memory, key, value);
      setLatest({ key, round, value });
    },
  };
}

function remember(memory: Map<string, unknown> | undefined, key: string, value: unknown) {
  if (!memory) return;
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > cachedResults && oldest !== undefined) memory.delete(oldest);
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
