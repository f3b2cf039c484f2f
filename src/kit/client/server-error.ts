import { useEffect, useState } from 'react';
import { refusalOf } from '#kit/errors/refusal.ts';
import { isReloadingFor, missingChunkMessage } from '#kit/pages/chunk-recovery.ts';

/** Status of a failed API call; 0 without a response. */
export type FailureStatus = 0 | 500 | 503;
/** A failure that replaces the page; by default with the status's standard message. */
export type ServerError = { status: FailureStatus; message?: string };

let current: ServerError | undefined;
const listeners = new Set<(error: ServerError) => void>();

/**
 * Shows the error page in the default layout, in the browser only. The state is set and cleared on the next tick, so
 * that a repeated error is shown again.
 */
export function showServerError(error: ServerError): void {
  current = error;
  for (const listener of listeners) listener(error);
  setTimeout(() => {
    if (current === error) current = undefined;
  });
}

/** Subscribes to errors; one from earlier in this tick is delivered at once. Returns the unsubscribe function. */
export function listenToServerErrors(listener: (error: ServerError) => void): () => void {
  listeners.add(listener);
  if (current) listener(current);
  return () => {
    listeners.delete(listener);
  };
}

/** The status to show for an error of the API client. */
export function failureStatus(error: unknown): FailureStatus {
  const refusal = refusalOf(error);
  if (!refusal) return 0;
  return refusal.type === 'ServiceUnavailable' ? 503 : 500;
}

/** Shows that a part of the page can't be loaded, unless the page is being reloaded for it. */
export function showMissingPart(error: unknown): void {
  console.warn('a part of the page could not be loaded:', error);
  if (!isReloadingFor()) showServerError({ status: 500, message: missingChunkMessage });
}

/** The error to show on the page with this location key, until `clear` or the next page. */
export function useServerError(key: string) {
  const [shown, setShown] = useState<{ error: ServerError; key: string; count: number }>();
  useEffect(
    () => listenToServerErrors((error) => setShown((last) => next(last?.count, error, key))),
    [key],
  );
  return {
    shown: shown?.key === key ? shown : undefined,
    clear: () => setShown(undefined),
  };
}

const next = (count = 0, error: ServerError, key: string) => ({ error, key, count: count + 1 });
