import { useEffect, useRef, useState } from 'react';
import {
  deleteAllDrafts,
  deleteDraft,
  deleteExpiredDrafts,
  draftKey,
  draftsClearedKey,
  readDraft,
  writeDraft,
} from './draft.ts';
import { isSharedComputer, storeSharedComputer } from './shared-computer.ts';
import type { Form } from './use-form.ts';

/** Debounce of storing the draft. */
const saveDelayMs = 400;

const clearedHere = new EventTarget();

/** Clears every draft of this browser and the forms on this screen; used at sign-out. */
export function clearDrafts(): void {
  const storage = browserStorage();
  if (storage) {
    deleteAllDrafts(storage);
    try {
      // Without the random part, two sign-outs in one millisecond would be one storage event.
      storage.setItem(draftsClearedKey, `${Date.now()} ${Math.random()}`);
    } catch {
      // Storage is full or forbidden, so the other tabs have stored nothing either.
    }
  }
  clearedHere.dispatchEvent(new Event('cleared'));
}

export type Draft = {
  /** Whether the form was filled from a draft, for <DraftNotice>. */
  isRestored: boolean;
  /** Clears form and draft (最初から). */
  startOver(): void;
  /** Deletes the draft after submission; the form keeps its values. */
  discard(): void;
  /** Whether the computer is shared: then nothing is stored. */
  isShared: boolean;
  /** Stops storing and deletes every draft, or resumes storing. */
  setShared(isShared: boolean): void;
};

/**
 * Stores a form's values in this browser for 24 hours and restores them on the next visit. `exclude` lists the paths
 * that must never be stored (passwords, tokens); raise `version` when the values change their shape; `onStartOver`
 * may prefill what is known about the person.
 */
export function useDraft<Values>(
  form: Pick<Form<Values, unknown>, 'values' | 'isDirty' | 'restore' | 'reset'>,
  options: {
    name: string;
    version: number;
    exclude: readonly string[];
    onStartOver?: () => void;
  },
): Draft {
  const key = draftKey(options.name, options.version);
  const [isRestored, setRestored] = useState(false);
  const [isShared, setShared] = useState(false);
  const unsaved = useRef<(() => void) | undefined>(undefined);
  /** Set after a sign-out in another tab. */
  const isStopped = useRef(false);
  const latest = useRef({ form, options });
  useEffect(() => {
    latest.current = { form, options };
  });

  // Runs after mounting, because there is no draft on the server or in the first render.
  useEffect(() => {
    const storage = browserStorage();
    setShared(isSharedComputer());
    if (!storage) return;
    if (isSharedComputer()) deleteAllDrafts(storage);
    deleteExpiredDrafts(storage, Date.now());
    const values = readDraft(storage, key, Date.now());
    if (values === undefined) return;
    latest.current.form.restore(values);
    setRestored(true);
  }, [key]);

  useEffect(() => {
    if (!form.isDirty || isShared || isStopped.current) return;
    unsaved.current = () => {
      unsaved.current = undefined;
      const storage = browserStorage();
      const { exclude } = latest.current.options;
      if (storage && !isSharedComputer())
        writeDraft(storage, key, form.values, exclude, Date.now());
    };
    const timer = setTimeout(() => unsaved.current?.(), saveDelayMs);
    return () => clearTimeout(timer);
  }, [form.values, form.isDirty, isShared, key]);

  // A phone may discard a hidden page at any time.
  useEffect(() => {
    const save = () => unsaved.current?.();
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
      save();
    };
  }, []);

  useEffect(() => {
    const clear = () => {
      unsaved.current = undefined;
      setRestored(false);
      latest.current.form.reset();
    };
    // Keeps the typed text on the screen but stores it no more; also deletes a draft stored before the event arrived.
    const stopSaving = (event: StorageEvent) => {
      if (event.key !== draftsClearedKey) return;
      unsaved.current = undefined;
      isStopped.current = true;
      const storage = browserStorage();
      if (storage) deleteDraft(storage, key);
    };
    clearedHere.addEventListener('cleared', clear);
    addEventListener('storage', stopSaving);
    return () => {
      clearedHere.removeEventListener('cleared', clear);
      removeEventListener('storage', stopSaving);
    };
  }, [key]);

  function discard() {
    unsaved.current = undefined;
    setRestored(false);
    const storage = browserStorage();
    if (storage) deleteDraft(storage, key);
  }

  return {
    isRestored,
    discard,
    isShared,
    setShared(shared) {
      storeSharedComputer(shared);
      setShared(shared);
      if (!shared) return;
      discard();
      const storage = browserStorage();
      if (storage) deleteAllDrafts(storage);
    },
    startOver() {
      discard();
      form.reset();
      options.onStartOver?.();
    },
  };
}

/** Undefined when the browser forbids storage. */
function browserStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
