import { useSyncExternalStore } from 'react';

/** A message of the modal. Rich texts are referred to by name, so that data can't inject markup. */
export type Message = {
  /** エラーが発生しました by default. */
  title?: string;
  message?: string;
  /** The labels of the affected fields, listed below the message. */
  fields?: readonly string[];
  /** The name of a fixed text with links, known to the message modal. */
  template?: MessageTemplate;
  /** Called when the modal has closed. */
  onClose?: () => void;
};
export type MessageTemplate = 'user-not-found';

type OpenMessage = Message & { close: () => void };

let current: OpenMessage | undefined;
const listeners = new Set<() => void>();

function set(message: OpenMessage | undefined) {
  current = message;
  for (const listener of listeners) listener();
}

/**
 * Opens the message modal, in the browser only; resolves when it is closed and the focus is free. A new message
 * closes the current one.
 */
export function showMessage(message: Message): Promise<void> {
  clearMessage();
  return new Promise((resolve) => set({ ...message, close: resolve }));
}

/** Clears the message, then notifies its caller. */
export function clearMessage(): void {
  const closed = current;
  if (!closed) return;
  set(undefined);
  closed.onClose?.();
  closed.close();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The current message, if any; never on the server. */
export function useMessage(): Message | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}
